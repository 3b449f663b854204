package play

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/tui"
)

// A terminal is a terminal of tmux that runs the play command.
type terminal struct {
	t             *testing.T
	tmux, server  string // the program, and the socket of its server
	before, after string // files with the terminal's settings
}

// openTerminal starts the command in a terminal. The environment names its type, such as TERM=dumb. When the command
// ends, a line shows its exit status.
func openTerminal(t *testing.T, environment, args string) *terminal {
	t.Helper()
	tmux, err := exec.LookPath("tmux")
	if err != nil {
		t.Skip("no tmux here")
	}
	dir := t.TempDir()
	term := &terminal{
		t: t, server: filepath.Join(dir, "server"), tmux: tmux,
		before: filepath.Join(dir, "before"), after: filepath.Join(dir, "after"),
	}
	script := filepath.Join(dir, "script")
	require.NoError(t, os.WriteFile(script, fmt.Appendf(nil, `stty -g >'%s'
export LC_ALL=C.UTF-8 %s
%s
echo "ended with $?"
stty -g >'%s'
read answer
`, term.before, environment, ourselves(t, args), term.after), 0o600))
	term.run("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "sh "+script)
	t.Cleanup(func() { _ = exec.Command(tmux, "-S", term.server, "kill-server").Run() })
	return term
}

func (x *terminal) run(args ...string) string {
	x.t.Helper()
	out, err := exec.Command(x.tmux, append([]string{"-u", "-S", x.server}, args...)...).CombinedOutput()
	require.NoError(x.t, err, string(out))
	return string(out)
}

// press sends keys, under tmux's names.
func (x *terminal) press(keys ...string) { x.run(append([]string{"send-keys"}, keys...)...) }

func (x *terminal) screen() string { return x.run("capture-pane", "-p") }

// sees waits until the screen shows a text.
func (x *terminal) sees(text string) {
	x.t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for !strings.Contains(x.screen(), text) {
		if time.Now().After(deadline) {
			require.Fail(x.t, "never seen: "+text, x.screen())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// isRestored checks that the terminal has the same settings as before the command.
func (x *terminal) isRestored() {
	x.t.Helper()
	assert.Equal(x.t, "0 1 0\n", x.run("display-message", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag}"))
	require.Eventually(x.t, func() bool { data, err := os.ReadFile(x.after); return err == nil && len(data) > 0 },
		10*time.Second, 20*time.Millisecond)
	before, err := os.ReadFile(x.before)
	require.NoError(x.t, err)
	after, err := os.ReadFile(x.after)
	require.NoError(x.t, err)
	assert.Equal(x.t, string(before), string(after))
}

// A game in a real terminal works: keys, a click, another size, the end.
func TestInATerminal(t *testing.T) {
	x := openTerminal(t, "TERM=xterm-256color", "--against table --no-color")
	x.sees("Black (you) to move.")
	x.sees("│›·‹ │")
	x.press("d", "3")
	x.sees("White plays c3, flips 1.")
	x.press("-l", "\x1b[<0;10;11M\x1b[<0;10;11m") // on b4
	x.sees("b4 is not a legal move for Black.")
	x.press("-l", "\x1b[<0;10;9M\x1b[<0;10;9m") // on b3
	x.sees("3 X b3")
	x.run("resize-window", "-x", "60", "-y", "12")
	x.sees("The board needs 44 columns and 13 rows")
	x.run("resize-window", "-x", "80", "-y", "24")
	x.sees("Black (you) to move.")
	x.press("-l", "\x1b[200~f5d6c3d3\x1b[201~") // pasted
	x.sees("The game after 4 moves.")
	x.press("q")
	x.sees("ended with 0")
	assert.Contains(t, x.screen(), "transcript: f5d6c3d3\n")
	x.isRestored()
}

// A game on a large board fills the screen, too.
func TestLargeBoardInATerminal(t *testing.T) {
	x := openTerminal(t, "TERM=xterm-256color", "--board 20 --against table --no-color")
	x.sees("Black (you) to move. Shown: a1 to t19.")
	x.press("Enter")
	x.sees("White plays ")
	x.press("t")
	x.sees("Square, transcript, position or GGF:")
	x.press("a1", "Enter")
	x.sees("a1 is not a legal move for Black.")
	x.press("Home", "q")
	x.sees("ended with 0")
	x.isRestored()
	x = openTerminal(t, "TERM=xterm-256color", "--board 26 --against alphabeta:depth=8 --as white")
	x.sees("thinks")
	x.press("C-c")
	x.sees("ended with 130")
	x.isRestored()
}

// Ctrl-C ends the game on every screen, as it ends the dialogue.
func TestInterruptInATerminal(t *testing.T) {
	x := openTerminal(t, "TERM=xterm-256color", "--against table")
	x.sees("to move.")
	x.press("?")
	x.sees("new game")
	x.press("C-c")
	x.sees("ended with 130")
	assert.Contains(t, x.screen(), "transcript:\nended")
	x.isRestored()
}

// With --plain a terminal shows the dialogue. A terminal without control sequences shows it without the flag, and
// without colours.
func TestPlainInATerminal(t *testing.T) {
	for environment, args := range map[string]string{
		"TERM=xterm-256color": "--no-color --plain", "TERM=dumb": "", "TERM=": "", "TERM=dumb LC_ALL=C": "",
	} {
		x := openTerminal(t, environment, "--against table "+args)
		x.sees("\n>\n")
		x.press("d3", "Enter")
		x.sees("White plays c3, flips 1.")
		x.press("quit", "Enter")
		x.sees("ended with 0")
		assert.NotContains(t, x.run("capture-pane", "-p", "-e"), "\x1b", environment)
		x.isRestored()
	}
}

// Where the locale names no UTF-8, a terminal gets ASCII only: also help, errors and the result of a full screen.
func TestASCIIInATerminal(t *testing.T) {
	for args, want := range map[string]string{
		"list": "blank8-16", "--help": "(64 characters a1...h8", "--board 9–9": `unknown board "9-9"`,
		"--against table": "transcript:",
	} {
		x := openTerminal(t, "TERM=xterm-256color LC_ALL=C", args)
		if args == "--against table" {
			x.sees("Black (you) to move.")
			assert.NotRegexp(t, `[^\x00-\x7f]`, x.screen())
			x.press("q")
		}
		x.sees("ended with")
		all := x.run("capture-pane", "-p", "-S", "-")
		assert.NotRegexp(t, `[^\x00-\x7f]`, all)
		assert.Contains(t, all, want)
	}
}

// The screen is in Japanese where the locale is, and the terminal shows more than ASCII.
func TestLanguageOfTheScreen(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want tui.Language
	}{
		{map[string]string{"LANG": "ja_JP.UTF-8"}, tui.Japanese},
		{map[string]string{"LANG": "en_GB.UTF-8", "LC_MESSAGES": "ja_JP.UTF-8"}, tui.Japanese},
		{map[string]string{"LANG": "ja_JP.UTF-8", "LC_ALL": "C.UTF-8"}, tui.English},
		{map[string]string{"LANG": "ja_JP.eucJP"}, tui.English},
		{nil, tui.English},
	} {
		for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANG"} {
			t.Setenv(name, c.env[name])
		}
		assert.Equal(t, c.want, language(), c.env)
	}
}
