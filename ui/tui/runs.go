package tui

import (
	"fmt"
	"path/filepath"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"evothello/engine"
	"evothello/evolution"
	"evothello/internal/called"
	"evothello/runs"
	"evothello/ui/cli"
	"evothello/ui/playerlist"
)

// A browser is the state of the screen that shows runs of evolution and their champions.
type browser struct {
	known  []run // nil before the runs have been read
	list   menu
	chosen int         // index of the selected champion, in order of promotion
	side   engine.Side // the side that the champion would play
	loads  job[int]    // the key is the number of times that the screen was opened
	opened int
}

// A run holds the shown data of a run.
type run struct {
	name        string
	board       engine.Shape
	generations int
	champions   []evolution.Champion // in order of promotion
	err         error
}

// maxRuns is the largest number of runs that are read, because reading takes time. They are the newest ones.
const maxRuns = 50

// A runsMsg holds the runs that were read.
type runsMsg struct {
	number int
	runs   []run
}

// openRuns shows the screen and reads the runs again.
func (m *Model) openRuns() tea.Cmd {
	b := &m.runs
	b.opened++
	_, begin := b.loads.switchTo(m.ctx, b.opened)
	m.screen, b.side = atRuns, m.opponentSide()
	if !begin {
		return nil
	}
	number, dir := b.loads.number, m.options.Runs
	return func() tea.Msg { return runsMsg{number, readRuns(dir)} }
}

// readRuns reads the newest runs in a directory, and the run that comes with the program if it is there.
func readRuns(dir string) []run {
	var found []run
	for _, champion := range runs.Newest(dir, func(string, error) {}) {
		if runs.IsTraining(filepath.Dir(champion)) {
			continue // a training of tables has no generations; its champion is among the players
		}
		if found = append(found, readRun(filepath.Dir(champion))); len(found) == maxRuns {
			break
		}
	}
	if reference := filepath.Join(dir, "reference"); runs.Shipped(reference) {
		found = append(found, readRun(reference))
	}
	return found
}

func readRun(dir string) run {
	r := run{name: filepath.Base(dir)}
	opened, err := runs.Open(dir)
	if r.err = err; err == nil {
		r.board = opened.Config.HomeBoard()
		r.generations, r.champions = opened.State.Generation, opened.State.Champions
	}
	return r
}

func (b *browser) handle(msg runsMsg) {
	if b.loads.finish(msg.number) {
		b.known = append([]run{}, msg.runs...)
		b.list = menu{lines: len(b.known), shown: 1}
		b.newest()
	}
}

// run returns the selected run, or nil if there is none.
func (b *browser) run() *run {
	if b.list.at >= len(b.known) {
		return nil
	}
	return &b.known[b.list.at]
}

// turn selects another run and its newest champion.
func (b *browser) turn(step int) {
	b.list.move(step)
	b.newest()
}

// newest selects the run's newest champion.
func (b *browser) newest() {
	if r := b.run(); r != nil {
		b.chosen = max(len(r.champions)-1, 0)
	}
}

func (m *Model) pressInRuns(k tea.KeyPressMsg) tea.Cmd {
	b, r := &m.runs, m.runs.run()
	switch {
	case key.Matches(k, keys.back, keys.quit):
		m.screen = atGame
	case key.Matches(k, keys.up):
		b.turn(-1)
	case key.Matches(k, keys.down):
		b.turn(1)
	case key.Matches(k, keys.otherSide):
		b.side = b.side.Other()
	case key.Matches(k, keys.choose):
		return m.playChampion()
	case key.Matches(k, keys.older):
		b.chosen = max(b.chosen-1, 0)
	case key.Matches(k, keys.newer) && r != nil:
		b.chosen = max(min(b.chosen+1, len(r.champions)-1), 0)
	}
	return nil
}

// playChampion makes the selected champion a player. It starts a new game if the champion needs another board.
func (m *Model) playChampion() tea.Cmd {
	b, r := &m.runs, m.runs.run()
	if r == nil || len(r.champions) == 0 {
		return nil
	}
	m.screen = atGame
	var move tea.Cmd
	if !r.board.IsStandard() && r.board.Start != m.options.Board.Start {
		move = m.playOn(r.board)
	}
	champion := playerlist.Choice{Name: playerlist.Player(r.name, r.champions[b.chosen].Generation)}
	load := m.requestPlayer(playerRequest{b.side, champion})
	return tea.Batch(move, load)
}

