package environment

import (
	"iter"

	"evothello/engine"
)

// Rules convert positions and moves of one board to views and actions.
type Rules struct {
	start   engine.Position
	squares []engine.Square // by action
	actions []int16         // by square; 0 for squares that the board lacks
}

// RulesOn returns the rules for a board.
func RulesOn(board engine.Shape) *Rules {
	r := &Rules{start: board.Start}
	last := board.Start.Columns() - 1
	r.actions = make([]int16, engine.At(last, last)+1)
	for action, s := range NewLayout(board, 1).squares {
		at := engine.At(s.x, s.y)
		r.squares = append(r.squares, at)
		r.actions[at] = int16(action)
	}
	return r
}

// Square returns the square of an action. For Pass, and for any other number that is not an action of the board, it
// returns engine.Pass.
func (r *Rules) Square(action int) engine.Square {
	if action < 0 || action >= len(r.squares) {
		return engine.Pass
	}
	return r.squares[action]
}

// view returns a position from a side's view.
func (r *Rules) view(p engine.Position, side engine.Side) View {
	if p.Side != side {
		p = p.Pass()
	}
	words := (len(r.squares) + 63) / 64
	v := make(View, Planes*words)
	for plane, squares := range r.planes(p) {
		for s := range squares {
			action := int(r.actions[s])
			v[plane*words+action/64] |= 1 << (action % 64)
		}
	}
	return v
}

// planes returns the sets of a View.
func (r *Rules) planes(p engine.Position) (sets [Planes]iter.Seq[engine.Square]) {
	if p.IsLarge() {
		b := p.Large()
		for plane, set := range [Planes]engine.LargeSet{b.Mover, b.Opponent, b.Moves(), b.Swap().Moves()} {
			sets[plane] = set.Squares()
		}
		return sets
	}
	own, opp := p.Sets()
	ownMoves, oppMoves := engine.Mobilities(own, opp)
	for plane, set := range [Planes]uint64{own, opp, ownMoves &^ p.Holes(), oppMoves &^ p.Holes()} {
		sets[plane] = engine.SquaresOf(set)
	}
	return sets
}

// Observation returns what the side to move observes after the moves so far. The game must not be over.
func (r *Rules) Observation(game *engine.Game, s Settings) Observation {
	side := game.Final().Side
	var seen []engine.Position
	position := game.Start
	see := func() {
		if position.MustPass() {
			if position.Side == side && s.Passes {
				seen = append(seen, position)
			}
			position = position.Pass()
		}
		if position.Side == side {
			seen = append(seen, position)
		}
	}
	see()
	for _, move := range game.Moves {
		position = position.Play(move)
		see()
	}
	o := make(Observation, max(s.Frames, 1))
	for i := range min(len(o), len(seen)) {
		o[i] = r.view(seen[len(seen)-1-i], side)
	}
	return o
}
