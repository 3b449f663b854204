package policy

import (
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/players/human"
)

func TestInvalidSettings(t *testing.T) {
	for name, spoil := range map[string]func(*Config){
		"batch":                              func(c *Config) { c.Batch = 0 },
		"steps":                              func(c *Config) { c.Steps = -1 },
		"nothing to train on":                func(c *Config) { c.Games = 0 },
		"opening_plies 1":                    func(c *Config) { c.Plies[0] = 1 },
		"the smaller number must come first": func(c *Config) { c.Plies[1] = 2 },
		"vector is 0":                        func(c *Config) { c.Vector = 0 },
		"hidden is 0":                        func(c *Config) { c.Hidden = 0 },
		"vector is 129":                      func(c *Config) { c.Vector = human.MaxVector + 1 },
		"hidden is 257":                      func(c *Config) { c.Hidden = human.MaxHidden + 1 },
		"rate is NaN":                        func(c *Config) { c.Rate = math.NaN() },
		"rate is 0":                          func(c *Config) { c.Rate = 0 },
		"schema":                             func(c *Config) { c.Schema = 1 },
		"too few different":                  func(c *Config) { c.Pairs = 100_000 },
	} {
		c := small(t, "")
		require.NoError(t, c.Validate())
		spoil(&c)
		assert.ErrorContains(t, c.Validate(), name)
	}
	for text, says := range map[string]string{
		"xyz": "unknown player", "switch": "time limit", "policy:file=none": "no such file",
	} {
		_, err := NewOpponent(text)
		assert.ErrorContains(t, err, says)
	}
	largest := small(t, "")
	largest.Vector, largest.Hidden = human.MaxVector, human.MaxHidden
	assert.NoError(t, largest.Validate())
	o := Opponent{Spec: "greedy", Recipe: "another"}
	_, err := o.recipe()
	assert.ErrorContains(t, err, "has changed since training began")
	c := small(t, "")
	data := c.Marshal()
	got, err := ParseConfig(data)
	require.NoError(t, err)
	assert.Equal(t, c, got)
}

// A policy.json of an earlier version is refused by name, with one remedy.
func TestEarlierVersions(t *testing.T) {
	training := create(t, small(t, ""), 1)
	training.Close()
	path := training.Path(configFile)
	require.NoError(t, os.WriteFile(path, []byte(`{"schema":1,"hidden":[512,512]}`), 0o666))
	_, opened := Open(training.Path())
	_, resumed := Resume(training.Path())
	damaged := Format.Kind().Check(training.Dir)
	require.Len(t, damaged, 1)
	for _, err := range []error{opened, resumed, damaged[0]} {
		assert.ErrorContains(t, err, path)
		assert.Regexp(t, "schema 1 is of an earlier version of this program.*: start another training with evolve train "+
			"policy$",
			err.Error())
	}
}
