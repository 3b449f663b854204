package runs_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/runs"
	"evothello/runs/runstest"
)

// Runs pass the test suite for trainers, with a population and with a distribution as state.
func TestConformance(t *testing.T) {
	for _, optimizer := range []string{"ga", "cmaes"} {
		t.Run(optimizer, func(t *testing.T) {
			config := evolution.Defaults(7)
			require.NoError(t, config.SetOptimizer(optimizer))
			config.Search.Depth, config.Search.Endgame, config.Turns = 1, 4, []int{30, 60}
			config.SetSize(8, 4)
			config.Gate.Every = 1
			runstest.TestTrainer(t, runstest.Setup{
				Format: &runs.Evolution,
				Create: func(dir string, goal runs.Goal) (runs.Trainer, error) { return runs.Create(dir, config, goal) },
				Open:   func(dir string) (runs.Trainer, error) { return runs.Open(dir) },
				Resume: func(dir string) (runs.Trainer, error) { return runs.Resume(dir) },
				Check:  runs.Evolution.Kind().Check,
				Run: func(ctx context.Context, t runs.Trainer) (runs.Stop, error) {
					return t.(*runs.Run).Run(ctx, fitness.Local{}, runs.Observer{})
				},
				FirstCount: 3, FinalCount: 5,
			})
		})
	}
}
