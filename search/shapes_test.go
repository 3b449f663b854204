package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
)

// randomOn plays random moves on a board until a number of empties is left or the game ends.
func randomOn(rng *rand.Rand, s engine.Shape, empties int) engine.Position {
	p := s.Start.Settle()
	for p.Empties() > empties && !p.Over() {
		p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle()
	}
	return p
}

// On every board all algorithms find the result of the plain search, even if one searcher changes
// from board to board.
func TestSearchOnShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	s := New(NewTable(10))
	for i := range 300 {
		shape := engine.Shapes[i%len(engine.Shapes)]
		p := randomOn(rng, shape, 1+rng.IntN(shape.EmptiesAtStart()))
		if p.Over() {
			continue
		}
		w := randomWeights(rng)
		settings := Settings{Algorithm: Algorithm(i % 4), Depth: 1 + i%3}
		r := s.Search(context.Background(), p.Board, evaluators.Compile(w, p.Holes()), settings)
		move, value := oracleMove(p, w, settings.Depth)
		require.Equal(t, move, r.Move, "%s %s, %s", shape.Name, p, settings)
		require.Equal(t, value, r.Score, "%s %s, %s", shape.Name, p, settings)
		evaluate := Evaluation(func(b engine.Board) int { return w.Score(engine.Position{Board: b}, nil) })
		r = s.Search(context.Background(), p.Board, evaluate, settings)
		require.Equal(t, move, r.Move, "by a function: %s %s, %s", shape.Name, p, settings)
	}
}

func TestEndgamesOnShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1))
	s := New(NewTable(10))
	for i := range 220 {
		shape := engine.Shapes[i%len(engine.Shapes)]
		p := randomOn(rng, shape, 1+rng.IntN(8))
		if p.Over() {
			continue
		}
		eval := evaluators.Compile(seedBlank, p.Holes())
		r := s.Search(context.Background(), p.Board, eval, Settings{Depth: 1, Endgame: 60})
		require.True(t, r.Exact)
		require.Equal(t, perfect(p), r.Score, "%s %s", shape.Name, p)
		after, line := p, s.Line(p.Board, r)
		for _, move := range line {
			require.NoError(t, engine.CheckLegal(after, move))
			after = after.Play(move)
		}
		assert.NotEmpty(t, line)
	}
}

// Looking ahead to order moves changes no value of the endgame: the value of a position equals that
// of searching all its moves, down to where lookAhead stops. This holds on every board, even if
// one searcher changes from board to board.
func TestLookingAheadChangesNoValueOnShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 1))
	s, other := New(NewTable(12)), New(NewTable(12))
	e := compiled(seedBlank)
	solve := Settings{Depth: 1, Endgame: 60}
	var value func(p engine.Position) int
	value = func(p engine.Position) int {
		switch {
		case p.Empties() < lookAheadFrom || p.Over():
			return other.Search(context.Background(), p.Board, e, solve).Score
		case p.MustPass():
			return -value(p.Pass())
		}
		best := -64
		for _, move := range legal(p) {
			best = max(best, -value(p.Play(move)))
		}
		return best
	}
	looked := 0
	for i := range 60 {
		shape := engine.Shapes[i%len(engine.Shapes)]
		p := randomOn(rng, shape, lookAheadFrom+rng.IntN(2))
		if p.Over() {
			continue
		}
		r := s.Search(context.Background(), p.Board, e, solve)
		require.Equal(t, value(p), r.Score, "%s %s", shape.Name, p)
		looked++
	}
	assert.Greater(t, looked, 30)
}
