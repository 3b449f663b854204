package search

import (
	"cmp"
	"context"
	"slices"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/internal/eventloop"
)

// A largeSearch is a fail-soft alpha-beta search. A pass does not reduce the depth.
type largeSearch struct {
	ctx   context.Context
	nodes uint64
	eval  *evaluators.LargeEvaluator // values the leaves; nil if the search is exact
	// spare are the lists of children of the positions above this one, by ply, to be used again.
	spare [][]largeChild
	ply   int
}

// largeInfinity is larger than every value.
const largeInfinity = 1 << 30

// best returns the move with the highest value. Of equal moves it returns the first in the order of
// squares. If ctx is cancelled before all moves are searched, done is false, and move is the best of
// those that were searched, or else the first.
func (s *largeSearch) best(b *engine.LargeBoard, depth int) (move engine.Square, best int, done bool) {
	best = -largeInfinity
	move = engine.NoSquare
	for m := range b.Moves().Squares() {
		if move == engine.NoSquare {
			move = m
		}
		after := b.Play(m)
		value := -s.value(&after, after.Moves(), -largeInfinity, -best, depth-1)
		if s.ctx.Err() != nil {
			return move, best, false
		}
		if value > best {
			move, best = m, value
		}
	}
	return move, best, true
}

// value returns the value of a position for the side to move. moves are its legal moves. The value is exact
// if it lies between alpha and beta, else it is a bound.
func (s *largeSearch) value(b *engine.LargeBoard, moves engine.LargeSet, alpha, beta, depth int) int {
	if s.nodes++; s.nodes%64 == 0 {
		if eventloop.Turn(); s.ctx.Err() != nil {
			return 0 // the search is cancelled, the value is not used
		}
	}
	noMoves := moves.IsEmpty()
	if depth == 0 || noMoves {
		swapped := b.Swap()
		switch replies := swapped.Moves(); {
		case noMoves && replies.IsEmpty():
			return s.end(b)
		case depth == 0:
			return s.eval.Score(b, &moves, &replies)
		default:
			return -s.value(&swapped, replies, -beta, -alpha, depth)
		}
	}
	best := -largeInfinity
	all := s.children(b, moves)
	s.ply++
	for i := range all {
		c := &all[i]
		value := -s.value(&c.board, c.moves, -beta, -alpha, depth-1)
		if best = max(best, value); best >= beta || s.ctx.Err() != nil {
			break
		}
		alpha = max(alpha, best)
	}
	s.ply--
	return best
}

// A largeChild is a position after a move, with its legal moves.
type largeChild struct {
	board   engine.LargeBoard
	moves   engine.LargeSet
	replies int
}

// children returns the positions after all moves, those with the fewest replies first, because these often
// cause cut-offs. The list is valid until the next call at the same ply.
func (s *largeSearch) children(b *engine.LargeBoard, moves engine.LargeSet) []largeChild {
	if s.ply == len(s.spare) {
		s.spare = append(s.spare, nil)
	}
	all := s.spare[s.ply][:0]
	for m := range moves.Squares() {
		after := b.Play(m)
		replies := after.Moves()
		all = append(all, largeChild{after, replies, replies.Count()})
	}
	s.spare[s.ply] = all
	slices.SortStableFunc(all, func(a, b largeChild) int { return cmp.Compare(a.replies, b.replies) })
	return all
}
