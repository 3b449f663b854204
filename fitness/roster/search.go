package roster

import (
	"cmp"
	"context"
	"slices"

	"evothello/engine/large"
)

// A search is an alpha-beta search, fail-soft. A pass costs no depth.
type search struct {
	ctx   context.Context
	nodes uint64
	// leaf values a position in which the game is not over for the side to move, who has
	// the given moves, and the opponent others; end one in which it is over.
	leaf func(b *large.Board, moves, replies *large.Set) int
	end  func(b *large.Board) int
}

// infinity is above every value.
const infinity = 1 << 30

// best returns the move of the highest value, of equal ones the first in the order of
// squares, as far as it came before ctx was cancelled; done is false if that was too
// early for all of them.
func (s *search) best(b large.Board, depth int) (move large.Square, done bool) {
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

// value values a position for the side to move, who has the given moves: exactly if it
// lies between alpha and beta, else a bound on that side.
func (s *search) value(b *large.Board, moves large.Set, alpha, beta, depth int) int {
	if s.nodes++; s.nodes%64 == 0 && s.ctx.Err() != nil {
		return 0 // the search is cancelled: the value is not used
	}
	stuck := moves.IsEmpty()
	if depth == 0 || stuck {
		swapped := b.Swap()
		switch replies := swapped.Moves(); {
		case stuck && replies.IsEmpty():
			return s.end(b)
		case depth == 0:
			return s.leaf(b, &moves, &replies)
		default:
			return -s.value(&swapped, replies, -beta, -alpha, depth)
		}
	}
	best := -infinity
	for _, c := range children(b, moves) {
		value := -s.value(&c.board, c.moves, -beta, -alpha, depth-1)
		if best = max(best, value); best >= beta || s.ctx.Err() != nil {
			break
		}
		alpha = max(alpha, best)
	}
	return best
}

// A child is a position after a move, and the moves there.
type child struct {
	board   large.Board
	moves   large.Set
	replies int
}

// children are the positions after all moves, those with the fewest replies first.
func children(b *large.Board, moves large.Set) (all []child) {
	for m := range moves.Squares() {
		after := b.Play(m)
		replies := after.Moves()
		all = append(all, child{after, replies, replies.Count()})
	}
	slices.SortStableFunc(all, func(a, b child) int { return cmp.Compare(a.replies, b.replies) })
	return all
}
