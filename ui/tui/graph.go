package tui

import (
	"context"
	"math"
	"sync"

	tea "charm.land/bubbletea/v2"

	"evothello/engine"
	"evothello/search"
)

// graphSettings are the search settings of the graph. A position takes a few milliseconds.
var graphSettings = search.Settings{Depth: 6, Endgame: 12}

// graphTable is the size of the transposition table for such shallow searches: 2¹⁴ positions.
const graphTable = 14

// A graph holds the values of a game's positions for Black, in discs, estimated by the shipped champion.
type graph struct {
	values    map[engine.Position]float64 // for Black, by position after passes
	searching job[engine.Position]

	mu       sync.Mutex // held while it searches
	searcher *search.Searcher
}

// maxGraphValues is the largest number of positions in a graph. It is enough for many games with undone moves.
const maxGraphValues = 4096

// A graphMsg holds the value of a position for the side to move.
type graphMsg struct {
	number int
	at     engine.Position
	discs  float64
	err    error
}

// positions returns the positions of the game, which the graph shows.
func (m *Model) positions() []engine.Position { return m.session.Game().Positions() }

// showsGraph reports whether the graph is shown: with values, or if moves have been analysed.
func (m *Model) showsGraph() bool { return m.values.on || m.annotations.known() }

// searchGraph starts a search for the newest position without a value.
func (m *Model) searchGraph() tea.Cmd {
	g := &m.graph
	var wanted engine.Position
	if m.showsGraph() {
		positions := m.positions()
		for i := len(positions) - 1; i >= 0 && wanted == (engine.Position{}); i-- {
			if _, known := g.values[positions[i]]; !known {
				wanted = positions[i]
			}
		}
	}
	ctx, begin := g.searching.switchTo(m.ctx, wanted)
	if !begin {
		return nil
	}
	number, board := g.searching.number, m.options.Board
	return func() tea.Msg {
		discs, err := g.search(ctx, board, wanted)
		return graphMsg{number, wanted, discs, err}
	}
}

// search searches the value of a position.
func (g *graph) search(ctx context.Context, board engine.Shape, at engine.Position) (discs float64, err error) {
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
		_, value := champion.Settled(ctx, g.searcher, at, graphSettings)
		discs = value.Discs
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
	}
	return discs, nil
}

// handle stores the value of a position.
func (g *graph) handle(msg graphMsg) {
	if g.searching.finish(msg.number) && msg.err == nil { // after an error the graph has no dot
		g.remember(msg.at, msg.discs)
	}
}

// remember stores the value of a position, given for the side to move.
func (g *graph) remember(at engine.Position, discs float64) {
	if g.values == nil || len(g.values) >= maxGraphValues {
		g.values = map[engine.Position]float64{}
	}
	if at.Side == engine.White {
		discs = -discs
	}
	g.values[at] = discs
}

// The size of the graph. Each position has one column of dots: above the middle if Black leads, below it if
// White leads. A lead of half the board has the full height. The scale is a square root, so that small leads
// look different.
const (
	graphRows    = 4
	graphColumns = 31 // characters of two positions each
)

// level returns the height of a lead in dots, at most dots, on a board of 64 squares.
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
		if discs, known[i] = m.graph.values[p]; known[i] {
			levels[i] = level(discs*64/float64(p.Size()), 2*graphRows)
		}
	}
	title := m.text("Expected result")
	if m.session.Over() {
		title = m.text("Result")
	}
	if discs, ok := m.graph.values[m.turn()]; ok {
		title += ": " + lead(m.theme.language, discs)
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

// dotsUp returns the number of dots above the middle. It is 1 if the sides are even.
func dotsUp(level int) int {
	if level == 0 {
		return 1
	}
	return max(level, 0)
}

// lead returns who leads and by how much.
func lead(l Language, discs float64) string {
	switch n := math.Round(math.Abs(discs)); {
	case n == 0:
		return l.Text("even")
	case discs > 0:
		return l.Text("%s by %.0f", engine.Black, n)
	default:
		return l.Text("%s by %.0f", engine.White, n)
	}
}
