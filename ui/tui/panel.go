package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"evothello/engine"
	"evothello/players"
	"evothello/ui/cli"
	"evothello/ui/playerlist"
)

// wrap breaks a text into exactly the given number of lines.
func wrap(text string, width, lines int) []string {
	wrapped := strings.Split(ansi.Wrap(text, max(width, 1), ""), "\n")
	if len(wrapped) > lines {
		wrapped[lines-1] = cut(strings.Join(wrapped[lines-1:], " ")+" …", width)
	}
	return fill(wrapped, width, lines)
}

// header returns the first line: the players and their discs, or the introduction.
func (m *Model) header(l *layout) string {
	if introduction := m.introduction(); introduction != "" && ansi.StringWidth(introduction) <= l.width {
		return introduction
	}
	v := m.session.Snapshot()
	var sides [2]string
	half := l.width / 2
	if l.panel > 0 {
		half = l.boardWidth() + gutter
	}
	room := min(half, l.width-half) - 12
	for side := range engine.Side(2) {
		disc := side.Letter()[0]
		turn := " "
		if !v.Over && v.Side == side {
			turn = "▸"
		}
		count := strings.Count(v.Squares, string(disc))
		sides[side] = fmt.Sprintf("%s%s %s  %s", turn, m.theme.discLabel(disc), cut(m.name(side), room),
			m.theme.bold.Render(fmt.Sprint(count)))
	}
	return pad(sides[engine.Black], half) + sides[engine.White]
}

// introduction returns a sentence about the default opponent. It is "" after the first move, or if the user
// chose a player.
func (m *Model) introduction() string {
	o := &m.options
	moved := len(m.session.Plies()) > len(o.Begun.Moves)
	if o.Default.Name == "" || moved || m.slots[o.As.Other()].contestant != o.Against {
		return ""
	}
	if o.Language != nil {
		if o.Default == playerlist.BeginnerOn(o.Board) {
			return m.text("You play %s at a beginner's level: p chooses another.", cli.Plain(o.Default.Name))
		}
		return m.text("You play %s, your newest run: p chooses another.", cli.Plain(o.Default.Name))
	}
	return cli.Plain(o.Default.Introduction("p chooses another."))
}

// panel returns the text beside the board.
func (m *Model) panel(width, height int) []string {
	if len(m.session.Game().Moves) == 0 && !m.values.on {
		return fill(m.welcome(width), width, height)
	}
	var text []string
	if m.values.on && !m.session.Over() {
		text = append(m.values.panel(&m.theme, width), "")
	}
	if m.annotations.known() {
		return fill(m.annotated(text, width, height), width, height)
	}
	if m.showsGraph() {
		text = append(append(text, m.graphPanel(width)...), "")
	}
	return fill(append(text, m.moves(width, height-len(text))...), width, height)
}

// annotated returns the text about an analysed game: the values, the graph, the last move, and all moves with their
// annotations. Where these do not fit, it leaves out the good moves, then the graph, the values and the last move.
func (m *Model) annotated(values []string, width, height int) []string {
	all := m.mistakes()
	room := height - 1 - len(m.cells(all, width, narrowMistake)) // without the list of mistakes
	ifRoom := func(section []string) []string {
		if len(section) > room {
			return nil
		}
		room -= len(section)
		return section
	}
	var remark []string
	if last := m.lastMoveText(); last != "" {
		for lines := 5; lines > 1 && remark == nil; lines-- {
			remark = ifRoom(squeeze(append(wrap(last, width, lines), "")))
		}
	}
	values = ifRoom(values)
	graph := append(m.graphPanel(width), "")
	room = height - len(values) - len(remark)
	if room >= len(graph)+m.listHeight(width) {
		return slices.Concat(values, graph, remark, m.moves(width, room-len(graph)))
	}
	if room < len(graph)+1+len(m.cells(all, width, mistakeCell)) {
		graph = nil
	}
	text := slices.Concat(values, graph, remark)
	text = append(text, m.mistakeRows(width, height-len(text))...)
	if height-len(text) > 2 {
		text = append(append(text, ""), m.moves(width, height-len(text)-1)...)
	}
	return text
}

