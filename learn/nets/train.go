package nets

import (
	"fmt"
	"math"
	"slices"
	"sync"
)

// A Loss is the name of a loss function.
type Loss string

// The losses. There is a target and a mask for each output.
const (
	// Huber is a mean over the outputs with mask 1: of half the squared error, or of |error| − ½ if |error| is above 1.
	Huber Loss = "huber"
	// Squared is the mean of half the squared error over the outputs with mask 1.
	Squared Loss = "squared"
)

// An Optimizer holds the settings of an optimizer.
type Optimizer struct {
	Method string  `json:"method" is:"adam or rmsprop"`
	Rate   float64 `json:"rate" is:"learning rate, more than 0 and at most 1"`
	Decay  float64 `json:"decay" is:"decay of the running mean of squared gradients, between 0 and 1"`
}

// The optimizer methods.
const (
	Adam    = "adam"
	RMSProp = "rmsprop" // Graves's, without a running mean of the gradients
)

// Validate returns nil, or an error with the first invalid setting and its valid values.
func (o Optimizer) Validate() error {
	switch {
	case o.Method != Adam && o.Method != RMSProp:
		return fmt.Errorf("the optimizer is %q: must be %s or %s", o.Method, Adam, RMSProp)
	case !(o.Rate > 0 && o.Rate <= 1):
		return fmt.Errorf("the learning rate is %g: must be above 0 and at most 1", o.Rate)
	case !(o.Decay > 0 && o.Decay < 1):
		return fmt.Errorf("the decay of squared gradients is %g: must be above 0 and below 1", o.Decay)
	}
	return nil
}

// A Trainer changes the weights of a network to reduce a loss, by the steps of an optimizer.
type Trainer struct {
	net       *Net
	loss      Loss
	optimizer Optimizer
	steps     float64 // so far, at most maxSteps
	// first and second are the running means of the gradients and of their squares, for each of the net's parameters.
	first, second [][]float32
}

// The names of a trainer's state, apart from weights. The name of a mean is one of the last two and the weights' name.
const (
	stepsName  = "steps"
	rateName   = "rate"
	firstName  = "mean of "
	secondName = "mean square of "
)

// maxSteps is the largest count of steps; further steps are not counted. State stores the count as a float32, and no
// mean is biased any more after so many steps.
const maxSteps = 1 << 24

// NewTrainer returns a trainer of a network. Its steps change the network's weights. state is the result of State, to
// continue earlier training, or nil to begin.
func NewTrainer(n *Net, loss Loss, o Optimizer, state []Tensor) (*Trainer, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if loss != Huber && loss != Squared {
		return nil, fmt.Errorf("unknown loss %q: want %s or %s", loss, Huber, Squared)
	}
	t := &Trainer{net: n, loss: loss, optimizer: o}
	t.SetRate(o.Rate)
	for _, values := range n.parameters() {
		t.first = append(t.first, make([]float32, len(values)))
		t.second = append(t.second, make([]float32, len(values)))
	}
	if len(state) == 0 {
		return t, nil
	}
	if err := n.SetWeights(state); err != nil {
		return nil, err
	}
	return t, t.restore(state)
}

// restore sets the optimizer's state.
func (t *Trainer) restore(state []Tensor) error {
	var steps, rate [1]float32
	values := map[string][]float32{stepsName: steps[:], rateName: rate[:]}
	for i, w := range t.net.Spec.tensors() {
		values[firstName+w.Name], values[secondName+w.Name] = t.first[i], t.second[i]
	}
	for name, to := range values {
		found := find(state, name)
		if found == nil || len(found.Values) != len(to) {
			return fmt.Errorf("the state of the training has no %q of %d values", name, len(to))
		}
		copy(to, found.Values)
	}
	t.steps, t.optimizer.Rate = float64(steps[0]), float64(rate[0])
	return nil
}

// State returns a copy of the weights, the learning rate and the optimizer's state. NewTrainer continues
// from it.
func (t *Trainer) State() []Tensor {
	weights := t.net.Weights()
	state := append(weights, Tensor{stepsName, []int{1}, []float32{float32(t.steps)}},
		Tensor{rateName, []int{1}, []float32{float32(t.optimizer.Rate)}})
	for i, w := range weights {
		state = append(state, Tensor{firstName + w.Name, w.Dims, slices.Clone(t.first[i])},
			Tensor{secondName + w.Name, w.Dims, slices.Clone(t.second[i])})
	}
	return state
}

