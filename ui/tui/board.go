package tui

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"evothello/engine"
)

// A face is what there is to draw on a square.
type face struct {
	disc   byte // X black, O white, - none, # a hole
	legal  bool
	last   bool   // the last move was here
	cursor bool   // the next one would be
	dark   bool   // squares alternate
	value  string // of a move here, "" if it is not shown
	best   bool   // no move is worth more
}

// board draws the board with its coordinates, a line each. Rows and columns without any
// square have none.
func (t *theme) board(g grid, faces *[64]face) []string {
	m := newMesh(faces)
	columns := strings.Repeat(" ", labels)
	for x := range 8 {
		letter := " "
		for y := range 8 {
			if m.at(x, y) {
				letter = string(rune('a' + x))
			}
		}
		columns += pad(strings.Repeat(" ", g.w/2)+letter, g.w)
	}
	drawn := []string{t.faint.Render(columns)}
	lined := !t.colour && g.h > 1
	for y := range 8 {
		rows := t.row(y, faces, g)
		if lined {
			rows = m.ruled(y, faces, g)
		}
		for i, row := range rows {
			label := strings.Repeat(" ", labels)
			if i == g.h/2 && m[y] != [8]bool{} {
				label = t.faint.Render(fmt.Sprintf("%-*d", labels, y+1))
			}
			drawn = append(drawn, label+row)
		}
	}
	if lined {
		drawn = append(drawn, strings.Repeat(" ", labels)+m.ruled(8, faces, g)[0])
	}
	return drawn
}

// row draws a row of squares without lines around them.
func (t *theme) row(y int, faces *[64]face, g grid) []string {
	rows := make([]string, g.h)
	for x := range 8 {
		f := faces[engine.At(x, y)]
		f.dark = (x+y)%2 == 1
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
		text := strings.NewReplacer(" ", ".", "·", "*") // there are no lines to tell the squares apart
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
		return t.blob(ground, t.dot, g, 1, dotHeight)
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
	above     = 2 // what is left free above and below a disc together
)

// disc draws a disc on a square: round, or a block where there is only ASCII.
func (t *theme) disc(disc byte, ground lipgloss.Style, g grid) []string {
	switch {
	case g.h == 1 && !t.ascii:
		return []string{ground.Foreground(t.of(disc).GetBackground()).Render(center("●", g.w))}
	case t.ascii:
		return t.blob(ground, t.of(disc), g, g.w-2, eighths*g.h)
	}
	return t.blob(ground, t.of(disc), g, g.w-2, eighths*g.h-above)
}

// blob draws something round in the middle of a square, so many characters wide and so
// many eighths of one high.
func (t *theme) blob(ground, colour lipgloss.Style, g grid, width, height int) []string {
	upper := ground.Foreground(colour.GetBackground()) // blocks fill characters from below
	lower := colour.Foreground(ground.GetBackground()) // so that the lower rim is what is not filled
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

// column is where a column of a blob begins and ends in a square of so many rows. Blocks
// are as high everywhere.
func column(x, width, height, rows int, square bool) (from, to int) {
	if !square {
		dx := (2*float64(x)+1)/float64(width) - 1
		height = int(math.Round(float64(height) * math.Sqrt(1-dx*dx)))
	}
	from = (eighths*rows - height) / 2
	return from, eighths*rows - from
}

// block is a character that is filled from below by so many eighths, 1 to 7.
func block(filled int) string { return string(rune('▁' + filled - 1)) }

// text says without colour what is on a square: X or O, a dot where one may play, what a
// move is worth, with a star if it is the best; in brackets if it was the last move, between
// pointers if it is the next.
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

// center puts a text in the middle of so many columns, a column further left if need be.
func center(text string, width int) string {
	return pad(strings.Repeat(" ", max(width-lipgloss.Width(text), 0)/2)+text, width)
}
