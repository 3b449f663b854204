package runs

import (
	"cmp"
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

// bred begins the generation after a state and breeds it.
func bred(t *testing.T, c *Config, was *Checkpoint) *step {
	t.Helper()
	s, err := newStep(c, was, nil)
	require.NoError(t, err)
	s.members, err = c.model().breed(s)
	require.NoError(t, err)
	return s
}

// after is the state after a generation whose games went as the lots fell.
func after(t *testing.T, s *step) *Checkpoint {
	t.Helper()
	lots := fitness.Random(1, "results", s.row.Generation)
	for i := range s.members {
		s.members[i].result = fitness.Pentanomial{lots.IntN(5), lots.IntN(5), 1, lots.IntN(5), lots.IntN(5)}
	}
	slices.SortStableFunc(s.members, func(a, b member) int { return cmp.Compare(b.result.Score(), a.result.Score()) })
	now := &Checkpoint{Generation: s.row.Generation}
	s.config.model().learn(s, now)
	require.NoError(t, s.config.model().check(s.config, s.layout, now))
	return now
}

func begun(t *testing.T, c *Config) *Checkpoint {
	t.Helper()
	require.NoError(t, c.Validate())
	state, err := genesis(c)
	require.NoError(t, err)
	return state
}

// ids are the names of a population, in order.
func ids(population []Individual) (names []string) {
	for _, individual := range population {
		names = append(names, individual.ID)
	}
	return names
}

func TestARunHasTheSettingsOfItsModelAndNoOther(t *testing.T) {
	for _, c := range []struct {
		model  string
		change func(*Config)
		says   string
	}{
		{"cmaes", func(c *Config) { c.CMAES = nil }, "cmaes is missing: model cmaes needs it"},
		{"generational", func(c *Config) { c.Breeding = nil }, "breeding is missing: model generational needs it"},
		{"islands", func(c *Config) { c.Breeding = nil }, "breeding is missing: model islands needs it"},
		{"islands", func(c *Config) { c.Islands = nil }, "islands is missing: model islands needs it"},
		{"mgg", func(c *Config) { c.MGG = nil }, "mgg is missing: model mgg needs it"},
		{"cmaes", func(c *Config) { c.Breeding = defaultBreeding() }, "breeding is of another model than cmaes: remove it"},
		{"generational", func(c *Config) { c.Islands = &Islands{} }, "islands is of another model than generational: remove it"},
		{"islands", func(c *Config) { c.MGG = &MGG{} }, "mgg is of another model than islands: remove it"},
		{"mgg", func(c *Config) { c.CMAES = &CMAES{} }, "cmaes is of another model than mgg: remove it"},
		{"mgg", func(c *Config) { c.Breeding = defaultBreeding() }, "breeding is of another model than mgg: remove it"},
		{"mgg", func(c *Config) { c.Model = "gmm" }, `unknown model "gmm"; known: cmaes, generational, islands, mgg`},
	} {
		config := of(t, c.model, 32)
		require.NoError(t, config.Validate(), c.model)
		c.change(config)
		assert.EqualError(t, config.Validate(), c.says)
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
