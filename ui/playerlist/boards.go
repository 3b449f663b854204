package playerlist

import (
	"strconv"

	"evothello/engine"
	"evothello/weights"
)

// BoardName returns the name of a board in a choice. It is the name of a built-in board, the size of a board
// larger than 8×8, or the 64 characters of a custom board's start position.
func BoardName(board engine.Shape) string {
	if board.IsLarge() {
		return strconv.Itoa(board.Start.Columns())
	}
	if known, err := engine.ShapeNamed(board.Name); err == nil && known.Start == board.Start {
		return known.Name
	}
	return board.Start.Squares()
}

// UnnamedBoard is the name of an unnamed custom board.
const UnnamedBoard = "one of its own"

// BoardOf returns the board of a position. now is the present board. The result is the first of these that
// exists: the built-in board with this start position; now, if it has the same squares; a built-in board with
// the same squares; an unnamed custom board.
func BoardOf(at engine.Position, now engine.Shape) engine.Shape {
	candidates := []engine.Shape{now}
	for _, board := range append(engine.Shapes, engine.LargeShapes()...) {
		if board.Start == at {
			return board
		}
		candidates = append(candidates, board)
	}
	for _, board := range candidates {
		if board.Start.SameSquares(at) {
			return board
		}
	}
	return engine.Shape{Name: UnnamedBoard, Start: at}
}

// boardOf returns the only board that weights play on, or "" if they play on any board.
func boardOf(w *weights.Switch) string {
	switch {
	case w.Board != nil:
		return BoardName(*w.Board)
	case w.Tables != "": // pattern tables exist for the standard board only
		return BoardName(engine.Standard())
	}
	return ""
}
