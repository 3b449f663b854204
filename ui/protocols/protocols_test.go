package protocols

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
	"evothello/search"
)

var update = flag.Bool("update", false, "record the dialogues anew")

func parseSpec(t testing.TB, text string) players.Spec {
	spec, err := players.ParseSpec(text)
	require.NoError(t, err)
	return spec
}

func newPlayer(t testing.TB, text string) players.Player {
	contestant, err := parseSpec(t, text).Contestant()
	require.NoError(t, err)
	return contestant.New(contestant.NewSearcher())
}

func newGTP(t testing.TB, spec string) *GTP {
	contestant, err := parseSpec(t, spec).Contestant()
	require.NoError(t, err)
	return &GTP{Name: "evothello " + spec, Version: "test", Board: engine.Standard(), CheckBoard: contestant.CheckBoard,
		Player: contestant.New(contestant.NewSearcher())}
}

// newNBoard returns an NBoard whose clock stands still.
func newNBoard(t testing.TB, spec string) *NBoard {
	return &NBoard{Spec: parseSpec(t, spec), Searcher: search.New(search.NewTable(search.DefaultTableBits)),
		Now: func() time.Time { return time.Time{} }}
}

// A server is a GTP or an NBoard.
type server interface {
	Serve(ctx context.Context, in io.Reader, out io.Writer) error
}

// serve runs a session whose input is complete at its start.
func serve(t testing.TB, s server, lines string) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, s.Serve(t.Context(), strings.NewReader(lines), &out))
	return out.String()
}

// TestSessions repeats recorded sessions. Lines with "> " are the input; the others are the answers. The first
// line names the player.
func TestSessions(t *testing.T) {
	paths, err := filepath.Glob("testdata/*/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			recorded, err := os.ReadFile(path)
			require.NoError(t, err)
			first, rest, _ := strings.Cut(string(recorded), "\n")
			spec, ok := strings.CutPrefix(first, "# player ")
			require.True(t, ok, "the first line names the player")
			got := first + "\n" + record(t, filepath.Base(filepath.Dir(path)), spec, told(rest))
			if *update {
				require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
				return
			}
			assert.Equal(t, string(recorded), got)
		})
	}
}

func told(recorded string) (lines []string) {
	for line := range strings.Lines(recorded) {
		if line, ok := strings.CutPrefix(line, "> "); ok {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// record returns the lines and the server's answers to each.
func record(t *testing.T, protocol, spec string, lines []string) string {
	var dialogue bytes.Buffer
	var answer func(line string) (quit bool)
	if protocol == "nboard" {
		n := newNBoard(t, spec)
		require.NoError(t, n.begin(listen(strings.NewReader(""), isPing, isQuit), &dialogue))
		answer = func(line string) bool {
			quit := n.run(t.Context(), line)
			require.NoError(t, n.out.Flush())
			return quit
		}
	} else {
		g := newGTP(t, spec)
		g.begin()
		answer = func(line string) bool {
			reply, quit := g.answer(t.Context(), line)
			dialogue.WriteString(reply)
			return quit
		}
	}
	for i, line := range lines {
		fmt.Fprintf(&dialogue, "> %s\n", line)
		if answer(line) {
			require.Len(t, lines, i+1, "quit is the last line")
		}
	}
	return dialogue.String()
}

// docs/reference/protocols.md lists every command of GTP.
func TestProtocolsReference(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference/protocols.md")
	require.NoError(t, err)
	for name := range gtpCommands {
		assert.Regexp(t, "`"+name+"[` ]", string(text))
	}
}
