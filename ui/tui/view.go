package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// View draws the screen.
func (m *Model) View() tea.View {
	view := tea.NewView(m.draw())
	view.AltScreen = true
	view.MouseMode = tea.MouseModeCellMotion
	view.WindowTitle = "Othello"
	return view
}

// draw is the screen as text.
func (m *Model) draw() string {
	l, fits := newLayout(m.width, m.height, !m.theme.colour)
	if !fits {
		return tooSmall(m.width, m.height)
	}
	var text []string
	switch m.screen {
	case atChooser:
		text = m.drawChooser(m.page(l))
	case atRuns:
		text = m.drawRuns(m.page(l))
	case atBoards:
		text = m.drawBoards(m.page(l))
	case atHelp:
		text = m.drawHelp(m.page(l))
	default:
		text = m.drawGame(l)
	}
	text = fill(text, m.width, m.height-1)
	drawn := strings.Join(append(text, m.bottom(l)), "\n")
	if m.theme.ascii {
		return inASCII(drawn)
	}
	return drawn
}

// drawGame draws the board and what is around it.
func (m *Model) drawGame(l layout) []string {
	margin := strings.Repeat(" ", l.x)
	text := make([]string, l.y)
	gap := func(i int) {
		if l.gaps[i] {
			text = append(text, "")
		}
	}
	text = append(text, margin+m.header(&l))
	gap(0)
	rows := m.theme.board(l.grid, m.faces(l.grid))
	panel := m.panel(l.panel, len(rows))
	for i, row := range rows {
		if l.panel > 0 {
			row = pad(row, l.boardWidth()+gutter) + panel[i]
		}
		text = append(text, margin+row)
	}
	gap(1)
	for _, line := range m.below(l.width, min(m.height-1-len(text), mostBelow)) {
		text = append(text, margin+line)
	}
	return text
}

// mostBelow is how many lines under the board are for text, if there is room.
const mostBelow = 4

// bottom is the last line: the keys, or what is being typed.
func (m *Model) bottom(l layout) string {
	margin := strings.Repeat(" ", l.x)
	if m.prompt.open {
		return margin + cut(m.prompt.input.View(), m.width-l.x)
	}
	return margin + m.bindings(m.short(), m.width-l.x)
}

// bindings names keys on a line, as many as fit.
func (m *Model) bindings(bindings []key.Binding, width int) string {
	line := ""
	for _, b := range bindings {
		h := b.Help()
		next := line + m.theme.bold.Render(h.Key) + " " + m.theme.faint.Render(h.Desc)
		if ansi.StringWidth(next) > width {
			break
		}
		line = next + "  "
	}
	return strings.TrimRight(line, " ")
}

// A page is where screens other than the board are drawn.
type page struct{ margin, width, height int }

func (m *Model) page(l layout) page { return page{l.x, m.width - 2*l.x, m.height - 1} }

// measure tells lists and lines how much room there is for them.
func (m *Model) measure() {
	l, _ := newLayout(m.width, m.height, !m.theme.colour)
	p := m.page(l)
	m.chooser.list.resize(len(m.chooser.found()), p.height-listTop-chooserBelow)
	m.runs.list.resize(len(m.runs.known), m.runs.room(p))
	m.boards.list.resize(len(m.boards.known), p.height-listTop)
	m.prompt.input.SetWidth(max(p.width-len(m.prompt.purpose)-1, 1))
}

// drawHelp lists the keys.
func (m *Model) drawHelp(p page) []string {
	var text []string
	var all []key.Binding
	for _, group := range groups() {
		text = append(text, m.theme.bold.Render(group.title))
		text = append(append(text, m.keyRows(group.bindings, p.width)...), "")
		all = append(all, group.bindings...)
	}
	if len(text) > p.height {
		text = append(m.keyRows(all, p.width), "")
	}
	about := "A click on a square plays there. A transcript, a position or GGF that is pasted is set up. " +
		"With values, moves are worth discs to the side to move, as the shipped champion sees it."
	return indent(append(text, wrap(about, p.width, 3)...), p)
}

// keyRows writes bindings in columns.
func (m *Model) keyRows(bindings []key.Binding, width int) (rows []string) {
	const widest = 22
	columns := max(width/widest, 1)
	for i, b := range bindings {
		if i%columns == 0 {
			rows = append(rows, "")
		}
		h := b.Help()
		rows[len(rows)-1] += pad(m.theme.best.Render(pad(h.Key, 9))+" "+h.Desc, width/columns)
	}
	return rows
}

// indent moves lines to where a page begins, and cuts them.
func indent(text []string, p page) []string {
	for i := range text {
		text[i] = strings.Repeat(" ", p.margin) + cut(text[i], p.width)
	}
	return fill(text, p.margin+p.width, p.height)
}
