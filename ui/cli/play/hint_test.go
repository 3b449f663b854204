package play

import (
	"bufio"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/ui/cli"
)

func TestMidgameHint(t *testing.T) {
	_, stdout, _ := run(t, "hint\n", "--against", "table")
	assert.Regexp(t, `Hint: [a-h][1-8]: (you stand (better|worse), by about \d+\.\d discs|an even game) \(the shipped champion, looking 10 moves ahead\)\.
Expected: [a-h][1-8]( [a-h][1-8]| pass)*\.
`, stdout)
}

func TestInterruptedHint(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d := &dialogue{}
	d.game, d.out = session.New(engine.Start()).Of, bufio.NewWriter(io.Discard)
	assert.ErrorIs(t, d.hint(ctx), cli.ErrInterrupted)
}
