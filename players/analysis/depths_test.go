package analysis

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/search"
	"evothello/weights"
)

func TestChangesFromDepthToDepth(t *testing.T) {
	d := Depths{First: 6, Values: [][]float64{
		{1, 2, 1, 4},
		{-1, 1, math.NaN(), 1},
		{3, -0.5, 3, 3},
	}}
	changes := d.Changes()
	assert.Equal(t, []DepthChange{
		{Depth: 6, Positions: 3, Absolute: 6.5 / 3, Signed: -0.5 / 3, Largest: 3.5},
		{Depth: 7, Positions: 2, Absolute: 4.5 / 2, Signed: 2.5 / 2, Largest: 3.5},
		{Depth: 8, Positions: 2, Absolute: 1.5, Signed: 1.5, Largest: 3},
	}, changes)
	absolute, alternation := Mean(changes)
	assert.InDelta(t, (6.5+4.5+3)/7, absolute, 1e-9)
	assert.InDelta(t, (-0.5-2.5+3)/7, alternation, 1e-9)
	clear, flipped := d.Flips(3)
	assert.Equal(t, 2, clear)
	assert.Equal(t, []int{2}, flipped)
}

// The positions come from different games, and the same seed draws the same ones.
func TestSamplePositions(t *testing.T) {
	var games []*engine.Game
	rng := rand.New(rand.NewPCG(3, 0))
	for range 30 {
		g := &engine.Game{Start: engine.Start()}
		for p := g.Start; !p.Over(); p = p.Settle() {
			g.Moves = append(g.Moves, engine.RandomSquare(rng, p.Moves()))
			p = p.Play(g.Moves[len(g.Moves)-1])
		}
		games = append(games, g)
	}
	drawn := SamplePositions(games, 20, 24, 60, 1)
	require.Len(t, drawn, 20)
	seen := map[engine.Position]bool{}
	for _, p := range drawn {
		assert.GreaterOrEqual(t, p.Empties(), 24)
		assert.NotZero(t, p.Moves())
		seen[p] = true
	}
	assert.Len(t, seen, 20)
	assert.Equal(t, drawn, SamplePositions(games, 20, 24, 60, 1))
	assert.NotEqual(t, drawn, SamplePositions(games, 20, 24, 60, 2))
	assert.Len(t, SamplePositions(games, 50, 24, 60, 1), 30, "one of each game")
	for _, p := range SamplePositions(games, 20, 9, 11, 1) {
		assert.Contains(t, []int{9, 10, 11}, p.Empties())
	}
	assert.Empty(t, SamplePositions(games, 5, 60, 60, 1), "the first position is never drawn")
}

// Values at depths are those of plain searches, with any number of workers.
func TestDepths(t *testing.T) {
	c := championValuer(t)
	positions := []engine.Position{randomPosition(1, 40), randomPosition(2, 30), randomPosition(3, 20)}
	done := 0
	d, err := c.Depths(t.Context(), positions, 2, 4, 2, func(n int) { done++; assert.Equal(t, done, n) })
	require.NoError(t, err)
	assert.Equal(t, len(positions), done)
	for i, p := range positions {
		for k, value := range d.Values[i] {
			r := c.Best(t.Context(), newSearcher(), p, search.Settings{Depth: 2 + k})
			assert.InDelta(t, c.Scale().Discs(p.Board, r.Score), value, 1e-9)
		}
	}
}

// The best value is the mean of two depths; the other moves keep their distance from it.
func TestSettledValues(t *testing.T) {
	w, err := weights.Named(weights.EvolvedName) // its depths disagree
	require.NoError(t, err)
	c, at, settings := NewValuer(w), randomPosition(4, 40), search.Settings{Depth: 5}
	var plain []float64
	newSearcher().Rank(t.Context(), at.Board, w.Compile().At(at.Board), settings, 64, func(ranked []search.Result) {
		plain = append(plain, c.Value(at.Board, ranked[0]).Discs)
	})
	c.Values(t.Context(), newSearcher(), at, settings, func(v Values) {
		want := plain[v.Depth-1]
		if v.Depth > 1 {
			want = (want + plain[v.Depth-2]) / 2
		}
		assert.InDelta(t, want, v.Moves[0].Discs, 1e-9, v.Depth)
		for i, m := range v.Moves {
			assert.InDelta(t, c.Discs(at.Board, v.Moves[0].Points-m.Points), v.Moves[0].Discs-v.Moves[i].Discs, 1e-9)
		}
	})
	r, settled := c.Settled(t.Context(), newSearcher(), at, settings)
	assert.InDelta(t, (plain[4]+plain[3])/2, settled.Discs, 1e-9)
	assert.Equal(t, r.Score, settled.Points)

	exact, solved := c.Settled(t.Context(), newSearcher(), randomPosition(5, 10), search.Settings{Depth: 5, Endgame: 10})
	assert.True(t, solved.Exact)
	assert.InDelta(t, exact.Score, solved.Discs, 0)
}
