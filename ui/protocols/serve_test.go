package protocols

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
	"evothello/search"

	_ "evothello/players/programs" // registers players that fail
)

// Piped commands are all answered, with and without quit.
func TestPipedCommandsAreAllAnswered(t *testing.T) {
	want := "= d3\n\n= c5\n\n"
	assert.Equal(t, want, serve(t, newGTP(t, "reversi-blank:depth=3"), "genmove b\ngenmove w"))
	assert.Equal(t, want+"=\n\n", serve(t, newGTP(t, "reversi-blank:depth=3"), "genmove b\r\ngenmove w\r\nquit\r\nname\n"))
	nboard := serve(t, newNBoard(t, "reversi-blank:depth=3"), "nboard 2\ngo\nmove d3\ngo\nquit\ngo\n")
	assert.Equal(t, 2, strings.Count(nboard, "==="), nboard)
}

// A game that continues the last one is not a new game for the player. A refused move does not change that.
// Each new game adds one to the seed.
func TestWhichGamesAreNew(t *testing.T) {
	const pass = "set game (;B[D3]W[C3]B[E6]W[D2]B[D1]W[E1]B[B2]W[C1]" // Black must pass
	for _, c := range []struct {
		name, lines string
		games       uint64 // new games after the first
	}{
		{"the first", "set game (;B[d3];)", 0},
		{"more moves", "set game (;B[d3];)\nset game (;B[d3]W[c3];)", 0},
		{"fewer", "set game (;B[d3];)\nset game (;;)", 1},
		{"others", "move d3\nset game (;B[f5];)", 1},
		{"another start", "set game (;BO[8 " + strings.Repeat("*", 64) + " O];)", 1},
		{"a pass", pass + ";)\n" + pass + "B[PA];)", 0},
		{"no pass any more", pass + ";)\nmove PA\n" + pass + ";)", 1},
		{"a pass that is implied", pass + "B[PA];)\n" + pass + "W[A3];)", 0},
		{"a refused move", "move d3\nmove d3\nset game (;B[d3];)", 0},
		{"one where a pass is due", pass + ";)\nmove a1\n" + pass + ";)", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNBoard(t, "table")
			serve(t, n, c.lines)
			assert.Equal(t, c.games, n.Seed)
		})
	}
}

// A conversation is a session with a running server.
type conversation struct {
	t     *testing.T
	in    *io.PipeWriter
	out   *bufio.Scanner
	ended chan error
}

func converse(t *testing.T, ctx context.Context, s server) *conversation {
	theirs, in := io.Pipe()
	out, ours := io.Pipe()
	c := &conversation{t: t, in: in, out: bufio.NewScanner(out), ended: make(chan error, 1)}
	go func() {
		c.ended <- s.Serve(ctx, theirs, ours)
		_ = ours.Close()
	}()
	return c
}

func (c *conversation) tell(lines string) {
	_, err := io.WriteString(c.in, lines)
	require.NoError(c.t, err)
}

func (c *conversation) hear() string {
	require.True(c.t, c.out.Scan())
	return c.out.Text()
}

// endless starts a search that never ends by itself.
const endless = "strongest:depth=60,endgame=0"

// A ping stops the search before it and is answered at once. The search writes nothing after the pong.
func TestPingStopsASearch(t *testing.T) {
	for _, work := range []string{"hint 2", "go", "analyze"} {
		t.Run(work, func(t *testing.T) {
			c := converse(t, t.Context(), newNBoard(t, endless))
			c.tell("nboard 2\n" + work + "\nset contempt 0\n")
			if work == "hint 2" {
				assert.Regexp(t, `^search [A-H1-8]+ -?\d+\.\d\d 0 1$`, c.hear())
			}
			c.tell("ping 3\n")
			line := c.hear()
			for strings.HasPrefix(line, "search") || strings.HasPrefix(line, "analysis") {
				line = c.hear()
			}
			assert.Equal(t, "pong 3", line)
			c.tell("set depth 1\ngo\n")
			assert.Equal(t, "set myname strongest1", c.hear())
			assert.Regexp(t, "^nodestats ", c.hear())
			assert.Regexp(t, "^=== ", c.hear())
			c.tell("quit\n")
			assert.NoError(t, <-c.ended)
		})
	}
}

