package environment

import (
	"evothello/engine"
	"evothello/engine/large"
	"evothello/engine/session"
)

// Rules are the rules on one board with positions P and squares S, in views and actions.
type Rules[P session.Position[P, S], S session.Square] struct {
	start   P
	pass    S
	squares []S                                  // by action
	actions []int16                              // by square; 0 for those that are no squares of the board
	look    func(p P, mark func(plane int, s S)) // marks the sets of a View for the side to move
	check   func(P, S) error
	parse   func(P, string) (*engine.GameOf[P, S], error)
}

// Small returns the rules on a board up to 8×8.
func Small(board engine.Shape) *Rules[engine.Position, engine.Square] {
	r := &Rules[engine.Position, engine.Square]{
		start: board.Start, pass: engine.Pass, check: engine.CheckLegal, parse: engine.ParseTranscriptFrom,
		look: func(p engine.Position, mark func(int, engine.Square)) {
			own, opp := p.Sets()
			ownMoves, oppMoves := engine.Mobilities(own, opp)
			for plane, set := range [Planes]uint64{own, opp, ownMoves &^ p.Holes(), oppMoves &^ p.Holes()} {
				for s := range engine.SquaresOf(set) {
					mark(plane, s)
				}
			}
		},
	}
	return r.number(NewLayout(board, 1), engine.At)
}

// Large returns the rules on a board larger than 8×8.
func Large(board engine.Shape) *Rules[large.Position, large.Square] {
	r := &Rules[large.Position, large.Square]{
		start: large.Start(board.Size), pass: large.Pass, check: large.CheckLegal, parse: large.ParseTranscript,
		look: func(p large.Position, mark func(int, large.Square)) {
			for plane, set := range [Planes]large.Set{p.Mover, p.Opponent, p.Moves(), p.Swap().Moves()} {
				for s := range set.Squares() {
					mark(plane, s)
				}
			}
		},
	}
	return r.number(NewLayout(board, 1), large.At)
}

// number numbers the squares as a layout does.
func (r *Rules[P, S]) number(l *Layout, at func(x, y int) S) *Rules[P, S] {
	last := l.squares[len(l.squares)-1]
	r.actions = make([]int16, int(at(last.x, last.y))+1)
	for action, s := range l.squares {
		r.squares = append(r.squares, at(s.x, s.y))
		r.actions[at(s.x, s.y)] = int16(action)
	}
	return r
}

// Square returns the square of an action. Any number that is no action of the board stands for a pass, as Pass does.
func (r *Rules[P, S]) Square(action int) S {
	if action < 0 || action >= len(r.squares) {
		return r.pass
	}
	return r.squares[action]
}

// view returns a position from a side's view.
func (r *Rules[P, S]) view(p P, side engine.Side) View {
	if p.ToMove() != side {
		p = p.Pass()
	}
	words := (len(r.squares) + 63) / 64
	v := make(View, Planes*words)
	r.look(p, func(plane int, s S) {
		action := int(r.actions[s])
		v[plane*words+action/64] |= 1 << (action % 64)
	})
	return v
}

// Observation returns what the side to move at the end of a game observes. The game must not be over.
func (r *Rules[P, S]) Observation(game *engine.GameOf[P, S], s Settings) Observation {
	side := game.Final().ToMove()
	var seen []P
	position := game.Start
	see := func() {
		if position.MustPass() {
			if position.ToMove() == side && s.Passes {
				seen = append(seen, position)
			}
			position = position.Pass()
		}
		if position.ToMove() == side {
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
