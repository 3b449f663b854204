package plots

import (
	"bytes"
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/learn/tables"
	"evothello/report/analysis"
	"evothello/runs"
	"evothello/weights"
)

// Inline holds pictures of a run as SVG elements for a web page. They are readable on a phone, and have a
// transparent background and no titles.
type Inline struct {
	Fitness, Reference string   // Reference is "" without reference opponents
	Spread             string   // of the genes
	Boards             []string // values of discs, a board for each phase
}

// DrawInline draws the inline pictures of a run with a champion and its values of discs.
func DrawInline(run *runs.Run, worths []analysis.SquareValues) (pictures Inline, err error) {
	if pictures.Fitness, err = fitnessChart(run).inline(); err != nil {
		return Inline{}, err
	}
	if len(run.Config.Reference.Opponents) > 0 {
		if pictures.Reference, err = referenceChart(run).inline(); err != nil {
			return Inline{}, err
		}
	}
	if pictures.Spread, err = populationPanels(run)[0].inline(); err != nil {
		return Inline{}, err
	}
	const side = 8 * vg.Centimeter
	var boards []board
	for i := range worths {
		boards = append(boards, newBoard(run.Config.HomeBoard(), run.Config.LastMoves().Name(i), &worths[i], ""))
	}
	pictures.Boards, err = inlineBoards(boards, side)
	return pictures, err
}

// inlineBoards draws a picture of a width for each board.
func inlineBoards(boards []board, side vg.Length) (all []string, err error) {
	style := numbers(boards, side)
	for _, b := range boards {
		drawn, err := figure{width: side, height: b.height(side), draw: func(c draw.Canvas) error {
			b.draw(c, style)
			return nil
		}}.inline()
		if err != nil {
			return nil, err
		}
		all = append(all, drawn)
	}
	return all, nil
}

// TablesInline holds pictures of table training as SVG elements for a web page.
type TablesInline struct {
	Error     string // "" without held-out games
	Reference string
	Boards    []string // values of discs, a board for each part of the game
	Edges     string   // "" if they cannot be drawn: see NoEdgesReason
}

// DrawTablesInline draws the inline pictures of table training with a finished round.
func DrawTablesInline(l *tables.Training) (pictures TablesInline, err error) {
	candidate, err := l.Candidate(l.DisplayedRound())
	if err != nil {
		return pictures, err
	}
	if c := errorChart(l); c != nil {
		if pictures.Error, err = c.inline(); err != nil {
			return pictures, err
		}
	}
	if len(l.Config.Reference.Opponents) > 0 {
		if pictures.Reference, err = candidatesChart(l).inline(); err != nil {
			return pictures, err
		}
	}
	if pictures.Boards, err = inlineBoards(boardsOf(candidate, weights.DefaultTurns), 8*vg.Centimeter); err != nil {
		return pictures, err
	}
	if NoEdgesReason(l) != "" {
		return pictures, nil
	}
	const width, height = pageWidth - 2*margin, edgesTop + edgesMost*edgesRow
	pictures.Edges, err = figure{width: width, height: height, draw: func(c draw.Canvas) error {
		return drawEdges(c, l, candidate)
	}}.inline()
	return pictures, err
}

// inline draws the chart without its heading as an SVG element.
func (c *chart) inline() (string, error) {
	return figure{width: 16 * vg.Centimeter, height: 10 * vg.Centimeter, draw: func(canvas draw.Canvas) error {
		const edge = vg.Millimeter
		c.draw(draw.Crop(canvas, edge, -2*edge, edge, -edge))
		return nil
	}}.inline()
}

// inline draws the figure as an SVG element.
func (f figure) inline() (string, error) {
	data, err := f.render("svg", color.Transparent)
	if err != nil {
		return "", err
	}
	return string(data[bytes.Index(data, []byte("<svg")):]), nil
}
