//go:build unix

package programs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// ample is a timeout that no test reaches. short is one that some tests exceed on purpose; it is
// long enough for an engine to start and print something first.
const (
	ample = time.Minute
	short = time.Second
)

// blackPasses is a game after which Black must pass.
const blackPasses = "d3c3e6d2d1e1b2c1"

func openProgram(t *testing.T, behaviour string, timeout time.Duration) *Program {
	command := behaving(t, behaviour)
	var p *Program
	switch protocol, _, _ := strings.Cut(behaviour, " "); protocol {
	case "gtp":
		p = GTP(command, timeout)
	case "nboard":
		p = NBoard(command, timeout, 4)
	default:
		p = External(command, timeout)
	}
	t.Cleanup(func() { assert.NoError(t, p.Close()) })
	return p
}

func game(t *testing.T, transcript string) *engine.Game {
	g, err := engine.ParseTranscript(transcript)
	require.NoError(t, err)
	return g
}

// playOwn makes the program play one move.
func playOwn(t *testing.T, p *Program, g *engine.Game) {
	move, err := p.Move(t.Context(), g)
	require.NoError(t, err)
	g.Moves = append(g.Moves, move)
}

// playOut makes the program play both sides to the end.
func playOut(t *testing.T, p *Program, g *engine.Game) {
	for !g.Final().Over() {
		playOwn(t, p, g)
	}
}

// ownGame returns the game that the small engines play against themselves.
func ownGame(t *testing.T, transcript string) string {
	g := game(t, transcript)
	for p := g.Final(); !p.Over(); p = g.Final() {
		g.Moves = append(g.Moves, firstMove(p))
	}
	return g.Transcript()
}

// These behaviours are allowed: the programs play whole games, in which both sides pass.
func TestPrograms(t *testing.T) {
	for _, behaviour := range []string{
		"gtp", "gtp sticky ids", "gtp ids first", "gtp capitals", "gtp blank lines", "gtp knows one game",
		"gtp dies every third move",
		"nboard", "nboard blanks", "nboard bare", "nboard dies every third move",
		"external",
	} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			p := openProgram(t, behaviour, ample)
			openings := []string{blackPasses, "", "f5d6c3"}
			if behaviour == "external" {
				openings = openings[:1] // it starts anew for each move, and so knows no earlier game
			}
			for _, opening := range openings {
				g := game(t, opening)
				playOut(t, p, g)
				assert.Equal(t, ownGame(t, opening), g.Transcript())
			}
		})
	}
}

// These faults lose a program its game, with these reasons.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ behaviour, reason string }{
		{"gtp passes", "answers pass: pass is not a legal move for Black"},
		{"gtp resigns", "resigns"},
		{"gtp illegal", "answers a1: a1 is not a legal move for Black"},
		{"gtp occupied", "answers d4: d4 is taken"},
		{"gtp no square", `answers "z9" to genmove b`},
		{"gtp empty", `answers "" to genmove b`},
		{"gtp refuses", `refuses genmove b: "cannot move"`},
		{"gtp refuses moves", `refuses play b f5: "I know better"`},
		{"gtp senseless", `answers "my move is c3" to genmove b, which is not a GTP reply`},
		{"gtp dies", "the program died: exit status 3; last on its standard error: \"loading book / out of memory\""},
		{"gtp endless line", "writes a line of more than 65536 bytes"},
		{"gtp shuts up", "the program died: it closed its standard input or output"},
		{"nboard passes", "answers pass: pass is not a legal move for Black"},
		{"nboard illegal", "answers a1: a1 is not a legal move for Black"},
		{"nboard empty", `answers "===" to go, which is not a move`},
		{"nboard dies", "the program died: exit status 3; last on its standard error: \"loading book / out of memory\""},
		{"nboard endless line", "writes a line of more than 65536 bytes"},
		{"external dies", "the program died: exit status 3; last on its standard error: \"loading book / out of memory\""},
		{"external silent", `answers "", want X Y, each 0 to 7`},
		{"external words", `answers "top left", want X Y, each 0 to 7`},
		{"external far away", `answers "8 0", want X Y, each 0 to 7`},
		{"external too much", `answers "3 2 1", want X Y, each 0 to 7`},
		{"external illegal", "answers a1: a1 is not a legal move for Black"},
		{"external fails",
			"the program died: exit status 1; last on its standard error: \"Traceback: /   no module reversi\""},
		{"external flood", `answers more than 4096 bytes: "1\n1\n`},
		{"external endless line", `answers more than 4096 bytes: "\n"`},
	} {
		t.Run(c.behaviour, func(t *testing.T) {
			t.Parallel()
			p := openProgram(t, c.behaviour, ample)
			for range 2 { // it is started again and fails again
				_, err := p.Move(t.Context(), game(t, "f5d6"))
				var fault *Fault
				require.ErrorAs(t, err, &fault)
				assert.True(t, strings.HasPrefix(fault.Reason, c.reason), fault.Reason)
			}
		})
	}
}

