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

// After every move of the principal variation, the rest has the value that the search returned.
// The line mostly ends a ply above the leaves, where nothing is stored. It ends earlier only at
// positions with bounds, or after a pass at the root.
func TestLineIsThePrincipalVariation(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 1))
	s := New(NewTable(16))
	passes, complete, searches := 0, 0, 0
	for i := range 1000 {
		w := [...]evaluators.Weights{seedBlank, coarse, randomWeights(rng)}[i%3]
		p := randomPosition(rng, 6+rng.IntN(50))
		if p.Over() {
			continue
		}
		s.NewGame()
		depth := 1 + rng.IntN(4)
		r := s.Search(context.Background(), p.Board, compiled(w), Settings{Algorithm: Algorithm(i % 2), Depth: depth})
		line := s.Line(p.Board, r)
		require.Equal(t, r.Move, line[0])
		left, value := depth, r.Score
		at := p
		for _, move := range line {
			require.NoError(t, engine.CheckLegal(at, move), "%s", p)
			if move == engine.Pass {
				passes++
			} else {
				left--
			}
			at, value = at.Play(move), -value
			require.Equal(t, oracle(at, w, left), value, "%s, %s to depth %d", p, Algorithm(i%2), depth)
		}
		searches++
		if left <= 1 {
			complete++
		}
	}
	assert.Positive(t, passes)
	assert.Greater(t, complete, searches*9/10)
}

// A line is no longer than the search is deep, even if a deeper one has filled the table.
func TestLineIsNoLongerThanTheSearch(t *testing.T) {
	s, b := New(NewTable(16)), engine.StartBoard()
	deep := s.Search(context.Background(), b, compiled(seedBlank), Settings{Depth: 7})
	line := s.Line(b, deep)
	assert.Len(t, line, 6)
	for depth := range len(line) {
		assert.Equal(t, line[:depth], s.Line(b, Result{Move: deep.Move, Depth: depth}))
	}
}

func TestALineMayEnd(t *testing.T) {
	s, e := New(NewTable(8)), compiled(seedBlank)
	over := engine.Board{Mover: 3}
	assert.Empty(t, s.Line(over, s.Search(context.Background(), over, e, Settings{Depth: 1})))

	// Black's move is the last of the game: no player can move after it.
	last, err := engine.ParsePosition("XO-------------------------------------------------------------- X")
	require.NoError(t, err)
	r := s.Search(context.Background(), last.Board, e, Settings{Depth: 9})
	assert.Equal(t, []engine.Square{r.Move}, s.Line(last.Board, r))
}

// The line of a solved position plays for the result, and is no single move.
func TestLinesOfSolvedPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 2))
	s := New(NewTable(16))
	moves, plies := 0, 0
	for range 100 {
		p := randomPosition(rng, 12)
		if p.Moves() == 0 {
			continue
		}
		s.NewGame()
		exact := Settings{Depth: 1, Endgame: 12}
		r := s.Search(context.Background(), p.Board, compiled(seedBlank), exact)
		require.True(t, r.Exact)
		line := s.Line(p.Board, r)
		moves, plies = moves+len(line), plies+p.Empties()
		value := r.Score
		for _, move := range line {
			p, value = p.Play(move), -value
			solved := New(NewTable(16)).Search(context.Background(), p.Board, compiled(seedBlank), exact)
			require.Equal(t, value, solved.Score, "%s", p)
		}
	}
	assert.Greater(t, moves, plies/4)
}
