package environment

import (
	"math/bits"

	"evothello/engine"
)

// Planes is how many planes show a position.
const Planes = 4

// An Observation is the input of a learner: positions, the newest first, all from the learner's
// side. At the start of a game the missing ones are zero boards.
type Observation []engine.Board

// A Layout says how positions on a board become numbers and numbers moves.
type Layout struct {
	Frames  int // positions of an observation
	squares []engine.Square
	place   [64]int8       // of each square, -1 for holes
	mapped  map[int][]int8 // by symmetry: where it takes the i-th square
}

// NewLayout is the layout for a board and a number of positions.
func NewLayout(board engine.Shape, frames int) *Layout {
	l := &Layout{Frames: frames, mapped: map[int][]int8{}}
	for s := range l.place {
		l.place[s] = -1
	}
	for s := range engine.SquaresOf(^board.Start.Holes()) {
		l.place[s] = int8(len(l.squares))
		l.squares = append(l.squares, s)
	}
	for _, k := range board.Symmetries() {
		for _, s := range l.squares {
			to := engine.Board{Mover: s.Bit()}.Symmetry(k).Mover
			l.mapped[k] = append(l.mapped[k], l.place[bits.TrailingZeros64(to)])
		}
	}
	return l
}

// Squares is how many squares the board has, and so how many actions there are.
func (l *Layout) Squares() int { return len(l.squares) }

// Inputs is how many numbers an observation is.
func (l *Layout) Inputs() int { return l.Frames * Planes * len(l.squares) }

// Square is the square of an action.
func (l *Layout) Square(action int) engine.Square { return l.squares[action] }

// Action is the number of a square of the board.
func (l *Layout) Action(s engine.Square) int { return int(l.place[s]) }

// Mapped is the action that a symmetry of the board makes of another.
func (l *Layout) Mapped(action, symmetry int) int { return int(l.mapped[symmetry][action]) }

// Fill writes an observation under a symmetry of the board, 0 for as it is, into Inputs
// numbers: position by position, plane by plane, square by square, a 1 where there is a disc of
// the learner's, one of the opponent's, a legal move of the learner's, one of the opponent's.
func (l *Layout) Fill(into []float32, o Observation, symmetry int) {
	clear(into)
	for _, b := range o {
		b = b.Symmetry(symmetry)
		own, opp := b.Sets()
		ownMoves, oppMoves := engine.Mobilities(own, opp)
		holes := b.Holes()
		for _, set := range [Planes]uint64{own, opp, ownMoves &^ holes, oppMoves &^ holes} {
			for s := range engine.SquaresOf(set) {
				into[l.place[s]] = 1
			}
			into = into[len(l.squares):]
		}
	}
}

// FillMask writes a 1 for each action that a set of squares allows, under a symmetry.
func (l *Layout) FillMask(into []float32, set uint64, symmetry int) {
	clear(into)
	for s := range engine.SquaresOf(set) {
		into[l.Mapped(l.Action(s), symmetry)] = 1
	}
}
