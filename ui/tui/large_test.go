package tui

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
)

// newLargeModel returns a game as Black at 80×24, without animation, against a player that never changes.
func newLargeModel(t testing.TB, size int, change ...func(*Options)) *Model {
	t.Helper()
	spec, err := players.SpecOn(engine.Large(10), "table")
	require.NoError(t, err)
	against, err := spec.Contestant()
	require.NoError(t, err)
	o := Options{Board: engine.Large(size), Begun: engine.Game{Start: engine.LargeStart(size)}, Against: against}
	for _, c := range change {
		c(&o)
	}
	m := New(context.Background(), o)
	m.instant = true
	t.Cleanup(m.close)
	sendLarge(m, tea.WindowSizeMsg{Width: 80, Height: 24})
	return m
}

// sendLarge gives a model messages, and then the messages of the commands that follow. It reports whether the
// program ends.
func sendLarge(m *Model, msgs ...tea.Msg) (quit bool) {
	for len(msgs) > 0 {
		msg := msgs[0]
		msgs = msgs[1:]
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, cmd := range batch {
				if cmd != nil {
					msgs = append(msgs, cmd())
				}
			}
			continue
		}
		if _, ends := msg.(tea.QuitMsg); ends {
			return true
		}
		if _, cmd := m.Update(msg); cmd != nil {
			msgs = append(msgs, cmd())
		}
	}
	return quit
}

// A whole game on a large board is played by keys, taken back, saved, set up again and ended.
func TestLargeGame(t *testing.T) {
	m := newLargeModel(t, 10)
	for !m.session.Over() {
		before := len(m.session.Moves())
		sendLarge(m, press("tab"), press("enter"))
		require.Greater(t, len(m.session.Moves()), before)
	}
	over := m.session.Transcript()
	assert.Contains(t, m.draw(), Result(English, m.session.Snapshot()))
	assert.Contains(t, m.finalText(), over)
	sendLarge(m, press("u"))
	assert.False(t, m.session.Over())
	assert.True(t, m.userToMove())
	sendLarge(m, press("r"))
	assert.Equal(t, over, m.session.Transcript())
	file := filepath.Join(t.TempDir(), "games.txt")
	sendLarge(m, press("s"))
	m.prompt.input.SetValue(file)
	sendLarge(m, press("enter"))
	saved, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, over+"\n", string(saved))
	sendLarge(m, press("n"))
	assert.Empty(t, m.session.Moves())
	sendLarge(m, tea.PasteMsg{Content: over})
	assert.Equal(t, over, m.session.Transcript())
	sendLarge(m, press("n"), press("t"))
	sendLarge(m, press("f"), press("7"), press("enter"))
	assert.Equal(t, "f7", m.session.Moves()[0].String(), "a typed square")
	assert.Len(t, m.session.Moves(), 2, "the opponent has answered")
	sendLarge(m, tea.PasteMsg{Content: "a1"})
	assert.True(t, m.notice.bad)
	assert.True(t, sendLarge(m, press("q")))
}

func TestLargeOpponentBegins(t *testing.T) {
	m := newLargeModel(t, 12, func(o *Options) { o.As = engine.White })
	assert.Len(t, m.session.Moves(), 1)
	assert.True(t, m.userToMove())
	sendLarge(m, press("u"))
	assert.Equal(t, "There is no move of yours to take back.", m.notice.text)
}

// The screen fits at every size, the cursor is always shown, and a click on a drawn disc gives its square.
func TestLargeScreens(t *testing.T) {
	for _, size := range []int{10, 16, 26} {
		for _, colour := range []bool{false, true} {
			m := newLargeModel(t, size, func(o *Options) { o.Colour = colour })
			for width := 0; width <= 240; width += 40 {
				for height := 0; height <= 100; height += 20 {
					m.Update(tea.WindowSizeMsg{Width: width, Height: height})
					for _, s := range []engine.Square{engine.At(0, 0), engine.At(size-1, size-1), engine.At(size/2, 1)} {
						m.cursor = s
						checkFits(t, m.draw(), width, height)
						l, fits := m.layout()
						if !fits {
							continue
						}
						g := l.grid
						x, y := g.x+(s.Col()-g.left)*g.w, g.y+(s.Row()-g.top)*g.h
						assert.Equal(t, s, g.at(x, y), "%d×%d", width, height)
						assert.Equal(t, s, g.at(x+g.w-1, y+g.h-1), "%d×%d", width, height)
						assert.Equal(t, engine.NoSquare, g.at(g.x-1, g.y))
					}
				}
			}
			for _, s := range m.options.Begun.Start.Legal() {
				m.Update(tea.WindowSizeMsg{Width: 100, Height: 50})
				l, _ := m.layout()
				sendLarge(m, press("n"), press("n"), tea.MouseClickMsg{
					X: l.grid.x + (s.Col()-l.grid.left)*l.grid.w, Y: l.grid.y + (s.Row()-l.grid.top)*l.grid.h, Button: tea.MouseLeft,
				})
				assert.Equal(t, s, m.session.Moves()[0])
			}
		}
	}
}

func TestLargeScreensLook(t *testing.T) {
	for _, c := range []struct {
		size  int
		reach tea.Msg
		says  string
	}{
		{10, nil, "Click a square, press t to type one such as\n"},
		{12, press("enter"), "1 X f5     2 O e5\n"},
		{16, press("v"), "Values and mistakes are for boards up to 8×8"},
		{26, tea.PasteMsg{Content: "m12n12"}, "Shown: a3 to y21."},
	} {
		m := newLargeModel(t, c.size)
		sendLarge(m, c.reach)
		shown := ansi.Strip(m.draw())
		assert.Regexp(t, strings.ReplaceAll(regexp.QuoteMeta(c.says), "\n", " *\n"), shown)
		if c.size == 26 {
			checkGolden(t, "large-part", shown)
		}
	}
}
