package comparison

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/learn/policy"
	"evothello/runs"
)

func TestInvalidComparisons(t *testing.T) {
	for _, one := range []struct {
		says   string
		change func(*Config)
	}{
		{"there is nothing to compare", func(c *Config) { c.Settings = c.Settings[:1] }},
		{"no seeds", func(c *Config) { c.Seeds = nil }},
		{"seed 1 is listed twice", func(c *Config) { c.Seeds = []uint64{1, 1} }},
		{"2 settings with 51 seeds are more than 100 runs", func(c *Config) {
			c.Seeds = make([]uint64, 51)
		}},
		{"give exactly one of", func(c *Config) { c.Games = 100 }},
		{"give exactly one of", func(c *Config) { c.Generations = 0 }},
		{"depth 0 of the champions' matches: must be", func(c *Config) { c.Depth = 0 }},
		{"endgame -1 of the champions' matches: must be", func(c *Config) { c.Endgame = -1 }},
		{"3 pairs in each of the champions' matches: must be 4", func(c *Config) { c.Pairs = 3 }},
		{"ask for at most 6521", func(c *Config) { c.Pairs = 10000 }},
		{"settings optimizer=cmaes and optimizer=ga are the same",
			func(c *Config) { c.Settings[1].Set(c.Settings[0].Method) }},
		{"two settings are called optimizer=cmaes",
			func(c *Config) { c.Settings[1].Name = "optimizer=cmaes" }},
		{"have only CPU time in common: give --cpu", func(c *Config) {
			network := policy.Defaults(0)
			c.Settings[1].Set(&network)
		}},
		{"CPU time 1s after 2s: CPU times must rise, because training continues from one to the next", func(c *Config) {
			c.Generations = 0
			c.SetCPU([]time.Duration{2 * time.Second, time.Second})
		}},
		{`dir "../x" must have only letters`, func(c *Config) { c.Settings[1].Dir = "../x" }},
		{"play on different boards", func(c *Config) {
			other := tiny("ga")
			other.SetBoard(board(t, "X"))
			c.Settings[1].Set(&runs.Plan{Config: other})
		}},
		{"the runs share no reference opponent", func(c *Config) { c.Opponents = nil }},
		{"unknown player", func(c *Config) { c.Opponents = []string{"nosuch"} }},
		{"opponent alphabeta is listed twice", func(c *Config) {
			c.Opponents = []string{"alphabeta", "alphabeta"}
		}},
	} {
		c := small()
		one.change(&c)
		dir := filepath.Join(t.TempDir(), "compared")
		_, err := Begin(dir, c)
		assert.ErrorContains(t, err, one.says)
		assert.NoDirExists(t, dir)
	}
}

func board(t *testing.T, name string) engine.Shape {
	t.Helper()
	shape, err := engine.ShapeNamed(name)
	require.NoError(t, err)
	return shape
}

func TestDirName(t *testing.T) {
	for _, one := range []struct {
		values []string
		want   string
	}{
		{[]string{"cmaes", "population64"}, "cmaes-population64"},
		{[]string{"[table,edge]"}, "table_edge"},
		{[]string{"../../x"}, "x"},
		{[]string{strings.Repeat("a", 100)}, strings.Repeat("a", 60)},
		{[]string{"…"}, ""},
	} {
		assert.Equal(t, one.want, DirName(one.values))
	}
}
