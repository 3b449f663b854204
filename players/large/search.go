package large

import (
	"cmp"
	"context"
	"slices"

	"evothello/engine/large"
	"evothello/internal/eventloop"
)

// An alphaBetaSearch is a fail-soft alpha-beta search. A pass does not reduce the depth.
type alphaBetaSearch struct {
	ctx   context.Context
	nodes uint64
	// leaf returns the value of a position at depth 0 for the side to move. moves are its legal moves,
	// replies those of the opponent.
	leaf func(b *large.Board, moves, replies *large.Set) int
	// end returns the value of a finished game for the side to move.
	end func(b *large.Board) int
	// spare are the lists of children of the positions above this one, by ply, to be used again.
	spare [][]child
	ply   int
}

// infinity is larger than every value.
const infinity = 1 << 30

// best returns the move with the highest value. Of equal moves it returns the first in the order of
// squares. If ctx is cancelled before all moves are searched, done is false, and move is the best of
// those that were searched, or else the first.
func (s *alphaBetaSearch) best(b large.Board, depth int) (move large.Square, done bool) {
	best := -infinity
	move = large.NoSquare
	for m := range b.Moves().Squares() {
		if move == large.NoSquare {
			move = m
		}
		after := b.Play(m)
		value := -s.value(&after, after.Moves(), -infinity, -best, depth-1)
		if s.ctx.Err() != nil {
			return move, false
		}
		if value > best {
			move, best = m, value
		}
	}
	return move, true
}

// value returns the value of a position for the side to move. moves are its legal moves. The value is exact
// if it lies between alpha and beta, else it is a bound.
func (s *alphaBetaSearch) value(b *large.Board, moves large.Set, alpha, beta, depth int) int {
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
			return s.leaf(b, &moves, &replies)
		default:
			return -s.value(&swapped, replies, -beta, -alpha, depth)
		}
	}
	best := -infinity
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

// A child is a position after a move, with its legal moves.
type child struct {
	board   large.Board
	moves   large.Set
	replies int
}

// children returns the positions after all moves, those with the fewest replies first, because these often
// cause cut-offs. The list is valid until the next call at the same ply.
func (s *alphaBetaSearch) children(b *large.Board, moves large.Set) []child {
	if s.ply == len(s.spare) {
		s.spare = append(s.spare, nil)
	}
	all := s.spare[s.ply][:0]
	for m := range moves.Squares() {
		after := b.Play(m)
		replies := after.Moves()
		all = append(all, child{after, replies, replies.Count()})
	}
	s.spare[s.ply] = all
	slices.SortStableFunc(all, func(a, b child) int { return cmp.Compare(a.replies, b.replies) })
	return all
}
