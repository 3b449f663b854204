package tables

import (
	"context"
	"testing"

	"evothello/fitness"
	"evothello/runs"
	"evothello/runs/runstest"
)

func TestConformance(t *testing.T) {
	config := small(t)
	config.SetGames(60)
	config.Gate.Pairs, config.Reference.Pairs = 20, 1
	config.Fit.Stages, config.Fit.Ridge = []int{64}, 1e4 // a fit of few passes
	runstest.TestTrainer(t, runstest.Setup{
		Format: &Format,
		Create: func(dir string, goal runs.Goal) (runs.Trainer, error) { return Create(dir, config, goal) },
		Open:   func(dir string) (runs.Trainer, error) { return Open(dir) },
		Resume: func(dir string) (runs.Trainer, error) { return Resume(dir) },
		Check:  Format.Kind().Check,
		Run: func(ctx context.Context, t runs.Trainer) (runs.Stop, error) {
			return t.(*Training).Run(ctx, fitness.Local{Workers: 2}, runs.Observer{})
		},
		FirstCount: 1, FinalCount: 2,
	})
}
