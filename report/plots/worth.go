package plots

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/report/analysis"
	"evothello/runs"
)

// worthIs is the note that explains the number on a square.
var worthIs = fmt.Sprintf("Half of what the score changes by when a disc there changes colour: "+
	"the mean over positions of the phase from %d fixed games.", analysis.SampleGames)

// tableFigure draws the values of discs on each square, a board for each phase, and below them the share of
// the square table.
func tableFigure(run *runs.Run, worths func() []analysis.SquareValues) figure {
	turns := run.Config.LastMoves()
	columns := min(3, len(turns))
	const pitch, gap = (pageWidth - 2*margin) / 3, 4 * vg.Millimeter
	width := vg.Length(max(columns, 2)) * pitch
	head := heading{
		title: fmt.Sprintf("%s: what a disc is worth on each square in all, champion of generation %d",
			run.Title(), run.State.CurrentChampion().Generation),
		note: worthIs + " All that the weights see is in it: " +
			strings.Replace(strings.Join(run.Config.Scorers, ", "), "possibility", "possibility (mobility)", 1) +
			". Points; each phase has a scale of its own.",
	}
	below := heading{
		title: "Of that, the square table alone",
		note: part(run) + ", in the colours above. " +
			"One voice of several (“shares” has all): here even a corner may be below zero.",
	}
	tall := (&board{title: " "}).height(pitch-gap) + gap
	rows := vg.Length((len(turns) + columns - 1) / columns)
	table := strip{scorer: "table", titles: true, quarter: mirrored(run)}
	if slices.Contains(run.Config.Scorers, "squares") {
		table.scorer = "squares"
	}
	height := head.height(width) + rows*tall
	hasTable := slices.Contains(run.Config.Scorers, table.scorer)
	if hasTable {
		height += below.height(width) + table.height(len(turns), width)
	}
	return figure{
		name:  "table",
		width: width + 2*margin, height: height + 2*margin,
		draw: func(c draw.Canvas) error {
			rest := head.draw(inside(c))
			var boards []board
			for i, worth := range worths() {
				boards = append(boards, newBoard(run.Config.HomeBoard(), turns.Name(i), &worth, ""))
			}
			style := numbers(boards, pitch-gap)
			for i, b := range boards {
				x, y := rest.Min.X+vg.Length(i%columns)*pitch, rest.Max.Y-vg.Length(i/columns)*tall
				b.draw(tile(c, x, y, pitch-gap, tall), style)
			}
			if !hasTable {
				return nil
			}
			rest.Max.Y -= rows * tall
			quarters := table.boards(run, worths())
			table.draw(below.draw(rest), quarters, table.style(quarters, width))
			return nil
		},
	}
}

// sharesFigure draws the shares of the scorers in the values of discs, a row for each scorer.
func sharesFigure(run *runs.Run, worths func() []analysis.SquareValues) figure {
	phases := len(run.Config.Turns)
	const width = pageWidth - 2*margin
	head := heading{
		title: fmt.Sprintf("%s: what each scorer adds to the worth of a disc, champion of generation %d",
			run.Title(), run.State.CurrentChampion().Generation),
		note: worthIs + " " + part(run) + ". Points; a column, a phase, has one scale of colours.",
	}
	strips := []strip{{name: "in all", titles: true, quarter: mirrored(run)}}
	for _, s := range run.Config.EvolvingScorers() {
		strips = append(strips, strip{name: s.Name, scorer: s.Name, quarter: mirrored(run)})
	}
	height := head.height(width)
	for _, s := range strips {
		height += s.height(phases, width)
	}
	return figure{
		name:  "shares",
		width: width + 2*margin, height: height + 2*margin,
		draw: func(c draw.Canvas) error {
			rest := head.draw(inside(c))
			style := strips[0].style(strips[0].boards(run, worths()), width) // its numbers are the longest
			for _, s := range strips {
				s.draw(rest, s.boards(run, worths()), style)
				rest.Max.Y -= s.height(phases, width)
			}
			return nil
		},
	}
}

// mirrored reports whether the quarters of the run's board are symmetric.
func mirrored(run *runs.Run) bool {
	symmetries := run.Config.HomeBoard().Symmetries()
	return slices.Contains(symmetries, 1) && slices.Contains(symmetries, 2)
}

// part names the part of the board that strips show.
func part(run *runs.Run) string {
	if mirrored(run) {
		return "A quarter of the board, which the others mirror"
	}
	return "The whole board"
}

// A strip is a row of boards or quarters, one for each phase, with the share of a scorer or the whole
// values.
type strip struct {
	name    string // title above the strip, or ""
	scorer  string // "" for the whole values
	titles  bool   // each board has its phase as a title
	quarter bool
}

const stripName, betweenBoards, mostInRow = 7 * vg.Millimeter, 3 * vg.Millimeter, 6

// layout returns the rows and columns of that many boards, and the width of a board.
func (s *strip) layout(boards int, width vg.Length) (rows, columns int, side vg.Length) {
	columns = min(boards, mostInRow)
	return (boards + columns - 1) / columns, columns, min(width/vg.Length(columns), 4*vg.Centimeter) - betweenBoards
}

// pitch returns the distance between rows.
func (s *strip) pitch(side vg.Length) vg.Length {
	b := board{quarter: s.quarter}
	if s.titles {
		b.title = " "
	}
	return b.height(side) + vg.Millimeter
}

func (s *strip) height(boards int, width vg.Length) vg.Length {
	rows, _, side := s.layout(boards, width)
	height := vg.Length(rows) * s.pitch(side)
	if s.name != "" {
		height += stripName
	}
	return height
}

// style returns the style of the numbers of boards.
func (s *strip) style(boards []board, width vg.Length) draw.TextStyle {
	_, _, side := s.layout(len(boards), width)
	return numbers(boards, side)
}

func (s *strip) boards(run *runs.Run, worths []analysis.SquareValues) (all []board) {
	for i := range worths {
		b := newBoard(run.Config.HomeBoard(), "", &worths[i], s.scorer)
		if b.quarter = s.quarter; s.titles {
			b.title = "moves " + run.Config.LastMoves().Moves(i)
		}
		all = append(all, b)
	}
	return all
}

// draw draws the strip at the top of a canvas.
func (s *strip) draw(c draw.Canvas, boards []board, style draw.TextStyle) {
	if s.name != "" {
		put(c, bold(textStyle(11, colour(0), text.XLeft)), c.Min.X, c.Max.Y-stripName/2, s.name)
		c.Max.Y -= stripName
	}
	_, columns, side := s.layout(len(boards), c.Max.X-c.Min.X)
	for i, b := range boards {
		x := c.Min.X + vg.Length(i%columns)*(c.Max.X-c.Min.X)/vg.Length(columns)
		b.draw(tile(c, x, c.Max.Y-vg.Length(i/columns)*s.pitch(side), side, side), style)
	}
}

// tile returns a part of a canvas with an upper left corner and a size.
func tile(c draw.Canvas, x, y, width, height vg.Length) draw.Canvas {
	area := vg.Rectangle{Min: vg.Point{X: x, Y: y - height}, Max: vg.Point{X: x + width, Y: y}}
	return draw.Canvas{Canvas: c.Canvas, Rectangle: area}
}
