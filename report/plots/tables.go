package plots

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
	"evothello/learn/tables"
	"evothello/report/analysis"
	"evothello/weights"
)

// squaresFigure draws the values of discs on each square according to pattern tables, in five parts of the
// game.
func squaresFigure(l *tables.Training, candidate *weights.Switch, round int) figure {
	const columns = 3
	const pitch, gap = (pageWidth - 2*margin) / columns, 4 * vg.Millimeter
	head := heading{
		title: fmt.Sprintf("%s: what a disc is worth on each square in all, tables of round %d", filepath.Base(l.Path()),
			round),
		note: worthIs + " Tenths of a disc; each part of the game has colours of its own.",
	}
	turns := weights.DefaultTurns
	tall := (&board{title: " "}).height(pitch-gap) + gap
	rows := (len(turns) + columns - 1) / columns
	return figure{
		name:  "squares",
		width: pageWidth, height: head.height(pageWidth-2*margin) + vg.Length(rows)*tall + 2*margin,
		draw: func(c draw.Canvas) error {
			rest := head.draw(inside(c))
			boards := boardsOf(candidate, turns)
			style := numbers(boards, pitch-gap)
			for i, b := range boards {
				x, y := rest.Min.X+vg.Length(i%columns)*pitch, rest.Max.Y-vg.Length(i/columns)*tall
				b.draw(tile(c, x, y, pitch-gap, tall), style)
			}
			return nil
		},
	}
}

// boardsOf returns boards with the values of discs according to pattern tables, one for each part of the
// game. The unit is a tenth of a disc.
func boardsOf(candidate *weights.Switch, turns weights.Turns) (boards []board) {
	parted := *candidate
	parted.Turns, parted.Phases = turns, nil
	for range turns {
		parted.Phases = append(parted.Phases, candidate.Phases[0])
	}
	for i, worth := range analysis.SquareValuesByPhase(&parted) {
		for s := range worth.Squares {
			worth.Squares[s] = int(math.Round(float64(10*worth.Squares[s]) / patterns.Unit))
		}
		boards = append(boards, newBoard(candidate.HomeBoard(), "moves "+turns.Moves(i), &worth, ""))
	}
	return boards
}

// edgeStages are the disc counts of the columns of edges.
var edgeStages = []int{24, 39, 54}

// A configuration is a configuration of an edge and its value.
type configuration struct {
	digits [10]int // a1 … h1, b2, g2: 0 empty, 1 own, 2 the opponent's
	discs  float64 // value in discs
}

// sampleGames is the number of games that determine which configurations are common.
const sampleGames = 2000

// edgesFigure draws the common configurations of an edge with the highest values in pattern tables, at three
// stages of the game.
func edgesFigure(l *tables.Training, candidate *weights.Switch, round int) figure {
	head := heading{
		title: fmt.Sprintf("%s: the edges that are worth most, tables of round %d", filepath.Base(l.Path()), round),
		note: "Of the patterns of an edge with its two X squares that arise at least once in 500 edges: " +
			"what they add, in discs, for the side to move, which has the dark discs. " +
			"Rows, corners and the squares behind are valued by other patterns besides.",
	}
	return figure{
		name:  "edges",
		width: pageWidth, height: head.height(pageWidth-2*margin) + edgesTop + edgesMost*edgesRow + 2*margin,
		draw: func(c draw.Canvas) error { return drawEdges(head.draw(inside(c)), l, candidate) },
	}
}

// The layout of the figure of edges: the height of the titles, the number of rows and their height.
const edgesTop, edgesMost, edgesRow = 8 * vg.Millimeter, 12, 11 * vg.Millimeter

// drawEdges draws a column for each stage.
func drawEdges(c draw.Canvas, l *tables.Training, candidate *weights.Switch) error {
	pitch := (c.Max.X - c.Min.X) / vg.Length(len(edgeStages))
	for i, discs := range edgeStages {
		x := c.Min.X + vg.Length(i)*pitch
		put(c, bold(textStyle(10, ink, text.XLeft)), x, c.Max.Y-edgesTop/2, fmt.Sprintf("about %d discs on the board", discs))
		found, err := bestEdges(l, candidate.PatternTables(), discs, edgesMost)
		if err != nil {
			return err
		}
		for j, one := range found {
			one.draw(tile(c, x, c.Max.Y-edgesTop-vg.Length(j)*edgesRow, pitch, edgesRow))
		}
	}
	return nil
}

// bestEdges returns the common configurations of an edge with the highest values for the side to move, at a
// disc count.
func bestEdges(l *tables.Training, trained *patterns.Tables, discs, most int) (best []configuration, err error) {
	g, of := tuples.Patterns(), patterns.Folding().Of
	shape := slices.IndexFunc(g.Shapes, func(s tuples.Shape) bool { return s.Name == "edge and X squares" })
	start, n := g.Starts[shape], g.Shapes[shape].Configurations()
	values := trained.Values(trained.Stage(discs))
	counts, edges := map[int32]int{}, 0
	for game, err := range l.Sample(sampleGames) {
		if err != nil {
			return nil, err
		}
		for _, p := range game.Positions() {
			if p.Discs() < discs-2 || p.Discs() > discs+2 {
				continue
			}
			own, opp := p.Sets()
			for _, place := range g.Shapes[shape].Places {
				edges++
				counts[of[start+tuples.Configuration(place, own, opp)]]++
			}
		}
	}
	seen := map[int32]bool{}
	for c := range n {
		w := of[start+c]
		if values[start+c] <= 0 || seen[w] || 500*counts[w] < edges {
			continue
		}
		seen[w] = true
		one := configuration{discs: float64(values[start+c]) / patterns.Unit}
		for i, rest := 0, c; i < len(one.digits); i, rest = i+1, rest/3 {
			one.digits[i] = rest % 3
		}
		best = append(best, one)
	}
	slices.SortStableFunc(best, func(a, b configuration) int { return cmp.Compare(b.discs, a.discs) })
	return best[:min(len(best), most)], nil
}

// draw draws the squares and the value beside them.
func (e *configuration) draw(c draw.Canvas) {
	const size, radius = 5 * vg.Millimeter, 1.9 * vg.Millimeter
	at := func(i int) (x, y vg.Length) { // the upper left corner of a square
		switch i {
		case 8:
			return c.Min.X + size, c.Max.Y - size
		case 9:
			return c.Min.X + 6*size, c.Max.Y - size
		}
		return c.Min.X + vg.Length(i)*size, c.Max.Y
	}
	for i, digit := range e.digits {
		x, y := at(i)
		cell := tile(c, x, y, size, size)
		drawCell(cell, textStyle(8, ink, text.XCenter), diverging(0), "")
		if digit == 0 {
			continue
		}
		var disc vg.Path
		middle := cell.Center()
		disc.Move(vg.Point{X: middle.X + radius, Y: middle.Y})
		disc.Arc(middle, radius, 0, 2*math.Pi)
		disc.Close()
		c.SetColor(ink)
		if digit == 1 {
			c.Fill(disc)
		} else {
			c.SetLineStyle(draw.LineStyle{Color: ink, Width: vg.Points(0.8)})
			c.Stroke(disc)
		}
	}
	value := minus(fmt.Sprintf("%+.1f", e.discs))
	put(c, textStyle(10, ink, text.XRight), c.Min.X+8*size+13*vg.Millimeter, c.Max.Y-size/2, value)
}
