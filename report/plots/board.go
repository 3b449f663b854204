package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/engine"
	"evothello/players/analysis"
	"evothello/runs"
)

// A board is a heat map with a number on each square.
type board struct {
	title   string // none if empty
	squares [64]int
	known   [64]bool
	holes   uint64
	most    int // number with the deepest colour
	side    int // 4 draws the upper left quarter only, for symmetric boards
}

// newBoard returns a board with the values of discs, or with the share of one scorer. Both have the colour
// scale of the whole values.
func newBoard(shape engine.Shape, title string, worth *analysis.SquareValues, scorer string) board {
	b := board{title: title, squares: worth.Squares, most: 1, holes: shape.Holes(), side: 8}
	for i, v := range worth.Squares {
		b.known[i] = worth.Discs[i] > 0
		b.most = max(b.most, v, -v)
	}
	if scorer != "" {
		b.squares = [64]int{}
	}
	for _, share := range worth.Shares {
		if share.Scorer == scorer {
			b.squares = share.Squares
		}
	}
	return b
}

const besideBoard, aboveBoard, boardTitle, betweenBoards = 5 * vg.Millimeter, 5 * vg.Millimeter, 5 * vg.Millimeter,
	3 * vg.Millimeter

// height returns the height of the board for a width.
func (b *board) height(width vg.Length) vg.Length {
	if b.title == "" {
		return aboveBoard + width - besideBoard
	}
	return boardTitle + aboveBoard + width - besideBoard
}

// draw draws the board at the top of a canvas, over the full width.
func (b *board) draw(c draw.Canvas, number draw.TextStyle) {
	left, top := c.Min.X+besideBoard, c.Max.Y-aboveBoard
	if b.title != "" {
		top -= boardTitle
		put(c, bold(textStyle(10, ink, text.XLeft)), left, c.Max.Y-boardTitle/2, b.title)
	}
	size := (c.Max.X - left) / vg.Length(b.side)
	small := textStyle(8, quiet, text.XCenter)
	for i := range b.side {
		middle := (vg.Length(i) + 0.5) * size
		put(c, small, left+middle, top+2.2*vg.Millimeter, string(rune('a'+i)))
		put(c, small, left-2.4*vg.Millimeter, top-middle, string(rune('1'+i)))
	}
	for i := range b.side * b.side {
		row, column := i/b.side, i%b.side
		if s := engine.At(column, row); b.holes&s.Bit() == 0 {
			cell := tile(c, left+vg.Length(column)*size, top-vg.Length(row)*size, size, size)
			drawCell(cell, number, diverging(b.share(s)), b.text(s))
		}
	}
}

func (b *board) text(s engine.Square) string {
	if !b.known[s] {
		return "–"
	}
	return whole(b.squares[s])
}

// boardRows draws boards of a width in rows, at most that many in a row, with the same style of numbers.
func boardRows(boards []board, columns int, pitch, side vg.Length, style draw.TextStyle) block {
	return tiles(len(boards), columns, pitch, boards[0].height(side)+betweenBoards, func(i int, c draw.Canvas) {
		c.Max.X = c.Min.X + side
		boards[i].draw(c, style)
	})
}

// thirds draws boards in rows of three.
func thirds(boards []board) block {
	const pitch = pageWidth / 3
	return boardRows(boards, 3, pitch, pitch-betweenBoards, numbers(boards, pitch-betweenBoards))
}

// strip draws boards in rows of up to six, with the style of numbers of others.
func strip(boards, others []board, width vg.Length) block {
	columns := min(len(boards), 6)
	pitch := width / vg.Length(columns)
	side := min(pitch, 4*vg.Centimeter) - betweenBoards
	return boardRows(boards, columns, pitch, side, numbers(others, side))
}

// inlineBoards draws an SVG element for each board.
func inlineBoards(boards []board) (all []string) {
	const side = 78 * vg.Millimeter
	style := numbers(boards, side)
	for _, b := range boards {
		all = append(all, page{side, []block{{b.height(side), func(c draw.Canvas) { b.draw(c, style) }}}}.inline())
	}
	return all
}

// numbers returns a text style in which the longest number of all boards fits into a square, for boards of
// a width.
func numbers(boards []board, width vg.Length) draw.TextStyle {
	style := textStyle(9.5, ink, text.XCenter)
	for _, b := range boards {
		room := 0.92 * (width - besideBoard) / vg.Length(b.side)
		for s := range engine.Square(64) {
			if long := style.Width(b.text(s)); long > room {
				style.Font.Size *= font.Length(room / long)
			}
		}
	}
	return style
}

