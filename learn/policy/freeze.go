package policy

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"evothello/internal/files"
	"evothello/learn/nets"
	"evothello/players/people"
)

// Freeze returns the network of a player's file or of a training directory with whole numbers as weights, for
// package people. Vectors that training never changed become 0: they are those of configurations that occur in no
// game. Errors have one line and name the file.
func Freeze(path string) (*people.Network, error) {
	path, err := Format.PlayerFile(path)
	if err != nil {
		return nil, err
	}
	header, weights, err := readPlayer(path)
	if err != nil {
		return nil, err
	}
	n, err := freeze(header, weights)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
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

func freeze(header *origin, weights []nets.Tensor) (*people.Network, error) {
	untrained, err := nets.New(header.Spec, header.Seed)
	if err != nil {
		return nil, err
	}
	first, err := untrained.Weights()
	if err != nil {
		return nil, err
	}
	weights = header.Spec.Pick(weights)
	if len(weights) != len(first) {
		return nil, errors.New("weights are missing")
	}
	n := &people.Network{Width: header.Spec.Lookup.Width, Vectors: rounded(trained(weights[0], first[0]))}
	for i := 1; i < len(weights); i += 2 {
		n.Layers = append(n.Layers, people.Layer{
			In: weights[i].Dims[0], Out: weights[i].Dims[1],
			Weights: rounded(weights[i].Values), Biases: rounded(weights[i+1].Values),
		})
	}
	return n, nil
}

// trained returns the vectors, with 0 for those that are as they were at first.
func trained(now, first nets.Tensor) []float32 {
	values, width := slices.Clone(now.Values), now.Dims[1]
	for i := 0; i < len(values); i += width {
		if slices.Equal(values[i:i+width], first.Values[i:i+width]) {
			clear(values[i : i+width])
		}
	}
	return values
}

// rounded returns fixed-point numbers whose largest has frozenBits bits.
func rounded(values []float32) people.Numbers {
	most := float64(0)
	for _, x := range values {
		most = max(most, math.Abs(float64(x)))
	}
	n := people.Numbers{Values: make([]int16, len(values))}
	for n.Shift < frozenShift && math.Ldexp(most, n.Shift+1) < 1<<frozenBits {
		n.Shift++
	}
	for i, x := range values {
		n.Values[i] = int16(max(math.MinInt16, min(math.Round(math.Ldexp(float64(x), n.Shift)), math.MaxInt16)))
	}
	return n
}

const (
	frozenBits  = 11 // enough that a network plays the same moves, see TestFreeze
	frozenShift = 16 // for numbers that are all small
)

// readPlayer reads a player's file and checks that this program knows its inputs.
func readPlayer(path string) (*origin, []nets.Tensor, error) {
	var header origin
	weights, err := nets.Load(path, playerKind, &header)
	if err != nil {
		return nil, nil, &files.Damaged{Path: path, Err: err}
	}
	want := SpecOf(header.Spec.Hidden, header.Spec.Lookup.Width)
	if header.Features != features || !same(header.Spec, want) {
		return nil, nil, fmt.Errorf("%s has other inputs than this program's networks: train it again", path)
	}
	return &header, weights, nil
}
