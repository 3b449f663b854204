package engine

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode"
)

// PositionForms describes the input of ParsePosition, for help texts and errors.
const PositionForms = `a position is "BOARD SIDE" ` +
	`(64 characters a1…h8 of X, O, - and # for holes, then X or O to move) or a transcript such as f5d6c3`

// positionForms is PositionForms for a board with this number of columns and rows.
func positionForms(size int) string {
	if size == 8 {
		return PositionForms
	}
	return fmt.Sprintf(`a position is "BOARD SIDE" (%d characters a1…%s of X, O and -, then X or O to move) or a transcript `+
		"from the start position", size*size, At(size-1, size-1))
}

// ParsePosition parses a position in one of four forms: "BOARD SIDE", a transcript from the start position, a link of
// the web page, or "start". BOARD is the 64 squares a1…h8: X * b B for black, O o w W for white, - . for empty and #
// for holes. SIDE is X or O. Blanks are optional. A transcript that ends where the mover must pass gives the position
// after the pass.
func ParsePosition(text string) (Position, error) { return ParsePositionOn(Start(), text) }

// ParsePositionOn is ParsePosition for another start position. A board in the text has as many columns and rows as the
// start position.
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

// ParseGameOrPosition parses the same forms as ParsePositionOn, but returns a game. A position becomes a game without
// moves.
func ParseGameOrPosition(start Position, text string) (*Game, error) {
	position := func(p Position, err error) (*Game, error) { return &Game{Start: p}, err }
	size := start.Columns()
	switch fields := strings.Fields(text); {
	case len(fields) == 0:
		return nil, errors.New("empty position; " + positionForms(size))
	case len(fields) == 1 && strings.EqualFold(fields[0], "start"):
		return position(start, nil)
	case isBoard(fields[0], size):
		if len(fields) != 2 {
			return nil, fmt.Errorf("board %s needs exactly one side to move after it, X or O", fields[0])
		}
		return position(parseBoard(fields[0], fields[1]))
	}
	if board, side, is := start.CutSide(text); is && side != "" {
		return position(parseBoard(board, side))
	}
	if word := strings.Fields(text)[0]; len(word) > size && isBoard(word, 0) {
		return nil, fmt.Errorf("the board has %d squares: must have %d, a1 to %s", len(word), size*size, At(size-1, size-1))
	}
	game, err := ParseGame(start, text)
	if err != nil {
		return nil, fmt.Errorf("%w; %s", err, positionForms(size))
	}
	if !strings.ContainsFunc(text, unicode.IsLetter) {
		return nil, fmt.Errorf("%.40q has no moves; %s", text, positionForms(size))
	}
	return game, nil
}

// CutSide splits the text of a board within 8×8 into its 64 squares and the side to move, "" if the side is missing. is
// reports whether the text is such a board. Blanks and line breaks do not matter.
func CutSide(text string) (board, side string, is bool) { return Position{}.CutSide(text) }

// CutSide is like the function CutSide, for boards with as many columns and rows as the board of p.
func (p Position) CutSide(text string) (board, side string, is bool) {
	size := p.Columns()
	fields, squares := strings.Fields(text), size*size
	text = strings.Join(fields, "")
	if len(text) != squares && len(text) != squares+1 || !isBoard(text[:squares], size) {
		return "", "", false
	}
	if last := fields[len(fields)-1]; len(text) == squares && len(last) == 1 && len(fields[0]) > 1 {
		return "", "", false // a side after one square too few
	}
	return text[:squares], text[squares:], true
}

// IsBoard reports whether a word is the 64 squares of a board. In a position the side to move follows it.
func IsBoard(word string) bool { return isBoard(word, 8) }

// isBoard is IsBoard for a board with this number of columns and rows, or any number if it is 0.
func isBoard(word string, size int) bool {
	return (size == 0 || len(word) == size*size) && strings.Trim(word, "XxB*bOoWw-.#") == ""
}

// ParseBoard parses the squares of a board of any size, without blanks, and the side to move.
func ParseBoard(board, side string) (Position, error) {
	for _, shape := range append([]Shape{Standard()}, LargeShapes()...) {
		if isBoard(board, shape.Start.Columns()) {
			return parseBoard(board, side)
		}
	}
	return Position{}, fmt.Errorf("%.40q is not a board: want 64 squares, or all squares of a board from %dx%d to %dx%d",
		board, MinLarge, MinLarge, MaxLarge, MaxLarge)
}

// parseBoard parses the squares of a board of any size, whose number fits, and the side to move.
func parseBoard(board, side string) (Position, error) {
	b, holes := LargeBoard{Size: 8}, ", # (hole)" // first from Black's view
	if len(board) != 64 {
		b.Size, holes = int(math.Sqrt(float64(len(board)))), ""
	}
	for i, letter := range []byte(board) {
		s := At(i%b.Size, i/b.Size)
		black := strings.IndexByte("X*xbB", letter) >= 0
		white := strings.IndexByte("OowW", letter) >= 0
		hole := letter == '#' && b.Size == 8
		if !black && !white && !hole && letter != '-' && letter != '.' {
			return Position{}, fmt.Errorf("board %s: %s is %q: must be X * b B (black), O o w W (white)%s or - . (empty)",
				board, s, letter, holes)
		}
		if black || hole {
			b.Mover.Add(s)
		}
		if white || hole {
			b.Opponent.Add(s)
		}
	}
	p := Position{Board: b.small()}
	if b.Size != 8 {
		p = b.At(Black)
	}
	switch side {
	case "X", "x", "*", "b", "B":
		return p, nil
	case "O", "o", "w", "W":
		return p.Pass(), nil
	}
	return Position{}, fmt.Errorf("side to move %q: must be X (Black) or O (White)", side)
}
