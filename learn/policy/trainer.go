package policy

import "math"

// A trainer trains a network by Adagrad: each weight has a rate that falls with the squares of its gradients (J. Duchi,
// E. Hazan and Y. Singer, "Adaptive subgradient methods for online learning and stochastic optimization", 2011). So a
// vector that is seldom seen changes as much from each sight as others did at first.
type trainer struct {
	net       *network
	rate      float32
	squares   *network // sums of the squares of gradients
	gradients *network // of the present batch, all 0 between batches
	isTouched []bool   // by feature: has a gradient in the batch
	touched   []int32
	looks     []look
	losses    []float64
}

// startSquares are the squares at the start, in the order of human.Sizes. They limit the first steps.
var startSquares = [...]float32{0.1, 1, 1, 1}

// newTrainer returns the trainer of a network, from the squares of an earlier one or nil.
func newTrainer(n *network, rate float64, squares *network) *trainer {
	if squares == nil {
		squares = n.clone()
		for i, values := range squares.tensors() {
			for j := range *values {
				(*values)[j] = startSquares[i]
			}
		}
	}
	t := &trainer{net: n, rate: float32(rate), squares: squares, gradients: n.clone(),
		isTouched: make([]bool, n.shape.Features)}
	for _, values := range t.gradients.tensors() {
		clear(*values)
	}
	return t
}

// step makes a step on a batch and returns the mean loss before it. It is the same with any number of workers.
func (t *trainer) step(batch []Sample, workers int) float64 {
	for len(t.looks) < len(batch) {
		t.looks, t.losses = append(t.looks, look{}), append(t.losses, 0)
	}
	parallel(workers, len(batch), func(i int) {
		t.net.forward(&t.looks[i], batch[i].Board)
		t.losses[i] = t.net.backward(&t.looks[i], batch[i].Move)
	})
	sum := 0.0
	for i := range batch {
		sum += t.losses[i]
		t.collect(&t.looks[i])
	}
	t.apply()
	return sum / float64(len(batch))
}

// collect adds the gradients of a position.
func (t *trainer) collect(l *look) {
	w, h := t.net.shape.Vector, t.net.shape.Hidden
	outputs, g := t.net.outputs[l.stage*h:][:h], t.gradients
	slopes := make([]float32, h) // for the hidden layer
	for k, slope := range l.slopes {
		if slope == 0 {
			continue
		}
		hidden := l.hidden[k*h:][:h]
		addTimes(g.outputs[l.stage*h:][:h], hidden, slope)
		for j, x := range hidden {
			slopes[j] = 0
			if x > 0 {
				slopes[j] = float32(slope * outputs[j])
			}
		}
		add(g.biases[l.stage*h:][:h], slopes)
		for i, x := range l.sums[k*w:][:w] {
			if x > 0 {
				addTimes(g.weights[(l.stage*w+i)*h:][:h], slopes, x)
			}
		}
		for _, f := range l.moves[k].Features {
			if !t.isTouched[f] {
				t.isTouched[f] = true
				t.touched = append(t.touched, f)
			}
			add(g.vectors[int(f)*w:][:w], l.back[k*w:][:w])
		}
	}
}

// apply changes the weights by their gradients, and clears these.
func (t *trainer) apply() {
	w := t.net.shape.Vector
	for _, f := range t.touched {
		t.isTouched[f] = false
		t.change(0, int(f)*w, int(f+1)*w) // vectors
	}
	t.touched = t.touched[:0]
	for i, values := range t.net.tensors() {
		if i > 0 {
			t.change(i, 0, len(*values))
		}
	}
}

// change changes some weights of a tensor.
func (t *trainer) change(tensor, from, to int) {
	gradients := (*t.gradients.tensors()[tensor])[from:to]
	squares := (*t.squares.tensors()[tensor])[from:to][:len(gradients)]
	values := (*t.net.tensors()[tensor])[from:to][:len(gradients)]
	for i, g := range gradients {
		if g != 0 {
			squares[i] += float32(g * g)
			values[i] -= float32(t.rate*g) / float32(math.Sqrt(float64(squares[i])))
			gradients[i] = 0
		}
	}
}