// A program's output is quoted before it reaches a terminal or a file.
func TestWhatProgramsSayIsQuoted(t *testing.T) {
	for behaviour, says := range map[string]string{
		"gtp dies in colour":         `"\x1b[31mred\x1b]0;title\a / \u202egnp.exe \""`,
		"nboard dies in colour":      `"\x1b[31mred\x1b]0;title\a / \u202egnp.exe \""`,
		"external dies in colour":    `"\x1b[31mred\x1b]0;title\a / \u202egnp.exe \""`,
		"gtp answers in colour":      `answers "\x1b[31md3\x1b[0m\a" to genmove b`,
		"nboard answers in colour":   `answers "=== \x1b[31md3" to go`,
		"external answers in colour": `answers "= \x1b[31md3`,
	} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			_, err := openProgram(t, behaviour, ample).Move(t.Context(), game(t, "f5d6"))
			var fault *Fault
			require.ErrorAs(t, err, &fault)
			assert.Contains(t, fault.Reason, says)
			assert.NotRegexp(t, `[^[:print:]]`, fault.Reason)
		})
	}
}

// A program that dies during a move loses the game, after any number of moves.
func TestADeathWhileThinkingIsAFault(t *testing.T) {
	for _, behaviour := range []string{"gtp dies over its second move", "nboard dies over its second move"} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			p := openProgram(t, behaviour, ample)
			g := game(t, "")
			for range 2 { // once started again it makes a move again
				playOwn(t, p, g)
				g.Moves = append(g.Moves, firstMove(g.Final()))
				_, err := p.Move(t.Context(), g)
				var fault *Fault
				require.ErrorAs(t, err, &fault)
				assert.Contains(t, fault.Reason, "the program died: exit status 3")
			}
		})
	}
}

func TestLateAnswers(t *testing.T) {
	for _, c := range []struct{ behaviour, says string }{
		{"gtp hangs", "; last on its standard error: \"thinking hard\""},
		{"gtp hangs with a child", "; last on its standard error: \"child "},
		{"nboard hangs", "; last on its standard error: \"thinking hard\""},
		{"nboard endless lines", ""},
		{"nboard no pong", ""},
		{"external hangs", "; last on its standard error: \"thinking hard\""},
		{"external shuts up", ""},
	} {
		t.Run(c.behaviour, func(t *testing.T) {
			t.Parallel()
			_, err := openProgram(t, c.behaviour, short).Move(t.Context(), game(t, "f5d6"))
			var fault *Fault
			require.ErrorAs(t, err, &fault)
			assert.True(t, strings.HasPrefix(fault.Reason, "no answer within 1s"+c.says), fault.Reason)
		})
	}
}

// A program that does not read its input is late as well.
func TestAFullPipeIsLate(t *testing.T) {
	t.Parallel()
	command, err := ParseCommand("sleep 3600", "")
	require.NoError(t, err)
	p, err := command.start()
	require.NoError(t, err)
	defer p.kill()
	ctx, cancel := context.WithTimeout(t.Context(), short)
	defer cancel()
	assert.ErrorIs(t, p.send(ctx, strings.Repeat("play b f5\n", 100_000)), context.DeadlineExceeded)
}

// A program may answer without having read the question.
func TestAnswersWithoutReading(t *testing.T) {
	move, err := openProgram(t, "external deaf", ample).Move(t.Context(), game(t, ""))
	require.NoError(t, err)
	assert.Equal(t, "d3", move.String())
}

var childPID = regexp.MustCompile(`child (\d+)`)

