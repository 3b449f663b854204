package runs

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// of is a run of a model with its usual settings.
func of(t *testing.T, model string, population int) *Config {
	t.Helper()
	c := tiny(1)
	require.NoError(t, c.SetModel(model))
	c.SetSize(population, 4)
	return &c
}

func TestARunHasTheSettingsOfItsModelAndNoOther(t *testing.T) {
	for _, c := range []struct {
		model  string
		change func(*Config)
		says   string
	}{
		{"cmaes", func(c *Config) { c.CMAES = nil }, "cmaes is missing: model cmaes needs it"},
		{"generational", func(c *Config) { c.Breeding = nil }, "breeding is missing: model generational needs it"},
		{"cmaes", func(c *Config) { c.Breeding = defaultBreeding() }, "breeding is of another model than cmaes: remove it"},
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
