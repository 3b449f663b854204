package play

import (
	"fmt"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/engine/session"
)

// A pen draws with colour or without. Colour only repeats what letters, stars and
// brackets say.
type pen struct{ colour bool }

// Colours as ANSI codes.
const (
	faint  = "2"
	bold   = "1"
	green  = "32"
	yellow = "1;33"
	cyan   = "36"
)

func (p pen) paint(colour, text string) string {
	if !p.colour {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// board draws a position: X black, O white, * where the mover may play, brackets
// around the last move, nothing where the board has a hole.
func (p pen) board(v session.Snapshot) string {
	var text strings.Builder
	text.WriteString(p.paint(faint, "  a b c d e f g h") + "\n")
	for y := range 8 {
		text.WriteString(p.paint(faint, fmt.Sprint(y+1)))
		for x := range 9 { // a gap before each square and one after the last
			text.WriteString(p.gap(x, y, v.Last))
			if x < 8 {
				text.WriteString(p.square(v, engine.At(x, y)))
			}
		}
		text.WriteString("\n")
	}
	return text.String()
}

// gap is what stands to the left of column x: a bracket beside the last move.
func (p pen) gap(x, y int, last engine.Square) string {
	switch {
	case x < 8 && engine.At(x, y) == last:
		return p.paint(yellow, "[")
	case x > 0 && engine.At(x-1, y) == last:
		return p.paint(yellow, "]")
	case x == 8:
		return "" // nothing follows but the end of the line
	}
	return " "
}

func (p pen) square(v session.Snapshot, s engine.Square) string {
	switch {
	case v.Squares[s] == '#':
		return " "
	case v.Squares[s] == 'X':
		return p.paint(bold, "X")
	case v.Squares[s] == 'O':
		return p.paint(cyan, "O")
	case slices.Contains(v.Legal, s):
		return p.paint(green, "*")
	}
	return "."
}
