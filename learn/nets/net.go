// Package nets provides feed-forward neural networks: forward passes on batches of positions, training steps, and
// files. Matrices are multiplied by gonum. Results are reproducible, to the byte, on processors of one type and with
// any number of cores.
package nets

import (
	"fmt"
	"math"
	"math/rand"
	"slices"

	"evothello/internal/portable"
)

// A Spec is the shape of a network: the number of inputs, the widths of the hidden layers, and the
// number of outputs. All layers are fully connected, and hidden layers have the activation ReLU.
type Spec struct {
	Inputs  int   `json:"inputs"`
	Hidden  []int `json:"hidden"`
	Outputs int   `json:"outputs"`
}

// The limits of networks.
const (
	MaxLayers  = 32      // hidden layers
	MaxWidth   = 1 << 14 // of a layer
	MaxWeights = 1 << 27 // in all layers
)

// Validate returns nil, or an error with the first invalid size.
func (s Spec) Validate() error {
	if len(s.Hidden) > MaxLayers {
		return fmt.Errorf("a network can have at most %d hidden layers, not %d", MaxLayers, len(s.Hidden))
	}
	for _, width := range s.widths() {
		if width < 1 || width > MaxWidth {
			return fmt.Errorf("the width of a layer is %d: must be 1 to %d", width, MaxWidth)
		}
	}
	if n := s.Weights(); n > MaxWeights {
		return fmt.Errorf("a network can have at most %d weights, not %d", MaxWeights, n)
	}
	return nil
}

// Weights returns the number of weights of the network.
func (s Spec) Weights() (n int) {
	for _, t := range s.tensors() {
		n += size(t.Dims)
	}
	return n
}

// widths returns the widths of all layers, from the inputs to the outputs.
func (s Spec) widths() []int {
	return slices.Concat([]int{s.Inputs}, s.Hidden, []int{s.Outputs})
}

// A Net is a network with its weights. Forward is safe for concurrent use, but not during training or
// changes of the weights.
type Net struct {
	Spec   Spec
	layers []layer
}

// A layer holds the weights of a layer, with a row for each of its inputs.
type layer struct {
	weights rows
	biases  []float32
}

// New returns a network with random weights from a seed. Weights are normally distributed with the variance 2 / (inputs
// of the layer), as proposed by He et al. for ReLU. Biases are 0.
func New(s Spec, seed uint64) (*Net, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewSource(int64(seed)))
	all := s.tensors()
	for i := range all {
		t := &all[i]
		t.Values = make([]float32, size(t.Dims))
		if len(t.Dims) == 1 { // biases
			continue
		}
		deviation := math.Sqrt(2 / float64(t.Dims[0]))
		for j := range t.Values {
			t.Values[j] = float32(deviation * portable.Normal(rng))
		}
	}
	return FromWeights(s, all)
}

// FromWeights returns a network with the given weights, in the form that Net.Weights returns.
func FromWeights(s Spec, weights []Tensor) (*Net, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	n := &Net{Spec: s}
	widths := s.widths()
	for i := 1; i < len(widths); i++ {
		n.layers = append(n.layers, layer{newRows(widths[i-1], widths[i]), make([]float32, widths[i])})
	}
	return n, n.SetWeights(weights)
}

// tensors returns the names and dimensions of the network's weights.
func (s Spec) tensors() (all []Tensor) {
	widths := s.widths()
	for i := 1; i < len(widths); i++ {
		all = append(all,
			Tensor{Name: weightsName(i), Dims: []int{widths[i-1], widths[i]}},
			Tensor{Name: biasesName(i), Dims: []int{widths[i]}})
	}
	return all
}

// Pick selects the weights of a network with this shape from a list of tensors, such as a trainer's state.
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

// Forward returns the outputs for a batch of positions. inputs has Spec.Inputs numbers per position, one position after
// the other. The result has Spec.Outputs numbers per position. A length of inputs that is not a multiple of Spec.Inputs
// is an error.
func (n *Net) Forward(inputs []float32) ([]float32, error) {
	batch, rest := len(inputs)/n.Spec.Inputs, len(inputs)%n.Spec.Inputs
	if rest != 0 {
		return nil, fmt.Errorf("the number of inputs, %d, is not a multiple of %d", len(inputs), n.Spec.Inputs)
	}
	if batch == 0 {
		return nil, nil
	}
	all := n.activations(inputs)
	return all[len(all)-1].values, nil
}

// activations returns the activations of each layer for a batch, from the inputs to the outputs, with a row for each
// position.
func (n *Net) activations(inputs []float32) []rows {
	all := []rows{{inputs, n.Spec.Inputs}}
	for i, l := range n.layers {
		y := newRows(all[i].len(), len(l.biases))
		for position := range y.len() {
			copy(y.row(position), l.biases)
		}
		addProduct(all[i], l.weights, y)
		if i < len(n.Spec.Hidden) {
			for j, value := range y.values {
				y.values[j] = max(value, 0)
			}
		}
		all = append(all, y)
	}
	return all
}

// parameters returns the network's weights and biases themselves, in the order of tensors.
func (n *Net) parameters() (all [][]float32) {
	for _, l := range n.layers {
		all = append(all, l.weights.values, l.biases)
	}
	return all
}

// Weights returns a copy of the weights.
func (n *Net) Weights() []Tensor {
	all := n.Spec.tensors()
	for i, values := range n.parameters() {
		all[i].Values = slices.Clone(values)
	}
	return all
}

// SetWeights copies weights into the network. It returns an error if some are missing or have other dimensions.
func (n *Net) SetWeights(weights []Tensor) error {
	all := n.parameters()
	for i, t := range n.Spec.tensors() {
		found := find(weights, t.Name)
		if found == nil || !slices.Equal(found.Dims, t.Dims) || len(found.Values) != size(t.Dims) {
			return fmt.Errorf("the network has no %s with the dimensions %v", t.Name, t.Dims)
		}
		copy(all[i], found.Values)
	}
	return nil
}

// A Tensor is a named array of numbers in row-major order.
type Tensor struct {
	Name   string    `json:"name"`
	Dims   []int     `json:"dims"`
	Values []float32 `json:"-"`
}

// Finite reports whether no value is NaN or infinite.
func (t *Tensor) Finite() bool {
	return !slices.ContainsFunc(t.Values, func(x float32) bool {
		return math.IsNaN(float64(x)) || math.IsInf(float64(x), 0)
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
