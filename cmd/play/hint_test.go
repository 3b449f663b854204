package main

import (
	"bufio"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/advice"
	"evothello/engine"
	"evothello/internal/cli"
	"evothello/session"
)

func TestMidgameHint(t *testing.T) {
	_, stdout, _ := run(t, "hint\n", "--against", "table")
	assert.Regexp(t, `Hint: [a-h][1-8]: (you stand (better|worse), by about \d+\.\d discs|an even game) \(the shipped champion, looking 10 moves ahead\)\.
Expected: [a-h][1-8]( [a-h][1-8]| pass)*\.
`, stdout)
}

func TestWorth(t *testing.T) {
	for want, v := range map[string]advice.Value{
		"you win by 6 discs with best play":      {Exact: true, Discs: 6},
		"you lose by 12 discs against best play": {Exact: true, Discs: -12},
		"a draw with best play":                  {Exact: true},
		"you win with best play":                 {Won: 1, Discs: 64},
		"you lose against best play":             {Won: -1, Discs: -64},
		"you stand better, by about 0.7 discs":   {Points: 130, Discs: 0.71},
		"you stand worse, by about 2.0 discs":    {Points: -400, Discs: -2},
		"an even game":                           {},
	} {
		assert.Equal(t, want, worth(v))
	}
}

func TestInterruptedHint(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d := &dialogue{game: session.New(engine.Start()), out: bufio.NewWriter(io.Discard)}
	assert.ErrorIs(t, d.hint(ctx), cli.ErrInterrupted)
}
