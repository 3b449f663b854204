package nets

import (
	"bytes"
	"crypto/sha256"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var small = Spec{Inputs: 5, Hidden: []int{7, 6}, Outputs: 3}

// slowForward computes the outputs of a network with plain loops.
func slowForward(n *Net, x []float64) []float64 {
	all := n.Weights()
	for i := 0; i < len(all); i += 2 {
		w, b := all[i], all[i+1]
		y := make([]float64, w.Dims[1])
		for o := range y {
			y[o] = float64(b.Values[o])
			for in, value := range x {
				y[o] += value * float64(w.Values[in*w.Dims[1]+o])
			}
			if i < len(all)-2 {
				y[o] = max(y[o], 0)
			}
		}
		x = y
	}
	return x
}

func normals(n int, seed int64) []float32 {
	rng := rand.New(rand.NewSource(seed))
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.NormFloat64())
	}
	return x
}

func TestForwardMatchesSlowForward(t *testing.T) {
	n, err := New(small, 3)
	require.NoError(t, err)
	for _, batch := range []int{1, 2, 3, 8, 13} {
		x := normals(batch*small.Inputs, int64(batch))
		y, err := n.Forward(x)
		require.NoError(t, err)
		require.Len(t, y, batch*small.Outputs)
		for i := range batch {
			one := make([]float64, small.Inputs)
			for j := range one {
				one[j] = float64(x[i*small.Inputs+j])
			}
			for o, want := range slowForward(n, one) {
				assert.InDelta(t, want, y[i*small.Outputs+o], 1e-4)
			}
		}
	}
	_, err = n.Forward(make([]float32, 6))
	assert.Error(t, err)
	nothing, err := n.Forward(nil)
	assert.NoError(t, err)
	assert.Empty(t, nothing)
}

func TestForwardIsSafeForConcurrentUse(t *testing.T) {
	n, err := New(small, 3)
	require.NoError(t, err)
	x := normals(4*small.Inputs, 1)
	want, err := n.Forward(x)
	require.NoError(t, err)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				y, err := n.Forward(x)
				assert.NoError(t, err)
				assert.Equal(t, want, y)
			}
		})
	}
	all.Wait()
}

// batchOf returns a training batch with one unmasked output for each position.
func batchOf(size int, seed int64) (x, y, mask []float32) {
	x, y, mask = normals(size*small.Inputs, seed), make([]float32, size*small.Outputs), make([]float32, size*small.Outputs)
	for i := range size {
		o := i*small.Outputs + i%small.Outputs
		y[o], mask[o] = x[i*small.Inputs]*x[i*small.Inputs+1], 1
	}
	return x, y, mask
}

func TestLossesMatchTheirFormulas(t *testing.T) {
	for _, loss := range []Loss{Huber, Squared} {
		n, err := New(small, 5)
		require.NoError(t, err)
		x, y, mask := batchOf(6, 2)
		for i := range y {
			y[i] *= 3 // so that some errors are over 1
		}
		out, err := n.Forward(x)
		require.NoError(t, err)
		want, counted := 0.0, 0.0
		for i := range 6 {
			for o := range small.Outputs {
				j := i*3 + o
				e := math.Abs(float64(out[j] - y[j]))
				switch {
				case mask[j] == 0:
					continue
				case loss == Squared || e <= 1:
					want += e * e / 2
				default:
					want += e - 0.5
				}
				counted++
			}
		}
		trainer, err := NewTrainer(n, loss, Optimizer{Adam, 0.01, 0.999}, nil)
		require.NoError(t, err)
		got, err := trainer.Step(x, y, mask)
		require.NoError(t, err)
		assert.InDelta(t, want/counted, got, 1e-4, loss)
	}
}

// slowLoss computes the squared loss of a batch with plain loops.
func slowLoss(n *Net, x, y, mask []float32) float64 {
	sum, counted := 0.0, 0.0
	for i := range len(x) / n.Spec.Inputs {
		one := make([]float64, n.Spec.Inputs)
		for j := range one {
			one[j] = float64(x[i*len(one)+j])
		}
		for o, value := range slowForward(n, one) {
			j := i*n.Spec.Outputs + o
			e := (value - float64(y[j])) * float64(mask[j])
			sum, counted = sum+e*e/2, counted+float64(mask[j])
		}
	}
	return sum / counted
}

