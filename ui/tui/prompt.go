package tui

import (
	"cmp"
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"evothello/engine"
	"evothello/formats"
)

// A purpose is what a typed line is for. It is the text of the prompt.
type purpose string

const (
	forTranscript purpose = "Square, transcript, position or GGF: "
	forFile       purpose = "Add to file [%s]: "
)

// A prompt is the input line at the bottom.
type prompt struct {
	open    bool
	purpose purpose
	usual   string // what an empty line means
	input   textinput.Model
}

// longest is the longest text that can be typed or pasted, in bytes. It holds many games.
const longest = 64 << 10

func newPrompt() prompt {
	p := prompt{input: textinput.New()}
	p.input.CharLimit = longest
	p.input.SetStyles(textinput.Styles{})
	return p
}

// ask opens the prompt. usual is the file that an empty line names, in the text of forFile.
func (p *prompt) ask(why purpose, l Language, usual ...any) tea.Cmd {
	p.open, p.purpose, p.usual = true, why, fmt.Sprint(usual...)
	p.input.Prompt = l.Text(string(why), usual...)
	p.input.SetValue("")
	_ = p.input.Focus() // the command would only make the cursor blink
	return nil
}

// text returns the typed text.
func (p *prompt) text() string { return cmp.Or(p.input.Value(), p.usual) }

func (m *Model) pressInPrompt(k tea.KeyPressMsg) tea.Cmd {
	p := &m.prompt
	switch {
	case key.Matches(k, keys.back):
		p.open = false
	case key.Matches(k, keys.choose):
		p.open = false
		if text := p.text(); p.purpose == forFile {
			m.save(text)
		} else {
			return m.read(text)
		}
	default:
		p.input, _ = p.input.Update(k)
	}
	return nil
}

// paste handles a pasted text: as a part of the input line, or as a game.
func (m *Model) paste(text string) tea.Cmd {
	switch {
	case len(text) > longest:
		m.showError(fmt.Errorf("the text is longer than %d KiB", longest>>10))
	case m.prompt.open && m.prompt.purpose == forFile:
		m.prompt.input, _ = m.prompt.input.Update(tea.PasteMsg{Content: text})
	case m.prompt.open || m.screen == atGame:
		m.prompt.open = false
		return m.read(text)
	}
	return nil
}

// read plays a typed square, or sets up the game or the position in a text.
func (m *Model) read(text string) tea.Cmd {
	if text == "" {
		return nil
	}
	if s, err := engine.ParseSquareOn(m.session.Start().Columns(), strings.TrimSpace(text)); err == nil {
		m.point(s)
		return nil
	}
	file, format, err := formats.ReadText(m.session.Start(), text)
	if err == nil && format == formats.Transcript && len(file.Faults) > 0 {
		err = file.Faults[0] // a line of the game, mistyped
	}
	switch {
	case err != nil:
		m.showError(err)
		return nil
	case len(file.Games) > 0:
		return m.setUp(&file.Games[0].Game)
	}
	return m.setUp(&engine.Game{Start: file.Problems[0].Position})
}

// save adds the game to a file.
func (m *Model) save(path string) {
	game := formats.FromSession(m.session, m.slots[engine.Black].name, m.slots[engine.White].name)
	if err := game.Save(path); err != nil {
		m.showError(err)
		return
	}
	m.say(m.text("Saved in %s.", path))
}
