package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// A driver runs a model as the program does, but runs the commands one by one in a fixed order.
type driver struct {
	*Model
	waiting []tea.Cmd
	quit    bool
}

// send gives the model a message, and then the messages of the commands that follow from it.
func (d *driver) send(msgs ...tea.Msg) {
	for _, msg := range msgs {
		d.put(msg)
		for len(d.waiting) > 0 {
			next := d.waiting[0]
			d.waiting = d.waiting[1:]
			d.put(next())
		}
	}
}

func (d *driver) put(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, cmd := range msg {
			if cmd != nil {
				d.waiting = append(d.waiting, cmd)
			}
		}
	case tea.QuitMsg:
		d.quit = true
	default:
		if _, cmd := d.Update(msg); cmd != nil {
			d.waiting = append(d.waiting, cmd)
		}
	}
}

// press returns the message of a key, given by its name or its text.
func press(name string) tea.KeyPressMsg {
	named := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft,
		"right": tea.KeyRight,
		"tab":   tea.KeyTab, "backspace": tea.KeyBackspace, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	}
	switch code, known := named[name]; {
	case known:
		return tea.KeyPressMsg{Code: code}
	case name == "space":
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	case name == "shift+tab":
		return tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift}
	case strings.HasPrefix(name, "ctrl+"):
		return tea.KeyPressMsg{Code: rune(name[5]), Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// keystrokes returns the messages of keys with blanks between them.
func keystrokes(text string) (msgs []tea.Msg) {
	for _, name := range strings.Fields(text) {
		msgs = append(msgs, press(name))
	}
	return msgs
}

// typed returns the messages of a text's keys.
func typed(text string) (msgs []tea.Msg) {
	for _, r := range text {
		msgs = append(msgs, press(string(r)))
	}
	return msgs
}
