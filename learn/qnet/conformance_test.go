package qnet

import (
	"context"
	"testing"

	"evothello/fitness"
	"evothello/runs"
	"evothello/runs/runstest"
)

func TestConformance(t *testing.T) {
	config := short(t)
	runstest.TestTrainer(t, runstest.Setup{
		Format: &Format,
		Create: func(dir string, goal runs.Goal) (runs.Trainer, error) { return Create(dir, config, goal) },
		Open:   func(dir string) (runs.Trainer, error) { return Open(dir) },
		Resume: func(dir string) (runs.Trainer, error) { return Resume(dir) },
		Check:  Format.Kind().Check,
		Run: func(ctx context.Context, t runs.Trainer) (runs.Stop, error) {
			return t.(*Training).Run(ctx, fitness.Local{}, runs.Observer{})
		},
		FirstCount: 40, FinalCount: 80,
	})
}