// Numbers of lines: the longest list, the chart, and everything below the list.
const (
	maxRunsShown = 8
	chartRows    = 6
	runsBelow    = chartRows + 5
)

// room returns how many runs fit on the screen.
func (b *browser) room(p page) int {
	return min(len(b.known), maxRunsShown, max(p.height-listTop-runsBelow, 1))
}

// drawRuns draws the screen.
func (m *Model) drawRuns(p page) []string {
	b := &m.runs
	text := []string{m.theme.bold.Render(m.text("Runs of evolution")), "", ""}
	switch {
	case b.known == nil:
		text[1] = m.text("Reading …")
		return indent(text, p)
	case len(b.known) == 0:
		text[1] = m.text("There is no run in %s yet: %s", m.options.Runs, called.Evolve("run", "--budget", "45s"))
		return indent(text, p)
	}
	text[1] = "  " + pad(m.text("name"), 20) + " " + right(m.text("generations"), 11) + "  " +
		m.text("its newest champion's scores")
	from, to := b.list.rows()
	for i := from; i < to; i++ {
		text = append(text, m.runLine(&b.known[i], i == b.list.at, p.width))
	}
	return indent(append(append(text, ""), m.champion(b.run(), p)...), p)
}

func (m *Model) runLine(r *run, chosen bool, width int) string {
	text := fmt.Sprintf("%s %11d  ", pad(cli.Plain(r.name), 20), r.generations)
	switch {
	case r.err != nil:
		text = fmt.Sprintf("%s %11s  %s", pad(cli.Plain(r.name), 20), "", cli.Plain(r.err.Error()))
	case len(r.champions) > 0:
		text += scores(&r.champions[len(r.champions)-1])
	}
	if chosen {
		return m.theme.best.Render(pad("▸ "+text, width))
	}
	return cut("  "+text, width)
}

// scores returns a champion's scores against the reference opponents.
func scores(c *evolution.Champion) string {
	var scores []string
	for _, against := range c.Reference {
		scores = append(scores, fmt.Sprintf("%.0f %% %s", 100*against.Result.Score(), against.Opponent))
	}
	return strings.Join(scores, ", ")
}

// champion returns the text about the selected champion, and a chart of all champions' scores against the first
// opponent of the reference opponents.
func (m *Model) champion(r *run, p page) []string {
	if r == nil || len(r.champions) == 0 {
		return nil
	}
	c := &r.champions[m.runs.chosen]
	place := ""
	if !r.board.IsStandard() {
		place = m.text(" on %s", m.theme.language.board(r.board.Name))
	}
	text := []string{
		m.theme.bold.Render(m.text("Champion of generation %d%s", c.Generation, place)) +
			m.text(", %d of %d; it would play %s.", m.runs.chosen+1, len(r.champions), m.runs.side),
		scores(c),
	}
	if len(c.Reference) == 0 || p.height < listTop+runsBelow {
		return text
	}
	text = append(text, m.text("Score against %s by generation, the middle line 50 %%:", c.Reference[0].Opponent))
	return append(text, referenceChart(r, m.runs.chosen, p.width)...)
}

// referenceChart draws the scores of a run's champions against the first opponent of the reference opponents, and a
// mark under the selected champion.
func referenceChart(r *run, chosen, width int) []string {
	columns := min(width, 72)
	d := newDots(columns, chartRows-1)
	height := 4*(chartRows-1) - 1
	across := func(generation int) int {
		return (generation - 1) * (2*columns - 1) / max(r.generations-1, 1)
	}
	for x := 0; x < 2*columns; x += 2 {
		d.set(x, height/2)
	}
	for i := range r.champions {
		c := &r.champions[i]
		if len(c.Reference) == 0 {
			continue
		}
		end := 2*columns - 1
		if i+1 < len(r.champions) {
			end = across(r.champions[i+1].Generation)
		}
		y := height - int(c.Reference[0].Result.Score()*float64(height)+0.5)
		for x := across(c.Generation); x <= end; x++ {
			d.set(x, y)
		}
	}
	mark := strings.Repeat(" ", max(across(r.champions[chosen].Generation)/2, 0)) + "▲"
	return append(d.text(), mark)
}