// welcome returns the text of the panel before the first move.
func (m *Model) welcome(width int) []string {
	title := m.text("Othello")
	if !m.options.Board.IsStandard() {
		title = m.text("Othello on %s", m.theme.language.board(m.options.Board.Name))
	}
	text := []string{m.theme.bold.Render(title), ""}
	if m.slots[0].human() || m.slots[1].human() {
		how := m.text("Click a square, type one such as f5, or use the arrow keys and enter.")
		if m.options.Board.IsLarge() {
			how = m.text("Click a square, press t to type one such as j10, or use the arrow keys and enter.")
		}
		text = append(append(text, wrap(how, width, 4)...), "")
	}
	for side, slot := range m.slots {
		if !slot.human() {
			about := m.text("%s is %s: %s.", engine.Side(side), m.name(engine.Side(side)), cli.Plain(slot.about))
			text = append(append(text, wrap(about, width, 6)...), "")
			if slot.contestant == m.options.Against && m.options.Strength != "" {
				text = append(append(text, wrap(cli.Plain(m.options.Strength), width, 7)...), "")
			}
		}
	}
	return squeeze(text)
}

// squeeze removes empty lines that follow empty lines.
func squeeze(text []string) (squeezed []string) {
	for i, line := range text {
		if line != "" || i > 0 && text[i-1] != "" {
			squeezed = append(squeezed, line)
		}
	}
	return squeezed
}

// moves lists the moves with their annotations. If there is no room for all, it lists the last ones.
func (m *Model) moves(width, height int) []string {
	cell := 10 // number, move, annotation
	if m.options.Board.IsLarge() {
		cell = 11
	}
	game := m.session.Game()
	positions := game.Positions()
	columns := max(width/cell, 1)
	var rows []string
	for i, move := range game.Moves {
		if i%columns == 0 {
			rows = append(rows, "")
		}
		mark := ""
		if j := m.annotations.of(i, positions[i], move); j != nil {
			mark = string(j.Mark)
		}
		disc := positions[i].Side.Letter()
		text := pad(fmt.Sprintf("%*d %s %s%s", cell-8, i+1, disc, move, mark), cell)
		switch {
		case mark != "":
			text = m.theme.bad.Render(text)
		case i == len(game.Moves)-1:
			text = m.theme.bold.Render(text)
		}
		rows[len(rows)-1] += text
	}
	if height < 1 {
		return nil
	}
	title := m.theme.bold.Render(m.text("Moves"))
	if opening := m.opening(); opening != "" {
		title += m.text(", opening %s", m.theme.language.named("opening.", opening))
	} else if !m.options.Board.IsStandard() {
		title += m.text(", board %s", m.theme.language.board(m.options.Board.Name))
	}
	rows = append([]string{title}, rows[max(len(rows)-height+1, 0):]...)
	return rows
}

// below returns the text under the board: whose turn it is, the shown part of the board, and the last event.
func (m *Model) below(g grid, width, height int) []string {
	said := wrap(cli.Plain(m.notice.text), width, max(height-1, 1))
	if m.notice.bad {
		for i, line := range said {
			said[i] = m.theme.bad.Render(line)
		}
	}
	status := m.status()
	if g.isPart() {
		status += m.text(" Shown: %s to %s.", engine.At(g.left, g.top), engine.At(g.left+g.columns-1, g.top+g.rows-1))
	}
	return append([]string{m.theme.bold.Render(cut(status, width))}, said...)
}

// faces returns what to draw on each square.
func (m *Model) faces(g grid) []face {
	v := m.session.Snapshot()
	faces := make([]face, len(v.Squares))
	for i := range faces {
		faces[i].disc = v.Squares[i]
	}
	if v.Last != engine.NoSquare {
		faces[g.index(v.Last)].last = true
	}
	if v.Over {
		return faces
	}
	if m.userToMove() || m.stopped() {
		for _, s := range v.Legal {
			faces[g.index(s)].legal = true
		}
	}
	if m.userToMove() && m.pointing {
		faces[g.index(m.cursor)].cursor = true
	}
	if m.values.on {
		// a column stays free between the values of neighbouring squares
		m.values.show(faces, g.w-1, !m.theme.colour && g.w < 7)
	}
	return faces
}

// opening returns the name of the opening that the game follows, or "".
func (m *Model) opening() string {
	if m.session.Start() != engine.Start() {
		return ""
	}
	return players.Opening(m.session.Game())
}
