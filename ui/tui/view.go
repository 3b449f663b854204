package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// View draws the screen.
func (m *Model) View() tea.View {
	return view(m.draw())
}

// draw returns the screen as text.
func (m *Model) draw() string {
	l, fits := m.layout()
	if !fits {
		return tooSmall(m.theme.language, m.width, m.height)
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
	return m.screenOf(text, m.bottom(l))
}

// layout returns the layout of the board in the terminal.
func (m *Model) layout() (l layout, fits bool) {
	return newLayout(m.width, m.height, !m.theme.colour, m.session.Start().Columns(), m.cursor)
}

// drawGame draws the board, the panel and the texts.
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
	if l.panel > 0 {
		for i, line := range m.panel(l.panel, len(rows)) {
			rows[i] = pad(rows[i], l.boardWidth()+gutter) + line
		}
	}
	for _, row := range rows {
		text = append(text, margin+row)
	}
	gap(1)
	below := m.below(l.grid, l.width, min(m.height-1-len(text)-l.under, maxBelow))
	for _, line := range append(below, m.panel(l.width, l.under)...) {
		text = append(text, margin+line)
	}
	return text
}

// maxBelow is the largest number of text lines under the board.
const maxBelow = 4

// bottom returns the last line: the keys, or the input line.
func (m *Model) bottom(l layout) string {
	margin := strings.Repeat(" ", l.x)
	if m.prompt.open {
		return margin + cut(m.prompt.input.View(), m.width-l.x)
	}
	return margin + m.theme.bindings(m.bottomKeys(), m.width-l.x)
}

// bindings returns a line with as many keys as fit.
func (t *theme) bindings(bindings []key.Binding, width int) string {
	line := ""
	for _, b := range bindings {
		h := b.Help()
		next := line + t.bold.Render(h.Key) + " " + t.faint.Render(t.language.Text(h.Desc))
		if ansi.StringWidth(next) > width {
			break
		}
		line = next + "  "
	}
	return strings.TrimRight(line, " ")
}

// A page is the area of the screens without a board.
type page struct{ margin, width, height int }

func (m *Model) page(l layout) page { return page{l.x, m.width - 2*l.x, m.height - 1} }

// measure updates the sizes of lists and of the input line.
func (m *Model) measure() {
	l, _ := m.layout()
	p := m.page(l)
	m.chooser.list.resize(len(m.chooser.found()), p.height-listTop-chooserBelow)
	m.runs.list.resize(len(m.runs.known), m.runs.room(p))
	m.boards.list.resize(len(m.boards.known), p.height-listTop)
	m.prompt.input.SetWidth(max(p.width-ansi.StringWidth(m.prompt.input.Prompt)-1, 1))
}

// drawHelp lists the keys.
func (m *Model) drawHelp(p page) []string {
	var text []string
	var all []key.Binding
	for _, group := range groups() {
		text = append(text, m.theme.bold.Render(m.text(group.title)))
		text = append(append(text, m.theme.keyRows(group.bindings, p.width)...), "")
		all = append(all, group.bindings...)
	}
	if len(text) > p.height {
		text = append(m.theme.keyRows(all, p.width), "")
	}
	about := m.text("Click a square to play there. Paste a transcript, a position or GGF to set it up. " +
		"Values are discs for the side to move, estimated by the shipped champion.")
	return indent(append(text, wrap(about, p.width, 3)...), p)
}

// keyRows returns keys in columns.
func (t *theme) keyRows(bindings []key.Binding, width int) (rows []string) {
	const widest = 22
	columns := max(width/widest, 1)
	for i, b := range bindings {
		if i%columns == 0 {
			rows = append(rows, "")
		}
		h := b.Help()
		rows[len(rows)-1] += pad(t.best.Render(pad(h.Key, 9))+" "+t.language.Text(h.Desc), width/columns)
	}
	return rows
}

// indent moves lines into the area of a page, and cuts them.
func indent(text []string, p page) []string {
	for i := range text {
		text[i] = strings.Repeat(" ", p.margin) + cut(text[i], p.width)
	}
	return fill(text, p.margin+p.width, p.height)
}