// SetRate sets the learning rate, rounded to a float32 because State stores one.
func (t *Trainer) SetRate(rate float64) { t.optimizer.Rate = float64(float32(rate)) }

// Step makes one optimizer step on a batch of positions and returns the loss before the step. inputs holds
// the inputs of all positions in sequence. targets and mask likewise hold one number per position and output; the loss
// counts the outputs with mask 1.
func (t *Trainer) Step(inputs, targets, mask []float32) (loss float64, err error) {
	s := t.net.Spec
	batch := len(inputs) / s.Inputs
	if batch == 0 || len(inputs) != batch*s.Inputs || len(targets) != batch*s.Outputs || len(mask) != len(targets) {
		return 0, fmt.Errorf("a batch of %d inputs, %d targets and %d masks does not fit %d inputs and %d outputs",
			len(inputs), len(targets), len(mask), s.Inputs, s.Outputs)
	}
	loss, gradients := t.gradients(inputs, targets, mask)
	t.steps = min(t.steps+1, maxSteps)
	var updates sync.WaitGroup
	for i, parameters := range t.net.parameters() {
		updates.Go(func() { t.update(parameters, gradients[i], t.first[i], t.second[i]) })
	}
	updates.Wait()
	return loss, nil
}

// gradients returns the loss of a batch and its gradients for each of the net's parameters, by backpropagation.
func (t *Trainer) gradients(inputs, targets, mask []float32) (loss float64, all [][]float32) {
	n := t.net
	activations := n.activations(inputs)
	last := len(n.layers) - 1
	loss, errors := t.loss.of(activations[last+1].values, targets, mask)
	back := rows{errors, n.Spec.Outputs} // gradients for the outputs of layer i
	all = make([][]float32, 2*len(n.layers))
	for i := last; i >= 0; i-- {
		x := activations[i]
		weights, biases := newRows(x.columns, back.columns), make([]float32, back.columns)
		addTransposedProduct(x, back, weights)
		for j, value := range back.values {
			biases[j%back.columns] += value
		}
		all[2*i], all[2*i+1] = weights.values, biases
		if i > 0 {
			back = backThroughReLU(back, n.layers[i].weights, x)
		}
	}
	return loss, all
}

// of returns the loss of outputs, and its gradient for each output.
func (l Loss) of(outputs, targets, mask []float32) (loss float64, gradient []float32) {
	gradient = make([]float32, len(outputs))
	sum, counted := 0.0, 0.0
	for i, m := range mask {
		e := float64((outputs[i] - targets[i]) * m)
		counted += float64(m)
		if l == Huber && math.Abs(e) > 1 {
			sum += math.Abs(e) - 0.5
			e = math.Copysign(1, e)
		} else {
			sum += float64(e*e) / 2
		}
		gradient[i] = float32(e) * m
	}
	for i := range gradient {
		gradient[i] /= float32(counted)
	}
	return sum / counted, gradient
}

// update changes parameters by a step of the optimizer. Kingma and Ba, Adam, 2015; RMSProp is Adam without its first
// mean. A step is the rate times the mean gradient over the root of the mean square.
func (t *Trainer) update(parameters, gradient, first, second []float32) {
	const firstDecay, least = 0.9, 1e-7
	decay := float32(t.optimizer.Decay)
	rate := float32(t.optimizer.Rate)
	if t.optimizer.Method == Adam {
		rate = float32(t.optimizer.Rate / (1 - math.Pow(firstDecay, t.steps)))
	}
	unbias := float32(1 / (1 - math.Pow(t.optimizer.Decay, t.steps)))
	for i, g := range gradient {
		second[i] = float32(decay*second[i]) + float32((1-decay)*g*g)
		if t.optimizer.Method == Adam {
			first[i] = float32(firstDecay*first[i]) + float32((1-firstDecay)*g)
			g = first[i]
		}
		parameters[i] -= float32(rate * g / (float32(math.Sqrt(float64(second[i]*unbias))) + least))
	}
}
