package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"evothello/engine"
)

// A grid says where the board's squares are on the screen, for drawing and for clicks. Of a board that is too large for
// the terminal, a part is shown.
type grid struct {
	x, y                     int // the top left corner of the first square that is shown
	w, h                     int // width and height of a square
	size                     int // columns and rows of the board
	left, top, columns, rows int // the part that is shown
}

// at returns the square at a place on the screen, or NoSquare outside the board.
func (g grid) at(x, y int) engine.Square {
	x, y = x-g.x, y-g.y
	if x < 0 || y < 0 || x >= g.columns*g.w || y >= g.rows*g.h {
		return engine.NoSquare
	}
	return engine.At(g.left+x/g.w, g.top+y/g.h)
}

// index returns the index of a square in lists of the whole board, row by row.
func (g grid) index(s engine.Square) int { return g.size*s.Row() + s.Col() }

// labels returns the width of the row numbers.
func (g grid) labels() int {
	if g.size > 9 {
		return 3
	}
	return 2
}

// isPart reports whether only a part of the board is shown.
func (g grid) isPart() bool { return g.columns < g.size || g.rows < g.size }

// centerOn chooses the part of the board around a square.
func (g *grid) centerOn(s engine.Square) {
	if s != engine.NoSquare {
		g.left = min(max(s.Col()-g.columns/2, 0), g.size-g.columns)
		g.top = min(max(s.Row()-g.rows/2, 0), g.size-g.rows)
	}
}

// A layout says where everything is on the screen: a header, the board with its coordinates, two lines below it, and a
// line for the keys. There is a panel beside the board if there is room, else below the two lines.
type layout struct {
	x, y  int // the place of the header
	width int // the total width
	grid  grid
	frame int // 1 if the board is drawn with lines, for the closing line
	panel int // width of the panel beside the board, 0 if there is none
	under int // height of the panel under the board, 0 if there is none
	gaps  [2]bool
}

// Sizes of a square in columns and rows, the largest first. If the board has lines, they take the first row and column.
var (
	sizes      = [][2]int{{11, 5}, {9, 4}, {7, 3}, {5, 2}, {5, 1}, {3, 1}}
	linedSizes = [][2]int{{9, 4}, {5, 2}, {5, 1}, {3, 1}}
)

const (
	gutter    = 3 // columns between board and panel
	narrow    = 31
	wide      = 46 // greatest useful width of the panel
	textLines = 5  // header, column letters, two lines of text, keys
	lowest    = 2  // smallest useful height of a panel under the board

	LeastWidth  = 44            // smallest width of a terminal, in columns
	LeastHeight = 8 + textLines // smallest height of a terminal, in rows
)

// newLayout returns the layout of a board with so many columns and rows: with the largest squares that leave room for a
// panel, else with the largest ones, else with the smallest ones and a part of the board around a square.
func newLayout(width, height int, lined bool, size int, around engine.Square) (l layout, fits bool) {
	if width < LeastWidth || height < LeastHeight {
		return l, false
	}
	choice := sizes
	if lined {
		choice = linedSizes
	}
	for _, panel := range []int{narrow, 0} {
		for _, square := range choice {
			l = layout{grid: grid{w: square[0], h: square[1], size: size, columns: size, rows: size}}
			if lined && l.grid.h > 1 {
				l.frame = 1
			}
			free := width - l.boardWidth()
			if spare := height - l.boardHeight() - textLines; spare >= 0 && free >= 0 && (panel == 0 || free >= gutter+panel) {
				if panel > 0 {
					l.panel = min(free-gutter, wide)
				}
				l.place(width, height)
				return l, true
			}
		}
	}
	g := &l.grid
	g.columns, g.rows = min(size, (width-g.labels())/g.w), min(size, height-textLines)
	g.centerOn(around)
	if free := width - l.boardWidth(); free >= gutter+narrow {
		l.panel = min(free-gutter, wide)
	}
	l.place(width, height)
	return l, true
}

func (l *layout) boardWidth() int  { return l.grid.labels() + l.grid.columns*l.grid.w + l.frame }
func (l *layout) boardHeight() int { return l.grid.rows*l.grid.h + l.frame }

// place puts everything in the middle of the screen, with empty lines between the parts if there is room.
func (l *layout) place(width, height int) {
	l.width = l.boardWidth()
	if l.panel > 0 {
		l.width += gutter + l.panel
	}
	spare := height - l.boardHeight() - textLines
	for i := range l.gaps {
		if spare > 0 {
			l.gaps[i] = true
			spare--
		}
	}
	if under := spare - 1; l.panel == 0 && under >= lowest { // the two lines become three
		l.under, spare = under, 0
	}
	l.x, l.y = (width-l.width)/2, spare/2
	l.grid.x, l.grid.y = l.x+l.grid.labels(), l.y+2+lines(l.gaps[0])
}

func lines(gap bool) int {
	if gap {
		return 1
	}
	return 0
}

// tooSmall returns a text about the size that the terminal must have, cut to its present size.
func tooSmall(l Language, width, height int) string {
	text := l.Text("The board needs %d columns and %d rows; this terminal has %d and %d. Make it larger, or play "+
		"with --plain.",
		LeastWidth, LeastHeight, width, height)
	return strings.Join(fill(strings.Split(ansi.Wrap(text, max(width, 1), ""), "\n"), width, height), "\n")
}

// fill returns a text with exactly height lines, each cut to width columns.
func fill(text []string, width, height int) []string {
	filled := make([]string, max(height, 0))
	for i := range filled {
		if i < len(text) {
			filled[i] = cut(text[i], width)
		}
	}
	return filled
}

// cut shortens a line that is too wide.
func cut(line string, width int) string {
	if width <= 0 {
		return ""
	}
	return ansi.Truncate(line, width, "…")
}

// pad cuts or extends a line to exactly width columns.
func pad(line string, width int) string {
	line = cut(line, width)
	return line + strings.Repeat(" ", max(width-ansi.StringWidth(line), 0))
}
