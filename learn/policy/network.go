package policy

import (
	"fmt"
	"math"
	"math/rand"
	"slices"

	"evothello/engine"
	"evothello/internal/portable"
	"evothello/learn/nets"
	"evothello/players/human"
)

// A Shape is the sizes of a network. They have the same meaning as in human.Network.
type Shape struct {
	Features int `json:"features"` // number of different features that a move can have
	Vector   int `json:"vector"`   // length of a feature's vector
	Hidden   int `json:"hidden"`   // width of the hidden layer
}

// ShapeOf returns the shape of this program's networks.
func ShapeOf(vector, hidden int) Shape { return Shape{human.Features(), vector, hidden} }

// Weights returns the number of weights.
func (s Shape) Weights() (n int) {
	for _, size := range human.Sizes(s.Vector, s.Hidden) {
		n += size
	}
	return n
}

// A network is a human.Network with floating-point numbers. All its results are the same on every processor.
type network struct {
	shape Shape
	// As in human.Network, in the order of human.Sizes.
	vectors, weights, biases, outputs []float32
}

// tensors returns the places of the network's numbers, in the order of human.Sizes.
func (n *network) tensors() [4]*[]float32 {
	return [...]*[]float32{&n.vectors, &n.weights, &n.biases, &n.outputs}
}

var tensorNames = [...]string{"vectors", "weights", "biases", "outputs"}

// newNetwork makes a network from a seed. All vectors start at 0, except the vectors for the number of discs, which is
// the first feature after the patterns. So all sums start positive. The other weights are normally distributed.
func newNetwork(s Shape, seed uint64) *network {
	n := &network{shape: s}
	for i, size := range human.Sizes(s.Vector, s.Hidden) {
		*n.tensors()[i] = make([]float32, size)
	}
	from, to := human.DiscFeatures()
	for i := from * s.Vector; i < to*s.Vector; i++ {
		n.vectors[i] = startSum
	}
	rng := rand.New(rand.NewSource(int64(seed)))
	draw := func(into []float32, deviation float64) { // all stages begin the same
		stage := into[:len(into)/human.StageCount]
		for i := range into {
			if i < len(stage) {
				into[i] = float32(deviation * portable.Normal(rng))
			} else {
				into[i] = stage[i%len(stage)]
			}
		}
	}
	draw(n.weights, math.Sqrt(2/float64(s.Vector)))
	draw(n.outputs, math.Sqrt(2/float64(s.Hidden)))
	return n
}

const startSum = 0.2

// networkOf returns the network of the tensors with a prefix, see named. It shares them.
func networkOf(s Shape, prefix string, among []nets.Tensor) (*network, error) {
	n := &network{shape: s}
	for i, size := range human.Sizes(s.Vector, s.Hidden) {
		at := slices.IndexFunc(among, func(t nets.Tensor) bool { return t.Name == prefix+tensorNames[i] })
		if at < 0 || len(among[at].Values) != size {
			return nil, fmt.Errorf("has no %s of %d values", prefix+tensorNames[i], size)
		}
		*n.tensors()[i] = among[at].Values
	}
	return n, nil
}

// named returns the tensors of a network, with a prefix to their names. They are shared.
func (n *network) named(prefix string) (all []nets.Tensor) {
	for i, values := range n.tensors() {
		all = append(all, nets.Tensor{Name: prefix + tensorNames[i], Dims: []int{len(*values)}, Values: *values})
	}
	return all
}

// clone returns a copy.
func (n *network) clone() *network {
	c := &network{shape: n.shape}
	for i, values := range n.tensors() {
		*c.tensors()[i] = slices.Clone(*values)
	}
	return c
}

// grid is the unit of vectors in players. Their sums are exact, so moves that a turn or a mirror of the board maps to
// each other have equal values.
const grid = 1.0 / (1 << 14)

// round rounds the vectors to the grid.
func (n *network) round() {
	for i, x := range n.vectors {
		n.vectors[i] = float32(math.RoundToEven(float64(x)/grid) * grid)
	}
}

// A look is what a network computes from a board: for each legal move the sums of the vectors, the hidden layer, both
// after ReLU, and the value. The memory is used again.
type look struct {
	moves  []human.Move
	stage  int
	sums   []float32
	hidden []float32
	values []float32
	back   []float32 // gradients of the loss for the sums
	slopes []float32 // gradients of the loss for the values
}

// sized returns a slice of a length, in the same memory if it is large enough.
func sized(s []float32, n int) []float32 { return slices.Grow(s[:0], n)[:n] }

// forward computes the values of the legal moves of a board.
func (n *network) forward(l *look, b engine.Board) {
	w, h := n.shape.Vector, n.shape.Hidden
	l.moves, l.stage = human.AppendMoves(l.moves[:0], b), human.StageOf(b)
	l.sums, l.hidden = sized(l.sums, len(l.moves)*w), sized(l.hidden, len(l.moves)*h)
	l.values = sized(l.values, len(l.moves))
	outputs := n.outputs[l.stage*h:][:h]
	for k := range l.moves {
		sums, hidden := l.sums[k*w:][:w], l.hidden[k*h:][:h]
		clear(sums)
		for _, f := range l.moves[k].Features {
			add(sums, n.vectors[int(f)*w:])
		}
		copy(hidden, n.biases[l.stage*h:])
		for i, sum := range sums {
			if sums[i] = max(sum, 0); sum > 0 {
				addTimes(hidden, n.weights[(l.stage*w+i)*h:], sum)
			}
		}
		for j, x := range hidden {
			hidden[j] = max(x, 0)
		}
		l.values[k] = product(hidden, outputs)
	}
}

// minSlope is the least gradient of a value that counts.
const minSlope = 1e-3

// backward computes the gradients of the cross-entropy of a move for values and sums, and returns the cross-entropy.
func (n *network) backward(l *look, target engine.Square) (loss float64) {
	w, h := n.shape.Vector, n.shape.Hidden
	l.slopes, l.back = sized(l.slopes, len(l.moves)), sized(l.back, len(l.moves)*w)
	clear(l.back)
	most, sum := float64(slices.Max(l.values)), 0.0
	for _, v := range l.values {
		sum += portable.Exp(float64(v) - most)
	}
	active := make([]float32, h) // the outputs of active units
	for k, m := range l.moves {
		slope := portable.Exp(float64(l.values[k])-most) / sum
		if m.Square == target {
			loss = -portable.Log(slope)
			slope--
		}
		if l.slopes[k] = float32(slope); math.Abs(slope) < minSlope {
			l.slopes[k] = 0
			continue
		}
		for j, x := range l.hidden[k*h:][:h] {
			active[j] = 0
			if x > 0 {
				active[j] = float32(n.outputs[l.stage*h+j] * l.slopes[k])
			}
		}
		for i, x := range l.sums[k*w:][:w] {
			if x > 0 {
				l.back[k*w+i] = product(active, n.weights[(l.stage*w+i)*h:])
			}
		}
	}
	return loss
}
