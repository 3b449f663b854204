package environment

import (
	"math/bits"

	"evothello/engine"
)

// Planes is the number of input planes of a position: the four sets of a View.
const Planes = 4

// A View is a position from the agent's side. It consists of four sets, one after the other: the agent's discs, the
// opponent's discs, the agent's legal moves and the opponent's legal moves. A set has one bit per action. A nil View
// means that there is no position.
type View []uint64

// plane returns one of the four sets.
func (v View) plane(i int) []uint64 {
	words := len(v) / Planes
	return v[i*words : (i+1)*words]
}

// Legal returns the agent's legal moves as actions in rising order, none if it must pass.
func (v View) Legal() (actions []int) {
	moves, n := v.plane(ownMoves), 0
	for _, word := range moves {
		n += bits.OnesCount64(word)
	}
	actions = make([]int, 0, n)
	for i, word := range moves {
		for ; word != 0; word &= word - 1 {
			actions = append(actions, 64*i+bits.TrailingZeros64(word))
		}
	}
	return actions
}

// The planes.
const (
	ownDiscs = iota
	oppDiscs
	ownMoves
	oppMoves
)

// An Observation is a list of positions, the newest first, all from the agent's side. At the start of a game, positions
// that do not exist are nil.
type Observation []View

// A Layout maps observations to network inputs, and squares to actions. The action of a square is its index among the
// squares of the board, in the order a1, b1 …
type Layout struct {
	Frames  int             // positions in an observation
	squares []square        // by action
	mapped  map[int][]int16 // by symmetry: the image of each action
}

// A square is a column and a row, from 0.
type square struct{ x, y int }

// NewLayout returns the layout for a board and for observations of frames positions.
func NewLayout(board engine.Shape, frames int) *Layout {
	l := &Layout{Frames: frames, mapped: map[int][]int16{}}
	size := board.Start.Columns()
	place := map[square]int16{}
	for y := range size {
		for x := range size {
			if board.IsLarge() || board.Holes()&engine.At(x, y).Bit() == 0 {
				place[square{x, y}] = int16(len(l.squares))
				l.squares = append(l.squares, square{x, y})
			}
		}
	}
	for _, k := range board.Symmetries() {
		for _, s := range l.squares {
			l.mapped[k] = append(l.mapped[k], place[s.image(k, size)])
		}
	}
	return l
}

// image returns the image of a square under a symmetry, numbered as for engine.Board.Symmetry.
func (s square) image(k, size int) square {
	if k&1 != 0 {
		s.y = size - 1 - s.y
	}
	if k&2 != 0 {
		s.x = size - 1 - s.x
	}
	if k&4 != 0 {
		s.x, s.y = s.y, s.x
	}
	return s
}

// Squares returns the number of squares of the board, which is the number of actions.
func (l *Layout) Squares() int { return len(l.squares) }

// Inputs returns the number of network inputs for an observation.
func (l *Layout) Inputs() int { return l.Frames * Planes * len(l.squares) }

// Transformed returns the image of an action under a symmetry of the board.
func (l *Layout) Transformed(action, symmetry int) int { return int(l.mapped[symmetry][action]) }

// Fill writes an observation under a symmetry of the board (0 is the identity) into a slice of length Inputs. For each
// position it writes the planes of its View. A plane has one number per square, 0 or 1.
func (l *Layout) Fill(into []float32, o Observation, symmetry int) {
	clear(into)
	for _, v := range o {
		for plane := range Planes {
			if v != nil {
				l.fill(into, v.plane(plane), symmetry)
			}
			into = into[len(l.squares):]
		}
	}
}

// FillMask writes one number per action, under a symmetry: 1 for the agent's legal moves and 0 for other actions.
func (l *Layout) FillMask(into []float32, v View, symmetry int) {
	clear(into)
	l.fill(into, v.plane(ownMoves), symmetry)
}

// fill writes a 1 for each action in a set, under a symmetry.
func (l *Layout) fill(into []float32, set []uint64, symmetry int) {
	mapped := l.mapped[symmetry]
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			into[mapped[64*i+bits.TrailingZeros64(word)]] = 1
		}
	}
}
