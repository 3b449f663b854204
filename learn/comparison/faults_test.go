package comparison

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/fitness"
	"evothello/internal/files/filestest"
)

// After any fault of the disk a comparison ends with an error, and goes on to the same results.
func TestFaults(t *testing.T) {
	config := small()
	config.Seeds, config.Generations, config.Pairs = []uint64{1}, 1, 4
	config.Opponents = []string{"reversi-blank"}
	run := func(dir string) error {
		c, err := Begin(filepath.Join(dir, "compared"), config)
		if err != nil {
			return err
		}
		defer c.Close()
		arena := fitness.Local{Workers: 1}
		if err := c.Evolve(t.Context(), arena, ignore); err != nil {
			return err
		}
		f, err := c.Play(t.Context(), arena, ignore, func(int, int) {}, nil)
		if err != nil {
			return err
		}
		return c.WriteResults(c.Results(f))
	}
	straight := t.TempDir()
	assert.NoError(t, run(straight))
	outcomes := func(dir string) string {
		return read(t, dir, "compared", outcomesFile) + read(t, dir, "compared", runsDir, "ga-1", "history.csv")
	}
	work := filestest.Work{
		Run:    run,
		Same:   func(t *testing.T, dir, how string) { assert.Equal(t, outcomes(straight), outcomes(dir), how) },
		Faults: 6, Crashes: 2, Swaps: 4,
	}
	work.Test(t)
}
