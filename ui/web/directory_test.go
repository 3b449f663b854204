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
	assert.Equal(t, []string{cup.Tables[0].Rows[0][1], cup.Tables[0].Rows[1][1]}, cup.Tournament.Players)
	assert.Nil(t, tables.Tournament)
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

// The games of two players of a tournament are those of its journal, and are legal from the first move to the last.
func TestGamesOfATournament(t *testing.T) {
	dir := t.TempDir()
	copyRun(t, dir, "shipped")
	smallTournament(t, filepath.Join(dir, "cup"), true)
	smallTournament(t, filepath.Join(dir, "begun"), false)
	s := open(t, Options{Runs: dir})
	var of gamesOfTwo
	s.ask("/api/runs/cup/games?a=greedy&b=random", "", &of)
	require.Len(t, of.Games, 4)
	for i, g := range of.Games {
		assert.Equal(t, 1+i/2, g.Opening)
		assert.Equal(t, [][2]string{{"random", "greedy"}, {"greedy", "random"}}[i%2], [2]string{g.Black, g.White})
		var shown gameView
		s.ask("/api/game", `{"game": {"moves": "`+g.Moves+`"}}`, &shown)
		end := shown.Positions[len(shown.Positions)-1]
		assert.True(t, end.Over)
		assert.Equal(t, g.Discs, end.Result)
		assert.Equal(t, of.Games[i-i%2].Moves[:12], g.Moves[:12], "the opening of the pair")
	}
	s.ask("/api/runs/begun/games?a=greedy&b=random", "", &of)
	assert.Empty(t, of.Games)
	for path, status := range map[string]int{
		"/api/runs/shipped/games?a=greedy&b=random": http.StatusNotFound,
		"/api/runs/none/games?a=greedy&b=random":    http.StatusNotFound,
		"/api/runs/cup/games?a=greedy&b=greedy":     http.StatusNotFound,
		"/api/runs/cup/games?a=greedy&b=strongest":  http.StatusNotFound,
		"/api/runs/cup/games":                       http.StatusNotFound,
	} {
		response, _ := s.do(s.request(t.Context(), path, ""))
		assert.Equal(t, status, response.StatusCode, path)
	}
	journal := filepath.Join(dir, "cup", tournament.JournalFile)
	require.NoError(t, os.WriteFile(journal, []byte("{}\n"), 0o666))
	response, _ := s.do(s.request(t.Context(), "/api/runs/cup/games?a=greedy&b=random", ""))
	assert.Equal(t, http.StatusUnprocessableEntity, response.StatusCode, "a damaged journal")
}
