package playerlist

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evaluators/patterns"
	"evothello/players"
	_ "evothello/players/programs"
	"evothello/runs/reference"
	"evothello/weights"
)

// withRuns returns a List with the run seed-1, whose champions are of generations 1 and 40. The
// file secret.json beside the runs must stay out of reach.
func withRuns(t *testing.T) *List {
	root := t.TempDir()
	for _, path := range []string{
		"secret.json", "runs/seed-1/champion.json", "runs/seed-1/checkpoint.json",
		"runs/seed-1/champions/00001.json", "runs/seed-1/champions/00040.json",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, path)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, path), reference.Champion, 0o644))
	}
	program, err := players.ParseSpec("gtp:cmd=go version")
	require.NoError(t, err)
	return New(filepath.Join(root, "runs"), []players.Spec{program})
}

// shippedChampion returns the champion that withRuns copies.
func shippedChampion(t *testing.T) *weights.Switch {
	shipped, err := weights.Read(reference.Champion)
	require.NoError(t, err)
	return shipped
}

func TestPlayers(t *testing.T) {
	shipped := shippedChampion(t)
	listed := withRuns(t).Players(t.Context())
	assert.Equal(t, ListedPlayer{
		Name: "runs/seed-1", Kind: Run, Levels: true, Weights: true,
		About: fmt.Sprintf("champion of generation %d, evolved with %v", shipped.Origin.Generation, shipped.Settings()),
	}, listed[0])
	last := listed[len(listed)-1]
	assert.Equal(t, "gtp:cmd=go version", last.Name)
	assert.Equal(t, Program, last.Kind)

	byName := func(name string) ListedPlayer {
		i := slices.IndexFunc(listed, func(o ListedPlayer) bool { return o.Name == name })
		require.GreaterOrEqual(t, i, 0, name)
		return listed[i]
	}
	champion := byName("strongest")
	assert.True(t, champion.Levels && champion.Weights && *champion.Elo > 0)
	random := byName("random")
	assert.False(t, random.Levels || random.Weights)
	for _, o := range listed {
		assert.NotContains(t, []string{"gtp", "nboard", "external"}, o.Name, "it needs a command")
	}
}

// addTables adds a training of tables to the runs.
func addTables(t *testing.T, l *List) {
	t.Helper()
	zeros := patterns.Pack(make([]int16, patterns.Folding().Weights))
	tables, err := patterns.New([]patterns.Stage{{Discs: 64, Mobility: 9, Weights: zeros}}, nil)
	require.NoError(t, err)
	dir := filepath.Join(l.runsDir, "tables")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	require.NoError(t, tables.Save(dir))
	champion := `{"schema":1,"turns":[60],"phases":[{"patterns.w":1}],"tables":"` + tables.Hash() + `",
		"search":{"depth":3,"endgame":10},"origin":{"seed":1,"run":"","generation":4}}`
	for name, data := range map[string]string{"champion.json": champion, "checkpoint.json": "", "tables.json": ""} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644))
	}
}

// A player patternTables from games is listed like the champion of a run, and plays with the tables in
// its directory.
// A champion is read again only if its file or its directory has changed. A champion that is gone is forgotten.
// Nothing is read for a client that has left.
func TestUnchangedChampionsAreNotReadAgain(t *testing.T) {
	l := withRuns(t)
	gone, leave := context.WithCancel(t.Context())
	leave()
	assert.NotEqual(t, Run, l.Players(gone)[0].Kind)
	assert.Empty(t, l.read)

	dir := filepath.Join(l.runsDir, "seed-1")
	file := filepath.Join(dir, "champion.json")
	before := l.Players(t.Context())
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, bytes.Repeat([]byte(" "), int(info.Size())), 0o644))
	require.NoError(t, os.Chtimes(file, info.ModTime(), info.ModTime()))
	assert.Equal(t, before, l.Players(t.Context()), "size and time are the same")
	later := info.ModTime().Add(time.Second)
	require.NoError(t, os.Chtimes(file, later, later))
	assert.Equal(t, before[1:], l.Players(t.Context()), "the damaged file is read")
	require.NoError(t, os.WriteFile(file, reference.Champion, 0o644))
	assert.Equal(t, before, l.Players(t.Context()))
	require.NoError(t, os.RemoveAll(dir))
	assert.Equal(t, before[1:], l.Players(t.Context()))
	assert.Empty(t, l.read)
}

