package policy

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/learn/nets"
)

// A cancelled ctx stops the measurement of up to twenty thousand positions.
func TestMeasuringStops(t *testing.T) {
	c := small(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := newPolicy(newNetwork(c.Shape(), 1)).measure(ctx, randomSamples(30), 2)
	assert.ErrorIs(t, err, context.Canceled)
}

// A learner fits its samples, and so does the mean of its weights.
func TestTrainFitsTheSamples(t *testing.T) {
	c := small(t, "")
	c.Hidden, c.Vector, c.Rate, c.Steps = 8, 8, 0.1, 300
	p := newLearner(&c)
	samples := randomSamples(30)
	first := 0.0
	finished := func(step int, loss float64) {
		if first == 0 {
			first = loss
		}
	}
	last, err := p.train(t.Context(), fitness.Random(1, "test"), samples, nil, 2, finished)
	require.NoError(t, err)
	assert.Less(t, last, first)
	a, err := p.policy().measure(t.Context(), samples, 2)
	require.NoError(t, err)
	assert.Equal(t, 30, a.Positions)
	assert.Greater(t, a.Same, 27)
}

// The mean covers all weights at first, and about the last ninth of them in the long run.
func TestTheMeanOfWeights(t *testing.T) {
	c := small(t, "")
	p := newLearner(&c)
	for i := 1; i <= 900; i++ {
		p.trainer.net.vectors[0] = float32(i)
		p.updateMean()
		if i == 2 {
			assert.InDelta(t, 1.9, p.mean.vectors[0], 1e-6)
		}
	}
	assert.InDelta(t, 900*0.9, p.mean.vectors[0], 5)
}

// A learner file belongs to one configuration.
func TestReadLearnerRefusesOtherFiles(t *testing.T) {
	c := small(t, "")
	p := newLearner(&c)
	data, err := p.file(1)
	require.NoError(t, err)
	_, _, err = readLearner(&c, data)
	assert.ErrorContains(t, err, "no network to play with")
	other := c
	other.Seed++
	_, _, err = readLearner(&other, data)
	assert.ErrorContains(t, err, "another policy.json")
	_, _, err = readLearner(&c, data[:100])
	assert.Error(t, err)
	player, err := nets.Encode(playerKind, origin{}, nil)
	require.NoError(t, err)
	_, _, err = readLearner(&c, player)
	assert.ErrorContains(t, err, "another kind")
}
