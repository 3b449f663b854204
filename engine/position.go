package engine

import (
	"errors"
	"fmt"
	"strings"
)

// A Side is one of the two players. Black moves first.
type Side int8

// The two sides.
const (
	Black Side = iota
	White
)

// Other returns the opponent.
func (s Side) Other() Side { return s ^ 1 }

// Letter returns "X" for Black and "O" for White.
func (s Side) Letter() string { return [2]string{"X", "O"}[s&1] }

// String returns "Black" or "White".
func (s Side) String() string { return [2]string{"Black", "White"}[s&1] }

// A Position is a board and the side to move.
type Position struct {
	Board
	Side Side
}

// Start returns the position of the first move.
func Start() Position { return Position{Board: StartBoard(), Side: Black} }

// Black returns Black's discs.
func (p Position) Black() uint64 {
	own, opp := p.Sets()
	if p.Side == Black {
		return own
	}
	return opp
}

// White returns White's discs.
func (p Position) White() uint64 {
	own, opp := p.Sets()
	if p.Side == Black {
		return opp
	}
	return own
}

// Play returns the position after the legal move s; for Pass, the same board
// with the other side to move.
func (p Position) Play(s Square) Position {
	if s == Pass {
		return p.Pass()
	}
	return Position{Board: p.Board.Play(s), Side: p.Side.Other()}
}

// ToMove returns the side to move.
func (p Position) ToMove() Side { return p.Side }

// Pass returns the same board with the other side to move.
func (p Position) Pass() Position { return Position{Board: p.Swap(), Side: p.Side.Other()} }

// MustPass reports whether the mover has no move and the opponent has one.
func (p Position) MustPass() bool {
	return p.Moves() == 0 && p.Swap().Moves() != 0
}

// Settle passes for a mover who must pass. The result has a legal move or is the end of the game.
func (p Position) Settle() Position {
	if p.MustPass() {
		return p.Pass()
	}
	return p
}

// Winner returns the winner of a finished game and the disc difference; empty squares count for the
// winner. After a draw the difference is 0 and the side has no meaning.
func (p Position) Winner() (side Side, discs int) {
	if discs = p.FinalDiff(); discs < 0 {
		return p.Side.Other(), -discs
	}
	return p.Side, discs
}

// Squares writes the board as 64 characters a1 b1 … h8: X is black, O white, - empty and # a hole.
func (p Position) Squares() string {
	black, white, holes := p.Black(), p.White(), p.Holes()
	var text [64]byte
	for s := range text {
		switch bit := Square(s).Bit(); {
		case holes&bit != 0:
			text[s] = '#'
		case black&bit != 0:
			text[s] = 'X'
		case white&bit != 0:
			text[s] = 'O'
		default:
			text[s] = '-'
		}
	}
	return string(text[:])
}

// String writes the position as "BOARD SIDE", the form that ParsePosition reads.
func (p Position) String() string { return p.Squares() + " " + p.Side.Letter() }

// PositionForms describes the input of ParsePosition, for help texts and errors.
const PositionForms = `a position is "BOARD SIDE" ` +
	`(64 characters a1…h8 of X, O, - and # for holes, then X or O to move) or a transcript such as f5d6c3`

// ParsePosition parses "BOARD SIDE", with or without blanks (64 characters a1…h8 of X * b B for black, O o w W for
// white, - . for empty and # for holes, then X or O), a transcript from the start position, a link of the web page, or
// "start". A transcript that ends where the mover must pass gives the position after the pass.
func ParsePosition(text string) (Position, error) { return ParsePositionOn(Start(), text) }

// ParsePositionOn is ParsePosition for transcripts and games from another start position.
func ParsePositionOn(start Position, text string) (Position, error) {
	g, err := ParseGameOrPosition(start, text)
	switch {
	case err != nil:
		return Position{}, err
	case len(g.Moves) == 0:
		return g.Start, nil
	}
	return g.Final(), nil
}

// ParseGameOrPosition parses what ParsePositionOn parses, as a game. A position is a game without moves.
func ParseGameOrPosition(start Position, text string) (*Game, error) {
	position := func(p Position, err error) (*Game, error) { return &Game{Start: p}, err }
	switch fields := strings.Fields(text); {
	case len(fields) == 0:
		return nil, errors.New("empty position; " + PositionForms)
	case len(fields) == 1 && strings.EqualFold(fields[0], "start"):
		return position(start, nil)
	case IsBoard(fields[0]):
		if len(fields) != 2 {
			return nil, fmt.Errorf("board %s needs exactly one side to move after it, X or O", fields[0])
		}
		return position(parseBoard(fields[0], fields[1]))
	}
	if board, side, is := CutSide(text); is && side != "" {
		return position(parseBoard(board, side))
	}
	game, err := ParseGame(start, text)
	if err != nil {
		return nil, fmt.Errorf("%w; %s", err, PositionForms)
	}
	return game, nil
}

// CutSide splits a text that is a board into its 64 squares and the side to move, "" if that is missing. Blanks and
// line breaks do not matter.
func CutSide(text string) (board, side string, isBoard bool) {
	fields := strings.Fields(text)
	text = strings.Join(fields, "")
	if len(text) != 64 && len(text) != 65 || !IsBoard(text[:64]) {
		return "", "", false
	}
	if last := fields[len(fields)-1]; len(text) == 64 && len(last) == 1 && len(fields[0]) > 1 {
		return "", "", false // a side after 63 squares
	}
	return text[:64], text[64:], true
}

// IsBoard reports whether a word is the 64-character half of a position. The side to move must follow
// it.
func IsBoard(word string) bool {
	return len(word) == 64 && strings.Trim(word, "XxB*bOoWw-.#") == ""
}

func parseBoard(board, side string) (Position, error) {
	var black, white uint64 // holes are in both
	for i := range 64 {
		switch board[i] {
		case 'X', 'x', '*', 'b', 'B':
			black |= Square(i).Bit()
		case 'O', 'o', 'w', 'W':
			white |= Square(i).Bit()
		case '#':
			black |= Square(i).Bit()
			white |= Square(i).Bit()
		case '-', '.':
		default:
			return Position{}, fmt.Errorf(
				"board %s: %q on %s is none of X * b B (black), O o w W (white), - . (empty), # (a hole)",
				board, board[i], Square(i))
		}
	}
	switch side {
	case "X", "x", "*", "b", "B":
		return Position{Board: Board{Mover: black, Opponent: white}, Side: Black}, nil
	case "O", "o", "w", "W":
		return Position{Board: Board{Mover: white, Opponent: black}, Side: White}, nil
	}
	return Position{}, fmt.Errorf("side to move %q: X for Black or O for White", side)
}
