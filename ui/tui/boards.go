package tui

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"evothello/engine"
	"evothello/engine/session"
)

// boards is the state of the screen that chooses a board.
type boards struct {
	known []engine.Shape
	list  menu
}

// newBoards returns a screen with the boards that come with the program, those larger than 8×8, and the board that it
// was started with.
func newBoards(own engine.Shape) boards {
	b := boards{known: slices.Concat(engine.Shapes, engine.LargeShapes())}
	if b.index(own) < 0 {
		b.known = append(b.known, own)
	}
	return b
}

func (b *boards) index(board engine.Shape) int {
	return slices.IndexFunc(b.known, func(one engine.Shape) bool { return one.Start == board.Start })
}

// chosen returns the selected board.
func (b *boards) chosen() engine.Shape { return b.known[b.list.at] }

// openBoards shows the screen with the current board selected.
func (m *Model) openBoards() {
	b := &m.boards
	m.screen, b.list = atBoards, menu{at: max(b.index(m.options.Board), 0), lines: len(b.known)}
}

func (m *Model) pressInBoards(k tea.KeyPressMsg) tea.Cmd {
	list := &m.boards.list
	switch {
	case key.Matches(k, keys.back, keys.quit):
		m.screen = atGame
	case key.Matches(k, keys.choose, keys.boards):
		return m.playOn(m.boards.chosen())
	case key.Matches(k, keys.up):
		list.move(-1)
	case key.Matches(k, keys.down):
		list.move(1)
	case k.Code == tea.KeyPgUp:
		list.move(-list.shown)
	case k.Code == tea.KeyPgDown:
		list.move(list.shown)
	}
	return nil
}

// playOn starts a game on a board.
func (m *Model) playOn(board engine.Shape) tea.Cmd {
	m.screen = atGame
	if m.boards.index(board) < 0 {
		m.boards.known = append(m.boards.known, board) // the board of a run
	}
	cmd := m.moveTo(board)
	m.options.Begun = engine.Game{Start: board.Start}
	m.begin(session.New(board.Start))
	m.say(m.text("A new game on the board %s, %s against %s.", m.theme.language.board(board.Name), m.name(engine.Black),
		m.name(engine.White)))
	m.announcePass()
	return cmd
}

// moveTo changes the current board. It replaces a player that cannot play on it by the default opponent.
func (m *Model) moveTo(board engine.Shape) tea.Cmd {
	if m.options.Board = board; board.IsLarge() {
		m.values.on = false
	}
	var leave []tea.Cmd
	for side, before := range m.slots {
		if before.checkBoard(board) == nil {
			continue
		}
		choice := m.chooser.players.DefaultOpponent(board, func(string, error) {})
		next := userSlot()
		if champion, err := m.chooser.players.Contestant(choice); err == nil { // else the user plays the side
			next = m.slotOf(choice, champion)
		}
		leave = append(leave, m.setPlayer(engine.Side(side), next))
	}
	return tea.Batch(leave...)
}

// Widths in columns: of the list, and of a square in the picture beside it.
const (
	boardsWidth    = 24
	thumbnailWidth = 2
)

// drawBoards draws the screen.
func (m *Model) drawBoards(p page) []string {
	b := &m.boards
	text := []string{
		m.theme.bold.Render(m.text("New game: choose a board.")) +
			m.text(" Now: %s.", m.theme.language.board(m.options.Board.Name)),
		"  " + pad(m.text("name"), 11) + " " + right(m.text("squares"), 7),
		"",
	}
	from, to := b.list.rows()
	picture := m.theme.thumbnail(b.chosen().Start)
	for i := range max(to-from, len(picture)) {
		line := ""
		if from+i < to {
			line = m.boardLine(&b.known[from+i], from+i == b.list.at)
		}
		line = pad(line, boardsWidth)
		if i < len(picture) {
			line += picture[i]
		}
		text = append(text, line)
	}
	return indent(text, p)
}

func (m *Model) boardLine(board *engine.Shape, chosen bool) string {
	text := fmt.Sprintf("%s %7d", pad(m.theme.language.board(board.Name), 11), board.Start.Size())
	if chosen {
		return m.theme.best.Render(cut("▸ "+text, boardsWidth))
	}
	return cut("  "+text, boardsWidth)
}

// thumbnail draws a small picture of a position. A square has two columns.
func (t *theme) thumbnail(p engine.Position) (rows []string) {
	squares, size := p.Squares(), p.Columns()
	if !t.colour || t.ascii {
		text := strings.NewReplacer("#", "  ", "-", "· ", "X", "X ", "O", "O ")
		for row := range slices.Chunk([]byte(squares), size) {
			rows = append(rows, text.Replace(string(row)))
		}
		return rows
	}
	for y := range size {
		row := ""
		for x := range size {
			f := face{disc: squares[size*y+x], dark: (x+y)%2 == 1}
			row += t.square(f, grid{w: thumbnailWidth, h: 1})[0]
		}
		rows = append(rows, row)
	}
	return rows
}
