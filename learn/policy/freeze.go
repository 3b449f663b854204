package policy

import (
	"math"

	"evothello/players/human"
)

// Freeze returns the network of a player's file or a training directory, for package human: its weights become whole
// numbers. Errors have one line and name the file.
func Freeze(path string) (*human.Network, error) {
	n, err := load(path)
	if err != nil {
		return nil, err
	}
	return &human.Network{
		Width: n.shape.Vector, Hidden: n.shape.Hidden,
		Vectors: rounded(n.vectors, vectorBits), Weights: rounded(n.weights, frozenBits),
		Biases: rounded(n.biases, frozenBits), Outputs: rounded(n.outputs, frozenBits),
	}, nil
}

// rounded returns fixed-point numbers whose largest has that many bits.
func rounded(values []float32, bits int) human.Numbers {
	most := float64(0)
	for _, x := range values {
		most = max(most, math.Abs(float64(x)))
	}
	n := human.Numbers{Values: make([]int16, len(values))}
	for n.Shift < frozenShift && math.Ldexp(most, n.Shift+1) < float64(int(1)<<bits) {
		n.Shift++
	}
	for i, x := range values {
		n.Values[i] = int16(max(math.MinInt16, min(math.Round(math.Ldexp(float64(x), n.Shift)), math.MaxInt16)))
	}
	return n
}

const (
	vectorBits  = 7  // agree with experts as often as 11 do, in half the file
	frozenBits  = 11 // of the few other weights
	frozenShift = 16 // for numbers that are all small
)
