package evolution

import (
	"cmp"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
)

// of is a run of a model with its usual settings.
func of(t *testing.T, model string, population int) *Config {
	t.Helper()
	c := tiny(1)
	require.NoError(t, c.SetModel(model))
	c.SetSize(population, 4)
	return &c
}

// stepAfter begins the generation after a state, as a run of that configuration would.
func stepAfter(t *testing.T, c *Config, was *State) *step {
	t.Helper()
	var err error
	was.layout, err = c.layout()
	require.NoError(t, err)
	return newStep(c, was, nil)
}

// bred begins the generation after a state and breeds it.
func bred(t *testing.T, c *Config, was *State) *step {
	t.Helper()
	s := stepAfter(t, c, was)
	var err error
	s.members, err = c.Model.breed(s)
	require.NoError(t, err)
	return s
}

// after is the state after a generation whose games went as the lots fell.
func after(t *testing.T, s *step) *State {
	t.Helper()
	lots := fitness.Random(1, "results", s.row.Generation)
	for i := range s.members {
		s.members[i].result = fitness.Pentanomial{lots.IntN(5), lots.IntN(5), 1, lots.IntN(5), lots.IntN(5)}
	}
	slices.SortStableFunc(s.members, func(a, b member) int { return cmp.Compare(b.result.Score(), a.result.Score()) })
	model, _ := s.config.Model.learn(s)
	now := &State{Generation: s.row.Generation, Model: model, layout: s.layout}
	data, err := json.Marshal(model)
	require.NoError(t, err)
	again, err := s.config.Model.restore(data, s.config, s.layout)
	require.NoError(t, err)
	require.Equal(t, model, again, "a state is what its JSON says")
	return now
}

func begun(t *testing.T, c *Config) *State {
	t.Helper()
	require.NoError(t, c.Validate())
	state, err := Genesis(c)
	require.NoError(t, err)
	return state
}

// population is that of a state.
func population(s *State) Population { return s.Model.(Population) }

// ids are the names of a population, in order.
func ids(population []Individual) (names []string) {
	for _, individual := range population {
		names = append(names, individual.ID)
	}
	return names
}

func TestARunHasTheSettingsOfItsModelAndNoOther(t *testing.T) {
	for _, c := range []struct{ model, remove, add, says string }{
		{"cmaes", "cmaes", "", "cmaes is missing: model cmaes needs it"},
		{"generational", "breeding", "", "breeding is missing: model generational needs it"},
		{"islands", "breeding", "", "breeding is missing: model islands needs it"},
		{"islands", "islands", "", "islands is missing: model islands needs it"},
		{"mgg", "mgg", "", "mgg is missing: model mgg needs it"},
		{"cmaes", "", `"breeding":{}`, "breeding is of another model than cmaes: remove it"},
		{"generational", "", `"islands":{}`, "islands is of another model than generational: remove it"},
		{"islands", "", `"mgg":{}`, "mgg is of another model than islands: remove it"},
		{"mgg", "", `"cmaes":{}`, "cmaes is of another model than mgg: remove it"},
		{"mgg", "", `"breeding":{}`, "breeding is of another model than mgg: remove it"},
		{"mgg", "model", `"model":"gmm"`, `unknown model "gmm"; known: cmaes, generational, islands, mgg, mirrored`},
		{"mgg", "model", "", `unknown model ""; known: cmaes, generational, islands, mgg, mirrored`},
		{"cmaes", "cmaes", `"cmaes":{"sigma":0.1,"tau":1}`, `cmaes: unknown field "tau"`},
		{"cmaes", "cmaes", `"cmaes":{"sigma":"wide"}`, `cmaes: "sigma" must not be of type string`},
	} {
		config := of(t, c.model, 32)
		require.NoError(t, config.Validate(), c.model)
		var fields map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(config.Marshal(), &fields))
		delete(fields, c.remove)
		data, err := json.Marshal(fields)
		require.NoError(t, err)
		if c.add != "" {
			data = append(append(data[:len(data)-1], ","+c.add...), '}')
		}
		_, err = ParseConfig(data)
		assert.EqualError(t, err, c.says)
	}
}

func TestAnotherModelHasItsOwnSettings(t *testing.T) {
	for _, before := range Models() {
		for _, model := range Models() {
			c := of(t, before, 32)
			require.NoError(t, c.SetModel(model))
			assert.Equal(t, of(t, model, 32), c, "%s after %s", model, before)
		}
	}
}
