package survey

import (
	"context"
	"math/bits"

	"evothello/engine"
)

// shortest looks for the shortest games that end with each side ahead, by all games of so
// many moves, then one more.
type shortest struct {
	ctx     context.Context
	squares uint64
	seen    *marks // how many moves on all ends are known of
	lists   [64]engine.Children
	line    []engine.Square
	found   [2][]engine.Square // by the side ahead
	nodes   int
}

// maxSeen is the number of positions that are remembered, as a power of two.
const maxSeen = 22

// Shortest looks for the shortest win of each side, and knows after how many moves there
// is none. tell hears how many moves games have that are looked at now.
func findShortest(ctx context.Context, shape engine.Shape, tell func(moves int)) (black, white Shortest) {
	s := &shortest{ctx: ctx, squares: ^shape.Start.Holes(), seen: newMarks(shape, maxSeen)}
	own, opp := shape.Start.Sets()
	moves := 0 // no win has fewer
	for ; moves <= shape.Blanks() && (s.found[0] == nil || s.found[1] == nil); moves++ {
		tell(moves)
		if s.visit(own, opp, shape.Start.Moves(), shape.Start.Side, moves); ctx.Err() != nil {
			break
		}
	}
	return s.outcome(shape, engine.Black, moves), s.outcome(shape, engine.White, moves)
}

func (s *shortest) outcome(shape engine.Shape, side engine.Side, moves int) Shortest {
	line := s.found[side]
	if line != nil {
		return Shortest{Moves: len(line), Record: engine.Transcript(line), Exact: true}
	}
	return Shortest{AtLeast: &moves, Exact: moves > shape.Blanks()}
}

// visit looks at all games of exactly so many moves more.
func (s *shortest) visit(own, opp, moves uint64, side engine.Side, left int) {
	if s.nodes++; s.nodes&1023 == 0 && s.ctx.Err() != nil {
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
	var at *marked
	var form engine.Board
	if left > 1 {
		at, form = s.seen.at(own, opp, side)
		if at.board == form && int(at.mark) >= left {
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
	if at != nil && s.ctx.Err() == nil {
		*at = marked{form, int8(left)}
	}
}

// end notes a game that has ended.
func (s *shortest) end(own, opp uint64, side engine.Side) {
	ahead := side
	switch diff := bits.OnesCount64(own) - bits.OnesCount64(opp); {
	case diff == 0:
		return
	case diff < 0:
		ahead = side.Other()
	}
	if s.found[ahead] == nil {
		s.found[ahead] = append([]engine.Square{}, s.line...)
	}
}
