package tui

import (
	"strings"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
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
	for _, line := range m.below() {
		text = append(text, margin+cut(line, l.width))
	}
	return text
}

// bottom is the last line: the keys, or what is being typed.
func (m *Model) bottom(l layout) string {
	margin := strings.Repeat(" ", l.x)
	if m.prompt.open {
		return margin + cut(m.prompt.view(l.width), m.width-l.x)
	}
	line := help.New()
	line.Styles = help.Styles{ShortKey: m.theme.bold, ShortDesc: m.theme.faint, ShortSeparator: m.theme.faint, Ellipsis: m.theme.faint}
	line.SetWidth(m.width - l.x)
	return margin + line.ShortHelpView(m.short())
}

// A page is where screens other than the board are drawn.
type page struct{ margin, width, height int }

func (m *Model) page(l layout) page { return page{l.x, m.width - 2*l.x, m.height - 1} }

// drawHelp lists the keys.
func (m *Model) drawHelp(p page) []string {
	text := []string{m.theme.bold.Render("Keys"), ""}
	const columns = 3
	for _, group := range groups() {
		text = append(text, m.theme.bold.Render(group.title))
		text = append(text, m.keyRows(group.bindings, p.width, columns)...)
		text = append(text, "")
	}
	return indent(text, p)
}

// keyRows writes bindings in columns.
func (m *Model) keyRows(bindings []key.Binding, width, columns int) (rows []string) {
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