// share returns the depth of a square's colour, −1…1. It is the square root of the value, because on a
// linear scale a corner would leave all other squares white.
func (b *board) share(s engine.Square) float64 {
	if !b.known[s] {
		return 0
	}
	v := float64(b.squares[s]) / float64(b.most)
	return math.Copysign(math.Sqrt(min(math.Abs(v), 1)), v)
}

// diverging returns a colour of a diverging scale: blue for 1, orange for −1, nearly white for 0.
func diverging(share float64) color.RGBA {
	neutral := color.RGBA{246, 246, 244, 255}
	if share < 0 {
		return mixed(neutral, colour(1), -share)
	}
	return mixed(neutral, colour(0), share)
}

// drawCell fills a square, except a narrow gap to its neighbours, and writes text into it.
func drawCell(c draw.Canvas, style draw.TextStyle, ground color.RGBA, words string) {
	const gap = vg.Length(0.4)
	c.SetColor(ground)
	c.Fill(draw.Crop(c, gap, -gap, gap, -gap).Rectangle.Path())
	style.Color = readable(ground)
	put(c, style, c.Center().X, c.Center().Y, words)
}

// readable returns a text colour with enough contrast on a ground.
func readable(ground color.RGBA) color.Color {
	if 299*int(ground.R)+587*int(ground.G)+114*int(ground.B) < 128_000 {
		return color.White
	}
	return ink
}

// worthIs is the note that explains the number on a square.
var worthIs = fmt.Sprintf("Half of what the score changes by when a disc there changes colour: "+
	"the mean over positions of the phase from %d fixed games.", analysis.SampleGames)

// tablePage draws the values of discs on each square, a board for each phase, and below them the share of
// the square table.
func tablePage(run *runs.Run, worths []analysis.SquareValues) page {
	width := pageWidth * 2 / 3
	if len(worths) > 2 {
		width = pageWidth
	}
	title := fmt.Sprintf("%s: what a disc is worth on each square in all, champion of generation %d",
		run.Title(), run.State.CurrentChampion().Generation)
	note := worthIs + " All that the weights see is in it: " +
		strings.Replace(strings.Join(run.Config.Scorers, ", "), "possibility", "possibility (mobility)", 1) +
		". Points; each phase has a scale of its own."
	all := page{width, []block{heading(title, note, width), thirds(phaseBoards(run, worths, ""))}}
	for _, table := range []string{"squares", "table"} {
		if slices.Contains(run.Config.Scorers, table) {
			below := part(run) + ", in the colours above. " +
				"One voice of several (“shares” has all): here even a corner may be below zero."
			boards := parts(run, worths, table, true)
			head := heading("Of that, the square table alone", below, width)
			all.blocks = append(all.blocks, head, strip(boards, boards, width))
			break
		}
	}
	return all
}

// sharesPage draws the shares of the scorers in the values of discs, a row for each scorer.
func sharesPage(run *runs.Run, worths []analysis.SquareValues) page {
	title := fmt.Sprintf("%s: what each scorer adds to the worth of a disc, champion of generation %d",
		run.Title(), run.State.CurrentChampion().Generation)
	note := worthIs + " " + part(run) + ". Points; a column, a phase, has one scale of colours."
	whole := parts(run, worths, "", true) // its numbers are the longest
	blocks := []block{heading(title, note, pageWidth), subheading("in all"), strip(whole, whole, pageWidth)}
	for _, s := range run.Config.EvolvingScorers() {
		blocks = append(blocks, subheading(s.Name), strip(parts(run, worths, s.Name, false), whole, pageWidth))
	}
	return newPage(blocks...)
}

// phaseBoards returns a board of the values of discs for each phase, or of the share of a scorer.
func phaseBoards(run *runs.Run, worths []analysis.SquareValues, scorer string) (all []board) {
	for i := range worths {
		all = append(all, newBoard(run.Config.HomeBoard(), run.Config.LastMoves().Name(i), &worths[i], scorer))
	}
	return all
}

// parts returns the boards of phases as far as the rest does not mirror them.
func parts(run *runs.Run, worths []analysis.SquareValues, scorer string, titles bool) []board {
	all := phaseBoards(run, worths, scorer)
	for i := range all {
		if all[i].title = ""; mirrored(run) {
			all[i].side = 4
		}
		if titles {
			all[i].title = "moves " + run.Config.LastMoves().Moves(i)
		}
	}
	return all
}

// mirrored reports whether the quarters of the run's board are symmetric.
func mirrored(run *runs.Run) bool {
	symmetries := run.Config.HomeBoard().Symmetries()
	return slices.Contains(symmetries, 1) && slices.Contains(symmetries, 2)
}

// part names what parts shows.
func part(run *runs.Run) string {
	if mirrored(run) {
		return "A quarter of the board, which the others mirror"
	}
	return "The whole board"
}
