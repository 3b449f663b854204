package policy

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players/human"
	"evothello/runs"
)

// TestFreeze compares the moves of a network with those of its frozen one. Rounded weights change hardly any.
func TestFreeze(t *testing.T) {
	training := create(t, small(t, "greedy"), 1)
	run(t, training, 1)
	frozen, err := Freeze(training.Path())
	require.NoError(t, err)
	p, err := Load(training.Path())
	require.NoError(t, err)

	all, same := positions(rand.New(rand.NewPCG(1, 2)), 1000), 0
	for _, at := range all {
		values, legal := p.values([]engine.Board{at.Board}, 1)
		ratings := frozen.Ratings(at.Board)
		rounded := make([]float32, 64)
		for s := range rounded {
			rounded[s] = float32(ratings[s]) / human.Unit
			assert.InDelta(t, values[s], rounded[s], 0.3)
		}
		if best(values, legal[0]) == best(rounded, legal[0]) {
			same++
		}
	}
	assert.Greater(t, same, 970)
}

func TestFreezeRefuses(t *testing.T) {
	c := small(t, "greedy")
	training, err := Create(filepath.Join(t.TempDir(), "policy"), c, runs.Goal{Count: 1})
	require.NoError(t, err)
	t.Cleanup(training.Close)
	_, err = Freeze(training.Path())
	assert.ErrorContains(t, err, training.Path())
	_, err = Freeze("freeze_test.go")
	assert.ErrorContains(t, err, "freeze_test.go")
}
