package study

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/files"
)

func TestInvalidStudies(t *testing.T) {
	for _, one := range []struct {
		says   string
		change func(*Config)
	}{
		{`unknown method "magic"; known: ga, cmaes, networks, patterns, q-learner, winners, distilled, experts`,
			func(c *Config) { c.Methods = []string{"magic"} }},
		{"method ga is named twice", func(c *Config) { c.Methods = []string{"ga", "ga"} }},
		{"no method is studied", func(c *Config) { c.Methods = nil }},
		{"method experts is trained on files of games", func(c *Config) { c.Methods = []string{"experts"} }},
		{"0 seeds: must be 1 to", func(c *Config) { c.Seeds = 0 }},
		{"0 pairs: must be 1 to", func(c *Config) { c.Pairs = 0 }},
		{"0 budgets: must be 1 to", func(c *Config) { c.Budgets = nil }},
		{"budget -1s: must be a time such as 30s", func(c *Config) { c.Budgets[0] = -time.Second }},
		{"budget 1s after 1s: training goes on from one to the next, so they must rise",
			func(c *Config) { c.Budgets[1] = c.Budgets[0] }},
	} {
		c := smallStudy()
		one.change(&c)
		dir := filepath.Join(t.TempDir(), "study")
		_, err := Open(dir, c)
		assert.ErrorContains(t, err, one.says)
		assert.ErrorAs(t, err, new(UserError))
		assert.NoDirExists(t, dir)
	}
}

// The error of a damaged study names the file and what to do, and Open changes nothing.
func TestDamagedStudies(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "study")
	s := mustOpen(t, whole, smallStudy())
	require.NoError(t, s.Train(t.Context(), new(fakeTrainer).train, 2, ignore))
	s.Close()
	write := func(text string, path ...string) func(string) error {
		return func(dir string) error {
			return os.WriteFile(filepath.Join(append([]string{dir}, path...)...), []byte(text), 0o666)
		}
	}
	remove := func(path ...string) func(string) error {
		return func(dir string) error { return os.RemoveAll(filepath.Join(append([]string{dir}, path...)...)) }
	}
	for _, one := range []struct {
		says   string
		damage func(dir string) error
	}{
		{"study.json: not readable as JSON", write("{", "study.json")},
		{"was begun with a build of go1.0", write(
			`{"schema":1,"build":"go1.0","methods":["ga"],"budgets_ns":[1000000000],"seeds":1,"pairs":1}`,
			"study.json",
		)},
		{"paces.json: 0 seconds a move; delete it", write(`{"schema":1,"seconds_a_move":{"x":0}}`, "paces.json")},
		{"ga-1-1s: stage.json: schema 2 is newer",
			write(`{"schema":2}`, "players", "ga-1-1s", "stage.json")},
		{"networks-2-*, and it is trained anew", write(`{`, "players", "networks-2-3s", "stage.json")},
		{"champion.json has changed since it was trained",
			write("{}", "players", "ga-1-1s", "training", "champion.json")},
		{"champion.json has changed since it was trained",
			remove("players", "ga-1-1s", "training", "champion.json")},
		{"the stage of 1s before it is missing", remove("players", "ga-2-1s")},
		{"training cannot go on from it, since only its player is left", remove("players", "ga-2-3s")},
	} {
		dir := filepath.Join(t.TempDir(), "study")
		require.NoError(t, os.CopyFS(dir, os.DirFS(whole)))
		require.NoError(t, one.damage(dir))
		_, err := Open(dir, smallStudy())
		assert.ErrorContains(t, err, one.says)
		assert.ErrorAs(t, err, new(UserError), one.says)
		assert.NotContains(t, fmt.Sprint(err), "\n")
	}
}

func TestDirectoriesInTheWay(t *testing.T) {
	strange := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(strange, "x"), nil, 0o666))
	_, err := Open(strange, smallStudy())
	assert.ErrorContains(t, err, "exists already and holds no study: choose another --out")

	dir := filepath.Join(t.TempDir(), "study")
	s := mustOpen(t, dir, smallStudy())
	left := filepath.Join(dir, playersDir, files.Partial+"ga-1-1s", trainingDir)
	require.NoError(t, os.MkdirAll(left, 0o755))
	_, err = Open(dir, smallStudy())
	require.ErrorIs(t, err, files.ErrBusy)
	assert.DirExists(t, left, "of the open study")
	s.Close()
	lock := files.At(left)
	require.NoError(t, lock.Lock())
	_, err = Open(dir, smallStudy())
	require.ErrorIs(t, err, files.ErrBusy, "a training that outlived its study")
	lock.Close()
	mustOpen(t, dir, smallStudy())
	assert.NoDirExists(t, left)
}
