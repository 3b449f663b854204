package policy

import (
	"fmt"
	"math"

	"evothello/internal/files"
	"evothello/learn/nets"
	"evothello/players/people"
)

// Freeze returns the network of a player's file or of a training directory with whole numbers as weights, for
// package people. Errors have one line and name the file.
func Freeze(path string) (*people.Network, error) {
	path, err := Format.PlayerFile(path)
	if err != nil {
		return nil, err
	}
	header, weights, err := readPlayer(path)
	if err != nil {
		return nil, err
	}
	net, err := networkOf(header.Shape, "", weights)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	n := net.freeze()
	file := n.File()
	if len(file) > people.MaxFile {
		return nil, fmt.Errorf("%s: frozen it has %d bytes: at most %d are possible: freeze a smaller one",
			path, len(file), people.MaxFile)
	}
	if n, err = people.Read(file); err != nil { // it has limits of its own
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return n, nil
}

// freeze returns the network with whole numbers.
func (n *network) freeze() *people.Network {
	return &people.Network{
		Width: n.shape.Vector, Hidden: n.shape.Hidden,
		Vectors: rounded(n.vectors, vectorBits), Weights: rounded(n.weights, frozenBits),
		Biases: rounded(n.biases, frozenBits), Outputs: rounded(n.outputs, frozenBits),
	}
}

// rounded returns fixed-point numbers whose largest has that many bits.
func rounded(values []float32, bits int) people.Numbers {
	most := float64(0)
	for _, x := range values {
		most = max(most, math.Abs(float64(x)))
	}
	n := people.Numbers{Values: make([]int16, len(values))}
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

// readPlayer reads a player's file and checks that this program knows its inputs.
func readPlayer(path string) (*origin, []nets.Tensor, error) {
	var header origin
	weights, err := nets.Load(path, playerKind, &header)
	if err != nil {
		return nil, nil, &files.Damaged{Path: path, Err: err}
	}
	if header.Features != features || header.Shape.Features != people.Features() {
		return nil, nil, fmt.Errorf("%s sees other features than this program's networks: train it again", path)
	}
	return &header, weights, nil
}
