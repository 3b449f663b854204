package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"evothello/engine"
	"evothello/ui/playerlist"
)

// A boardView describes a board to the client.
type boardView struct {
	Name    string `json:"name"`
	Start   string `json:"start"` // the start position
	Squares int    `json:"squares"`
	Blanks  int    `json:"blanks"` // number of empty squares at the start
}

func newBoardView(board engine.Shape) boardView {
	name := board.Name
	if board.IsLarge() {
		name = playerlist.BoardName(board)
	}
	return boardView{name, board.Start.String(), board.Start.Size(), board.EmptiesAtStart()}
}

// listBoards answers /api/boards.
func listBoards(*http.Request) ([]boardView, error) {
	var all []boardView
	for _, board := range slices.Concat(engine.Shapes, engine.LargeShapes()) {
		all = append(all, newBoardView(board))
	}
	return all, nil
}

// boardNamed returns a board by its name, or a custom one by the 64 characters of its start.
func boardNamed(name string) (engine.Shape, error) {
	switch {
	case engine.IsBoard(name):
		return engine.ParseShape(name, name)
	case len(name) > 64:
		return engine.Shape{},
			fmt.Errorf("unknown board %.40q…: want a name, or 64 characters of X, O, - and #", name)
	}
	return engine.ShapeNamed(name)
}

// nameOfBoard returns the name of a board in requests, or "" for an unnamed custom board.
func nameOfBoard(board engine.Shape) string {
	if board.Name == playerlist.UnnamedBoard {
		return ""
	}
	return playerlist.BoardName(board)
}

// boardAndStart returns the board and the start position of a game.
func (g *game) boardAndStart() (board engine.Shape, start engine.Position, err error) {
	board = engine.Standard()
	if g.Board != "" {
		if board, err = boardNamed(g.Board); err != nil {
			return board, start, err
		}
	}
	if g.Start == "" {
		return board, board.Start, nil
	}
	if start, err = engine.ParsePositionOn(board.Start, g.Start); err != nil {
		return board, start, fmt.Errorf("start: %w", err)
	}
	switch {
	case g.Board == "":
		board = playerlist.BoardOf(start, board)
	case !start.SameSquares(board.Start):
		return board, start, errors.New("start: the position does not have the squares of board " + board.Name)
	}
	return board, start, nil
}
