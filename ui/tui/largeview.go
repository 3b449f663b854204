package tui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/ui/cli"
)

// A largeLayout says where a board larger than 8×8 is on the screen. Where the terminal is too small for all of
// it, a part around the cursor is shown.
type largeLayout struct {
	grid                          // of the shown squares
	left, top, columns, ranks int // the shown part of the board
	margin                    int // columns beside everything
	panel                     int // width of the panel, 0 if there is none
}

// Sizes of a square on boards larger than 8×8, the largest first. Without colours a square has one row.
var (
	largeSizes      = [][2]int{{11, 5}, {9, 4}, {7, 3}, {5, 2}, {3, 1}}
	plainLargeSizes = [][2]int{{5, 1}, {3, 1}}
)

// largeLabels is the width of the row numbers.
const largeLabels = 3

// layout returns the layout with the largest squares that leave room for the board and a panel, else for the
// board, else with the smallest squares and a part of the board.
func (m *largeModel) layout() (l largeLayout, fits bool) {
	if m.width < LeastWidth || m.height < LeastHeight {
		return l, false
	}
	size, choice := m.size(), largeSizes
	if !m.theme.colour {
		choice = plainLargeSizes
	}
	room := m.height - textLines
	l.columns, l.ranks = size, size
	for _, panel := range []int{narrow, 0} {
		for _, square := range choice {
			l.w, l.h = square[0], square[1]
			free := m.width - largeLabels - size*l.w
			if size*l.h <= room && (free >= gutter+panel || panel == 0 && free >= 0) {
				if panel > 0 {
					l.panel = min(free-gutter, wide)
				}
				return m.placed(l), true
			}
		}
	}
	l.columns, l.ranks = min(size, (m.width-largeLabels)/l.w), min(size, room)
	if free := m.width - largeLabels - l.columns*l.w; free >= gutter+narrow {
		l.panel = min(free-gutter, wide)
	}
	return m.placed(l), true
}

// placed puts a layout in the middle of the screen, and the cursor into the shown part of the board.
func (m *largeModel) placed(l largeLayout) largeLayout {
	l.left = min(max(m.cursor.Col()-l.columns/2, 0), m.size()-l.columns)
	l.top = min(max(m.cursor.Row()-l.ranks/2, 0), m.size()-l.ranks)
	width := largeLabels + l.columns*l.w
	if l.panel > 0 {
		width += gutter + l.panel
	}
	l.margin = (m.width - width) / 2
	l.x, l.y = l.margin+largeLabels, 2
	return l
}

// at returns the square at a place on the screen, or NoSquare outside the board.
func (l *largeLayout) at(x, y int) large.Square {
	x, y = x-l.x, y-l.y
	if x < 0 || y < 0 || x >= l.columns*l.w || y >= l.ranks*l.h {
		return large.NoSquare
	}
	return large.At(l.left+x/l.w, l.top+y/l.h)
}

// View draws the screen.
func (m *largeModel) View() tea.View {
	return view(m.draw())
}

// draw returns the screen as text.
func (m *largeModel) draw() string {
	l, fits := m.layout()
	if !fits {
		return tooSmall(m.theme.language, m.width, m.height)
	}
	text := m.drawGame(&l)
	if m.helping {
		text = m.help(page{l.margin, m.width - 2*l.margin, m.height - 1})
	}
	margin := strings.Repeat(" ", l.margin)
	bottom := margin + m.theme.bindings(m.largeKeys(), m.width-l.margin)
	if m.prompt.open {
		bottom = margin + cut(m.prompt.input.View(), m.width-l.margin)
	}
	return m.screenOf(text, bottom)
}

// drawGame draws the players, the board with the panel, and the text below.
func (m *largeModel) drawGame(l *largeLayout) []string {
	width := m.width - 2*l.margin
	text := append([]string{m.header(width)}, m.board(l)...)
	for i, line := range m.panel(l.panel, len(text)-1) {
		if l.panel > 0 {
			text[i+1] = pad(text[i+1], largeLabels+l.columns*l.w+gutter) + line
		}
	}
	status := m.status()
	if l.ranks < m.size() || l.columns < m.size() {
		first, last := large.At(l.left, l.top), large.At(l.left+l.columns-1, l.top+l.ranks-1)
		status += m.text(" Shown: %s to %s.", first, last)
	}
	text = append(text, m.theme.bold.Render(cut(status, width)))
	for _, line := range wrap(cli.Plain(m.notice.text), width, min(max(m.height-1-len(text), 1), maxBelow-1)) {
		if m.notice.bad {
			line = m.theme.bad.Render(line)
		}
		text = append(text, line)
	}
	return indent(text, page{l.margin, width, m.height - 1})
}

