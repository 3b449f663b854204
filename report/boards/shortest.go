package boards

import (
	"context"
	"math/bits"
	"slices"

	"evothello/engine"
)

// shortest searches for the shortest games that end with each side ahead. It visits all games of n moves
// for n = 1, 2, and so on.
type shortest struct {
	ctx     context.Context
	squares uint64
	seen    *cache // number of moves below a position that have been searched
	lists   [64]engine.Children
	line    []engine.Square
	found   [2][]engine.Square // by the side ahead
	nodes   int
	stopped bool // because ctx is cancelled
}

// maxSeen is the size of the cache, as a power of two.
const maxSeen = 22

// findShortest searches for the shortest win of each side. It begins at the lower bound of the earlier
// results. It calls tell with the present number of moves.
func findShortest(
	ctx context.Context, shape engine.Shape, before [2]*Shortest, tell func(moves int),
) (found [2]*Shortest) {
	s := &shortest{ctx: ctx, squares: ^shape.Holes(), seen: newCache(shape, maxSeen)}
	own, opp := shape.Start.Sets()
	open := func(side int) bool { return s.found[side] == nil && !before[side].Exact }
	moves := 1
	for _, b := range before {
		if !b.Exact {
			moves = *b.AtLeast
		}
	}
	for ; moves <= shape.EmptiesAtStart() && (open(0) || open(1)); moves++ {
		tell(moves)
		if s.visit(own, opp, shape.Start.Moves(), shape.Start.Side, moves); s.stopped || ctx.Err() != nil {
			break
		}
	}
	for side, line := range s.found {
		switch {
		case before[side].Exact:
			found[side] = before[side]
		case line != nil:
			found[side] = &Shortest{Moves: len(line), Record: engine.Transcript(line), Exact: true}
		case moves > shape.EmptiesAtStart():
			found[side] = &Shortest{Exact: true}
		default:
			found[side] = &Shortest{Moves: before[side].Moves, Record: before[side].Record, AtLeast: &moves}
		}
	}
	return found
}

// visit visits all games that end after exactly left more moves.
func (s *shortest) visit(own, opp, moves uint64, side engine.Side, left int) {
	if s.nodes++; s.nodes&1023 == 0 && s.ctx.Err() != nil {
		s.stopped = true
	}
	if s.stopped {
		return
	}
	if moves == 0 {
		theirs := engine.Mobility(opp, own) & s.squares
		switch {
		case theirs != 0:
			s.visit(opp, own, theirs, side.Other(), left)
		case left == 0:
			s.end(own, opp, side)
		}
		return
	}
	if left == 0 {
		return
	}
	var at *entry
	var form engine.Board
	if left > 1 {
		at, form = s.seen.at(own, opp, side)
		if at.board == form && int(at.value) >= left {
			return
		}
	}
	children := &s.lists[left]
	children.Expand(own, opp, moves)
	for i := 0; moves != 0; i++ {
		theirs := children.Moves[i] & s.squares
		if left > 1 || theirs == 0 {
			s.line = append(s.line, engine.Square(bits.TrailingZeros64(moves)))
			s.visit(children.Own[i], children.Opp[i], theirs, side.Other(), left-1)
			s.line = s.line[:len(s.line)-1]
		}
		moves &= moves - 1
	}
	if at != nil && !s.stopped {
		*at = entry{form, int8(left)}
	}
}

// end records a finished game.
func (s *shortest) end(own, opp uint64, side engine.Side) {
	ahead, discs := ahead(engine.Position{Board: engine.Board{Mover: own, Opponent: opp}, Side: side})
	if discs > 0 && s.found[ahead] == nil {
		s.found[ahead] = slices.Clone(s.line)
	}
}
