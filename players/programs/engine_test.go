//go:build unix

package programs

import (
	"bufio"
	"fmt"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/engine/session"
)

// asEngine is an environment variable that turns the test binary into a small engine. Its value
// is the engine's behaviour.
const asEngine = "PROGRAMS_TEST_AS_ENGINE"

func TestMain(m *testing.M) {
	if behaviour := os.Getenv(asEngine); behaviour != "" {
		protocol, quirk, _ := strings.Cut(behaviour, " ")
		map[string]func(quirk string){"gtp": beGTP, "nboard": beNBoard, "external": beExternal}[protocol](quirk)
		os.Exit(0)
	}
	if os.Getenv(asHost) != "" {
		beHost()
	}
	os.Exit(m.Run())
}

// behaving returns the command that runs the small engine. It turns off the race detector's delay
// of a second at exit.
func behaving(t *testing.T, behaviour string) Command {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	command, err := ParseCommand(fmt.Sprintf("env GORACE=atexit_sleep_ms=0 '%s=%s' '%s'", asEngine, behaviour, self), "")
	require.NoError(t, err)
	return command
}

// misbehave implements faults that engines of all protocols share, when they should answer.
func misbehave(quirk string) {
	switch quirk {
	case "dies in colour":
		fmt.Fprint(os.Stderr, "\x1b[31mred\x1b]0;title\a\r\u202egnp.exe \"\xff\n")
		os.Exit(3)
	case "answers in colour":
		fmt.Print("= \x1b[31md3\x1b[0m\a\n\n=== \x1b[31md3\n3 \x1b[2J2\n")
		os.Exit(0)
	case "dies":
		fmt.Fprintln(os.Stderr, "loading book\nout of memory")
		os.Exit(3)
	case "hangs":
		fmt.Fprintln(os.Stderr, "thinking hard")
		time.Sleep(time.Hour)
	case "hangs with a child":
		child := exec.Command("sleep", "3600")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr // keeps our pipes open
		if child.Start() == nil {
			fmt.Fprintln(os.Stderr, "child", child.Process.Pid)
		}
		time.Sleep(time.Hour)
	case "leaves a child":
		child := exec.Command("sleep", "3600")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if child.Start() == nil {
			fmt.Fprintln(os.Stderr, "child", child.Process.Pid)
		}
		os.Exit(4)
	case "endless line":
		for {
			fmt.Print(strings.Repeat("a", 1000))
		}
	case "endless lines":
		for {
			fmt.Println("info thinking")
		}
	case "shuts up":
		_ = os.Stdout.Close()
		time.Sleep(time.Hour)
	}
}

// firstMove is the move that the small engines choose.
func firstMove(at engine.Position) engine.Square {
	return engine.Square(bits.TrailingZeros64(at.Settle().Moves()))
}

func beGTP(quirk string) {
	game := session.New(engine.Position{}) // no board yet
	answered := 0
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		reply := "="
		switch words[0] {
		case "quit":
			fmt.Print("=\n\n")
			return
		case "set_game", "boardsize":
			if quirk == "knows one game" {
				reply = "? unknown command"
			}
		case "clear_board":
			game = session.New(engine.Start())
		case "play":
			move, err := engine.ParseSquare(words[2]) // refuses passes, like gtp-rhino
			if err != nil || game.Position().Settle().Side.String()[0]|0x20 != words[1][0] || game.Play(move) != nil {
				reply = "? illegal move"
			}
			if quirk == "refuses moves" {
				reply = "? I know better"
			}
		case "genmove":
			misbehave(quirk)
			if quirk == "dies over its second move" && answered == 1 {
				misbehave("dies")
			}
			move := firstMove(game.Position())
			_ = game.Play(move)
			reply = gtpAnswer(quirk, move)
			if answered++; quirk == "dies every third move" && answered == 3 {
				fmt.Printf("%s\n\n", reply)
				os.Exit(5)
			}
		}
		fmt.Printf("%s\n\n", reply)
	}
}

