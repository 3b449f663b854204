package lobby

import (
	"evothello/engine"
	"evothello/weights"
)

// BoardName is how a choice names a board: by its name if it comes with the program, else by
// the 64 characters of its start.
func BoardName(board engine.Shape) string {
	if known, err := engine.ShapeNamed(board.Name); err == nil && known.Start == board.Start {
		return known.Name
	}
	return board.Start.Squares()
}

// OneOfItsOwn is the name of an unnamed custom board.
const OneOfItsOwn = "one of its own"

// BoardOf is the board that a position is on: the one that comes with the program on which
// games start there, else the present one if it has the same squares, else the first that
// has, else one of its own.
func BoardOf(at engine.Position, now engine.Shape) engine.Shape {
	alike := []engine.Shape{now}
	for _, board := range engine.Shapes {
		if board.Start == at {
			return board
		}
		alike = append(alike, board)
	}
	for _, board := range alike {
		if board.Start.Holes() == at.Holes() {
			return board
		}
	}
	return engine.Shape{Name: OneOfItsOwn, Start: at}
}

// boardOf is the only board that weights play on, "" if they play on any.
func boardOf(w *weights.Switch) string {
	switch {
	case w.Board != nil:
		return BoardName(*w.Board)
	case w.Tables != "": // learnt ones, which are of the standard board
		return BoardName(engine.Standard())
	}
	return ""
}
