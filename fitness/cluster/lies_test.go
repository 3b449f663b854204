package cluster

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/runs"
)

// Parameters of TestLies. docs/background/many-machines.md shows the command and its results.
var (
	lieRates       = flag.String("lies", "0.2,1", "shares of its pairs that the worker falsifies")
	lieRuns        = flag.Int("lieruns", 1, "runs for each share")
	liePopulation  = flag.Int("liepopulation", 32, "genomes of a run")
	lieGenerations = flag.Int("liegenerations", 8, "generations of a run")
)

// A worker that falsifies some of its pairs has changed no byte of the run once it is caught.
func TestLies(t *testing.T) {
	t.Parallel()
	config := evolution.Defaults(1)
	config.Search.Depth, config.Search.Endgame = 1, 4
	config.SetSize(*liePopulation, 8)
	config.Gate.Every = 2
	honest, _, _ := playRun(t, config, fitness.Local{})
	for text := range strings.SplitSeq(*lieRates, ",") {
		rate, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err)
		caught, changed, uncertain, redone := 0, 0, 0, 0
		for range *lieRuns {
			e := startExternalServer(t, nil)
			a, _ := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
			stop := startWorker(t, e.server.ClientURL(), &Worker{Slots: 1, corrupt: func(results []fitness.PairResult) {
				for i := range results {
					if rand.Float64() < rate { // the winner of the first game is another
						results[i].Games[0].Discs = -results[i].Games[0].Discs
					}
				}
			}})
			waitForSlots(t, a, 1)
			bytes, again, played := playRun(t, config, a)
			_ = stop()
			e.server.Shutdown()
			redone += played - *lieGenerations
			for _, r := range again {
				uncertain = max(uncertain, r.To-r.From+1)
			}
			switch {
			case a.Status().Refused > 0:
				caught++
				assert.Equal(t, honest, bytes, "%s falsified: caught, but bytes changed", text)
			case bytes != honest:
				changed++
			}
		}
		t.Logf("%s of its pairs falsified: %d of %d runs caught it, after %d generations at most; %.1f generations were "+
			"played again in the mean; it changed the bytes of %d runs", text, caught, *lieRuns, uncertain,
			float64(redone)/float64(*lieRuns), changed)
		if rate == 1 {
			assert.Zero(t, changed, "no result counts that is not checked")
		}
	}
}

// playRun plays a run and returns its champion and history, what was played again, and the generations that it played.
func playRun(t *testing.T, config evolution.Config, arena fitness.Arena) (bytes string, again []runs.Redone,
	played int) {
	dir := filepath.Join(t.TempDir(), "run")
	run, err := runs.Create(dir, config, runs.Goal{Count: *lieGenerations})
	require.NoError(t, err)
	_, err = run.Run(context.Background(), arena, runs.Observer{
		Generation: func(runs.Progress) { played++ },
		Redone:     func(r runs.Redone) { again = append(again, r) },
	})
	require.NoError(t, err)
	run.Close()
	for _, name := range []string{"champion.json", "history.csv", "checkpoint.json"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		bytes += string(data)
	}
	return bytes, again, played
}