// A gradient is the difference in loss that a small difference of a weight makes.
func TestGradientsMatchSmallDifferences(t *testing.T) {
	for _, c := range []struct {
		batch int
		Spec
	}{
		{50, small}, {4, small}, {1, small},
		{50, Spec{Inputs: 40, Hidden: []int{70}, Outputs: 36}},
		{70, Spec{Inputs: 40, Hidden: []int{130, 90}, Outputs: 36}}, // of several blocks of gonum
	} {
		n, err := New(c.Spec, 4) // no activation is near 0
		require.NoError(t, err)
		trainer, err := NewTrainer(n, Squared, Optimizer{Adam, 0.01, 0.999}, nil)
		require.NoError(t, err)
		x, y, mask := normals(c.batch*c.Inputs, 1), normals(c.batch*c.Outputs, 2), make([]float32, c.batch*c.Outputs)
		for i := range mask {
			mask[i] = float32(i % 2)
		}
		loss, gradients := trainer.gradients(x, y, mask)
		assert.InDelta(t, slowLoss(n, x, y, mask), loss, 1e-5)
		rng := rand.New(rand.NewSource(4))
		for i, parameters := range n.parameters() {
			for range 5 {
				j := rng.Intn(len(parameters))
				was := parameters[j]
				low, high := was-1e-5, was+1e-5 // rounded
				parameters[j] = high
				above := slowLoss(n, x, y, mask)
				parameters[j] = low
				below := slowLoss(n, x, y, mask)
				parameters[j] = was
				slope := (above - below) / (float64(high) - float64(low))
				assert.InDelta(t, slope, gradients[i][j], 1e-3, "%v: parameter %d of tensor %d", c, j, i)
			}
		}
	}
}

// The first step of either optimizer is the learning rate, whatever the gradient.
func TestFirstStep(t *testing.T) {
	for _, method := range []string{Adam, RMSProp} {
		n, err := New(small, 5)
		require.NoError(t, err)
		before := n.Weights()
		trainer, err := NewTrainer(n, Huber, Optimizer{method, 0.01, 0.95}, nil)
		require.NoError(t, err)
		_, gradients := trainer.gradients(batchOf(8, 1))
		_, err = trainer.Step(batchOf(8, 1))
		require.NoError(t, err)
		for i, now := range n.Weights() {
			for j, value := range now.Values {
				if g := gradients[i][j]; math.Abs(float64(g)) > 1e-4 {
					assert.InDelta(t, math.Copysign(0.01, float64(g)), before[i].Values[j]-value, 1e-4, method)
				}
			}
		}
	}
}

func TestTrainingLowersTheLoss(t *testing.T) {
	for _, o := range []Optimizer{{Adam, 0.01, 0.999}, {RMSProp, 0.003, 0.95}} {
		n, err := New(small, 5)
		require.NoError(t, err)
		trainer, err := NewTrainer(n, Huber, o, nil)
		require.NoError(t, err)
		var first, last float64
		for i := range 300 {
			last, err = trainer.Step(batchOf(32, 7))
			require.NoError(t, err)
			if i == 0 {
				first = last
			}
		}
		assert.Less(t, last, first/5, o.Method)
	}
}

