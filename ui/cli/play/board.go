package play

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"evothello/engine"
	"evothello/engine/session"
)

// A pen draws with or without colours. Letters, stars and brackets show everything too, so a game without colours
// is complete.
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

// drawn returns a drawing of a position: X is black, O is white, * is a legal move, brackets are around the last move,
// and holes are blank.
func drawn(p pen, v session.Snapshot) string {
	size := int(math.Sqrt(float64(len(v.Squares))))
	number := func(s engine.Square) int { return size*s.Row() + s.Col() }
	squares, last := []byte(v.Squares), -1
	for _, s := range v.Legal {
		squares[number(s)] = '*'
	}
	if v.Last >= 0 {
		last = number(v.Last)
	}
	width := len(strconv.Itoa(size))
	heading := strings.Repeat(" ", width)
	for x := range size {
		heading += fmt.Sprintf(" %c", 'a'+x)
	}
	text := p.paint(faint, heading) + "\n"
	for y := range size {
		row := squares[size*y : size*y+size]
		text += p.paint(faint, fmt.Sprintf("%*d", width, y+1)) + p.row(row, last-size*y) + "\n"
	}
	return text
}

// row draws a row. last is the column of the last move, or a number outside the row.
func (p pen) row(squares []byte, last int) string {
	var text strings.Builder
	for x, square := range squares {
		switch {
		case x == last:
			text.WriteString(p.paint(yellow, "["))
		case x > 0 && x-1 == last:
			text.WriteString(p.paint(yellow, "]"))
		default:
			text.WriteByte(' ')
		}
		text.WriteString(p.square(square))
	}
	if last == len(squares)-1 {
		text.WriteString(p.paint(yellow, "]"))
	}
	return text.String()
}

func (p pen) square(letter byte) string {
	switch letter {
	case '#':
		return " "
	case 'X':
		return p.paint(bold, "X")
	case 'O':
		return p.paint(cyan, "O")
	case '*':
		return p.paint(green, "*")
	}
	return "."
}
