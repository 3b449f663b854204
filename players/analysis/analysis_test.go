package analysis

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
	"evothello/weights/scale"
)

func seedSwitch(t *testing.T) *weights.Switch {
	t.Helper()
	w, err := weights.Named("reversi-switch")
	require.NoError(t, err)
	return w
}

func analysed(t *testing.T, g *engine.Game, settings search.Settings) []Move {
	t.Helper()
	moves, err := New(seedSwitch(t), settings).Analyse(context.Background(), g)
	require.NoError(t, err)
	require.Len(t, moves, len(g.Moves))
	return moves
}

func randomGame(rng *rand.Rand) *engine.Game {
	g := engine.NewGame()
	for p := g.Final(); !p.Over(); p = g.Final() {
		moves := p.Moves()
		for range rng.IntN(bits.OnesCount64(moves)) {
			moves &= moves - 1
		}
		g.Moves = append(g.Moves, engine.Square(bits.TrailingZeros64(moves)))
	}
	return g
}

func TestJudge(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	settings := search.Settings{Depth: 2, Endgame: 9}
	units := map[Unit]int{}
	for range 20 {
		g := randomGame(rng)
		moves := analysed(t, g, settings)
		for i := range moves {
			m := &moves[i]
			units[m.Unit]++
			require.Equal(t, i+1, m.Number)
			require.Equal(t, g.Moves[i], m.Played)
			require.Equal(t, m.Before.Side, m.Side)
			require.Equal(t, m.Before.Play(m.Played).Settle(), m.After)
			require.NoError(t, engine.CheckLegal(m.Before, m.Best))
			require.GreaterOrEqual(t, m.Lost(), 0, "no move is better than the best")
			require.Equal(t, m.Lost() == 0, m.Best == m.Played)
			require.Equal(t, m.Before.Empties() <= settings.Endgame, m.Unit == Discs)
			require.False(t, m.Mark != Good && m.Lost() == 0)
			if m.Unit == Discs && i+1 < len(moves) {
				next := &moves[i+1]
				require.Equal(t, m.Value, valueFor(m.Side, next), "the value of a move is that of the position after it")
			}
		}
		last := &moves[len(moves)-1]
		end := engine.Position{Board: last.Before.Play(last.Played).Board}
		require.Equal(t, last.Value, -end.FinalDiff(), "the last value is the result")
	}
	assert.Greater(t, units[Points], 500)
	assert.Greater(t, units[Discs], 100)
}

// valueFor returns the value of the next mover's position for a side.
func valueFor(side engine.Side, next *Move) int {
	if next.Side == side { // the other side passed
		return next.BestValue
	}
	return -next.BestValue
}

func TestOutcome(t *testing.T) {
	g, err := engine.ParseTranscript("e6f4e3f6g5d6e7f5c5")
	require.NoError(t, err)
	moves := analysed(t, g, search.Settings{Depth: 4})
	lost, won := moves[7], moves[8]
	assert.Equal(t, Outcome, lost.Unit)
	assert.Equal(t, -1, lost.Value)
	assert.Equal(t, 0, lost.BestValue, "another move kept the game open")
	assert.Equal(t, Blunder, lost.Mark)
	assert.Equal(t, Outcome, won.Unit)
	assert.Equal(t, 1, won.Value)
	assert.Equal(t, Good, won.Mark)
}

func TestJudgeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	moves, err := New(seedSwitch(t), search.Settings{Depth: 4}).Analyse(ctx, randomGame(rand.New(rand.NewPCG(1, 1))))
	assert.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, moves)
}

// A mistake loses 2 discs or more, a blunder 6, as the loss is shown: with one decimal.
func TestMarks(t *testing.T) {
	for _, c := range []struct {
		unit     Unit
		lost     int     // in the unit
		estimate float64 // the same in discs
		want     Annotation
	}{
		{Discs, 0, 0, Good},
		{Discs, 1, 0, Good},
		{Discs, 2, 0, Mistake},
		{Discs, 5, 0, Mistake},
		{Discs, 6, 0, Blunder},
		{Points, 1000, 0.2, Good},
		{Points, 1000, 1.9, Good},
		{Points, 1000, 1.96, Mistake},
		{Points, 1, 4.5, Mistake},
		{Points, 1, 5.94, Mistake},
		{Points, 1, 5.95, Blunder},
		{Outcome, 0, 0, Good},
		{Outcome, 1, 0, Blunder},
	} {
		m := Move{Unit: c.unit, BestValue: 10, Value: 10 - c.lost, BestDiscs: c.estimate, InDiscs: c.unit == Points}
		assert.Equal(t, c.want, m.mark(), "%+v", c)
	}
}

func TestSums(t *testing.T) {
	moves := []Move{
		{Side: engine.Black, Unit: Points, BestValue: 30, Mark: Mistake},
		{Side: engine.White, Unit: Points, BestValue: 99},
		{Side: engine.Black, Unit: Outcome, BestValue: 1, Mark: Blunder},
		{Side: engine.Black, Unit: Discs, BestValue: 8, Value: 2, Mark: Mistake},
		{Side: engine.Black, Unit: Discs, BestValue: 8, Value: 6},
	}
	want := Sum{InPoints: 1, PointsLost: 30, Solved: 2, DiscsLost: 8, Mistakes: 2, Blunders: 1}
	assert.Equal(t, want, SumOf(moves, engine.Black))
	assert.Equal(t, Sum{InPoints: 1, PointsLost: 99}, SumOf(moves, engine.White))
	moves[0].Discs, moves[0].BestDiscs, moves[0].InDiscs = -1.25, 0.251, true
	sum := SumOf(moves, engine.Black)
	assert.Equal(t, []float64{1.5, 9.5}, []float64{*sum.EstimatedDiscsLost, *sum.AllDiscsLost})
	assert.Nil(t, SumOf(moves, engine.White).AllDiscsLost, "White's points have no scale")
}

// InDiscs converts points with the scale and copies exact values.
func TestInDiscs(t *testing.T) {
	s := scale.Of(seedSwitch(t))
	moves := analysed(t, randomGame(rand.New(rand.NewPCG(3, 1))), search.Settings{Depth: 2, Endgame: 9})
	InDiscs(moves, s)
	for i := range moves {
		m := &moves[i]
		switch m.Unit {
		case Discs:
			require.Equal(t, float64(m.Value), m.Discs)
			require.Equal(t, float64(m.Lost()), m.LostDiscs())
		case Points:
			require.InDelta(t, s.Discs(m.Before.Board, m.Lost()), m.LostDiscs(), 1e-9)
		}
		require.Equal(t, m.Unit != Outcome, m.InDiscs)
	}
	unknown := []Move{{Unit: Points, BestValue: 5}, {Unit: Outcome, BestValue: 1}}
	InDiscs(unknown, scale.Of(&weights.Switch{Turns: weights.Turns{60}, Phases: make([]evaluators.Weights, 1)}))
	assert.False(t, unknown[0].InDiscs)
	assert.False(t, unknown[1].InDiscs)
}