func TestPatternTablesPlayersAreListed(t *testing.T) {
	l := withRuns(t)
	addTables(t, l)
	assert.Contains(t, l.Players(t.Context()), ListedPlayer{
		Name: "runs/tables", Kind: Run, Levels: true, Weights: true,
		About: "trained in round 4 on games, negascout to depth 3, solved from 10 empties", Board: "Square-8",
	})
	c, err := l.Contestant(Choice{Name: "runs/tables", Level: 2})
	require.NoError(t, err)
	assert.Contains(t, c.About, "to depth 2, solved from 4 empties")
	w, err := l.Switch("runs/tables")
	require.NoError(t, err)
	assert.NotNil(t, w.PatternTables())
}

// Every listed player can play, at any level.
func TestListedPlayersCanPlay(t *testing.T) {
	l := withRuns(t)
	for _, o := range l.Players(t.Context()) {
		if o.Kind == Program {
			continue
		}
		for _, level := range []int{0, 1, len(Levels)} {
			c, err := l.Contestant(Choice{Name: o.Name, Level: level})
			require.NoError(t, err, o.Name)
			assert.Equal(t, o.Name, c.Name)
		}
		_, err := l.Switch(o.Name)
		assert.Equal(t, o.Weights, err == nil, o.Name)
	}
}

func TestChoices(t *testing.T) {
	l, shipped := withRuns(t), shippedChampion(t)
	shallow := shipped.Settings()
	shallow.Depth, shallow.Endgame = 1, 2
	for _, c := range []struct {
		choice Choice
		about  string
	}{
		{Choice{Name: "strongest"}, "to depth 4, solved from 8 empties"},
		{Choice{Name: "strongest", Level: 7}, "to depth 8, solved from 16 empties"},
		{Choice{Name: "strongest", Depth: 3, Endgame: 5}, "to depth 3, solved from 5 empties"},
		{Choice{Name: "strongest", Level: 2, Handicap: 6},
			"to depth 2, solved from 4 empties, gives away up to 6 discs a move"},
		{Choice{Name: "iterative", Level: 1}, "to depth 1, solved from 2 empties, book Nezumi"},
		{Choice{Name: "runs/seed-1", Level: 1}, fmt.Sprintf("weights of %s, %v", shipped.Name, shallow)},
		{Choice{Name: "runs/seed-1/40"}, fmt.Sprintf("weights of %s, %v", shipped.Name, shipped.Settings())},
		{Choice{Name: "random", Level: 9}, ""},
	} {
		made, err := l.Contestant(c.choice)
		require.NoError(t, err)
		assert.Contains(t, made.About, c.about)
		again, err := l.Contestant(c.choice)
		require.NoError(t, err)
		assert.Same(t, made, again)
	}
	assert.Equal(t, "runs/seed-1/40", Player("seed-1", 40))
}

// A choice cannot name files, commands or keys.
func TestUnlistedNamesAreUnknown(t *testing.T) {
	l := withRuns(t)
	for _, name := range []string{
		"", "xyz", "CHAMPION", "strongest:depth=3", "gtp", "gtp:cmd=true", "gtp:cmd=gtp-rhino",
		"switch:file=" + filepath.Join(l.runsDir, "seed-1", "champion.json"),
		filepath.Join(l.runsDir, "seed-1"), "runs", "runs/", "runs/seed-2", "runs/..", "runs/../secret.json",
		"runs/seed-1/..", "runs/seed-1/../../secret.json", "runs/seed-1/2", "runs/seed-1/x", "runs/seed-1/-1",
		"runs/seed-1/99999999999", "runs/seed-1:depth=3", "runs/seed-1/champion.json", "runs/./seed-1",
	} {
		_, err := l.Contestant(Choice{Name: name})
		assert.ErrorIs(t, err, ErrUnknown, name)
		_, err = l.Switch(name)
		assert.ErrorIs(t, err, ErrUnknown, name)
	}
}

