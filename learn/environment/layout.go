package environment

import (
	"math/bits"

	"evothello/engine"
)

// Planes is the number of input planes of a position.
const Planes = 4

// An Observation is a list of positions, the newest first, all from the agent's side. At the start of a
// game the missing ones are zero boards.
type Observation []engine.Board

// A Layout maps observations to network inputs, and squares to actions.
type Layout struct {
	Frames  int             // positions in an observation
	squares []engine.Square // by action
	place   [64]int8        // action of each square, -1 for holes
	mapped  map[int][]int8  // by symmetry: the image of each action
}

// NewLayout returns the layout of a board and a number of positions.
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

// Squares returns the number of squares of the board, which is the number of actions.
func (l *Layout) Squares() int { return len(l.squares) }

// Inputs returns the number of inputs of an observation.
func (l *Layout) Inputs() int { return l.Frames * Planes * len(l.squares) }

// Square returns the square of an action.
func (l *Layout) Square(action int) engine.Square { return l.squares[action] }

// Action returns the action of a square, -1 for a hole.
func (l *Layout) Action(s engine.Square) int { return int(l.place[s]) }

// Transformed returns the image of an action under a symmetry of the board.
func (l *Layout) Transformed(action, symmetry int) int { return int(l.mapped[symmetry][action]) }

// Fill writes an observation under a symmetry of the board (0 is the identity) into a slice of Inputs
// numbers. The planes of a position are the agent's discs, the opponent's discs, the agent's legal moves
// and the opponent's. A plane has a 0 or 1 for each square.
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

// FillMask writes a 1 for each action in a set of squares, under a symmetry, and 0 for the others.
func (l *Layout) FillMask(into []float32, set uint64, symmetry int) {
	clear(into)
	for s := range engine.SquaresOf(set) {
		into[l.Transformed(l.Action(s), symmetry)] = 1
	}
}
