package tui

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"evothello/engine"
	"evothello/internal/english"
	"evothello/report/analysis"
	"evothello/search"
	"evothello/weights"
)

// studies are as long as people look at a position, at most.
var studies = search.Settings{Time: 20 * time.Second}

// lastSolved is from how many empties on all moves are valued exactly: before, to look
// deeper tells more.
const lastSolved = 20

// values are what the legal moves are worth to the shipped champion, who looks deeper and
// deeper while the user thinks.
type values struct {
	on      bool
	adviser adviser
	study   job[engine.Position]
	found   *analysis.Values // nil before the first depth is done
	line    []engine.Square
}

// An adviser is the shipped champion at the user's elbow.
type adviser struct {
	mu       sync.Mutex // held while it thinks
	searcher *search.Searcher
	second   *search.Searcher // for lines while the first one is at work
	limits   search.Settings
}

// analysers are those of the champions that ship with the program, by their names. What
// their points are worth in discs takes games to find out, so that commands ask for them,
// and nothing else.
var analysers struct {
	sync.Mutex
	ready map[string]*analysis.Valuer
}

// analyser returns an analyser with the champion that ships for a board.
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

// A valuesMsg is what a depth found.
type valuesMsg struct {
	number int
	values analysis.Values
	line   []engine.Square
	err    error
	last   bool    // nothing more comes
	more   tea.Cmd // waits for the next one
}

// mostReports is how many depths and lines a study can report at most.
const mostReports = 2 * (search.MaxDepth + 1)

// study starts the evaluation of the moves in the current position, or stops it where none is wanted.
func (m *Model) study() tea.Cmd {
	var wanted engine.Position
	if m.values.on && !m.session.Over() && !m.thinking.busy() {
		wanted = m.turn()
	}
	v := &m.values
	ctx, begin := v.study.turnTo(m.ctx, wanted)
	if begin || wanted == (engine.Position{}) {
		v.found, v.line = nil, nil
	}
	if !begin {
		return nil
	}
	board := m.options.Board
	number, news := v.study.number, make(chan valuesMsg, mostReports)
	return tea.Batch(func() tea.Msg {
		defer close(news)
		v.adviser.think(ctx, board, wanted, func(found valuesMsg) {
			found.number = number
			news <- found
		})
		return nil
	}, listen(number, news))
}

// listen waits for the next news of a study.
func listen(number int, news <-chan valuesMsg) tea.Cmd {
	return func() tea.Msg {
		found, more := <-news
		found.number, found.last, found.more = number, !more, listen(number, news)
		return found
	}
}

// think values all moves and reports what each depth found, and in the end, if that is
// exact, the line to the end of the game.
func (a *adviser) think(ctx context.Context, board engine.Shape, at engine.Position, report func(valuesMsg)) {
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
	if at.Empties() <= lastSolved && settings.Depth == 0 {
		settings.Depth, settings.Endgame = max(at.Empties()/2, 1), lastSolved
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

// takeValues takes what a depth found, unless it comes late.
func (m *Model) takeValues(msg valuesMsg) tea.Cmd {
	v := &m.values
	switch {
	case !v.study.current(msg.number):
		return nil
	case msg.err != nil:
		m.refuse(msg.err)
		return msg.more
	case msg.last:
		v.study.finish(msg.number)
		return nil
	}
	v.found, v.line = &msg.values, msg.line
	if msg.values.Depth > graphSettings.Depth { // then they know better than the graph
		m.graph.remember(v.study.key, msg.values.Moves[0].Discs)
	}
	return msg.more
}

// show writes what moves are worth on their squares, in so many columns.
func (v *values) show(faces *[64]face, width int, whole bool) {
	if v.found == nil {
		return
	}
	best := v.found.Moves[0].Value
	for _, move := range v.found.Moves {
		f := &faces[move.Square]
		f.value, f.best = worth(move.Value, width, whole), move.Value == best
	}
}

// worth writes a value in so many columns, at least three: a sign and discs.
func worth(v analysis.Value, width int, whole bool) string {
	if text := fmt.Sprintf("%+.1f", v.Discs); !whole && !v.Exact && len(text) <= width && v.Won == 0 {
		return strings.Replace(text, "-0.0", "+0.0", 1)
	}
	return strings.Replace(fmt.Sprintf("%+.0f", v.Discs), "-0", "+0", 1)
}

// panel is what is said of the values beside the board: always as many lines, so that
// nothing moves.
func (v *values) panel(t *theme, width int) []string {
	const rows, columns = 3, 3
	title := "Values: looking …"
	var moves [rows]string
	expected := ""
	if v.found != nil {
		title = fmt.Sprintf("Values, %s ahead", english.Count(v.found.Depth, "move"))
		if v.found.Moves[0].Exact {
			title = "Values, solved to the end"
		}
		for i, move := range v.found.Moves[:min(len(v.found.Moves), rows*columns)] {
			text := pad(fmt.Sprintf("%s %s", move.Square, worth(move.Value, 5, false)), width/columns)
			if i == 0 {
				text = t.best.Render(text)
			}
			moves[i%rows] += text
		}
		expected = "Expected: " + Moves(v.line)
	}
	text := append([]string{t.bold.Render(title)}, moves[:]...)
	return append(text, wrap(expected, width, 2)...)
}
