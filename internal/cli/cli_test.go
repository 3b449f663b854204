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
		{fmt.Errorf("game: %w", context.Canceled), Stopped, "tool: stopped; nothing is kept, run it again\n"},
	} {
		var stderr bytes.Buffer
		root := &cobra.Command{Use: "tool", RunE: func(*cobra.Command, []string) error { return c.err }}
		assert.Equal(t, c.code, Run(root, []string{}, &bytes.Buffer{}, &stderr), "%v", c.err)
		assert.Equal(t, c.says, stderr.String())
	}
}

// A command that does not heed the signal is left behind, one that waits for input at
// once.
func TestWhoDoesNotHeedIsLeftBehind(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	heedless := func() error { select {} }
	assert.NoError(t, within(ctx, 0, func() error { return nil }))
	cancel()
	assert.ErrorIs(t, within(ctx, time.Microsecond, heedless), errHeedless)
	assert.ErrorIs(t, within(ctx, time.Hour, ctx.Err), context.Canceled)
	assert.ErrorIs(t, Heed(ctx, heedless), context.Canceled)
	assert.EqualError(t, Heed(t.Context(), func() error { return errors.New("no such square") }), "no such square")
}

func TestABoardIsNoFlag(t *testing.T) {
	board := strings.Repeat("-", 63) + "X"
	var got []string
	root := &cobra.Command{Use: "tool", RunE: func(_ *cobra.Command, args []string) error { got = args; return nil }}
	assert.Equal(t, Done, Run(root, []string{board, "O", board + " X"}, &bytes.Buffer{}, &bytes.Buffer{}))
	assert.Equal(t, []string{"." + board[1:], "O", "." + board[1:] + " X"}, got)
	assert.Equal(t, Wrong, Run(root, []string{"--board"}, &bytes.Buffer{}, &bytes.Buffer{}))
}
