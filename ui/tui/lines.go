package tui

import "strings"

// A mesh draws the lines around the shown squares, on a board without colours. Its elements say whether a row and a
// column have a square.
type mesh [][]bool

func newMesh(g grid, faces []face) mesh {
	m := make(mesh, g.rows)
	for y := range m {
		m[y] = make([]bool, g.columns)
		for x := range m[y] {
			m[y][x] = faces[g.size*(g.top+y)+g.left+x].disc != '#'
		}
	}
	return m
}

func (m mesh) at(x, y int) bool { return y >= 0 && y < len(m) && x >= 0 && x < len(m[y]) && m[y][x] }

// above reports whether there is a line above a square, and before whether there is one on its left. They also
// take one row and column more, for the lines at the end of the board.
func (m mesh) above(x, y int) bool  { return m.at(x, y) || m.at(x, y-1) }
func (m mesh) before(x, y int) bool { return m.at(x, y) || m.at(x-1, y) }

// corners lists the characters where lines meet. The bits of the index say which lines there are: up, down,
// left and right.
var corners = []string{" ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"}

// corner returns the character at the top left corner of a square.
func (m mesh) corner(x, y int) string {
	i := 0
	for bit, there := range []bool{m.before(x, y-1), m.before(x, y), m.above(x-1, y), m.above(x, y)} {
		if there {
			i |= 1 << bit
		}
	}
	return corners[i]
}

// ruled draws a row of squares with lines above it, between the squares and at its ends. The row after the last is the
// line below the board.
func (m mesh) ruled(y int, faces []face, g grid) []string {
	rows := make([]string, g.h)
	if y == g.rows {
		rows = rows[:1]
	}
	for i := range rows {
		for x := range g.columns + 1 {
			switch {
			case i == 0:
				rows[i] += m.corner(x, y)
			case m.before(x, y):
				rows[i] += "│"
			default:
				rows[i] += " "
			}
			switch {
			case x == g.columns:
			case i == 0 && m.above(x, y):
				rows[i] += strings.Repeat("─", g.w-1)
			case i == g.h/2 && i > 0:
				rows[i] += center(faces[g.size*(g.top+y)+g.left+x].text(g.w-1), g.w-1)
			default:
				rows[i] += strings.Repeat(" ", g.w-1)
			}
		}
	}
	return rows
}
