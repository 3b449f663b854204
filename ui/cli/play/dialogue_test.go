package play

import (
	"bytes"
	"context"
	"flag"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/formats"
	"evothello/players"
	"evothello/search"
	"evothello/ui/cli"
)

var update = flag.Bool("update", false, "write the golden files anew")

// run runs the command as a user runs it with pipes.
func run(t *testing.T, input string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	root := Command()
	root.SetIn(strings.NewReader(input))
	code = cli.Run(root, append([]string{}, args...), &out, &errs) // with nil, cobra would use the test's own arguments
	return code, out.String(), errs.String()
}

func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// words returns the words of a text as lines of input.
func words(text string) string { return strings.Join(strings.Fields(text), "\n") + "\n" }

const (
	// nearEnd is a position with h4, g8, a7 and a2 empty and Black to move.
	nearEnd = "d3c3b3e3f3f4f5f6e6d6c7c6b7c4b5a8c5b6d7d8g7c2b1h8f7d2c1f2f1g3" +
		"b4g5g4d1b8a1h5e1h7e7h2g6g2h1f8a3g1e2a4a6b2a5h6e8c8h3"
	// beforePass is a position where White's move c1 leaves Black without a move.
	beforePass = "d3c3e6d2d1e1b2"
	afterPass  = "---------X-O------OX-------OX------XO-------X------------------- X"
)

// A conversation is lines of input and what the program answers: a golden file of its name, or some words. In
// its arguments a low line stands for the blank of a position.
type conversation struct {
	name  string
	args  string
	input string
	says  []string // nil for a golden file
}

func (d conversation) test(t *testing.T) {
	code, stdout, stderr := run(t, d.input, splitArgs(d.args)...)
	assert.Equal(t, cli.Done, code)
	assert.Empty(t, stderr)
	assert.NotContains(t, stdout, "\x1b")
	for _, text := range d.says {
		assert.Contains(t, stdout, text)
	}
	if d.says == nil {
		checkGolden(t, d.name, stdout)
	}
}

func splitArgs(text string) []string {
	args := strings.Fields(text)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "_", " ")
	}
	return args
}

const isOver = gameOver + "\n"

// TestDialogues tests dialogues. The opponents never change. The shipped champion may change, so all hints here are
// solved exactly.
func TestDialogues(t *testing.T) {
	for _, d := range []conversation{
		{"wins", "--against table", words("d3 b3 f3 f5 g7"), nil},
		{"loses", "--against greedy:seed=1 --seed 4", words("d3 e6 c4 d6 c6 hint moves d3 undo quit"), nil},
		{"full board", "--against table --position " + nearEnd, words("hint h4 hint a7"), []string{
			"Hint: a7: you lose by 22 discs against best play (solved to the end).\nExpected: a7 h4 a2 g8.\n",
			"Expected: a7 a2.\n", "\nWhite wins 40-24.\ntranscript: " + nearEnd + "h4g8a7a2\nTo analyse the moves: ",
		}},
		{"opponent passes", "--against table --as white --position " + beforePass, words("c1 quit"), []string{
			"\nWhite plays c1, flips 1.\nBlack has no move and passes.\n", "transcript: " + beforePass + "c1\n",
		}},
		{"white", "--against alphabeta --as W", words("c5 moves quit"), []string{
			"You are White (O).", "\nBlack plays d3, flips 1.\n", "\nLegal moves: d2 e3 f3 f5.\ntranscript: d3c5f6\n",
		}},
		{"undo", "--against table", words("undo d3 b3 undo moves undo undo f5 quit"), nil},
		{"new", "--against greedy --seed 7", words("c4 new new f5 quit"), []string{
			"transcript: c4c3\n", "transcript: \n", "transcript: f5d6\n",
		}},
		{"illegal", "--against table", words("a1 d4 D3 c5 z9 f5d6 pass") + " BOARD \r\n\n  \nf5 d6\n\x1b[31m" +
			strings.Repeat("long ", 100), nil},
		{"help", "--against table", words("Help QUIT d3"), nil},
		{"silence", "--against table", "", []string{"Black X 2, White O 2. Black (you) to move.\ntranscript: \n"}},
		{"after moves", "--against table --position f5d6c3d3", words("undo d3 new undo c4 quit"), []string{
			"\nTaken back: c3 d3.\n", "\nd3 is not a legal move for Black; the command moves lists the legal " +
				"moves.\ntranscript: f5d6\n",
			"Black X 4, White O 4. Black (you) to move.\nTaken back: c3 d3.\n", "\ntranscript: f5d6c4f3\n",
		}},
		{"pasted", "--against table", words("f5d6c3d3c4 moves e6f4 F5D6C3E6 pass undo quit"), nil},
		{"numbered", "--against table", "1. F5 d6 2. c3 d3 3. c4\n1. f5 a1\n1. f5 3. d6\nf5 d6 a1\nquit\n", []string{
			"\nThe game after 5 moves.\nWhite plays f3, flips 1.\n", "\ntranscript, move 2: a1 is not a legal move for " +
				"White.\n" +
				"transcript, move 2: it has the number 3: must be 2 or 1.\n" +
				"transcript, move 3: a1 is not a legal move for Black.\ntranscript: f5d6c3d3c4f3\n",
		}},
		{"over", "--against table --position " + strings.Repeat("X", 64) + "_O", words("hint undo quit"), []string{
			"\nBlack wins 64-0.\nstart: " + strings.Repeat("X", 64) + " O\ntranscript: \n" + isOver + isOver +
				"There is no move of yours to take back.\n",
		}},
	} {
		t.Run(d.name, d.test)
	}
}

