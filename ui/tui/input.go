package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"evothello/engine"
)

// pressInGame handles a key on the screen of the game.
func (m *Model) pressInGame(k tea.KeyPressMsg) tea.Cmd {
	if m.typeSquare(k) {
		return nil
	}
	b, asked := &keys, m.asked
	m.asked = false
	switch {
	case key.Matches(k, b.up):
		m.moveCursor(0, -1)
	case key.Matches(k, b.down):
		m.moveCursor(0, 1)
	case key.Matches(k, b.left):
		m.moveCursor(-1, 0)
	case key.Matches(k, b.right):
		m.moveCursor(1, 0)
	case key.Matches(k, b.next):
		m.moveToLegal(1)
	case key.Matches(k, b.previous):
		m.moveToLegal(-1)
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
	case key.Matches(k, b.newGame):
		m.newGame(asked)
	case key.Matches(k, b.boards):
		m.openBoards()
	case key.Matches(k, b.values, b.analyse) && m.options.Board.IsLarge():
		m.say(m.text("Values and mistakes are for boards up to 8×8: points were measured in discs only there."))
	case key.Matches(k, b.values):
		m.values.on = !m.values.on
	case key.Matches(k, b.analyse):
		m.requestAnalysis()
	case key.Matches(k, b.faster):
		m.changePace(1)
	case key.Matches(k, b.slower):
		m.changePace(-1)
	case key.Matches(k, b.copy):
		return m.copy()
	case key.Matches(k, b.enter):
		return m.prompt.ask(forTranscript, m.theme.language)
	case key.Matches(k, b.save):
		return m.prompt.ask(forFile, m.theme.language, "games.ggf") // GGF stores the players' names
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

// typeSquare handles a key as a part of a square: a letter, then a digit, which plays there. It reports whether
// the key has no other meaning. On boards larger than 8×8 the letters are keys, and t asks for a square.
func (m *Model) typeSquare(k tea.KeyPressMsg) bool {
	if m.options.Board.IsLarge() {
		return false
	}
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
	return m.column != 'h' // h also moves the cursor left
}

func (m *Model) pause() {
	if m.session.Over() {
		m.play(m.cursor) // says that the game is over
		return
	}
	m.paused = !m.paused
}

// changePace changes how fast players answer.
func (m *Model) changePace(step int) {
	m.pace = min(max(m.pace+step, 0), len(paces)-1)
	if paces[m.pace] == 0 {
		m.say(m.text("Players answer at once."))
		return
	}
	m.say(m.text("Players take at least %s for a move.", paces[m.pace]))
}

// copy shows the transcript, and puts it on the clipboard if the terminal allows that.
func (m *Model) copy() tea.Cmd {
	game := m.session.Game()
	text := game.Transcript()
	if game.Start != m.options.Board.Start && !game.Start.IsStart() {
		text = m.turn().String() // a transcript does not hold the start position
	}
	if text == "" {
		m.say(m.text("There is no move to copy yet."))
		return nil
	}
	m.say(m.text("Copied: %s", text))
	return tea.SetClipboard(text)
}

// click handles a click. In a list the second click on a line acts as enter.
func (m *Model) click(x, y int) tea.Cmd {
	l, fits := m.layout()
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

// point plays on a square and hides the cursor.
func (m *Model) point(s engine.Square) {
	if m.isSquare(s) {
		m.cursor, m.pointing = s, false
	}
	m.play(s)
}

// wheel moves the selection of a list.
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
