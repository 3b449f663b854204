package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"evothello/ui/cli"
)

// A terminal is the screen, and what the user reads and types.
type terminal struct {
	theme         theme
	width, height int // 0 before the terminal's size is known
	notice        notice
	prompt        prompt
	frame         int  // of the animation while a player thinks
	instant       bool // no animation, and players answer at once; for tests
	interrupted   bool // by Ctrl-C or by the context
}

// A notice is a message about the last event.
type notice struct {
	text string
	bad  bool
}

// text returns a text in the user's language.
func (t *terminal) text(format string, args ...any) string {
	return t.theme.language.Text(format, args...)
}

// say shows a sentence about the last event.
func (t *terminal) say(sentence string) { t.notice = notice{text: sentence} }

// showError shows an error on one line.
func (t *terminal) showError(err error) {
	t.notice = notice{text: strings.ReplaceAll(err.Error(), "\n", "; ") + ".", bad: true}
}

// A tickMsg advances the animation while a player thinks.
type tickMsg struct{ number int }

// nextTick is the next step of the animation during a search, given by its number.
func (t *terminal) nextTick(search int) tea.Cmd {
	if t.instant {
		return nil
	}
	return tea.Tick(250*time.Millisecond, func(time.Time) tea.Msg { return tickMsg{search} })
}

// interruptMsg says that the command's context was cancelled.
type interruptMsg struct{}

// interrupt quits the program. tea.Interrupt would do so too, but then the program does
// not wait for its input goroutine and closes the file that it reads from.
func (t *terminal) interrupt() tea.Cmd {
	t.interrupted = true
	return tea.Quit
}

// screenOf returns the lines of a screen and its last line as text.
func (t *terminal) screenOf(lines []string, bottom string) string {
	drawn := strings.Join(append(fill(lines, t.width, t.height-1), bottom), "\n")
	if t.theme.ascii {
		return cli.ASCII(sameWidth.Replace(drawn))
	}
	return drawn
}

// view returns a text that fills the terminal.
func view(drawn string) tea.View {
	v := tea.NewView(drawn)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Othello"
	return v
}
