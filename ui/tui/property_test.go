package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/search"
)

// After any input the screen can be drawn, it fits, and the game is legal.
func TestAnything(t *testing.T) {
	opponent, runs := contestant(t, "greedy:seed=1"), t.TempDir()
	names := []string{
		"up", "down", "left", "right", "tab", "shift+tab", "enter", "space", "esc", "backspace", "pgup", "pgdown", "h", "j",
		"k", "l",
		"u", "r", "n", "N", "v", "m", "t", "y", "p", "o", "+", "-", "?", ">", "<", "é", "漢", "~",
	}
	rapid.Check(t, func(t *rapid.T) {
		start := engine.Start()
		if rapid.Bool().Draw(t, "late") {
			game, err := engine.ParseTranscript(nearEnd)
			require.NoError(t, err)
			start = game.Final()
		}
		m := New(t.Context(), Options{
			Board: engine.Standard(), Begun: engine.Game{Start: start},
			As:      rapid.SampledFrom([]engine.Side{engine.Black, engine.White}).Draw(t, "as"),
			Against: opponent, Runs: runs,
			Colour: rapid.Bool().Draw(t, "colour"), ASCII: rapid.Bool().Draw(t, "ASCII"),
		})
		defer m.close()
		m.instant = true
		m.values.searcher.limits, m.annotations.depths = search.Settings{Depth: 1}, search.Settings{Depth: 1}
		d := &driver{Model: m}
		width, height := 80, 24
		actions := map[string]func(*rapid.T){
			"key": func(t *rapid.T) { d.put(press(rapid.SampledFrom(names).Draw(t, "key"))) },
			"square": func(t *rapid.T) {
				s := engine.Square(rapid.IntRange(0, 63).Draw(t, "square"))
				d.put(press(s.String()[:1]))
				d.put(press(s.String()[1:]))
			},
			"legal": func(t *rapid.T) {
				if legal := m.session.Snapshot().Legal; len(legal) > 0 {
					s := rapid.SampledFrom(legal).Draw(t, "move")
					d.put(press(s.String()[:1]))
					d.put(press(s.String()[1:]))
				}
			},
			"click": func(t *rapid.T) {
				d.put(tea.MouseClickMsg{X: rapid.IntRange(-1, 301).Draw(t, "x"), Y: rapid.IntRange(-1, 101).Draw(t, "y"),
					Button: tea.MouseLeft})
			},
			"wheel": func(t *rapid.T) {
				d.put(tea.MouseWheelMsg{Button: rapid.SampledFrom([]tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown,
					tea.MouseWheelLeft}).Draw(t, "wheel")})
			},
			"resize": func(t *rapid.T) {
				width, height = rapid.SampledFrom([]int{0, 1, 43, 44, 60, 80, 120, 300}).Draw(t, "width"),
					rapid.SampledFrom([]int{0, 1, 12, 13, 24, 40, 100}).Draw(t, "height")
				d.put(tea.WindowSizeMsg{Width: width, Height: height})
			},
			"paste": func(t *rapid.T) {
				d.put(tea.PasteMsg{Content: rapid.SampledFrom([]string{"f5d6c3", nearEnd, "f5f5", "", "\x1b[2J",
					beforePass}).Draw(t, "text")})
			},
			"work": func(t *rapid.T) { // some waiting commands run later than they were returned
				for range min(rapid.IntRange(1, 8).Draw(t, "commands"), len(d.waiting)) {
					next := d.waiting[0]
					d.waiting = d.waiting[1:]
					d.put(next())
				}
			},
			"": func(t *rapid.T) {
				screen := m.draw()
				checkFits(t, screen, width, height)
				_, err := engine.ParseTranscriptFrom(m.session.Start(), m.session.Game().Transcript())
				require.NoError(t, err)
				require.NotContains(t, screen, "\x1b[2J", "what others wrote commands the terminal")
			},
		}
		d.put(tea.WindowSizeMsg{Width: width, Height: height})
		t.Repeat(actions)
	})
}
