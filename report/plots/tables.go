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

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
	"evothello/learn/tables"
	"evothello/players/analysis"
	"evothello/weights"
)

// squaresPage draws the values of discs on each square according to pattern tables, in five parts of the
// game.
func squaresPage(l *tables.Training, candidate *weights.Switch, round int) page {
	title := fmt.Sprintf("%s: what a disc is worth on each square in all, tables of round %d", filepath.Base(l.Path()),
		round)
	note := worthIs + " Tenths of a disc; each part of the game has colours of its own."
	return newPage(heading(title, note, pageWidth), thirds(boardsOf(candidate)))
}

// boardsOf returns boards with the values of discs according to pattern tables, one for each part of the
// game. The unit is a tenth of a disc.
func boardsOf(candidate *weights.Switch) (boards []board) {
	parted, turns := *candidate, weights.DefaultTurns
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
var edgeStages = [3]int{24, 39, 54}

// A configuration is a configuration of an edge and its value.
type configuration struct {
	digits [10]int // a1 … h1, b2, g2: 0 empty, 1 own, 2 the opponent's
	discs  float64 // value in discs
}

// sampleGames is the number of games that determine which configurations are common.
const sampleGames = 2000

// edgesPage draws the common configurations of an edge with the highest values in pattern tables, at three
// stages of the game.
func edgesPage(l *tables.Training, candidate *weights.Switch, round int) (page, error) {
	title := fmt.Sprintf("%s: the edges that are worth most, tables of round %d", filepath.Base(l.Path()), round)
	const note = "Of the patterns of an edge with its two X squares that arise at least once in 500 edges: " +
		"what they add, in discs, for the side to move, which has the dark discs. " +
		"Rows, corners and the squares behind are valued by other patterns besides."
	edges, err := edgesBlock(l, candidate)
	return newPage(heading(title, note, pageWidth), edges), err
}

// edgesBlock draws a column for each stage.
func edgesBlock(l *tables.Training, candidate *weights.Switch) (block, error) {
	const top, most, row, pitch = 8 * vg.Millimeter, 12, 11 * vg.Millimeter, pageWidth / 3
	var columns [3][]configuration
	for i, discs := range edgeStages {
		var err error
		if columns[i], err = bestEdges(l, candidate.PatternTables(), discs, most); err != nil {
			return block{}, err
		}
	}
	return tiles(3, 3, pitch, top+most*row, func(i int, c draw.Canvas) {
		title := fmt.Sprintf("about %d discs on the board", edgeStages[i])
		put(c, bold(textStyle(10, ink, text.XLeft)), c.Min.X, c.Max.Y-top/2, title)
		for j, one := range columns[i] {
			one.draw(tile(c, c.Min.X, c.Max.Y-top-vg.Length(j)*row, pitch, row))
		}
	}), nil
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
	const size = 5 * vg.Millimeter
	discs := [...]draw.GlyphDrawer{1: disc(engine.Black), 2: disc(engine.White)}
	for i, digit := range e.digits {
		column, row := i, 0
		if i >= 8 { // b2 and g2
			column, row = 1+5*(i-8), 1
		}
		cell := tile(c, c.Min.X+vg.Length(column)*size, c.Max.Y-vg.Length(row)*size, size, size)
		drawCell(cell, textStyle(8, ink, text.XCenter), diverging(0), "")
		if digit != 0 {
			c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 1.9 * vg.Millimeter, Shape: discs[digit]}, cell.Center())
		}
	}
	value := minus(fmt.Sprintf("%+.1f", e.discs))
	put(c, textStyle(10, ink, text.XRight), c.Min.X+8*size+13*vg.Millimeter, c.Max.Y-size/2, value)
}
