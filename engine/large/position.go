package large

import (
	"errors"
	"fmt"
	"strings"

	"evothello/engine"
)

// A Position is a board and the side to move.
type Position struct {
	Board
	Side engine.Side
}

// Start returns the position of the first move on a board of an even size: four discs in the middle,
// as on 8×8 squares.
func Start(size int) Position {
	low, high := size/2-1, size/2
	p := Position{Board: Board{Size: size}, Side: engine.Black}
	p.Mover.Add(At(high, low))
	p.Mover.Add(At(low, high))
	p.Opponent.Add(At(low, low))
	p.Opponent.Add(At(high, high))
	return p
}

// Sets returns Black's and White's discs.
func (p Position) Sets() (black, white Set) {
	if p.Side == engine.Black {
		return p.Mover, p.Opponent
	}
	return p.Opponent, p.Mover
}

// Play returns the position after the legal move s. For Pass it is the same board with the other side
// to move.
func (p Position) Play(s Square) Position {
	if s == Pass {
		return p.Pass()
	}
	return Position{Board: p.Board.Play(s), Side: p.Side.Other()}
}

// ToMove returns the side to move.
func (p Position) ToMove() engine.Side { return p.Side }

// Pass returns the same board with the other side to move.
func (p Position) Pass() Position { return Position{Board: p.Swap(), Side: p.Side.Other()} }

// MustPass reports whether the mover has no move and the opponent has one.
func (p Position) MustPass() bool {
	return p.Moves().IsEmpty() && !p.Swap().Moves().IsEmpty()
}

// Settle passes for a mover who must pass. The result has a legal move or is the end of the game.
func (p Position) Settle() Position {
	if p.MustPass() {
		return p.Pass()
	}
	return p
}

// Squares writes the board with one character per square, a1 b1 …: X is black, O white and - empty.
func (p Position) Squares() string {
	black, white := p.Sets()
	var text strings.Builder
	for y := range p.Size {
		for x := range p.Size {
			switch s := At(x, y); {
			case black.Has(s):
				text.WriteByte('X')
			case white.Has(s):
				text.WriteByte('O')
			default:
				text.WriteByte('-')
			}
		}
	}
	return text.String()
}

// String writes the position as "BOARD SIDE", the form that ParsePosition reads.
func (p Position) String() string { return p.Squares() + " " + p.Side.Letter() }

// ParsePosition parses a position on a board of a size: "BOARD SIDE", where the board has one character
// per square, X, O or -, and the side is X or O, or a transcript. A transcript that ends where the
// mover must pass gives the position after the pass.
func ParsePosition(size int, text string) (Position, error) {
	g, err := ParseGameOrPosition(size, text)
	switch {
	case err != nil:
		return Position{}, err
	case len(g.Moves) == 0:
		return g.Start, nil
	}
	return g.Final(), nil
}

// ParseGameOrPosition parses what ParsePosition parses, as a game. A position is a game without moves.
func ParseGameOrPosition(size int, text string) (*Game, error) {
	fields := strings.Fields(text)
	switch {
	case len(fields) == 0:
		return nil, errors.New("empty position: want a transcript, or the squares of the board and the side to move")
	case strings.Trim(fields[0], "XxOo-.") != "": // a transcript has digits
		return ParseTranscript(Start(size), text)
	case len(fields[0]) != size*size:
		return nil, fmt.Errorf("a board of %d squares: want %d, a1 to %s",
			len(fields[0]), size*size, At(size-1, size-1))
	case len(fields) != 2:
		return nil, errors.New("a board needs exactly one side to move after it, X or O")
	}
	p, err := parseBoard(size, strings.ToUpper(fields[0]), strings.ToUpper(fields[1]))
	return &Game{Start: p}, err
}

// parseBoard parses characters that are known to be X, O, - or dots.
func parseBoard(size int, squares, side string) (p Position, err error) {
	p.Size = size
	for i, letter := range squares {
		switch s := At(i%size, i/size); letter {
		case 'X':
			p.Mover.Add(s)
		case 'O':
			p.Opponent.Add(s)
		}
	}
	switch side {
	case "X":
		return p, nil
	case "O":
		return p.Pass(), nil
	}
	return p, fmt.Errorf("side to move %q: X for Black or O for White", side)
}

// Eight converts a position on 4×4 to 8×8 squares to package engine's form. Smaller boards are in the middle of
// 8×8, with holes around them.
func (p Position) Eight() engine.Position {
	at := engine.Position{Side: p.Side}
	margin := 4 - p.Size/2
	at.Mover, at.Opponent = ^uint64(0), ^uint64(0)
	for y := range p.Size {
		shift := 8*(y+margin) + margin
		at.Mover &^= uint64(p.full()&^p.Mover[y]) << shift
		at.Opponent &^= uint64(p.full()&^p.Opponent[y]) << shift
	}
	return at
}