// A game can be added to a file: to a GGF file with the players' names, else as a transcript.
func TestSave(t *testing.T) {
	ggf, plain := filepath.Join(t.TempDir(), "games.GGF"), filepath.Join(t.TempDir(), "games.txt")
	lines := "d3\nsave " + ggf + "\nsave " + plain + "\nnew\nc4\nsave " + ggf + "\nsave " + plain + "\nsave\nsave " +
		t.TempDir() + "\n"
	_, stdout, _ := run(t, lines, "--against", "table")
	assert.Contains(t, stdout, "Saved in "+ggf+".\nSaved in "+plain+".\n")
	assert.Contains(t, stdout, "save FILE: add the name of a file")
	assert.Contains(t, stdout, ": it is a directory; name a file in it.")
	games, err := formats.ReadFile(engine.Start(), ggf)
	require.NoError(t, err)
	require.Len(t, games.Games, 2)
	assert.Equal(t, "you", games.Games[0].Black)
	assert.Equal(t, "table", games.Games[0].White)
	transcripts, err := formats.ReadFile(engine.Start(), plain)
	require.NoError(t, err)
	for i := range games.Games {
		assert.Equal(t, games.Games[i].Moves, transcripts.Games[i].Moves)
		assert.Len(t, games.Games[i].Moves, 2)
	}

	_, stdout, _ = run(t, "save "+plain+"\n", "--against", "table", "--position", afterPass[:64]+" O")
	assert.Contains(t, stdout, "save it as GGF")
}

// A pass at the start of the game is announced too.
func TestUserPasses(t *testing.T) {
	position, err := engine.ParsePosition(beforePass + "c1")
	require.NoError(t, err)
	_, stdout, _ := run(t, "", "--against", "table", "--position", position.Pass().String())
	assert.Contains(t, stdout, "Black has no move and passes.\nWhite plays ")
}

// On a terminal there are colours, a prompt, and a notice while the opponent thinks.
func TestTerminal(t *testing.T) {
	o := against(t, "table")
	o.colour, o.prompt = true, true
	var out bytes.Buffer
	require.NoError(t, play(t.Context(), strings.NewReader("d3\n"), &out, o))
	checkGolden(t, "terminal", out.String())
}

func TestWrongCommandLines(t *testing.T) {
	for _, args := range [][]string{
		{"--as", "grey"},
		{"--as", ""},
		{"--against", "xyz"},
		{"--against", ""},
		{"--against", "switch:file=testdata/missing.json"},
		{"--position", "f5f5"},
		{"--position", ""},
		{"--seed", "-1"},
		{"--sed", "1"},
		{"f5"},
		{"list", "all"},
	} {
		code, stdout, stderr := run(t, "", args...)
		assert.Equal(t, cli.Wrong, code, args)
		assert.Empty(t, stdout, args)
		assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	}
}