// A ping also stops a search that has not begun.
func TestPingBeforeTheSearchBegins(t *testing.T) {
	c := converse(t, t.Context(), newNBoard(t, endless))
	c.tell("go\nping 1\nhint 1\nping 2\n")
	assert.Equal(t, "pong 1", c.hear())
	assert.Equal(t, "pong 2", c.hear())
	require.NoError(t, c.in.Close())
	assert.NoError(t, <-c.ended, "the end of the input ends the conversation")
}

func TestCtrlCEndsASearch(t *testing.T) {
	for name, s := range map[string]server{"gtp": newGTP(t, endless), "nboard": newNBoard(t, endless)} {
		ctx, cancel := context.WithCancel(t.Context())
		c := converse(t, ctx, s)
		c.tell("genmove b\ngo\n")
		cancel()
		assert.ErrorIs(t, <-c.ended, context.Canceled, name)
	}
}

// A search ends some time after the end of the input, or after quit.
func TestSearchesEndAfterTheInput(t *testing.T) {
	for lines, want := range map[string]string{
		"genmove b\nname\n":       "? the search was stopped\n\n= x\n\n",
		"genmove b\nquit\nname\n": "? the search was stopped\n\n=\n\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			g := &GTP{Board: engine.Standard(), Name: "x", Player: sleeper{}}
			assert.Equal(t, want, serve(t, g, lines))
		})
	}
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		n := newNBoard(t, "table")
		require.NoError(t, n.begin(listen(strings.NewReader(""), isPing, isQuit), &out))
		n.player = sleeper{}
		n.run(t.Context(), "go")
		require.NoError(t, n.out.Flush())
		assert.Equal(t, "status go: stopped 5s after the end of the input\n", out.String())
	})
}

// The time after the end of the input applies to each search, not to all together.
func TestTheLastOfManyAnswersIsWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &GTP{Board: engine.Standard(), Player: sleeper{time: grace - 1}}
		assert.Equal(t, strings.Repeat("= d3\n\n", 9), serve(t, g, strings.Repeat("reg_genmove b\n", 9)))
	})
}

// A quit during a search stops it some time later, with or without an id, although the input stays open.
func TestQuitStopsASearch(t *testing.T) {
	for lines, want := range map[string]string{
		"genmove b\nquit\n":        "? the search was stopped\n\n=\n\n",
		"6 genmove b\n 7 quit #\n": "?6 the search was stopped\n\n=7\n\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			in, told := io.Pipe()
			defer told.Close()
			go io.WriteString(told, lines)
			var out bytes.Buffer
			require.NoError(t, (&GTP{Board: engine.Standard(), Player: sleeper{}}).Serve(t.Context(), in, &out))
			assert.Equal(t, want, out.String())
		})
	}
}

// A sleeper thinks for some time, or until it is stopped.
type sleeper struct{ time time.Duration }

func (sleeper) NewGame(uint64) {}
func (s sleeper) Move(ctx context.Context, _ engine.Position) (search.Result, error) {
	if s.time > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, s.time)
		defer cancel()
	}
	<-ctx.Done()
	return search.Result{Move: 19}, nil
}

// A cheat plays an illegal move, or fails.
type cheat struct {
	sleeper
	err error
}

func (c cheat) Move(context.Context, engine.Position) (search.Result, error) {
	return search.Result{Move: 0}, c.err
}

func TestPlayersThatFail(t *testing.T) {
	g := &GTP{Board: engine.Standard(), Player: cheat{}}
	assert.Equal(t, "? the player failed: a1 is not a legal move for Black\n\n", serve(t, g, "genmove b\n"))
	g = &GTP{Board: engine.Standard(), Player: cheat{err: &players.Forfeit{Reason: "no answer\n\nat all"}}}
	assert.Equal(t, "? the player failed: no answer; at all\n\n", serve(t, g, "genmove b\n"))
	n := newNBoard(t, "gtp:cmd=false")
	assert.Equal(t, "status the program died: exit status 1\n", serve(t, n, "go\n"))
}

func TestBrokenStreams(t *testing.T) {
	broken := errors.New("broken")
	for name, s := range map[string]server{"gtp": newGTP(t, "table"), "nboard": newNBoard(t, "table")} {
		err := s.Serve(t.Context(), io.MultiReader(strings.NewReader("name\n"), iotest.ErrReader(broken)), io.Discard)
		assert.ErrorIs(t, err, broken, name)
		err = s.Serve(t.Context(), strings.NewReader("name\nping 1\n"), failingWriter{broken})
		assert.ErrorIs(t, err, broken, name)
	}
}