// Training that continues from a state in a file gives the same weights as without the interruption.
func TestTrainingContinuesFromAState(t *testing.T) {
	train := func(trainer *Trainer, from, to int) {
		for i := from; i < to; i++ {
			_, err := trainer.Step(batchOf(8, int64(i)))
			require.NoError(t, err)
		}
	}
	for _, o := range []Optimizer{{Adam, 0.01, 0.999}, {RMSProp, 0.01, 0.95}} {
		n, err := New(small, 5)
		require.NoError(t, err)
		trainer, err := NewTrainer(n, Huber, o, nil)
		require.NoError(t, err)
		train(trainer, 0, 5)
		data, err := Encode("test", "a state", trainer.State())
		require.NoError(t, err)
		train(trainer, 5, 10)
		want := n.Weights()

		var about string
		state, err := Decode(data, "test", &about)
		require.NoError(t, err)
		again, err := FromWeights(small, state)
		require.NoError(t, err)
		trainer, err = NewTrainer(again, Huber, o, state)
		require.NoError(t, err)
		train(trainer, 5, 10)
		assert.Equal(t, want, again.Weights(), o.Method)
	}
}

func TestSeedsDecideTheWeights(t *testing.T) {
	weights := func(seed uint64) []Tensor {
		n, err := New(small, seed)
		require.NoError(t, err)
		return n.Weights()
	}
	assert.Equal(t, weights(1), weights(1))
	assert.NotEqual(t, weights(1), weights(2))
	n, err := New(small, 1)
	require.NoError(t, err)
	require.NoError(t, n.SetWeights(weights(2)))
	assert.Equal(t, weights(2), n.Weights())
}

func TestInvalidNetworksAreErrors(t *testing.T) {
	for _, s := range []Spec{
		{}, {Inputs: 1},
		{Inputs: 1, Hidden: []int{0}, Outputs: 1}, {Inputs: 1, Hidden: []int{-3}, Outputs: 1},
		{Inputs: 1, Hidden: []int{1 << 20}, Outputs: 1}, {Inputs: 1, Hidden: make([]int, 50), Outputs: 1},
		{Inputs: MaxWidth, Hidden: []int{MaxWidth, MaxWidth}, Outputs: 1},
	} {
		assert.Error(t, s.Validate(), s)
		_, err := New(s, 1)
		assert.Error(t, err, s)
	}
	for _, o := range []Optimizer{{}, {"sgd", 0.1, 0.9}, {Adam, 0, 0.9}, {Adam, math.NaN(), 0.9}, {Adam, 0.1, 1}} {
		assert.Error(t, o.Validate(), o)
	}
}

func TestErrorsOfDamagedFilesHaveOneLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.policy")
	sound := []Tensor{{"x", []int{2, 1}, []float32{1, 2}}}
	data, err := Encode("test", small, sound)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, data, 0o666))
	var about Spec
	got, err := Load(path, "test", &about)
	require.NoError(t, err)
	assert.Equal(t, sound, got)
	assert.Equal(t, small, about)
	_, err = Load(path, "other", &about)
	assert.ErrorContains(t, err, "a.policy is a file of another kind")

	for i := range data {
		_, err := Decode(data[:i], "test", &about)
		assert.Error(t, err, "cut at %d", i)
		damaged := bytes.Clone(data)
		damaged[i] ^= 4
		_, err = Decode(damaged, "test", &about)
		assert.Error(t, err, "damaged at %d", i)
	}
	data, err = Encode("test", small, []Tensor{{"x", []int{2}, []float32{1, float32(math.NaN())}}})
	require.NoError(t, err)
	_, err = Decode(data, "test", &about)
	assert.ErrorContains(t, err, "values in x that are not finite")
	_, err = FromWeights(small, sound)
	assert.ErrorContains(t, err, "the network has no weights1 with the dimensions [5 7]")
}

// FuzzDecode decodes random content with a correct checksum.
func FuzzDecode(f *testing.F) {
	data, err := Encode("test", small, []Tensor{{"x", []int{2, 1}, []float32{1, 2}}})
	require.NoError(f, err)
	f.Add(data[:len(data)-sha256.Size])
	f.Add([]byte(magic + "\x00\x00\x00\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		sum := sha256.Sum256(data)
		var about Spec
		all, err := Decode(append(bytes.Clone(data), sum[:]...), "test", &about)
		if err != nil {
			return
		}
		for i := range all {
			assert.True(t, all[i].Finite())
			assert.Len(t, all[i].Values, size(all[i].Dims))
		}
	})
}
