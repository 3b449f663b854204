package tui

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
)

// A face says what to draw on a square.
type face struct {
	disc   byte // X is black, O is white, - is empty, # is a hole
	legal  bool
	last   bool // the square of the last move
	cursor bool
	dark   bool   // the darker of the two alternating colours
	value  string // the value of a move here, "" to show none
	best   bool   // the move has the highest value
}

// board draws the shown part of the board with its coordinates, one string a line. Rows and columns without squares
// have no coordinates.
func (t *theme) board(g grid, faces []face) []string {
	m := newMesh(g, faces)
	unlabelled := strings.Repeat(" ", g.labels())
	columns := unlabelled
	for x := range g.columns {
		letter := " "
		for y := range g.rows {
			if m.at(x, y) {
				letter = string(rune('a' + g.left + x))
			}
		}
		columns += pad(strings.Repeat(" ", g.w/2)+letter, g.w)
	}
	drawn := []string{t.faint.Render(columns)}
	lined := !t.colour && g.h > 1
	for y := range g.rows {
		rows := t.row(y, faces, g)
		if lined {
			rows = m.ruled(y, faces, g)
		}
		for i, row := range rows {
			label := unlabelled
			if i == g.h/2 && slices.Contains(m[y], true) {
				label = t.faint.Render(fmt.Sprintf("%*d ", g.labels()-1, g.top+y+1))
			}
			drawn = append(drawn, label+row)
		}
	}
	if lined {
		drawn = append(drawn, unlabelled+m.ruled(g.rows, faces, g)[0])
	}
	return drawn
}

// row draws a row of squares without lines around them.
func (t *theme) row(y int, faces []face, g grid) []string {
	rows := make([]string, g.h)
	for x := range g.columns {
		f := faces[g.size*(g.top+y)+g.left+x]
		f.dark = (g.left+x+g.top+y)%2 == 1
		for i, part := range t.square(f, g) {
			rows[i] += part
		}
	}
	return rows
}

// square draws a square in colour, or in one row of plain text.
func (t *theme) square(f face, g grid) []string {
	switch {
	case f.disc == '#':
		return slices.Repeat([]string{strings.Repeat(" ", g.w)}, g.h)
	case !t.colour:
		text := strings.NewReplacer(" ", ".", "·", "*") // dots mark the squares, because there are no lines
		return []string{center(text.Replace(f.text(g.w)), g.w)}
	}
	ground := t.green
	switch {
	case f.cursor:
		ground = t.cursor
	case f.last:
		ground = t.last
	case f.dark:
		ground = t.shade
	}
	if f.disc != '-' {
		return t.disc(f.disc, ground, g)
	}
	if f.value == "" && f.legal && g.h%2 == 0 && !t.ascii {
		return t.ellipse(ground, t.dot, g, 1, dotHeight)
	}
	text, ink := "", ground.Foreground(t.dot.GetBackground())
	switch {
	case f.value != "":
		text = f.value
	case f.legal:
		text = "•"
	}
	switch {
	case f.cursor:
		ink = ink.Foreground(t.black.GetBackground())
	case f.best:
		ink = ink.Bold(true).Foreground(t.white.GetBackground())
	}
	rows := make([]string, g.h)
	for i := range rows {
		rows[i] = ground.Render(strings.Repeat(" ", g.w))
	}
	rows[g.h/2] = ink.Render(center(text, g.w))
	return rows
}

// Heights are in eighths of a character.
const (
	eighths   = 8
	dotHeight = 4
	above     = 2 // total free height above and below a disc
)

// disc draws a disc on a square: round, or a block in ASCII.
func (t *theme) disc(disc byte, ground lipgloss.Style, g grid) []string {
	switch {
	case g.h == 1 && !t.ascii:
		return []string{ground.Foreground(t.of(disc).GetBackground()).Render(center("●", g.w))}
	case t.ascii:
		return t.ellipse(ground, t.of(disc), g, g.w-2, eighths*g.h)
	}
	return t.ellipse(ground, t.of(disc), g, g.w-2, eighths*g.h-above)
}

// ellipse draws an ellipse in the middle of a square. Its width is in characters, its height in eighths of a character.
func (t *theme) ellipse(ground, colour lipgloss.Style, g grid, width, height int) []string {
	upper := ground.Foreground(colour.GetBackground()) // blocks fill a character from below
	lower := colour.Foreground(ground.GetBackground()) // so the lower rim is the unfilled part
	rows := make([]string, g.h)
	margin := ground.Render(strings.Repeat(" ", (g.w-width)/2))
	for i := range rows {
		rows[i] = margin
		for x := range width {
			from, to := column(x, width, height, g.h, t.ascii)
			switch from, to := from-eighths*i, to-eighths*i; {
			case from >= eighths || to <= 0:
				rows[i] += ground.Render(" ")
			case from > 0:
				rows[i] += upper.Render(block(eighths - from))
			case to < eighths:
				rows[i] += lower.Render(block(eighths - to))
			default:
				rows[i] += colour.Render(" ")
			}
		}
		rows[i] += margin
	}
	return rows
}

// column returns the top and the bottom of an ellipse's column, in eighths, in a square with a number of rows.
// If square is set, all columns have the full height.
func column(x, width, height, rows int, square bool) (from, to int) {
	if !square {
		dx := (2*float64(x)+1)/float64(width) - 1
		height = int(math.Round(float64(height) * math.Sqrt(1-dx*dx)))
	}
	from = (eighths*rows - height) / 2
	return from, eighths*rows - from
}

// block returns a character that is filled from below by a number of eighths, 1 to 7.
func block(filled int) string { return string(rune('▁' + filled - 1)) }

// text returns a square's content without colours: X or O, a dot for a legal move, or the value of a move, with
// a star for the best one. The last move is in brackets, the cursor in angle quotes.
func (f face) text(width int) string {
	inside := " "
	switch {
	case f.disc == '#':
	case f.disc != '-':
		inside = string(f.disc)
	case f.best:
		inside = "*" + f.value
	case f.value != "":
		inside = f.value
	case f.legal:
		inside = "·"
	}
	switch {
	case f.cursor && len(inside)+2 > width:
		return "›" + cut(inside, width-1)
	case f.cursor:
		return "›" + inside + "‹"
	case f.last:
		return "[" + inside + "]"
	}
	return inside
}

// center puts a text in the middle of a width, or a column further left.
func center(text string, width int) string {
	return pad(strings.Repeat(" ", max(width-lipgloss.Width(text), 0)/2)+text, width)
}
