package evolution

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
)

// newConfig returns a configuration with a model and its default settings.
func newConfig(t *testing.T, model string, population int) *Config {
	t.Helper()
	c := tiny(1)
	require.NoError(t, c.SetModel(model))
	c.SetSize(population, 4)
	return &c
}

// stepAfter returns the step for the generation after a state.
func stepAfter(t *testing.T, c *Config, previous *State) *step {
	t.Helper()
	var err error
	previous.encoding, err = c.encoding()
	require.NoError(t, err)
	return newStep(c, previous, nil)
}

// generated returns the step for the generation after a state, with its members.
func generated(t *testing.T, c *Config, previous *State) *step {
	t.Helper()
	s := stepAfter(t, c, previous)
	var err error
	s.members, err = c.Model.generate(s)
	require.NoError(t, err)
	return s
}

// stateAfter returns the state after a generation with random results.
func stateAfter(t *testing.T, s *step) *State {
	t.Helper()
	rng := fitness.Random(1, "results", s.row.Generation)
	for i := range s.members {
		s.members[i].result = fitness.Pentanomial{rng.IntN(5), rng.IntN(5), 1, rng.IntN(5), rng.IntN(5)}
	}
	slices.SortStableFunc(s.members, func(a, b member) int { return cmp.Compare(b.result.Score(), a.result.Score()) })
	model, _ := s.config.Model.update(s)
	state := &State{Generation: s.row.Generation, Model: model, encoding: s.encoding}
	data, err := json.Marshal(model)
	require.NoError(t, err)
	again, err := s.config.Model.restore(data, s.config, s.encoding.Layout)
	require.NoError(t, err)
	require.Equal(t, model, again, "the state survives JSON")
	return state
}

func initialState(t *testing.T, c *Config) *State {
	t.Helper()
	require.NoError(t, c.Validate())
	state, err := InitialState(c)
	require.NoError(t, err)
	return state
}

// population returns the population of a state.
func population(s *State) Population { return s.Model.(Population) }

// ids returns the ids of a population, in order.
func ids(population []Individual) (names []string) {
	for _, individual := range population {
		names = append(names, individual.ID)
	}
	return names
}

func TestModelErrors(t *testing.T) {
	all := strings.Join(Models(), ", ")
	const hint = "; evolve config lists all fields"
	for text, says := range map[string]string{
		`{"breeding": {}}`: `unknown field "breeding"` + hint,
		`{"model": {"name": "cmaes", "siGma": 0.3}}`: `"model": cmaes has no setting "siGma"; ` +
			"evolve config --model cmaes lists those it has",
		`{"step": 0.3}`: `unknown field "step"; settings of a model stand under "model"` + hint,
		`{"step": 0.3, "model": {"name": "mirrored", "step": 0.3}}`: `unknown field "step"; ` +
			`settings of a model stand under "model"` + hint,
		`{"model": {"name": "mgg", "large": {"islands": 4}}}`: `unknown field "islands"` + hint,
		`{"model": {"name": "cmaes", "step": 0.3}}`: `"model": cmaes has no setting "step", it is a setting of best2, generational, ` +
			"islands, mgg, mirrored; " +
			"evolve config --model cmaes lists those it has",
		`{"model": {"step": 0.3}}`: `"model": cmaes has no setting "step", it is a setting of best2, generational, ` +
			"islands, mgg, mirrored; " +
			"evolve config --model cmaes lists those it has",
		`{"model": {"name": "mgg", "islands": 4}}`: `"model": mgg has no setting "islands", it is a setting of islands; ` +
			"evolve config --model mgg lists those it has",
		`{"model": {"name": "mgg", "width": 0.1}}`: `"model": mgg has no setting "width"; ` +
			"evolve config --model mgg lists those it has",
		`{"model": null}`:                                   `"model" must be an object with a name, one of ` + all,
		`{"model": {"name": ""}}`:                           `"model" must be an object with a name, one of ` + all,
		`{"model": {"name": "gmm"}}`:                        `unknown model "gmm"; known: ` + all,
		`{"model": {"name": "cmaes", "sigma": "wide"}}`:     `"model.sigma" must not be of type string`,
		`{"model": {"name": "cmaes", "sigma": 0}}`:          "model.sigma is 0: must be above 0",
		`{"model": {"name": "cmaes", "sigma": 1.5}}`:        "model.sigma is 1.5: must be 0 to 1",
		`{"model": {"name": "generational", "elites": -1}}`: "model.elites is -1: must be 0 to 1000",
		`{"model": {"name": "mgg", "large": {"every": 0}}}`: "model.large.every is 0: must be 1 to 1000000",
		`{"population": 30, "model": {"name": "islands"}}`: "population is 30: must be a multiple of 4, " +
			"the number of islands",
		`{"population": 16, "model": {"name": "islands", "migrants": 3}}`: "model.migrants is 3: must be 1 to 2, half " +
			"of an island",
		`{"limits": {"edge.w": [0, 1, 2]}}`: "range [0 1 2]: want two numbers, [least, greatest], such as [0, 1000]",
		`{"limits": {"edge.w": "wide"}}`:    "a range must be two whole numbers, [least, greatest], such as [0, 1000]",
		`{"rounds": 0}`: "rounds is 0: must be 1 to 7: half of 256 genomes drop out after each round, and the last round " +
			"needs three or more",
	} {
		_, err := ParseConfig([]byte(text), nil)
		assert.EqualError(t, err, says, text)
	}
}

func TestSetModelSetsDefaults(t *testing.T) {
	for _, before := range Models() {
		for _, model := range Models() {
			c := newConfig(t, before, 32)
			require.NoError(t, c.SetModel(model))
			assert.Equal(t, newConfig(t, model, 32), c, "%s after %s", model, before)
		}
	}
}
