package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"evothello/engine"
	"evothello/engine/session"
)

// pressInGame does what a key says at the board.
func (m *Model) pressInGame(k tea.KeyPressMsg) tea.Cmd {
	if m.typeSquare(k) {
		return nil
	}
	b := &keys
	switch {
	case key.Matches(k, b.up):
		m.move(0, -1)
	case key.Matches(k, b.down):
		m.move(0, 1)
	case key.Matches(k, b.left):
		m.move(-1, 0)
	case key.Matches(k, b.right):
		m.move(1, 0)
	case key.Matches(k, b.next):
		m.jump(1)
	case key.Matches(k, b.previous):
		m.jump(-1)
	case m.watching() && key.Matches(k, b.pause):
		m.pause()
	case key.Matches(k, b.play) && !m.pointing:
		m.pointing = true
	case key.Matches(k, b.play):
		m.play(m.cursor)
	case key.Matches(k, b.undo):
		m.undo()
	case key.Matches(k, b.redo):
		m.redo()
	case key.Matches(k, b.fresh):
		m.begin(session.New(m.options.Start))
	case key.Matches(k, b.boards):
		m.openBoards()
	case key.Matches(k, b.values):
		m.values.on = !m.values.on
	case key.Matches(k, b.judge):
		m.askForMarks()
	case key.Matches(k, b.faster):
		m.hurry(1)
	case key.Matches(k, b.slower):
		m.hurry(-1)
	case key.Matches(k, b.copy):
		return m.copy()
	case key.Matches(k, b.enter):
		return m.prompt.ask(forTranscript)
	case key.Matches(k, b.save):
		return m.prompt.ask(forFile)
	case key.Matches(k, b.players):
		return m.openChooser()
	case key.Matches(k, b.runs):
		return m.openRuns()
	case key.Matches(k, b.help):
		m.screen = atHelp
	case key.Matches(k, b.quit):
		return tea.Quit
	}
	return nil
}

// typeSquare takes a key for half of a square: a letter, then a digit, which plays there.
// It reports whether the key is for nothing else.
func (m *Model) typeSquare(k tea.KeyPressMsg) bool {
	letter := m.column
	m.column = 0
	if text := k.String(); letter != 0 && len(text) == 1 {
		if s, err := engine.ParseSquare(string(letter) + text); err == nil {
			m.point(s)
			return true
		}
	}
	if !key.Matches(k, keys.square) {
		return false
	}
	m.column = []rune(strings.ToLower(k.String()))[0]
	return m.column != 'h' // which goes left, too
}

func (m *Model) pause() {
	if m.session.Over() {
		m.play(m.cursor) // which says so
		return
	}
	m.paused = !m.paused
}

// hurry changes how fast players answer.
func (m *Model) hurry(step int) {
	m.pace = min(max(m.pace+step, 0), len(paces)-1)
	if paces[m.pace] == 0 {
		m.say("Players answer at once.")
		return
	}
	m.say("Players take " + paces[m.pace].String() + " for a move at least.")
}

// copy puts the transcript on the clipboard, where the terminal lets us, and shows it.
func (m *Model) copy() tea.Cmd {
	game := m.session.Game()
	text := game.Transcript()
	if game.Start != m.options.Board.Start {
		text = m.turn().String() // no transcript tells the start
	}
	if text == "" {
		m.say("There is no move to copy yet.")
		return nil
	}
	m.say("Copied: " + text)
	return tea.SetClipboard(text)
}

// click does what a click on a place says. In a list the second click on a line is enter.
func (m *Model) click(x, y int) tea.Cmd {
	l, fits := newLayout(m.width, m.height, !m.theme.colour)
	switch {
	case !fits || m.prompt.open:
	case m.screen == atChooser:
		if m.chooser.list.click(y - listTop) {
			return m.choose()
		}
	case m.screen == atRuns:
		if m.runs.list.click(y - listTop) {
			return m.playChampion()
		}
		m.runs.newest()
	case m.screen == atBoards:
		if m.boards.list.click(y - listTop) {
			return m.playOn(m.boards.chosen())
		}
	case m.screen == atGame:
		if s := l.grid.at(x, y); m.isSquare(s) {
			m.point(s)
		}
	}
	return nil
}

// point plays on a square without the cursor, which then is out of the way.
func (m *Model) point(s engine.Square) {
	if m.isSquare(s) {
		m.cursor, m.pointing = s, false
	}
	m.play(s)
}

// wheel turns lists.
func (m *Model) wheel(button tea.MouseButton) {
	step := map[tea.MouseButton]int{tea.MouseWheelUp: -1, tea.MouseWheelDown: 1}[button]
	switch m.screen {
	case atChooser:
		m.chooser.list.move(step)
	case atRuns:
		m.runs.turn(step)
	case atBoards:
		m.boards.list.move(step)
	}
}
