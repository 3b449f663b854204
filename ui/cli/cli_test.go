package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"evothello/internal/called"
)

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		err  error
		code int
		says string
	}{
		{nil, Done, ""},
		{errors.New("disk full"), Failed, "tool: disk full\n"},
		{errors.New("two\nlines"), Failed, "tool: two; lines\n"},
		{errors.New("file \x1b[2Jx\t\u202ey: Größe ½"), Failed, "tool: file \\x1b[2Jx\\t\\u202ey: Größe ½\n"},
		{errors.New(strings.Repeat("x", 5000)), Failed, "tool: " + strings.Repeat("x", 4000) + "…\n"},
		{Input(errors.New("no such square")), Wrong, "tool: no such square\n"},
		{fmt.Errorf("deep: %w", Inputf("no such %s", "player")), Wrong, "tool: deep: no such player\n"},
		{ErrInterrupted, Stopped, ""},
		{fmt.Errorf("game: %w", context.Canceled), Stopped, "tool: stopped; no result was saved: run the command again\n"},
	} {
		var stderr bytes.Buffer
		root := &cobra.Command{Use: "tool", RunE: func(*cobra.Command, []string) error { return c.err }}
		assert.Equal(t, c.code, Run(root, []string{}, &bytes.Buffer{}, &stderr), "%v", c.err)
		assert.Equal(t, c.says, stderr.String())
	}
}

// Run abandons a command that does not stop after the signal. A command that waits for input is
// abandoned at once.
func TestACommandThatDoesNotStopIsAbandoned(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	endless := func() error { select {} }
	assert.NoError(t, within(ctx, 0, func() error { return nil }))
	cancel()
	assert.ErrorIs(t, within(ctx, time.Microsecond, endless), errNotStopping)
	assert.ErrorIs(t, within(ctx, time.Hour, ctx.Err), context.Canceled)
	assert.ErrorIs(t, Cancellable(ctx, endless), context.Canceled)
	assert.EqualError(t, Cancellable(t.Context(), func() error { return errors.New("no such square") }), "no such square")
}

func TestABoardIsNoFlag(t *testing.T) {
	board := strings.Repeat("-", 63) + "X"
	var got []string
	root := &cobra.Command{Use: "tool", RunE: func(_ *cobra.Command, args []string) error { got = args; return nil }}
	assert.Equal(t, Done, Run(root, []string{board, "O", board + " X"}, &bytes.Buffer{}, &bytes.Buffer{}))
	assert.Equal(t, []string{"." + board[1:], "O", "." + board[1:] + " X"}, got)
	assert.Equal(t, Wrong, Run(root, []string{"--board"}, &bytes.Buffer{}, &bytes.Buffer{}))
}

func TestNearFlag(t *testing.T) {
	known := []string{"board", "crossover", "depth", "elites", "generations", "mutation", "out", "opening-plies",
		"population",
		"random-every", "scorers", "search", "seed", "concurrency"}
	for name, near := range map[string]string{
		"popsize": "population", "pop-size": "population", "population_size": "population", "mutation-rate": "mutation",
		"crossover-probability": "crossover", "elitism": "elites", "elite-size": "elites", "generation-count": "generations",
		"random-seed": "seed", "search-depth": "depth", "plies": "opening-plies", "boardsize": "board", "output": "out",
		"output-dir": "out", "threads": "concurrency", "cores": "concurrency", "Depth": "depth", "model": "", "verbose": "",
	} {
		assert.Equal(t, near, nearFlag(name, known), name)
	}
}

func TestWhatIsMistyped(t *testing.T) {
	newRoot := func() *cobra.Command {
		root := &cobra.Command{Use: "evolve", Args: Args(cobra.NoArgs),
			RunE: func(*cobra.Command, []string) error { return nil }}
		perft := &cobra.Command{Use: "perft DEPTH", Example: "  evolve perft 10",
			RunE: func(*cobra.Command, []string) error { return nil }}
		perft.Flags().String("board", "", "")
		root.AddCommand(perft)
		return root
	}
	for args, says := range map[string]string{
		"perf":           `unknown command "perf"; did you mean perft?`,
		"divide":         "unknown command \"divide\"; `" + called.Evolve("--help") + "` lists the commands",
		"perft -1":       "argument -1: a number must be 0 or more; usage: " + called.Evolve("perft") + " DEPTH [flags]",
		"perft 3 -0.5":   "argument -0.5: a number must be 0 or more; ",
		"perft --bord=X": "unknown flag: --bord; did you mean --board?",
		"perf --bord=X":  "unknown command \"perf\"; did you mean perft?",
		"divide --depth": "unknown command \"divide\"; `" + called.Evolve("--help") + "` lists the commands",
		"perft --xy":     "unknown flag: --xy; see `" + called.Evolve("perft", "--help") + "`",
		"perft -q":       "unknown shorthand flag: 'q' in -q; see `",
		"perft --board":  "flag needs an argument: --board; see `",
	} {
		var stderr bytes.Buffer
		assert.Equal(t, Wrong, Run(newRoot(), strings.Fields(args), &bytes.Buffer{}, &stderr), args)
		assert.Contains(t, stderr.String(), says)
	}
	var help bytes.Buffer
	assert.Equal(t, Done, Run(newRoot(), []string{"perft", "--help"}, &help, &bytes.Buffer{}))
	assert.Contains(t, help.String(), "\n  "+called.Evolve("perft")+" DEPTH")
	assert.Contains(t, help.String(), "\n  "+called.Evolve("perft", "10")+"\n")
}
