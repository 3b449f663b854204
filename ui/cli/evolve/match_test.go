package evolve

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/runs/tournament"
)

// Without a terminal, a long match prints a line from time to time.
func TestALongMatchShowsItsProgress(t *testing.T) {
	shown := func(quiet bool) string {
		var errs bytes.Buffer
		synctest.Test(t, func(*testing.T) {
			cmd, output := new(cobra.Command), outputFlags{quiet: quiet}
			cmd.SetErr(&errs)
			score := &matchProgress{display: newDisplay(output.progress(cmd)), pairs: 20}
			for range 20 {
				time.Sleep(2 * time.Second)
				score.played(fitness.PairResult{})
			}
			score.end()
		})
		return errs.String()
	}
	lines := strings.Split(strings.TrimSuffix(shown(false), "\n"), "\n")
	require.Len(t, lines, 4)
	for i, line := range lines {
		assert.Regexp(t, fmt.Sprintf(`^pair %d of 20: 50\.0 %%, Elo \+0 \(-[\d∞]+ to [+\d∞]+\)$`, 5*(i+1)), line)
	}
	assert.Empty(t, shown(true))
}

// A tournament does so too, because a pairing may take as long as a match.
func TestALongPairingShowsItsProgress(t *testing.T) {
	c := tournament.Config{Pairs: 20, Plies: 8, Players: []tournament.Player{{Spec: "random"}, {Spec: "greedy"}}}
	var errs bytes.Buffer
	synctest.Test(t, func(*testing.T) {
		of, err := tournament.New(c)
		require.NoError(t, err)
		progress := newTournamentProgress(&errs, of)
		for range 20 {
			time.Sleep(2 * time.Second)
			progress.played(tournament.Played{A: "random", B: "greedy"})
		}
		progress.end()
	})
	assert.Equal(t, 4, strings.Count(errs.String(), "\n"), errs.String())
	assert.True(t, strings.HasPrefix(errs.String(), "pair 5 of 20  random against greedy 50 %"), errs.String())
}
