// Package nets is feed-forward networks of neurons for the players that learn: forward passes
// of many positions at a time, training steps, and their files. The computations are those of
// gomlx with its backend in Go, which this package alone imports.
//
// Built with GOEXPERIMENT=simd on an x86 processor it is several times as fast. The results
// then differ in the last digits from those of a build without: equal bytes are promised for one
// build on processors with the same instructions, with any number of them.
package nets

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand"
	"slices"

	"evothello/internal/portable"
)

// A Spec says how large a network is: how many numbers go in, how wide its hidden layers are,
// and how many numbers come out. All layers are fully connected, the hidden ones followed by
// ReLU.
type Spec struct {
	Inputs  int    `json:"inputs"`
	Hidden  []int  `json:"hidden"`
	Outputs int    `json:"outputs"`
	Lookup  Lookup `json:"lookup,omitzero"`
}

// A Lookup says which inputs are not numbers to count with but names of things: each thing has a
// vector of its own, which is learnt and stands in its place. The zero Lookup is none.
type Lookup struct {
	Places int `json:"places"` // the last so many inputs of a position are things
	Things int `json:"things"` // which are called 0…Things−1
	Width  int `json:"width"`  // of a vector
}

// MaxThings is how many there can be: float32 has names for them all.
const MaxThings = 1 << 24

func (l Lookup) validate(inputs int) error {
	switch {
	case l == Lookup{}:
		return nil
	case l.Places < 1 || l.Places > inputs:
		return fmt.Errorf("1 to %d inputs of a network are looked up, not %d", inputs, l.Places)
	case l.Things < 1 || l.Things > MaxThings:
		return fmt.Errorf("a network looks up 1 to %d things, not %d", MaxThings, l.Things)
	case l.Width < 1 || l.Width > MaxWidth/l.Places:
		return fmt.Errorf("what a network looks up in %d places is 1 to %d wide, not %d", l.Places, MaxWidth/l.Places,
			l.Width)
	}
	return nil
}

// Limits of networks that are made or read.
const (
	MaxLayers  = 32      // hidden
	MaxWidth   = 1 << 14 // of a layer
	MaxWeights = 1 << 27 // in all
)

// Validate returns an error that says what keeps the network from being made.
func (s Spec) Validate() error {
	if len(s.Hidden) > MaxLayers {
		return fmt.Errorf("a network has %d hidden layers at most, not %d", MaxLayers, len(s.Hidden))
	}
	for _, width := range slices.Concat([]int{s.Inputs}, s.Hidden, []int{s.Outputs}) {
		if width < 1 || width > MaxWidth {
			return fmt.Errorf("a layer of a network is 1 to %d wide, not %d", MaxWidth, width)
		}
	}
	if err := s.Lookup.validate(s.Inputs); err != nil {
		return err
	}
	if n := s.Weights(); n > MaxWeights {
		return fmt.Errorf("a network has %d weights at most, not %d", MaxWeights, n)
	}
	return nil
}

// Weights counts the network's weights.
func (s Spec) Weights() (n int) {
	for _, t := range s.tensors() {
		n += size(t.Dims)
	}
	return n
}

// widths are those of all layers, input and output included, after what is looked up has taken
// its place.
func (s Spec) widths() []int {
	in := s.Inputs - s.Lookup.Places + s.Lookup.Places*s.Lookup.Width
	return slices.Concat([]int{in}, s.Hidden, []int{s.Outputs})
}

// A Net is a network with its weights. Forward is safe for concurrent use, but not while the
// network is trained or its weights change.
type Net struct {
	Spec    Spec
	machine machine
}

// A machine computes a network: the library, where there is one.
type machine interface {
	// forward returns the outputs for a batch of inputs.
	forward(inputs []float32, batch int) ([]float32, error)
	// prepare makes it ready for steps.
	prepare(loss Loss, o Optimizer) error
	// step makes a training step on a batch and returns the loss before it.
	step(inputs, targets, mask []float32, batch int) (float64, error)
	setRate(rate float64) error
	// state returns copies of the weights and of what the optimizer remembers.
	state() ([]Tensor, error)
	// set gives weights or what the optimizer remembers other values.
	set(t *Tensor) error
}

