package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

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

func TestABoardIsNoFlag(t *testing.T) {
	board := strings.Repeat("-", 63) + "X"
	var got []string
	root := &cobra.Command{Use: "tool", RunE: func(_ *cobra.Command, args []string) error { got = args; return nil }}
	assert.Equal(t, Done, Run(root, []string{board, "O", board + " X"}, &bytes.Buffer{}, &bytes.Buffer{}))
	assert.Equal(t, []string{"." + board[1:], "O", "." + board[1:] + " X"}, got)
	assert.Equal(t, Wrong, Run(root, []string{"--board"}, &bytes.Buffer{}, &bytes.Buffer{}))
}