// An error of the reader or the writer is a failure, not the end of the input.
func TestBrokenPipes(t *testing.T) {
	var out bytes.Buffer
	err := play(t.Context(), io.MultiReader(strings.NewReader("d3\n"), broken{}), &out, against(t, "table"))
	assert.ErrorIs(t, err, errBroken)
	assert.Contains(t, out.String(), "transcript: d3c3\n")
	assert.ErrorIs(t, play(t.Context(), strings.NewReader("d3\n"), broken{}, against(t, "table")), errBroken)
}

var errBroken = io.ErrClosedPipe

type broken struct{}

func (broken) Read([]byte) (int, error)  { return 0, errBroken }
func (broken) Write([]byte) (int, error) { return 0, errBroken }

// Ctrl-C ends the dialogue, during the user's turn and the opponent's.
func TestInterrupt(t *testing.T) {
	for name, o := range map[string]options{
		"user": against(t, "table"),
		"opponent": {begun: engine.NewGame(), as: engine.White,
			against: &players.Contestant{New: newSleeper}},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			in, stillOpen := io.Pipe()
			defer stillOpen.Close()
			var out bytes.Buffer
			assert.ErrorIs(t, play(ctx, in, &out, o), cli.ErrInterrupted)
			assert.True(t, strings.HasSuffix(out.String(), "\ntranscript: \n"), out.String())
		})
	}
}

// A sleeper thinks until it is cancelled.
type sleeper struct{}

func newSleeper(*search.Searcher) players.Player { return sleeper{} }

func (sleeper) NewGame(uint64) {}

func (sleeper) Move(ctx context.Context, p engine.Position) (search.Result, error) {
	<-ctx.Done()
	return search.Result{Move: 19}, nil
}

// A cheat plays an illegal move.
type cheat struct{ sleeper }

func (cheat) Move(context.Context, engine.Position) (search.Result, error) {
	return search.Result{Move: 0}, nil
}

func TestCheatingOpponent(t *testing.T) {
	o := options{begun: engine.NewGame(), as: engine.White, against: &players.Contestant{
		Name: "cheat", New: func(*search.Searcher) players.Player { return cheat{} },
	}}
	err := play(t.Context(), strings.NewReader(""), io.Discard, o)
	assert.EqualError(t, err, "the opponent, cheat: a1 is not a legal move for Black")
}

// A program that forfeits loses the game. The dialogue continues.
func TestForfeitingOpponent(t *testing.T) {
	o := options{begun: engine.NewGame(), against: &players.Contestant{
		Name: "gtp:cmd=quitter", About: "forfeits over its second move",
		New: func(*search.Searcher) players.Player { return &quitter{} },
	}}
	var out bytes.Buffer
	require.NoError(t, play(t.Context(), strings.NewReader(words("d3 c4 moves hint f5 undo f5 new quit")), &out, o))
	checkGolden(t, "forfeit", out.String())

	// After a forfeit at the first move there is nothing to undo.
	o.as, o.against.New = engine.White, func(*search.Searcher) players.Player { return &quitter{moved: true} }
	out.Reset()
	require.NoError(t, play(t.Context(), strings.NewReader(words("undo quit")), &out, o))
	assert.Contains(t, out.String(), "gtp:cmd=quitter forfeits: no answer within 1s. You win 64-0.\ntranscript: \n"+
		gameOver+"\nThere is no move of yours to take back.\n")
}

// A quitter plays one move and forfeits at the next.
type quitter struct{ moved bool }

func (*quitter) NewGame(uint64) {}

func (q *quitter) Move(_ context.Context, p engine.Position) (search.Result, error) {
	if q.moved = !q.moved; !q.moved {
		return search.Result{}, &players.Forfeit{Reason: "no answer within 1s"}
	}
	return search.Result{Move: engine.Square(bits.TrailingZeros64(p.Moves()))}, nil
}

// against returns the options of a game as Black from the start position.
func against(t *testing.T, text string) options {
	t.Helper()
	spec, err := players.ParseSpec(text)
	require.NoError(t, err)
	o := options{begun: engine.NewGame()}
	o.against, err = spec.Contestant()
	require.NoError(t, err)
	return o
}
