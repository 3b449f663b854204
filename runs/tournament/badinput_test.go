package tournament

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evothello/internal/files"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNewErrors(t *testing.T) {
	number := func(n int) *int { return &n }
	for _, c := range []struct {
		name   string
		change func(*Config)
		says   string
	}{
		{"one player alone", func(c *Config) { c.Players = c.Players[:1] }, "needs two players or more, not 1"},
		{"a crowd", func(c *Config) { c.Players = make([]Player, 101) }, "101 players: must be at most 100"},
		{"an unknown player", func(c *Config) { c.Players[1].Spec = "xyz" }, `unknown player "xyz"`},
		{"a missing file", func(c *Config) { c.Players[1].Spec = "switch:file=nowhere.json" }, "nowhere.json"},
		{"no pairs", func(c *Config) { c.Pairs = 0 }, "0 pairs: must be 1 to 100000"},
		{"no depth", func(c *Config) { c.Depth = number(0) }, "depth 0: must be 1 to 60"},
		{"endgame beyond the board", func(c *Config) { c.Endgame = number(61) }, "endgame 61: must be 0 to 60"},
		{"long openings", func(c *Config) { c.Plies = 41 }, "openings of 41 plies: must be 0 to 40"},
		{"few openings", func(c *Config) { c.Plies = 2 }, "only 3 with 2 plies for 4 pairs"},
	} {
		settings := config()
		c.change(&settings)
		_, err := New(settings)
		assert.ErrorContains(t, err, c.says, c.name)
	}
}

// Players are duplicates if their recipes are equal, even if their specs and file names differ.
func TestDuplicatePlayers(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	for name, weight := range map[string]int{"A.json": 1, "a.json": 2, "one/champion.json": 1, "two/champion.json": 2} {
		require.NoError(t, os.MkdirAll(filepath.Dir(path(name)), 0o777))
		weights := fmt.Sprintf(`{"schema":1,"name":"champion","turns":[60],"phases":[{"possibility.w":%d}]}`, weight)
		require.NoError(t, os.WriteFile(path(name), []byte(weights), 0o666))
	}
	const bySeed = "leave one out, or give them different seeds, such as seed=1 and seed=2"
	for _, c := range []struct{ first, second, says string }{
		{"random", "random", "player random is listed twice: " + bySeed},
		{"random", "Random", "players random and Random play the same: " + bySeed},
		{"montecarlo:games=5", "MonteCarlo:games=5", "play the same: " + bySeed},
		{"blank8-16", "Blank8_16", "play the same: leave one out"},
		{"blank8-16", "tpweb8-16", "play the same: leave one out"},
		{"alphabeta", "alphabeta:depth=4", "play the same: leave one out"},
		{"switch:file=" + path("A.json"), "Switch:file=" + path("A.json"), "play the same: leave one out"},
		{path("one"), path("one/champion.json"), "players " + path("one") + " and " + path("one/champion.json") +
			" play the same"},
		{path("A.json"), path("one"), "play the same"},
		{path("A.json"), path("a.json"), ""},
		{path("one"), path("two"), ""},
		{path("one"), path("one") + ":depth=2", ""},
		{"random:seed=1", "random:seed=2", ""},
		{"table", "greedy", ""},
	} {
		tournament, err := New(config(c.first, c.second))
		if err == nil {
			err = tournament.CheckDuplicates()
		}
		if c.says == "" {
			assert.NoError(t, err, c.second)
			continue
		}
		assert.ErrorContains(t, err, c.says, c.second)
		assert.Equal(t, strings.Contains(c.says, "seed="), strings.Contains(err.Error(), "seed="), c.second)
	}
}

func TestOpenDirectoryErrors(t *testing.T) {
	dir := t.TempDir()
	champion := filepath.Join(t.TempDir(), "champion.json")
	weights := `{"schema":1,"turns":[60],"phases":[{"possibility.w":5}]}`
	require.NoError(t, os.WriteFile(champion, []byte(weights), 0o666))
	base := func() Config { return config("random", "switch:depth=1,file="+champion) }
	playIn(t, dir, base(), 1)
	for _, c := range []struct {
		name   string
		change func(*Config)
		says   string
	}{
		{"pairs", func(c *Config) { c.Pairs = 5 }, "holds another tournament: its setting pairs is 4, " +
			"not 5; choose another --out"},
		{"opening_plies", func(c *Config) { c.Plies = 7 }, "its setting opening_plies is 6, not 7"},
		{"seed", func(c *Config) { c.Seed = 4 }, "its setting seed is 3, not 4"},
		{"depth", func(c *Config) { c.Depth = new(int); *c.Depth = 2 }, "its setting depth is that of each player, not 2"},
		{"players", func(c *Config) { c.Players[0].Spec = "greedy" }, "its setting players is random switch"},
		{"a champion file that changed", func(*Config) {
			require.NoError(t, os.WriteFile(champion, []byte(strings.Replace(weights, "5", "6", 1)), 0o666))
		}, " and is now "},
	} {
		settings := base()
		c.change(&settings)
		var refusal DirectoryError
		err := mustNew(t, settings).OpenDirectory(dir)
		assert.ErrorAs(t, err, &refusal, c.name)
		assert.ErrorContains(t, err, c.says, c.name)
	}

	strange := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(strange, "thesis.txt"), nil, 0o666))
	assert.ErrorContains(t, mustNew(t, config()).OpenDirectory(strange), "exists already and is not a tournament")
	entries, err := os.ReadDir(strange)
	require.NoError(t, err)
	assert.Len(t, entries, 1, "no file is added")
	assert.ErrorContains(t, mustNew(t, config()).OpenDirectory(filepath.Join(strange, "thesis.txt")), "thesis.txt")
}

func TestReadConfigErrors(t *testing.T) {
	dir := t.TempDir()
	_, err := ReadConfig(files.At(dir))
	assert.ErrorContains(t, err, "holds no tournament")
	playIn(t, dir, config(), 1)
	path := filepath.Join(dir, configFile)
	sound, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, c := range []struct{ old, new, says string }{
		{`"pairs": 4,`, `"pairs": 4.5,`, `"pairs" is 4.5, want a whole number in digits`},
		{`"pairs": 4,`, `"pairs": 4, "note": 1,`, `unknown field "note"`},
		{`"schema": 1`, `"schema": 2`, "schema 2 is newer than this program"},
		{"}\n", "", "tournament.json: not readable as JSON"},
		{"}\n", "}", "tournament.json is damaged"},
	} {
		require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(sound), c.old, c.new, 1)), 0o666))
		_, err := ReadConfig(files.At(dir))
		assert.ErrorContains(t, err, c.says, c.new)
		assert.ErrorContains(t, err, path)
	}
	require.NoError(t, os.WriteFile(path, sound, 0o666))
	c, err := ReadConfig(files.At(dir))
	require.NoError(t, err)
	assert.Equal(t, mustNew(t, config()).Config, c)
}