func TestChoicesRefused(t *testing.T) {
	l := withRuns(t).LimitTime(2 * time.Second)
	for says, choice := range map[string]Choice{
		"player strongest: seconds 3: must be 0.01 to 2":              {Name: "strongest", Seconds: 3},
		"player strongest: seconds -1: must be 0.01 to 2":             {Name: "strongest", Seconds: -1},
		"player strongest: give only one of seconds, level and depth": {Name: "strongest", Seconds: 1, Level: 2},
		"player random cannot play by time: leave out seconds":        {Name: "random", Seconds: 1},

		"no such player: \"edax\"":                                        {Name: "edax"},
		"player strongest: level 11: must be a whole number from 1 to 10": {Name: "strongest", Level: 11},
		"player strongest: level -1: must be a whole number from 1 to 10": {Name: "strongest", Level: -1},
		"player strongest: give either level, or depth and endgame": {
			Name: "strongest", Level: 1, Depth: 2,
		},
		"player strongest: endgame needs depth: give both":                               {Name: "strongest", Endgame: 2},
		"player strongest: depth 99, endgame 0: must be whole numbers from 0 to 60":      {Name: "strongest", Depth: 99},
		"handicap 65: must be a whole number from 0 to 64":                               {Name: "strongest", Handicap: 65},
		"player random has no weights, so it cannot give discs away: leave out handicap": {Name: "random", Handicap: 3},
	} {
		_, err := l.Contestant(choice)
		assert.EqualError(t, err, says)
	}
	_, err := withRuns(t).Contestant(Choice{Name: "strongest", Seconds: 0.001})
	assert.EqualError(t, err, "player strongest: seconds 0.001: must be at least 0.01", "without a limit")
}

func TestPlayersThinkWithinALimit(t *testing.T) {
	l := withRuns(t).LimitTime(2 * time.Second)
	for name, about := range map[string]string{
		"strongest": "2s", "iterative": "500ms",
	} {
		made, err := l.Contestant(Choice{Name: name})
		require.NoError(t, err)
		assert.Contains(t, made.About, about)
	}
}

func TestPlayersTakeTheChosenTime(t *testing.T) {
	l := withRuns(t).LimitTime(2 * time.Second)
	for _, c := range []struct {
		choice Choice
		about  string
	}{
		{Choice{Name: "strongest", Seconds: 1.5}, "1.5s"},
		{Choice{Name: "evolved", Seconds: 0.2, Handicap: 4}, "200ms"},
		{Choice{Name: "runs/seed-1/40", Seconds: 2}, "2s"},
		{Choice{Name: "strongest", Seconds: 1, Handicap: 4}, "1s"},
	} {
		made, err := l.Contestant(c.choice)
		require.NoError(t, err)
		assert.Contains(t, made.About, c.about)
		assert.NotContains(t, made.About, "depth")
	}
}

func TestPlayerCacheIsBounded(t *testing.T) {
	l := withRuns(t)
	for depth := range 60 {
		for _, name := range []string{"strongest", "reversi-blank"} {
			_, err := l.Contestant(Choice{Name: name, Depth: depth + 1})
			require.NoError(t, err)
		}
	}
	assert.LessOrEqual(t, len(l.ready), maxReady)
}

// Characters get stronger from the first to the last, and each is stronger at a higher level.
func TestCharactersByStrength(t *testing.T) {
	listed := New(t.TempDir(), nil).Players(t.Context())
	before := math.Inf(-1)
	for _, name := range Characters {
		i := slices.IndexFunc(listed, func(o ListedPlayer) bool { return o.Name == name })
		require.GreaterOrEqual(t, i, 0, name)
		one := listed[i]
		require.NotNil(t, one.Elo, name)
		assert.Greater(t, *one.Elo, before, name)
		before = *one.Elo
		assert.Equal(t, one.Levels, len(one.Elos) > 0, "%s is rated at its levels", name)
		assert.LessOrEqual(t, len(one.Elos), len(Levels), name)
		assert.True(t, slices.IsSorted(one.Elos), "%s: %v", name, one.Elos)
	}
}