// Children of a program are killed with it, whether it hangs or leaves them behind.
func TestChildrenAreKilled(t *testing.T) {
	for _, behaviour := range []string{
		"gtp hangs with a child", "gtp leaves a child", "external hangs with a child", "external leaves a child",
	} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			_, err := openProgram(t, behaviour, short).Move(t.Context(), game(t, ""))
			match := childPID.FindStringSubmatch(err.Error())
			require.NotNil(t, match, err.Error())
			pid, err := strconv.Atoi(match[1])
			require.NoError(t, err)
			assert.Eventually(t, func() bool { return isGone(pid) }, ample, time.Millisecond)
		})
	}
}

// isGone reports whether no process with that ID runs. Zombies count as gone, because only the
// system's first process can reap what a program leaves behind.
func isGone(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(status), ") Z ")
}

// After Close no process of a program remains, not even a zombie, even if it ignores quit.
func TestCloseLeavesNothing(t *testing.T) {
	t.Parallel()
	for _, behaviour := range []string{"gtp", "nboard"} {
		p := openProgram(t, behaviour, ample)
		_, err := p.Move(t.Context(), game(t, ""))
		require.NoError(t, err)
		pid := p.process.cmd.Process.Pid
		require.NoError(t, p.Close())
		assert.ErrorIs(t, syscall.Kill(pid, 0), syscall.ESRCH)
		require.NoError(t, p.Close(), "closing twice is fine")
	}
	stubborn, err := ParseCommand("sleep 3600", "")
	require.NoError(t, err)
	process, err := stubborn.start()
	require.NoError(t, err)
	process.end("quit\n")
	assert.ErrorIs(t, syscall.Kill(process.cmd.Process.Pid, 0), syscall.ESRCH)
}

func TestCancelling(t *testing.T) {
	for _, behaviour := range []string{"gtp hangs", "nboard hangs", "external hangs"} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(short/4, cancel)
			p := openProgram(t, behaviour, ample)
			_, err := p.Move(ctx, game(t, ""))
			assert.ErrorIs(t, err, context.Canceled)
			assert.Nil(t, p.process, "what hangs is killed")
		})
	}
}

func TestGTPKnowsOnlyTheStart(t *testing.T) {
	at, err := engine.ParsePosition(blackPasses)
	require.NoError(t, err)
	_, err = openProgram(t, "gtp", ample).Move(t.Context(), &engine.Game{Start: at})
	var fault *Fault
	assert.False(t, errors.As(err, &fault), "that is not the program's fault")
	assert.ErrorContains(t, err, "must begin at the start")
}

// The other protocols accept any position.
func TestAnyPosition(t *testing.T) {
	at, err := engine.ParsePosition(blackPasses)
	require.NoError(t, err)
	for _, behaviour := range []string{"nboard", "external"} {
		move, err := openProgram(t, behaviour, ample).Move(t.Context(), &engine.Game{Start: at.Pass()})
		require.NoError(t, err, behaviour)
		assert.Equal(t, firstMove(at), move, behaviour)
	}
}

// A file that is executable but not a program is a StartError, not a forfeit.
func TestWhatCannotStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(path, []byte("no program\n"), 0o755))
	command, err := ParseCommand(path, "")
	require.NoError(t, err)
	_, err = GTP(command, ample).Move(t.Context(), game(t, ""))
	var start *StartError
	require.ErrorAs(t, err, &start)
	assert.EqualError(t, err, "cannot run "+path+": exec format error; it is neither a program for this machine "+
		"nor a script whose first line names its interpreter, such as #!/bin/sh")
}

func FuzzGTPReply(f *testing.F) {
	for _, seed := range []string{"= c6", "=2 C6", "? 12 wrong color", "2 = pass", "=", "= 2", "hello"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if reply := gtpReply.FindStringSubmatch(line); reply != nil {
			_, _ = parseMove(strings.TrimSpace(reply[2]))
		}
	})
}

// gtp-rhino refuses to be told passes, even when one is due, and answers a pass when it is not
// its turn.
func TestRhino(t *testing.T) {
	p := GTP(rhino(t), ample)
	defer p.Close()
	for _, opening := range []string{blackPasses, ""} {
		playOut(t, p, game(t, opening))
	}
}