func gtpAnswer(quirk string, move engine.Square) string {
	switch quirk {
	case "sticky ids":
		return "= 2 " + move.String()
	case "ids first":
		return "2= " + move.String()
	case "capitals":
		return "=" + strings.ToUpper(move.String())
	case "blank lines":
		return "\n\n= " + move.String() + "\nand more"
	case "passes":
		return "= pass"
	case "resigns":
		return "= resign"
	case "illegal":
		return "= a1"
	case "occupied":
		return "= d4"
	case "no square":
		return "= z9"
	case "empty":
		return "="
	case "refuses":
		return "? cannot move"
	case "senseless":
		return "my move is " + move.String()
	}
	return "= " + move.String()
}

func beNBoard(quirk string) {
	lines := bufio.NewScanner(os.Stdin)
	at, answered := engine.Start(), 0
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		switch words[0] {
		case "quit":
			return
		case "set":
			if words[1] == "game" { // BO[8 squares side]B[F5]W[PA]…
				_, rest, _ := strings.Cut(lines.Text(), "BO[8 ")
				board, rest, _ := strings.Cut(rest, "]")
				at, _ = engine.ParsePosition(board)
				for _, tag := range strings.Split(rest, "]") {
					if _, move, ok := strings.Cut(tag, "["); ok {
						square, _ := parseMove(move)
						at = at.Play(square)
					}
				}
			}
		case "ping":
			if quirk != "no pong" {
				fmt.Println("status\npong", words[1])
			}
		case "go":
			misbehave(quirk)
			if quirk == "dies over its second move" && answered == 1 {
				misbehave("dies")
			}
			fmt.Println("status thinking\nnodestats 12 0.1\nsearch F5 0.00 0 1")
			fmt.Println(nboardAnswer(quirk, at))
			if answered++; quirk == "dies every third move" && answered == 3 {
				os.Exit(5)
			}
		}
	}
}

func nboardAnswer(quirk string, at engine.Position) string {
	if at.MustPass() {
		return "=== PA" // a wrong answer: the last pass is written
	}
	move := firstMove(at).String()
	switch quirk {
	case "blanks":
		return "=== " + move + " 0.00 0.0"
	case "bare":
		return "=== " + strings.ToUpper(move)
	case "passes":
		return "=== PA/-64"
	case "illegal":
		return "=== a1/1.00/0.1"
	case "empty":
		return "==="
	}
	return "=== " + strings.ToUpper(move) + "/-1.27/0.35"
}

func beExternal(quirk string) {
	misbehave(quirk)
	switch quirk {
	case "silent":
		return
	case "words":
		fmt.Println("top left")
		return
	case "far away":
		fmt.Println("8 0")
		return
	case "too much":
		fmt.Println("3 2 1")
		return
	case "flood":
		fmt.Print(strings.Repeat("1\n", 10000))
		return
	case "illegal":
		fmt.Println("0 0")
		return
	case "fails":
		fmt.Println("3 2")
		fmt.Fprintln(os.Stderr, "Traceback:\n  no module reversi")
		os.Exit(1)
	case "deaf": // answers the first move without reading what it is asked
		_ = os.Stdin.Close()
		fmt.Println("3 2")
		return
	}
	var side, size int
	fmt.Scan(&side, &size)
	at := engine.Position{Side: engine.Black}
	if side == -1 {
		at.Side = engine.White
	}
	for s := range engine.Square(64) {
		var disc int
		fmt.Scan(&disc)
		switch disc {
		case side:
			at.Mover |= s.Bit()
		case -side:
			at.Opponent |= s.Bit()
		}
	}
	move := firstMove(at)
	fmt.Println(move.Col(), move.Row())
}

// rhino finds gtp-rhino, which Debian installs outside of the usual PATH.
func rhino(t *testing.T) Command {
	t.Helper()
	for _, name := range []string{"gtp-rhino", "/usr/games/gtp-rhino"} {
		if command, err := ParseCommand(name+" -l 1", ""); err == nil {
			return command
		}
	}
	t.Skip("no gtp-rhino: apt-get install grhino")
	return Command{}
}

// script writes an executable shell script.
func script(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "a script.sh")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755))
	return path
}
