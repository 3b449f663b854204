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

// newConfig returns a configuration with an optimizer and its default settings.
func newConfig(t *testing.T, optimizer string, population int) *Config {
	t.Helper()
	c := tiny(1)
	require.NoError(t, c.SetOptimizer(optimizer))
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
	s.members, err = c.Optimizer.generate(s)
	require.NoError(t, err)
	return s
}

// stateAfter returns the state after a generation with random results.
func stateAfter(t *testing.T, s *step) *State {
	t.Helper()
	rng := fitness.Random(1, "results", s.row.Generation)
	for i := range s.members {
		s.members[i].Result = fitness.Pentanomial{rng.IntN(5), rng.IntN(5), 1, rng.IntN(5), rng.IntN(5)}
	}
	slices.SortStableFunc(s.members, func(a, b Individual) int { return cmp.Compare(b.Result.Score(), a.Result.Score()) })
	optimizer, _ := s.config.Optimizer.update(s)
	state := &State{Generation: s.row.Generation, Optimizer: optimizer, encoding: s.encoding}
	data, err := json.Marshal(optimizer)
	require.NoError(t, err)
	again, err := s.config.Optimizer.restore(data, s.config, s.encoding.Layout)
	require.NoError(t, err)
	require.Equal(t, optimizer, again, "the state survives JSON")
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
func population(s *State) Population { return s.Optimizer.(Population) }

// ids returns the ids of a population, in order.
func ids(population []Individual) (names []string) {
	for _, individual := range population {
		names = append(names, individual.ID)
	}
	return names
}

func TestOptimizerErrors(t *testing.T) {
	all := strings.Join(Optimizers(), ", ")
	const hint = "; evolve config lists all fields"
	for text, says := range map[string]string{
		`{"breeding": {}}`: `unknown field "breeding"` + hint,
		`{"optimizer": {"name": "cmaes", "siGma": 0.3}}`: `"optimizer": cmaes has no setting "siGma"; ` +
			"evolve config --optimizer cmaes lists its settings",
		`{"step": 0.3}`: `unknown field "step"; settings of an optimizer stand under "optimizer"` + hint,
		`{"step": 0.3, "optimizer": {"name": "cmaes-mirrored", "step": 0.3}}`: `unknown field "step"; ` +
			`settings of an optimizer stand under "optimizer"` + hint,
		`{"optimizer": {"name": "ga-library", "large": {"islands": 4}}}`: `unknown field "islands"` + hint,
		`{"optimizer": {"name": "cmaes", "step": 0.3}}`: `"optimizer": cmaes has no setting "step", it is a setting of ga, ` +
			"ga-islands, ga-library, cmaes-mirrored; evolve config --optimizer cmaes lists its settings",
		`{"optimizer": {"sigma": 0.3}}`: `"optimizer": ga has no setting "sigma", it is a setting of cmaes, ` +
			"cmaes-mirrored; evolve config --optimizer ga lists its settings",
		`{"optimizer": {"name": "ga", "islands": 4}}`: `"optimizer": ga has no setting "islands", it is a setting of ga-islands; ` +
			"evolve config --optimizer ga lists its settings",
		`{"optimizer": {"name": "ga", "width": 0.1}}`: `"optimizer": ga has no setting "width"; ` +
			"evolve config --optimizer ga lists its settings",
		`{"optimizer": null}`:                                          `"optimizer" must be an object with a name, one of ` + all,
		`{"optimizer": {"name": ""}}`:                                  `"optimizer" must be an object with a name, one of ` + all,
		`{"optimizer": {"name": "gmm"}}`:                               `unknown optimizer "gmm"; known: ` + all,
		`{"optimizer": {"name": "genetic"}}`:                           `unknown optimizer "genetic"; did you mean ga?`,
		`{"optimizer": {"name": "GA"}}`:                                `unknown optimizer "GA"; did you mean ga?`,
		`{"optimizer": {"name": "de"}}`:                                `unknown optimizer "de"; did you mean cmaes?`,
		`{"optimizer": {"name": "sep-cma-es"}}`:                        `unknown optimizer "sep-cma-es"; did you mean cmaes?`,
		`{"optimizer": {"name": "cmaes", "sigma": "wide"}}`:            `"optimizer.sigma" is a text, want a number`,
		`{"optimizer": {"name": "cmaes", "sigma": 0}}`:                 "optimizer.sigma is 0: must be above 0",
		`{"optimizer": {"name": "cmaes", "sigma": 1.5}}`:               "optimizer.sigma is 1.5: must be 0 to 1",
		`{"optimizer": {"name": "ga", "elites": -1}}`:                  "optimizer.elites is -1: must be 0 to 1000",
		`{"optimizer": {"name": "ga-library", "large": {"every": 0}}}`: "optimizer.large.every is 0: must be 1 to 1000000",
		`{"population": 30, "optimizer": {"name": "ga-islands"}}`: "population is 30: must be a multiple of 4, " +
			"the number of islands",
		`{"population": 16, "optimizer": {"name": "ga-islands", "migrants": 3}}`: "optimizer.migrants is 3: must be 1 to 2, half " +
			"of an island",
		`{"limits": {"edge.w": [0, 1, 2]}}`: "range [0 1 2]: must be two whole numbers, [least, greatest], such as [0, 1000]",
		`{"limits": {"edge.w": "wide"}}`:    "a range must be two whole numbers, [least, greatest], such as [0, 1000]",
		`{"rounds": 0}`: "rounds is 0: must be 1 to 7, because each round halves the 256 genomes and the last round " +
			"needs three or more",
	} {
		_, err := ParseConfig([]byte(text), nil)
		assert.EqualError(t, err, says, text)
	}
}

func TestSetOptimizerSetsDefaults(t *testing.T) {
	for _, before := range Optimizers() {
		for _, optimizer := range Optimizers() {
			c := newConfig(t, before, 32)
			require.NoError(t, c.SetOptimizer(optimizer))
			assert.Equal(t, newConfig(t, optimizer, 32), c, "%s after %s", optimizer, before)
		}
	}
}
