package tui

import (
	"context"
	"fmt"
	"math"
	"sync"

	tea "charm.land/bubbletea/v2"

	"evothello/engine"
	"evothello/search"
)

// graphSettings are how deep the graph looks: a few milliseconds for a position.
var graphSettings = search.Settings{Depth: 6, Endgame: 12}

// graphTable is the size of a memory that serves so shallow a search: 2¹⁴ positions.
const graphTable = 14

// A graph is what the positions of a game are worth to Black, in discs, as the shipped
// champion has it.
type graph struct {
	worths   map[engine.Position]float64 // after passes
	weighing job[engine.Position]

	mu       sync.Mutex // held while it searches
	searcher *search.Searcher
}

// mostWorths is how many positions a graph remembers: those of many games' worth of undone
// moves.
const mostWorths = 4096

// A worthMsg is what a position is worth to its mover.
type worthMsg struct {
	number int
	at     engine.Position
	discs  float64
	err    error
}

// positions are those of the game that the graph shows.
func (m *Model) positions() []engine.Position { return m.session.Game().Positions() }

// shows reports whether the graph is shown: with values, or when moves have been judged.
func (m *Model) showsGraph() bool { return m.values.on || m.marks.known() }

// weigh has the newest position valued that is not.
func (m *Model) weigh() tea.Cmd {
	g := &m.graph
	var wanted engine.Position
	if m.showsGraph() {
		positions := m.positions()
		for i := len(positions) - 1; i >= 0 && wanted == (engine.Position{}); i-- {
			if _, known := g.worths[positions[i]]; !known {
				wanted = positions[i]
			}
		}
	}
	ctx, begin := g.weighing.turnTo(m.ctx, wanted)
	if !begin {
		return nil
	}
	number, board := g.weighing.number, m.options.Board
	return func() tea.Msg {
		discs, err := g.weigh(ctx, board, wanted)
		return worthMsg{number, wanted, discs, err}
	}
}

// weigh searches a position.
func (g *graph) weigh(ctx context.Context, board engine.Shape, at engine.Position) (discs float64, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case at.Over():
		discs = float64(at.FinalDiff())
	default:
		champion, err := analyser(board)
		if err != nil {
			return 0, err
		}
		if g.searcher == nil {
			g.searcher = search.New(search.NewTable(graphTable))
		}
		discs = champion.Value(at.Board, champion.Best(ctx, g.searcher, at, graphSettings)).Discs
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
	}
	return discs, nil
}

// take takes what a position is worth.
func (g *graph) take(msg worthMsg) {
	if g.weighing.finish(msg.number) && msg.err == nil { // else there is no dot
		g.remember(msg.at, msg.discs)
	}
}

// remember notes what a position is worth to its mover.
func (g *graph) remember(at engine.Position, discs float64) {
	if g.worths == nil || len(g.worths) >= mostWorths {
		g.worths = map[engine.Position]float64{}
	}
	if at.Side == engine.White {
		discs = -discs
	}
	g.worths[at] = discs
}

// The graph: a dot a position from the left, Black's discs above the middle, White's below
// it. Half a board more is the full height, and small leads can be told apart.
const (
	graphRows    = 4
	graphColumns = 31 // characters of two positions each
)

// level is how many of so many dots a lead is shown by, on a board of 64 squares.
func level(discs float64, dots int) int {
	n := int(math.Round(math.Sqrt(math.Abs(discs)/32) * float64(dots)))
	if n = min(n, dots); discs < 0 {
		return -n
	}
	return n
}

// graphPanel draws the graph beside the board.
func (m *Model) graphPanel(width int) []string {
	positions := m.positions()
	levels := make([]int, len(positions))
	known := make([]bool, len(positions))
	for i, p := range positions {
		var discs float64
		if discs, known[i] = m.graph.worths[p]; known[i] {
			levels[i] = level(discs*64/float64(p.Size()), 2*graphRows)
		}
	}
	title := "Expected result"
	if m.session.Over() {
		title = "Result"
	}
	if discs, ok := m.graph.worths[m.turn()]; ok {
		title += ": " + lead(discs)
	}
	columns := min(graphColumns, width)
	dots := newDots(columns, graphRows)
	for x := 0; x < 2*columns; x += 2 { // the middle
		dots.set(x, 2*graphRows-1)
	}
	for i := range min(len(positions), 2*columns) {
		if !known[i] {
			continue
		}
		const middle = 2 * graphRows
		for up := range dotsUp(levels[i]) {
			dots.set(i, middle-1-up)
		}
		for down := range max(-levels[i], 0) {
			dots.set(i, middle+down)
		}
	}
	return append([]string{m.theme.bold.Render(cut(title, width))}, dots.text()...)
}

// dotsUp is how many dots are above the middle: one also where the sides are even.
func dotsUp(level int) int {
	if level == 0 {
		return 1
	}
	return max(level, 0)
}

// lead says who leads and by how much.
func lead(discs float64) string {
	switch n := math.Round(math.Abs(discs)); {
	case n == 0:
		return "even"
	case discs > 0:
		return fmt.Sprintf("Black by %.0f", n)
	default:
		return fmt.Sprintf("White by %.0f", n)
	}
}
