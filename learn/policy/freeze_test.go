package policy

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators/tuples"
	"evothello/learn/nets"
	"evothello/players/people"
	"evothello/runs"
)

// TestFreeze compares the moves of a network with those of its frozen one. Rounded weights change hardly any.
func TestFreeze(t *testing.T) {
	training := create(t, small(t, "greedy"), 1)
	run(t, training, 1)
	frozen, err := Freeze(training.Dir)
	require.NoError(t, err)
	p, err := Load(training.Dir)
	require.NoError(t, err)

	all, same := positions(rand.New(rand.NewPCG(1, 2)), 1000), 0
	for _, at := range all {
		values, legal, err := p.values([]engine.Board{at.Board})
		require.NoError(t, err)
		ratings := frozen.Ratings(at.Board)
		rounded := make([]float32, 64)
		for s := range rounded {
			rounded[s] = float32(ratings[s]) / people.Unit
			assert.InDelta(t, values[s], rounded[s], 0.05) // a vector that no game trained is about 0
		}
		if best(values, legal[0]) == best(rounded, legal[0]) {
			same++
		}
	}
	assert.Greater(t, same, 985)
}

// TestFreezeForgetsUntrainedVectors checks that the vectors of configurations in no game are 0.
func TestFreezeForgetsUntrainedVectors(t *testing.T) {
	net, err := nets.New(SpecOf([]int{4}, 1), 7)
	require.NoError(t, err)
	weights, err := net.Weights()
	require.NoError(t, err)
	weights[0].Values[3] += 0.5
	frozen, err := freeze(&origin{Spec: net.Spec, Seed: 7}, weights)
	require.NoError(t, err)
	for i, x := range frozen.Vectors.Values {
		assert.Equal(t, i == 3, x != 0, i)
	}
	assert.Len(t, frozen.Vectors.Values, tuples.Patterns().Len)
}

func TestFreezeRefuses(t *testing.T) {
	c := small(t, "greedy")
	c.Hidden = []int{4096}
	training, err := Create(filepath.Join(t.TempDir(), "net"), c, runs.Goal{Count: 1})
	require.NoError(t, err)
	t.Cleanup(training.Close)
	_, err = Freeze(training.Dir)
	assert.ErrorContains(t, err, training.Dir)
	_, err = Freeze("freeze_test.go")
	assert.ErrorContains(t, err, "freeze_test.go")
}
