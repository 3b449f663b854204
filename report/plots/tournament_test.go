package plots

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/internal/files"
	"evothello/runs/tournament"
)

// playedBy returns the results of a small tournament.
func playedBy(t *testing.T, specs ...string) *tournament.Results {
	t.Helper()
	c := tournament.Config{Seed: 1, Pairs: 2, Plies: 8}
	for _, spec := range specs {
		c.Players = append(c.Players, tournament.Player{Spec: spec})
	}
	played, err := tournament.New(c)
	require.NoError(t, err)
	require.NoError(t, played.Play(context.Background(), fitness.Local{Workers: 1}, nil))
	return played.Results()
}

func TestPicturesOfATournament(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a-champion-of-some-run-with-a-long-name.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"schema":1,"turns":[60],"phases":[{"possibility.w":5}]}`), 0o666))
	for _, specs := range [][]string{
		{"random", "greedy"},
		{"random", "greedy", "strongest:depth=1", "switch:file=" + path},
	} {
		dir := t.TempDir()
		_, err := WriteTournament(playedBy(t, specs...), tournament.Times{}, files.At(dir))
		require.NoError(t, err)
		ratings, cross := textOf(t, filepath.Join(dir, "ratings.svg")), textOf(t, filepath.Join(dir, "crosstable.svg"))
		for _, spec := range specs {
			assert.Contains(t, ratings, playerName(spec))
			assert.Contains(t, cross, playerName(spec))
		}
		assert.Contains(t, ratings, "2 pairs of games in each pairing")
		assert.NotContains(t, ratings, "Grouped", "there are no times")
		assert.Contains(t, cross, "Score of the row against the column")
		assertDrawn(t, filepath.Join(dir, "ratings.png"))
		assertDrawn(t, filepath.Join(dir, "crosstable.png"))
	}
}

func TestRatingsAreInGroupsByThinkingTime(t *testing.T) {
	r := playedBy(t, "random", "greedy", "table", "minmax:depth=1")
	per := func(d time.Duration) fitness.Thinking { return fitness.Thinking{Moves: 10, Time: 10 * d} }
	times := tournament.Times{
		"random": per(40 * time.Millisecond), "greedy": per(40 * time.Nanosecond), "table": per(400 * time.Millisecond),
	}
	names := func(c class) (names []string) {
		for _, one := range c.rows {
			names = append(names, one.Name)
		}
		return names
	}
	groups := classes(r, times)
	require.Len(t, groups, 3)
	assert.Equal(t, "Up to half a second", groups[0].name)
	assert.Equal(t, []string{"table", "random"}, names(groups[0]), "the better one first")
	assert.Equal(t, []string{"greedy"}, names(groups[1]))
	assert.Equal(t, []string{"minmax:depth=1"}, names(groups[2]), "a player outside the tables")

	dir := t.TempDir()
	_, err := WriteTournament(r, times, files.At(dir))
	require.NoError(t, err)
	ratings := textOf(t, filepath.Join(dir, "ratings.svg"))
	for _, text := range []string{"Up to half a second", "40 ms", "At once", "40 ns"} {
		assert.Contains(t, ratings, text)
	}
}

func TestPaces(t *testing.T) {
	for seconds, want := range map[float64]string{
		3e-7: "300 ns", 1.8e-6: "1.8 µs", 2.04e-5: "20 µs", 9.97e-4: "1.0 ms",
		0.0019: "1.9 ms", 0.35: "350 ms", 0.9966: "1.0 s", 71: "71 s",
	} {
		assert.Equal(t, want, pace(seconds))
	}
}

func TestNamesOfPlayers(t *testing.T) {
	assert.Equal(t, "alphabeta", playerName("alphabeta"))
	assert.Equal(t, "gtp-rhino -l 5", playerName("gtp:timeout=5s,cmd=gtp-rhino -l 5"))
	assert.Equal(t, "switch:file=runs…mpions/00361.json", shortName("switch:file=runs/seed-1/champions/00361.json", 34))
	alike := &tournament.Results{Players: []tournament.Standing{
		{Name: "switch:file=runs/seed-2/champions/00361.json"}, {Name: "random"},
		{Name: "switch:file=runs/seed-1/champions/00361.json"},
	}}
	assert.Equal(t, map[string]string{
		"switch:file=runs/seed-2/champions/00361.json": "switch:file=runs…mpions/00361.json (1)", "random": "random",
		"switch:file=runs/seed-1/champions/00361.json": "switch:file=runs…mpions/00361.json (3)",
	}, playerNames(alike))
	assert.True(t, ours("strongest") && ours("strongest:depth=8") && !ours("championship"))
}
