package plots

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/learn/policy"
	"evothello/learn/qnet"
	"evothello/learn/tables"
	"evothello/runs"
)

func TestWriteNet(t *testing.T) {
	c := policy.Defaults(1)
	c.Hidden, c.Vector, c.Batch, c.Steps, c.Games, c.Pairs = 2, 2, 8, 10, 21, 2
	greedy, err := policy.NewOpponent("greedy")
	require.NoError(t, err)
	c.Opponents = []policy.Opponent{greedy}
	training, err := policy.Create(filepath.Join(t.TempDir(), "pupil"), c, runs.Goal{Count: 2})
	require.NoError(t, err)
	defer training.Close()
	_, err = training.Run(t.Context(), fitness.Local{Workers: 1}, runs.Observer{})
	require.NoError(t, err)
	assert.True(t, Missing(training))
	written, err := Write(training, training.PlotsDir())
	require.NoError(t, err)
	assert.Len(t, written, 4)
	assert.False(t, Missing(training))
	assertShows(t, training.PlotsDir(), map[string][]string{
		"agreement": {"pupil: moves as in games that no training used", "A round is 10 steps of 8 positions."},
		"reference": {"which never searches", "greedy", "in 2 pairs of games"},
	})
}

func TestWriteQNet(t *testing.T) {
	board, err := engine.ShapeNamed("4x4")
	require.NoError(t, err)
	var all []*qnet.Training
	for seed := range uint64(2) {
		c, err := qnet.Usual.Config(board, seed)
		require.NoError(t, err)
		c.Opponent, c.Hidden, c.Round = "random", []int{4}, 60
		one, err := qnet.Create(filepath.Join(t.TempDir(), []string{"pupil", "other"}[seed]), c, runs.Goal{Count: 300})
		require.NoError(t, err)
		defer one.Close()
		_, err = one.Run(t.Context(), fitness.Local{}, runs.Observer{})
		require.NoError(t, err)
		all = append(all, one)
	}
	one := all[0]
	assert.True(t, Missing(one))
	written, err := Write(one, one.PlotsDir())
	require.NoError(t, err)
	assert.Len(t, written, 4)
	assert.False(t, Missing(one))
	dir := files.At(t.TempDir())
	_, err = CompareQNets(all, dir)
	require.NoError(t, err)
	assertShows(t, one.PlotsDir(), map[string][]string{
		"rate": {"pupil: games on Square-4 with random", "won or drawn", "ε", "episode", "Dots are 100 episodes"},
		"loss": {"pupil: loss", "The mean of each round's training steps"},
	})
	assertShows(t, dir, map[string][]string{
		"compare-rate": {"Games that Q-networks won or drew", "pupil", "other", "Square-4, random, seed 1"},
	})

	rate := rateOf(one, "x", unbeaten)
	var dots []float64
	for _, dot := range rate.Dots {
		dots = append(dots, dot[0])
	}
	assert.Equal(t, []float64{120, 240, 300}, dots, "rounds of at least a hundred episodes, and the rest")
	assert.Len(t, rate.Line, 5)
}

// candidate returns a directory after table training of a second.
func candidate(t *testing.T) *tables.Training {
	c := tables.Defaults(3)
	c.SetGames(300)
	c.Search.Depth, c.Search.Endgame, c.Fit.Stages = 1, 2, []int{30, 64}
	var err error
	c.Players, err = c.Recipes([]string{"random"})
	require.NoError(t, err)
	c.Reference.Opponents, err = c.Recipes([]string{"greedy"})
	require.NoError(t, err)
	l, err := tables.Create(filepath.Join(t.TempDir(), "lessons"), c, runs.Goal{Count: 2})
	require.NoError(t, err)
	t.Cleanup(l.Close)
	_, err = l.Run(t.Context(), fitness.Local{Workers: 2}, runs.Observer{})
	require.NoError(t, err)
	return l
}

func TestWriteTables(t *testing.T) {
	l := candidate(t)
	assert.True(t, Missing(l))
	written, err := Write(l, l.PlotsDir())
	require.NoError(t, err)
	assert.Len(t, written, 8)
	assert.False(t, Missing(l))
	assertShows(t, l.PlotsDir(), map[string][]string{
		"error":     {"lessons: errors on games that no training used", "root of the mean square", "round"},
		"reference": {"each round's candidate against reference opponents", "greedy", "became the player."},
		"squares":   {"what a disc is worth on each square in all", "moves 1–12", "moves 49–60", "Tenths of a disc"},
		"edges":     {"the edges that are worth most", "about 54 discs on the board"},
	})
	pictures, err := DrawTablesInline(l)
	require.NoError(t, err)
	assert.Len(t, pictures.Boards, 5)
	assert.Contains(t, pictures.Edges, "<svg")

	assert.Empty(t, NoEdgesReason(l))
	require.NoError(t, os.Remove(l.Path(l.SampleFile())))
	assert.Contains(t, NoEdgesReason(l), l.Path(l.SampleFile()))
	written, err = Write(l, files.At(t.TempDir()))
	require.NoError(t, err)
	assert.Len(t, written, 6, "all but the edges")
	pictures, err = DrawTablesInline(l)
	require.NoError(t, err)
	assert.Len(t, pictures.Boards, 5)
	assert.Empty(t, pictures.Edges)
}

func TestPromotions(t *testing.T) {
	for says, promoted := range map[string][]bool{
		"None of them has passed the gate against the player yet.": {false, false},
		"That of round 2 became the player.":                       {false, true, false},
		"Those of rounds 1, 3 became the player.":                  {true, false, true},
	} {
		l := &tables.Training{State: new(tables.State)}
		for i, yes := range promoted {
			l.State.Rounds = append(l.State.Rounds, tables.Round{Round: i + 1, Promoted: yes})
		}
		assert.Equal(t, says, promotions(l))
	}
}

// The edges are those with positive values, the best first and each once.
func TestBestEdges(t *testing.T) {
	l := candidate(t)
	candidate, err := l.Candidate(l.DisplayedRound())
	require.NoError(t, err)
	best, err := bestEdges(l, candidate.PatternTables(), 39, 12)
	require.NoError(t, err)
	require.NotEmpty(t, best)
	seen := map[[10]int]bool{}
	for i, one := range best {
		assert.Positive(t, one.discs)
		assert.True(t, i == 0 || best[i-1].discs >= one.discs)
		mirrored := one.digits
		for j := range 4 {
			mirrored[j], mirrored[7-j] = mirrored[7-j], mirrored[j]
		}
		mirrored[8], mirrored[9] = mirrored[9], mirrored[8]
		assert.False(t, seen[one.digits] || seen[mirrored])
		seen[one.digits] = true
	}
}