// header returns the players and their discs.
func (m *largeModel) header(width int) string {
	v := m.session.Snapshot()
	var sides [2]string
	for side := range engine.Side(2) {
		disc, turn := side.Letter()[0], " "
		if !v.Over && v.Side == side {
			turn = "▸"
		}
		sides[side] = fmt.Sprintf("%s%s %s  %s", turn, m.theme.discLabel(disc), cut(m.name(side), width/2-12),
			m.theme.bold.Render(fmt.Sprint(strings.Count(v.Squares, string(disc)))))
	}
	return pad(sides[engine.Black], width/2) + sides[engine.White]
}

// board draws the shown part of the board with its coordinates.
func (m *largeModel) board(l *largeLayout) []string {
	letters := strings.Repeat(" ", largeLabels)
	for x := range l.columns {
		letters += pad(strings.Repeat(" ", l.w/2)+string(rune('a'+l.left+x)), l.w)
	}
	drawn := []string{m.theme.faint.Render(letters)}
	v := m.session.Snapshot()
	legal := map[large.Square]bool{}
	for _, s := range v.Legal {
		legal[s] = m.userToMove()
	}
	for y := range l.ranks {
		rows := make([]string, l.h)
		for x := range l.columns {
			s := large.At(l.left+x, l.top+y)
			f := face{
				disc: v.Squares[m.size()*s.Row()+s.Col()], legal: legal[s], last: s == v.Last,
				cursor: m.userToMove() && m.pointing && s == m.cursor, dark: (s.Col()+s.Row())%2 == 1,
			}
			for i, part := range m.theme.square(f, l.grid) {
				rows[i] += part
			}
		}
		for i, row := range rows {
			label := strings.Repeat(" ", largeLabels)
			if i == l.h/2 {
				label = m.theme.faint.Render(fmt.Sprintf("%2d ", l.top+y+1))
			}
			drawn = append(drawn, label+row)
		}
	}
	return drawn
}

// panel returns the text beside the board: about the opponent, or the last moves.
func (m *largeModel) panel(width, height int) []string {
	if width == 0 {
		return nil
	}
	text := []string{m.theme.bold.Render(m.text("Othello on %s", fmt.Sprintf("%d×%d", m.size(), m.size()))), ""}
	game := m.session.Game()
	if len(game.Moves) == 0 {
		side, against := m.options.As.Other(), m.options.Against
		about := m.text("%s is %s: %s.", side, m.name(side),
			cli.Plain(m.theme.language.about(against.Name, against.Introduction())))
		if m.options.Default {
			about = m.text("You play %s at a beginner's level: --against PLAYER chooses another.",
				cli.Plain(m.options.Against.Name)) + " " + about
		}
		how := m.text("Click a square, press t to type one such as j10, or use the arrow keys and enter.")
		text = append(append(text, wrap(how, width, 4)...), "")
		text = append(text, wrap(about, width, 6)...)
		return fill(squeeze(text), width, height)
	}
	const cell = 11 // number, disc, move
	positions := game.Positions()
	var rows []string
	for i, move := range game.Moves {
		if i%max(width/cell, 1) == 0 {
			rows = append(rows, "")
		}
		cell := pad(fmt.Sprintf("%3d %s %s", i+1, positions[i].Side.Letter(), move), cell)
		if i == len(game.Moves)-1 {
			cell = m.theme.bold.Render(cell)
		}
		rows[len(rows)-1] += cell
	}
	return fill(append(text, rows[max(len(rows)-height+len(text), 0):]...), width, height)
}

// status returns a sentence about whose turn it is, or the result.
func (m *largeModel) status() string {
	v := m.session.Snapshot()
	switch {
	case v.Over:
		return m.result(v)
	case m.userToMove():
		return ToMove(m.theme.language, v.Side, m.text(user))
	case !m.thinking.busy():
		return ToMove(m.theme.language, v.Side, m.name(v.Side))
	}
	return m.text("%s (%s) thinks ", v.Side, m.name(v.Side)) + strings.Repeat(".", 1+m.frame%3)
}

// help lists the keys.
func (m *largeModel) help(p page) []string {
	k := &keys
	all := []key.Binding{k.up, k.down, k.left, k.right, k.next, k.previous, k.play, typing, k.undo, k.redo, k.newGame,
		k.copy, k.save, k.help, k.suspend, k.quit}
	text := append([]string{m.theme.bold.Render(m.text("Keys"))}, m.theme.keyRows(all, p.width)...)
	about := m.text("Click a square to play there. Paste a transcript to set it up.")
	return indent(append(append(text, ""), wrap(about, p.width, 3)...), p)
}
