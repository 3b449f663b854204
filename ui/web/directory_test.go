package web

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/internal/files"
	"evothello/report/plots"
	"evothello/runs"
	"evothello/runs/tournament"
)

// smallTournament makes the directory of a tournament, and plays it to its end if it should be finished.
func smallTournament(t *testing.T, dir string, finished bool) {
	c := tournament.Config{Seed: 3, Pairs: 2, Plies: 6, Players: []tournament.Player{{Spec: "random"}, {Spec: "greedy"}}}
	played, err := tournament.New(c)
	require.NoError(t, err)
	require.NoError(t, played.OpenDirectory(dir))
	defer played.Close()
	if finished {
		require.NoError(t, played.Play(t.Context(), fitness.Local{}, nil))
		require.NoError(t, played.WriteResults(played.Results()))
	}
}

// Directories of every kind are listed, and have the same form.
func TestDirectoriesOfEveryKind(t *testing.T) {
	dir := t.TempDir()
	copyRun(t, dir, "shipped")
	require.NoError(t, os.CopyFS(filepath.Join(dir, "tables"), os.DirFS("../../runs/strongest")))
	smallTournament(t, filepath.Join(dir, "cup"), true)
	smallTournament(t, filepath.Join(dir, "begun"), false)
	s := open(t, Options{Runs: dir})

	all := s.listed()
	kinds, rises := map[string]string{}, map[string]plots.Points{}
	for _, one := range all {
		assert.Empty(t, one.Error)
		kinds[one.Name], rises[one.Name] = one.Kind, one.Rise
		assert.Equal(t, one.Name != "begun", one.Progress.Finished, one.Name)
	}
	assert.Equal(t, map[string]string{"shipped": "run", "tables": "tables", "cup": "tournament", "begun": "tournament"},
		kinds)

	var run, tables, cup, begun directoryView
	s.ask("/api/runs/shipped", "", &run)
	shipped, err := runs.Open(filepath.Join(dir, "shipped"))
	require.NoError(t, err)
	count := shipped.State.Generation
	assert.Equal(t, runs.Standing{Count: count, Goal: count, Unit: "generation", Seconds: run.Progress.Seconds,
		Finished: true}, run.Progress)
	assert.Equal(t, []string{"run.json", "champion.json", "history.csv", "timing.csv"}, run.Downloads)

	s.ask("/api/runs/tables", "", &tables)
	assert.Equal(t, "tables", tables.Kind)
	history, err := os.ReadFile(filepath.Join(dir, "tables", "history.csv"))
	require.NoError(t, err)
	charts, err := plots.HistoryCharts(history)
	require.NoError(t, err)
	assertSameJSON(t, charts, tables.Charts)
	rounds := strings.Count(string(history), "\n") - 1
	require.Len(t, rises["tables"], rounds)
	mean := 0.0
	for _, scores := range charts[0].Curves {
		mean += scores.Line[rounds-1][1] / 3
	}
	assert.InDelta(t, mean, rises["tables"][rounds-1][1], 1e-9, "the mean over the opponents")
	assert.Empty(t, tables.Tables)
	s.ask("/api/move", `{"game": {"moves": "f5"}, "player": {"name": "`+tables.Player.Name+`", "level": 1}}`, &moveAnswer{})

	s.ask("/api/runs/cup", "", &cup)
	require.Len(t, cup.Tables, 2)
	assert.Equal(t, "ratings.csv", cup.Tables[0].File)
	assert.Equal(t, []string{"rank", "player", "elo"}, cup.Tables[0].Columns[:3])
	assert.Equal(t, []string{"1", "greedy"}, cup.Tables[0].Rows[0][:2])
	assert.Nil(t, cup.Player)
	for _, file := range cup.Downloads {
		got, _ := s.send("/api/runs/cup/files/"+file, "")
		assert.Equal(t, http.StatusOK, got.StatusCode, file)
	}
	got, _ := s.send("/api/runs/cup/files/journal.jsonl", "")
	assert.Equal(t, http.StatusNotFound, got.StatusCode)

	s.ask("/api/runs/begun", "", &begun)
	assert.Equal(t, runs.Standing{Goal: 4, Unit: "game"}, begun.Progress)
	assert.Empty(t, begun.Tables)
	assert.False(t, runs.InUse(filepath.Join(dir, "begun")))
}

// A long table is cut off, and says so.
func TestLongTablesAreCutOff(t *testing.T) {
	dir := files.At(t.TempDir())
	text := "player,elo\n"
	for range 250 {
		text += "random,0\n"
	}
	require.NoError(t, dir.Write("long.csv", []byte(text)))
	table, err := readTable(dir, "long.csv")
	require.NoError(t, err)
	assert.Len(t, table.Rows, 200)
	assert.Equal(t, 50, table.LeftOff)
}
