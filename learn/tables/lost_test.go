package tables

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evaluators/patterns"
	"evothello/fitness"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/runs"
)

// Lost or truncated files that follow from others are made again.
func TestLostFiles(t *testing.T) {
	dir := trained(t, 2)
	want := compared(t, dir)
	again := func(what string) {
		l, err := Resume(dir)
		require.NoError(t, err, what)
		_, err = l.Run(t.Context(), fitness.Local{Workers: 2}, runs.Observer{})
		require.NoError(t, err, what)
		l.Close()
		assert.Equal(t, want, compared(t, dir), what)
	}
	tables := patterns.FileName(strings.Split(want[championFile], `"tables": "`)[1][:64])
	for _, name := range []string{historyFile, championFile, tables} {
		require.NoError(t, os.Remove(filepath.Join(dir, name)))
		again(name)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, files.Partial+"x"), nil, 0o666))
	again("half a file")
	for _, name := range []string{checkpointFile, "games/00002.games"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.Truncate(path, int64(len(want[filepath.FromSlash(name)])/2)))
		if name == checkpointFile {
			_, err := Open(dir)
			require.ErrorContains(t, err, path+" is damaged: ")
			require.ErrorContains(t, err, "; resume continues from checkpoint.prev.json")
		} else {
			for _, checkpoint := range []string{checkpointFile, "checkpoint.prev.json"} {
				require.NoError(t, os.Remove(filepath.Join(dir, checkpoint)))
			}
		}
		again(name)
	}
}

// Lost or truncated tables are made again, from their other copy or from the games.
func TestLostTables(t *testing.T) {
	two, three := trained(t, 2), compared(t, trained(t, 3))
	want := compared(t, two)
	champions := filepath.Join(two, patterns.FileName(reigning(t, two)))
	tables, err := filepath.Glob(filepath.Join(two, candidatesDir, "*.tables"))
	require.NoError(t, err)
	require.Len(t, tables, 2)
	tables = append(tables, champions)
	cut := func(path string) { require.NoError(t, os.Truncate(path, 1000)) }
	for what, damage := range map[string]func(){
		"the champion's are cut": func() { cut(champions) },
		"all are cut": func() {
			for _, path := range tables {
				cut(path)
			}
		},
		"a candidate is cut": func() { cut(CandidateFile(two, 1)) },
		"no candidates":      func() { require.NoError(t, os.RemoveAll(filepath.Join(two, candidatesDir))) },
		"neither tables nor games": func() {
			require.NoError(t, os.RemoveAll(filepath.Join(two, gamesDir)))
			for _, path := range tables {
				require.NoError(t, os.Remove(path))
			}
		},
	} {
		forgetTables(t)
		damage()
		l, err := Resume(two)
		require.NoError(t, err, what)
		_, err = l.Run(t.Context(), fitness.Local{Workers: 2}, runs.Observer{})
		require.NoError(t, err, what)
		l.Close()
		assert.Equal(t, want, compared(t, two), what)
	}

	forgetTables(t)
	require.NoError(t, os.RemoveAll(filepath.Join(two, candidatesDir)))
	require.NoError(t, os.Remove(champions))
	l, err := Resume(two)
	require.NoError(t, err)
	defer l.Close()
	_, err = l.Candidate(2)
	assert.ErrorContains(t, err, "are missing: ")
	assert.ErrorContains(t, err, "; `"+called.Evolve()+" resume "+two+"` makes the tables again")
	require.NoError(t, l.SetGoal(runs.Goal{Count: 3}))
	_, err = l.Run(t.Context(), fitness.Local{Workers: 2}, runs.Observer{})
	require.NoError(t, err)
	assert.Equal(t, three, compared(t, two))
}

// reigning returns the hash of the champion's tables.
func reigning(t *testing.T, dir string) string {
	l, err := Open(dir)
	require.NoError(t, err)
	require.NotNil(t, l.State.ChampionRound())
	return l.State.ChampionRound().Fitted.Tables
}

// forgetTables fills the cache of patterns.Open with other tables, so that later calls read files.
func forgetTables(t *testing.T) {
	dir := t.TempDir()
	for i := range 8 {
		stages := []patterns.Stage{{Discs: 64, Mobility: i, Weights: make(patterns.Weights, 2*patterns.Folding().Weights)}}
		tables, err := patterns.New(stages, nil)
		require.NoError(t, err)
		require.NoError(t, tables.Save(dir))
		_, err = patterns.Open(tables.Hash(), dir)
		require.NoError(t, err)
	}
}

// A foreign file in place of a game file is an error and stays unchanged. After its removal the games are
// played again.
func TestForeignGameFile(t *testing.T) {
	dir, want := trained(t, 2), compared(t, trained(t, 3))
	path := filepath.Join(dir, gamesDir, "00002.games")
	require.NoError(t, os.WriteFile(path, []byte(strings.Repeat("junk ", 100)), 0o666))
	run := func() error {
		l, err := Resume(dir)
		require.NoError(t, err)
		defer l.Close()
		require.NoError(t, l.SetGoal(runs.Goal{Count: 3}))
		_, err = l.Run(t.Context(), fitness.Local{Workers: 2}, runs.Observer{})
		return err
	}
	assert.EqualError(t, run(), path+": not a file of games: move the file away, and resume makes it again")
	require.NoError(t, os.Remove(path))
	require.NoError(t, run())
	assert.Equal(t, want, compared(t, dir))
}
