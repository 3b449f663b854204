package main

import (
	"fmt"
	"math/bits"
	"strings"

	"evothello/engine"
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
// around the last move.
func (p pen) board(at engine.Position, last engine.Square) string {
	var text strings.Builder
	text.WriteString(p.paint(faint, "  a b c d e f g h") + "\n")
	for y := range 8 {
		text.WriteString(p.paint(faint, fmt.Sprint(y+1)))
		for x := range 9 { // a gap before each square and one after the last
			text.WriteString(p.gap(x, y, last))
			if x < 8 {
				text.WriteString(p.square(at, engine.At(x, y)))
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

func (p pen) square(at engine.Position, s engine.Square) string {
	switch bit := s.Bit(); {
	case at.Black()&bit != 0:
		return p.paint(bold, "X")
	case at.White()&bit != 0:
		return p.paint(cyan, "O")
	case at.Moves()&bit != 0:
		return p.paint(green, "*")
	}
	return "."
}

// counts says how many discs each side has.
func counts(p engine.Position) string {
	return fmt.Sprintf("Black X %d, White O %d.", bits.OnesCount64(p.Black()), bits.OnesCount64(p.White()))
}

// result says who won a finished game and by how much; empties count for the
// winner.
func result(p engine.Position) string {
	winner, diff := p.Winner()
	if diff == 0 {
		n := p.Discs() / 2
		return fmt.Sprintf("The game is a draw, %d-%d.", n, n)
	}
	rule := ""
	if p.Empties() > 0 {
		rule = ", empties count for the winner"
	}
	return fmt.Sprintf("%s wins %d-%d%s.", winner, (64+diff)/2, (64-diff)/2, rule)
}
