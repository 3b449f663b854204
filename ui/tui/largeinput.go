package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"evothello/engine/large"
)

// forSquare is the prompt on boards larger than 8×8. There a letter cannot begin a square, because each is a
// column and many are keys.
const forSquare purpose = "Square or transcript: "

// typing is the key of the prompt.
var typing = bind("t", "type a square", "t")

// largeKeys lists the keys on boards larger than 8×8, the most useful first.
func (m *largeModel) largeKeys() []key.Binding {
	k := &keys
	switch {
	case m.prompt.open:
		return []key.Binding{k.choose, k.back}
	case m.helping:
		return []key.Binding{k.back}
	case m.session.Over():
		return []key.Binding{k.newGame, k.undo, k.help, k.copy, k.save, k.quit}
	}
	return []key.Binding{k.play, k.help, k.undo, typing, k.newGame, k.quit, k.redo, k.next, k.copy, k.save}
}

// press handles a key.
func (m *largeModel) press(k tea.KeyPressMsg) tea.Cmd {
	switch {
	case k.String() == "ctrl+c":
		return m.interrupt()
	case key.Matches(k, keys.suspend):
		return tea.Suspend
	case m.prompt.open:
		m.pressInPrompt(k)
		return nil
	case m.helping:
		m.helping = !key.Matches(k, keys.back, keys.help, keys.quit, keys.choose)
		return nil
	}
	return m.pressInGame(k)
}

func (m *largeModel) pressInGame(k tea.KeyPressMsg) tea.Cmd {
	b := &keys
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
	case key.Matches(k, b.play) && !m.pointing:
		m.pointing = true
	case key.Matches(k, b.play):
		m.play(m.cursor)
	case key.Matches(k, b.undo):
		m.say(TakenBack(m.theme.language, m.session.UndoTo(m.options.As)))
	case key.Matches(k, b.redo):
		m.redo()
	case key.Matches(k, b.newGame):
		m.begin(large.NewSession(m.options.Begun.Start, m.options.Begun.Moves...))
	case key.Matches(k, b.copy):
		return m.copy()
	case key.Matches(k, typing):
		return m.prompt.ask(forSquare, m.theme.language)
	case key.Matches(k, b.save):
		return m.prompt.ask(forFile, m.theme.language, "games.txt")
	case key.Matches(k, b.help):
		m.helping = true
	case key.Matches(k, b.quit):
		return tea.Quit
	}
	return nil
}

func (m *largeModel) pressInPrompt(k tea.KeyPressMsg) {
	p := &m.prompt
	switch {
	case key.Matches(k, keys.back):
		p.open = false
	case key.Matches(k, keys.choose):
		p.open = false
		if text := p.text(); p.purpose == forFile {
			m.save(text)
		} else {
			m.read(text)
		}
	default:
		p.input, _ = p.input.Update(k)
	}
}

// copy shows the transcript, and puts it on the clipboard if the terminal allows that.
func (m *largeModel) copy() tea.Cmd {
	text := m.session.Transcript()
	if m.session.Start() != large.Start(m.size()) {
		text = m.session.Position().String() // a transcript does not hold the start position
	}
	if text == "" {
		m.say(m.text("There is no move to copy yet."))
		return nil
	}
	m.say(m.text("Copied: %s", text))
	return tea.SetClipboard(text)
}

// click plays on the clicked square.
func (m *largeModel) click(x, y int) {
	l, fits := m.layout()
	if s := l.at(x, y); fits && s != large.NoSquare {
		m.cursor, m.pointing = s, false
		m.play(s)
	}
}

// moveCursor moves the cursor in a direction, up to the edges. The first key only shows it.
func (m *largeModel) moveCursor(dx, dy int) {
	if !m.pointing {
		m.pointing = true
		return
	}
	last := m.size() - 1
	m.cursor = large.At(min(max(m.cursor.Col()+dx, 0), last), min(max(m.cursor.Row()+dy, 0), last))
}

// moveToLegal moves the cursor to the next legal move in the order of squares, or to the previous one.
func (m *largeModel) moveToLegal(step int) {
	legal := m.session.Snapshot().Legal
	if len(legal) == 0 || !m.userToMove() {
		return
	}
	at := 0 // the number of legal moves before the cursor
	for _, s := range legal {
		if s < m.cursor {
			at++
		}
	}
	if step > 0 && (at == len(legal) || legal[at] != m.cursor) {
		step = 0
	}
	m.cursor, m.pointing = legal[(at+step+len(legal))%len(legal)], true
}
