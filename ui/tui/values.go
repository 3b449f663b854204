package tui

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"evothello/engine"
	"evothello/players/analysis"
	"evothello/search"
	"evothello/weights"
)

// valueLimits limits the search for values: few users look at a position for longer.
var valueLimits = search.Settings{Time: 20 * time.Second}

// solvedEmpties is the largest number of empty squares at which all moves are solved. With more, a deeper
// search is more useful.
const solvedEmpties = 20

// values holds the values of the legal moves to the shipped champion. It searches deeper while the user thinks.
type values struct {
	on       bool
	searcher valueSearcher
	search   job[engine.Position]
	found    *analysis.Values // nil before the first depth is finished
	line     []engine.Square
}

// A valueSearcher searches the values of moves with the shipped champion.
type valueSearcher struct {
	mu       sync.Mutex // held while it thinks
	searcher *search.Searcher
	second   *search.Searcher // finds lines while searcher runs
	limits   search.Settings
}

// analysers caches the analysers of shipped champions, by name. A new one plays games to measure how many
// points are worth a disc, so only commands in the background may ask for one.
var analysers struct {
	sync.Mutex
	ready map[string]*analysis.Valuer
}

// analyser returns an analyser with the shipped champion for a board.
func analyser(board engine.Shape) (*analysis.Valuer, error) {
	analysers.Lock()
	defer analysers.Unlock()
	name := weights.ChampionOf(board)
	if ready := analysers.ready[name]; ready != nil {
		return ready, nil
	}
	champion, err := weights.Named(name)
	if err != nil {
		return nil, err
	}
	if analysers.ready == nil {
		analysers.ready = map[string]*analysis.Valuer{}
	}
	analysers.ready[name] = analysis.NewValuer(champion)
	return analysers.ready[name], nil
}

// A valuesMsg holds the values of one search depth.
type valuesMsg struct {
	number int
	values analysis.Values
	line   []engine.Square
	err    error
	last   bool    // no more messages follow
	more   tea.Cmd // waits for the next message
}

// maxReports is the largest number of messages of a search.
const maxReports = 2 * (search.MaxDepth + 1)

// searchValues starts the search for the values of the current position, or stops it if they are not shown.
func (m *Model) searchValues() tea.Cmd {
	var wanted engine.Position
	if m.values.on && !m.session.Over() && !m.thinking.busy() {
		wanted = m.turn()
	}
	v := &m.values
	ctx, begin := v.search.switchTo(m.ctx, wanted)
	if begin || wanted == (engine.Position{}) {
		v.found, v.line = nil, nil
	}
	if !begin {
		return nil
	}
	board := m.options.Board
	number, news := v.search.number, make(chan valuesMsg, maxReports)
	return tea.Batch(func() tea.Msg {
		defer close(news)
		v.searcher.think(ctx, board, wanted, func(found valuesMsg) {
			found.number = number
			news <- found
		})
		return nil
	}, listen(number, news))
}

// listen waits for the next message of a search.
func listen(number int, news <-chan valuesMsg) tea.Cmd {
	return func() tea.Msg {
		found, more := <-news
		found.number, found.last, found.more = number, !more, listen(number, news)
		return found
	}
}

// think searches the values of all moves, and reports those of each depth. If the last ones are exact, it then
// reports the line to the end of the game.
func (a *valueSearcher) think(ctx context.Context, board engine.Shape, at engine.Position, report func(valuesMsg)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	champion, err := analyser(board)
	if err != nil {
		report(valuesMsg{err: err})
		return
	}
	if a.searcher == nil {
		a.searcher, a.second = newSearcher(), search.New(search.NewTable(graphTable))
	}
	a.searcher.NewGame()
	settings := a.limits
	if at.Empties() <= solvedEmpties && settings.Depth == 0 {
		settings.Depth, settings.Endgame = max(at.Empties()/2, 1), solvedEmpties
	}
	var last analysis.Values
	best := champion.Values(ctx, a.searcher, at, settings, func(v analysis.Values) {
		last = v
		first := search.Result{Move: v.Moves[0].Square, Depth: v.Depth}
		report(valuesMsg{values: v, line: champion.Line(ctx, a.second, at, first)})
	})
	if best.Exact {
		report(valuesMsg{values: last, line: champion.Line(ctx, a.searcher, at, best)})
	}
}

// takeValues stores the values of a depth, unless they are outdated.
func (m *Model) takeValues(msg valuesMsg) tea.Cmd {
	v := &m.values
	switch {
	case !v.search.current(msg.number):
		return nil
	case msg.err != nil:
		m.showError(msg.err)
		return msg.more
	case msg.last:
		v.search.finish(msg.number)
		return nil
	}
	v.found, v.line = &msg.values, msg.line
	if msg.values.Depth > graphSettings.Depth { // they are better than the graph's own
		m.graph.remember(v.search.key, msg.values.Moves[0].Discs)
	}
	return msg.more
}

// show puts the values of moves on their squares, in a number of columns.
func (v *values) show(faces []face, width int, whole bool) {
	if v.found == nil {
		return
	}
	best := v.found.Moves[0].Value
	for _, move := range v.found.Moves {
		f := &faces[move.Square]
		f.value, f.best = valueText(move.Value, width, whole), move.Value == best
	}
}

// valueText formats a value, in discs with a sign, for a number of columns, at least three.
func valueText(v analysis.Value, width int, whole bool) string {
	if text := fmt.Sprintf("%+.1f", v.Discs); !whole && !v.Exact && len(text) <= width && v.Won == 0 {
		return strings.Replace(text, "-0.0", "+0.0", 1)
	}
	return strings.Replace(fmt.Sprintf("%+.0f", v.Discs), "-0", "+0", 1)
}

// panel returns the text about values beside the board. The number of lines is fixed, so that the lines below
// do not move.
func (v *values) panel(t *theme, width int) []string {
	const rows, columns = 3, 3
	title := t.language.Text("Values: searching …")
	var moves [rows]string
	expected := ""
	if v.found != nil {
		title = t.language.Text("Values, %s ahead", t.language.count(v.found.Depth, "move"))
		if v.found.Moves[0].Exact {
			title = t.language.Text("Values, solved to the end")
		}
		for i, move := range v.found.Moves[:min(len(v.found.Moves), rows*columns)] {
			text := pad(fmt.Sprintf("%s %s", move.Square, valueText(move.Value, 5, false)), width/columns)
			if i == 0 {
				text = t.best.Render(text)
			}
			moves[i%rows] += text
		}
		expected = t.language.Text("Expected: %s", Moves(v.line))
	}
	text := append([]string{t.bold.Render(title)}, moves[:]...)
	return append(text, wrap(expected, width, 2)...)
}