// New makes a network whose weights are drawn by lot from a seed: normally distributed, of
// variance 2 over the layer's inputs, as He et al. proposed for ReLU. Biases are 0. Embedding
// vectors start near 0, so that untrained ones hardly count.
func New(s Spec, seed uint64) (*Net, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewSource(int64(seed)))
	all := s.tensors()
	for i := range all {
		t := &all[i]
		t.Values = make([]float32, size(t.Dims))
		deviation := math.Sqrt(2 / float64(t.Dims[0]))
		switch {
		case len(t.Dims) == 1:
			continue
		case t.Name == vectorsName:
			deviation = 0.01
		}
		for j := range t.Values {
			t.Values[j] = float32(deviation * portable.Normal(rng))
		}
	}
	return FromWeights(s, all)
}

// FromWeights makes a network of weights as Weights returns them.
func FromWeights(s Spec, weights []Tensor) (*Net, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	m, err := newMachine(s)
	if err != nil {
		return nil, err
	}
	n := &Net{Spec: s, machine: m}
	return n, n.SetWeights(weights)
}

// tensors are the network's weights without their values.
func (s Spec) tensors() (all []Tensor) {
	if s.Lookup.Places > 0 {
		all = append(all, Tensor{Name: vectorsName, Dims: []int{s.Lookup.Things, s.Lookup.Width}})
	}
	widths := s.widths()
	for i := 1; i < len(widths); i++ {
		all = append(all, Tensor{Name: weightsName(i), Dims: []int{widths[i-1], widths[i]}},
			Tensor{Name: biasesName(i), Dims: []int{widths[i]}})
	}
	return all
}

// Pick returns the network's weights among other tensors, such as those of a trainer's state.
func (s Spec) Pick(among []Tensor) (weights []Tensor) {
	for _, t := range s.tensors() {
		if found := find(among, t.Name); found != nil {
			weights = append(weights, *found)
		}
	}
	return weights
}

func weightsName(layer int) string { return fmt.Sprintf("weights%d", layer) }
func biasesName(layer int) string  { return fmt.Sprintf("biases%d", layer) }

const vectorsName = "vectors"

// Forward returns the outputs for a batch of inputs, which lie one after the other; so do the
// outputs.
func (n *Net) Forward(inputs []float32) ([]float32, error) {
	batch, rest := len(inputs)/n.Spec.Inputs, len(inputs)%n.Spec.Inputs
	if rest != 0 {
		return nil, fmt.Errorf("%d inputs are no whole number of positions of %d", len(inputs), n.Spec.Inputs)
	}
	if batch == 0 {
		return nil, nil
	}
	// The library compiles for every size of a batch: only powers of two are computed.
	padded := 1 << bits.Len(uint(batch-1))
	if padded > batch {
		inputs = append(slices.Clip(inputs), make([]float32, (padded-batch)*n.Spec.Inputs)...)
	}
	all, err := n.machine.forward(inputs, padded)
	if err != nil {
		return nil, err
	}
	return all[:batch*n.Spec.Outputs], nil
}

// Weights returns a copy of the weights.
func (n *Net) Weights() ([]Tensor, error) {
	state, err := n.machine.state()
	if err != nil {
		return nil, err
	}
	return n.Spec.Pick(state), nil
}

// SetWeights gives the network other weights, which it copies.
func (n *Net) SetWeights(weights []Tensor) error {
	for _, t := range n.Spec.tensors() {
		found := find(weights, t.Name)
		if found == nil || !slices.Equal(found.Dims, t.Dims) || len(found.Values) != size(t.Dims) {
			return fmt.Errorf("%s of %v are missing or of another size", t.Name, t.Dims)
		}
		if err := n.machine.set(found); err != nil {
			return err
		}
	}
	return nil
}

// A Tensor is a named array of numbers, those of the last dimension together.
type Tensor struct {
	Name   string    `json:"name"`
	Dims   []int     `json:"dims"`
	Values []float32 `json:"-"`
}

// Finite reports whether all values are numbers, none of them infinite.
func (t *Tensor) Finite() bool {
	return !slices.ContainsFunc(t.Values, func(x float32) bool {
		return math.IsNaN(float64(x)) ||
			math.IsInf(float64(x), 0)
	})
}

func find(all []Tensor, name string) *Tensor {
	i := slices.IndexFunc(all, func(t Tensor) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &all[i]
}

func size(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}
