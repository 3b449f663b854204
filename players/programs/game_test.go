//go:build unix

package programs

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A game command gets two files, an opening and a seed, and prints the points of who moves first.
func TestGameCommand(t *testing.T) {
	play := func(script string) (int, error) {
		g, err := ParseGameCommand(fmt.Sprintf("sh -c '%s' - {a} {b} {opening} {seed}", script))
		require.NoError(t, err)
		g.timeout = time.Minute
		if script == "sleep 60" {
			g.timeout = time.Millisecond
		}
		return g.Play(t.Context(), "x.json", "y.json", "5", "6")
	}
	for points, want := range map[string]int{"1": 1, "0.5": 0, " 0": -1} {
		result, err := play(`test "$*" = "x.json y.json 5 6" && echo "` + points + `"`)
		require.NoError(t, err)
		assert.Equal(t, want, result)
	}
	for script, says := range map[string]string{
		"echo 2":          `opening 5) prints "2": must be 1, 0.5 or 0, the points of the first player`,
		":":               `prints "": must be 1, 0.5 or 0`,
		"echo 1; exit 3":  "opening 5): the program died: exit status 3",
		"echo oh >&2; f(": "the program died: exit status 2; last on its standard error: ",
		"sleep 60":        "opening 5): no result within 1ms",
	} {
		_, err := play(script)
		assert.ErrorContains(t, err, says, script)
	}
}

func TestGameCommandRefuses(t *testing.T) {
	for line, says := range map[string]string{
		"": "the command is empty",
		"echo {a}": "the command needs {a} and {b}, the parameter files of " +
			"the first and the second player",
		"echo {a} {b} {openning}":     `{openning}: unknown placeholder "openning"; did you mean opening?`,
		"no-such-program-at-all {a} ": `no program "no-such-program-at-all" in PATH`,
	} {
		_, err := ParseGameCommand(line)
		assert.ErrorContains(t, err, says, line)
	}
	g, err := ParseGameCommand("sleep 60 {a} {b}")
	require.NoError(t, err)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	_, err = g.Play(stopped, "a", "b", "1", "1")
	assert.ErrorIs(t, err, context.Canceled)
}
