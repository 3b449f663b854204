package nets

import "fmt"

// A Loss is the name of a loss function.
type Loss string

// The losses. There is a target and a mask for each output.
const (
	// Huber is half the squared error, or for errors over 1 the error minus a half. It is the mean
	// over the outputs with mask 1.
	Huber Loss = "huber"
	// Squared is half the squared error. It is the mean over the outputs with mask 1.
	Squared Loss = "squared"
)

// An Optimizer holds the settings of an optimizer.
type Optimizer struct {
	Method string  `json:"method" is:"adam or rmsprop"`
	Rate   float64 `json:"rate" is:"learning rate, more than 0 and at most 1"`
	Decay  float64 `json:"decay" is:"decay of the running mean of squared gradients, between 0 and 1"`
}

// The methods.
const (
	Adam    = "adam"
	RMSProp = "rmsprop" // Graves's, without a running mean of the gradients
)

// Validate returns an error that names the first invalid setting and its valid values.
func (o Optimizer) Validate() error {
	switch {
	case o.Method != Adam && o.Method != RMSProp:
		return fmt.Errorf("the optimizer is %s or %s, not %q", Adam, RMSProp, o.Method)
	case !(o.Rate > 0 && o.Rate <= 1):
		return fmt.Errorf("the learning rate is more than 0 and at most 1, not %g", o.Rate)
	case !(o.Decay > 0 && o.Decay < 1):
		return fmt.Errorf("the decay of squared gradients is between 0 and 1, not %g", o.Decay)
	}
	return nil
}

// A Trainer trains a network.
type Trainer struct{ net *Net }

// NewTrainer returns a trainer of a network. Steps change the network's weights. A state that State has
// returned continues earlier training; nil starts from the beginning.
func NewTrainer(n *Net, loss Loss, o Optimizer, state []Tensor) (*Trainer, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if loss != Huber && loss != Squared {
		return nil, fmt.Errorf("unknown loss %q: want %s or %s", loss, Huber, Squared)
	}
	if len(state) > 0 {
		if err := n.SetWeights(state); err != nil {
			return nil, err
		}
	}
	for i := range state {
		if t := &state[i]; size(t.Dims) != len(t.Values) {
			return nil, fmt.Errorf("%s has %d values, which do not fit dimensions %v", t.Name, len(t.Values), t.Dims)
		} else if err := n.machine.set(t); err != nil {
			return nil, err
		}
	}
	return &Trainer{n}, n.machine.prepare(loss, o)
}

// Step makes one step on a batch of positions and returns the loss before it. Inputs, targets and masks
// are stored position after position. The first step with a batch size takes longer, because the library
// compiles code for it.
func (t *Trainer) Step(inputs, targets, mask []float32) (loss float64, err error) {
	s := t.net.Spec
	batch := len(inputs) / s.Inputs
	if batch == 0 || len(inputs) != batch*s.Inputs || len(targets) != batch*s.Outputs || len(mask) != len(targets) {
		return 0, fmt.Errorf("a batch of %d inputs, %d targets and %d masks does not fit %d inputs and %d outputs",
			len(inputs), len(targets), len(mask), s.Inputs, s.Outputs)
	}
	return t.net.machine.step(inputs, targets, mask, batch)
}

// SetRate sets the learning rate.
func (t *Trainer) SetRate(rate float64) error { return t.net.machine.setRate(rate) }

// State returns a copy of the weights, the learning rate and the optimizer's state. NewTrainer continues
// from it.
func (t *Trainer) State() ([]Tensor, error) { return t.net.machine.state() }
