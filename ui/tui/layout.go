package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"evothello/engine"
)

// A grid says where the board's squares are on the screen, for drawing and for clicks.
type grid struct {
	x, y int // the top left corner of a1
	w, h int // width and height of a square
}

// at returns the square at a place on the screen, or NoSquare outside the board.
func (g grid) at(x, y int) engine.Square {
	x, y = x-g.x, y-g.y
	if x < 0 || y < 0 || x >= 8*g.w || y >= 8*g.h {
		return engine.NoSquare
	}
	return engine.At(x/g.w, y/g.h)
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
	sizes      = [][2]int{{11, 5}, {9, 4}, {7, 3}, {5, 2}, {5, 1}}
	linedSizes = [][2]int{{9, 4}, {5, 2}, {5, 1}}
)

const (
	labels    = 2 // columns for the row numbers
	gutter    = 3 // columns between board and panel
	narrow    = 31
	wide      = 46 // greatest useful width of the panel
	textLines = 5  // header, column letters, two lines of text, keys
	lowest    = 2  // smallest useful height of a panel under the board

	LeastWidth  = 44            // smallest width of a terminal, in columns
	LeastHeight = 8 + textLines // smallest height of a terminal, in rows
)

// newLayout returns the layout with the largest board that leaves room for a panel, else with the largest board.
func newLayout(width, height int, lined bool) (l layout, fits bool) {
	if width < LeastWidth || height < LeastHeight {
		return l, false
	}
	choice := sizes
	if lined {
		choice = linedSizes
	}
	for _, panel := range []int{narrow, 0} {
		for _, size := range choice {
			l = layout{grid: grid{w: size[0], h: size[1]}}
			if lined && l.grid.h > 1 {
				l.frame = 1
			}
			free := width - l.boardWidth()
			if spare := height - l.boardHeight() - textLines; spare < 0 || free < 0 || panel > 0 && free < gutter+panel {
				continue
			} else if panel > 0 {
				l.panel = min(free-gutter, wide)
			}
			l.place(width, height)
			return l, true
		}
	}
	return l, false
}

func (l *layout) boardWidth() int  { return labels + 8*l.grid.w + l.frame }
func (l *layout) boardHeight() int { return 8*l.grid.h + l.frame }

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
	l.grid.x, l.grid.y = l.x+labels, l.y+2+lines(l.gaps[0])
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