// A line that is too long ends the session, after the lines before it are answered.
func TestLinesAreLimited(t *testing.T) {
	endless := io.MultiReader(strings.NewReader("boardsize 8\n"), zeros{})
	var out bytes.Buffer
	assert.ErrorIs(t, newGTP(t, "table").Serve(t.Context(), endless, &out), ErrLine)
	assert.Equal(t, "=\n\n", out.String())
	err := newNBoard(t, "table").Serve(t.Context(), endless, &out)
	assert.EqualError(t, err, "reading standard input: a line is longer than 1048576 bytes")

	games := "set game (;" + strings.Repeat("CO["+strings.Repeat("x", 60_000)+"]", 17) + "B[d3];)\nmove c3\nhint"
	assert.Contains(t, serve(t, newNBoard(t, "table"), games), "search ")
	_, err = ReadExternal(zeros{})
	assert.EqualError(t, err, "line 1: more than 4096 bytes")
}

// zeros is a reader of an endless line.
type zeros struct{}

func (zeros) Read(data []byte) (int, error) { clear(data); return len(data), nil }

// A client that writes faster than the server answers must wait, and gets all answers.
func TestAFullQueueWaits(t *testing.T) {
	for _, c := range []struct {
		name, line string
		lines      int
	}{
		{"many lines", "komi 1", 3 * maxQueueLines},
		{"large ones", "komi 1 " + strings.Repeat("x", maxLine/2), 30},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				in, told := io.Pipe()
				var written atomic.Int64
				go func() {
					_, _ = io.WriteString(told, "genmove b\n")
					for range c.lines {
						_, _ = io.WriteString(told, c.line+"\n")
						written.Add(int64(len(c.line) + 1))
					}
					_ = told.Close()
				}()
				var out bytes.Buffer
				served := make(chan error)
				go func() {
					served <- (&GTP{Board: engine.Standard(), Player: sleeper{time: time.Hour}}).Serve(t.Context(), in, &out)
				}()
				synctest.Wait()
				assert.Less(t, int(written.Load()), maxQueueBytes+3*maxLine)
				assert.Less(t, int(written.Load())/len(c.line), 2*maxQueueLines)
				require.NoError(t, <-served)
				assert.Equal(t, 1+c.lines, strings.Count(out.String(), "\n\n"))
			})
		})
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// Every request gets one reply. It has one empty line, at its end.
func FuzzGTP(f *testing.F) {
	for _, seed := range []string{"1 genmove b\nplay w pass\nundo\nshowboard", "play b d3\n# x\n\n12\nkomi \x00 7",
		"list_commands\nquit", "boardsize 9999999999999999999\ntime_left b 1 1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		g := newGTP(t, "table")
		g.begin()
		for line := range strings.SplitSeq(lines, "\n") {
			reply, quit := g.answer(t.Context(), line)
			if id, command, _ := readGTP(line); id+command == "" {
				require.Empty(t, reply)
				continue
			}
			require.Regexp(t, `^[=?]`, reply)
			require.Equal(t, len(reply)-2, strings.Index(reply, "\n\n"), "%q", reply)
			if quit {
				return
			}
		}
	})
}

// For any input the answers are lines of the protocol.
func FuzzNBoard(f *testing.F) {
	for _, seed := range []string{"nboard 2\nset depth 3\nset game (;B[d3]W[c3];)\nhint 2\ngo\nmove " +
		"e3/1/2\nanalyze\nping 1\nlearn", "F5\nd6\nPA\nmove PA\nset game (;BO[8 " + strings.Repeat("*", 63) +
		"-];)\ngo\nhint 0\nanalyze", "move d3\ngo\nset depth -1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		var out bytes.Buffer
		n := newNBoard(t, "table")
		require.NoError(t, n.begin(listen(strings.NewReader(""), isPing, isQuit), &out))
		for line := range strings.SplitSeq(lines, "\n") {
			if n.run(t.Context(), line) {
				break
			}
		}
		require.NoError(t, n.out.Flush())
		for line := range strings.Lines(out.String()) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			require.Contains(t, []string{"===", "search", "status", "nodestats", "pong", "learned", "analysis", "set"}, word)
		}
	})
}
