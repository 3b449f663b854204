package nets

import "fmt"

// A Loss is what training makes small.
type Loss string

// The losses. Targets and masks are as many as outputs.
const (
	// Huber is half the squared error of the outputs whose mask is 1, where that is over 1 the
	// error less a half; its mean over these.
	Huber Loss = "huber"
	// Squared is half the squared error of the outputs whose mask is 1; its mean over these.
	Squared Loss = "squared"
	// CrossEntropy is that of the softmax over the outputs whose mask is 1 with targets that sum
	// to 1 in each position; its mean over the positions.
	CrossEntropy Loss = "cross-entropy"
)

// An Optimizer says how weights follow from gradients.
type Optimizer struct {
	// Method is adam or rmsprop.
	Method string  `json:"method"`
	Rate   float64 `json:"rate"`
	// Decay is that of the running mean of squared gradients.
	Decay float64 `json:"decay"`
}

// The methods, and their usual decay.
const (
	Adam    = "adam"
	RMSProp = "rmsprop" // Graves's, without a running mean of the gradients
)

// Validate returns an error that says what makes no sense.
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

// NewTrainer trains a network, whose weights then change with each step. It goes on from a
// state that State returned, if one is given.
func NewTrainer(n *Net, loss Loss, o Optimizer, state []Tensor) (*Trainer, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if loss != Huber && loss != Squared && loss != CrossEntropy {
		return nil, fmt.Errorf("there is no loss %q", loss)
	}
	if len(state) > 0 {
		if err := n.SetWeights(state); err != nil {
			return nil, err
		}
	}
	for i := range state {
		if t := &state[i]; size(t.Dims) != len(t.Values) {
			return nil, fmt.Errorf("%s has %d values, not those of %v", t.Name, len(t.Values), t.Dims)
		} else if err := n.machine.set(t); err != nil {
			return nil, err
		}
	}
	return &Trainer{n}, n.machine.prepare(loss, o)
}

// Step makes one step on a batch of positions and returns the loss before it. Inputs, targets
// and masks lie one position after the other; the first step on batches of a size takes longer.
func (t *Trainer) Step(inputs, targets, mask []float32) (loss float64, err error) {
	s := t.net.Spec
	batch := len(inputs) / s.Inputs
	if batch == 0 || len(inputs) != batch*s.Inputs || len(targets) != batch*s.Outputs || len(mask) != len(targets) {
		return 0, fmt.Errorf("%d inputs, %d targets and a mask of %d are no batch of %d and %d", len(inputs), len(targets),
			len(mask), s.Inputs, s.Outputs)
	}
	return t.net.machine.step(inputs, targets, mask, batch)
}

// SetRate changes the learning rate.
func (t *Trainer) SetRate(rate float64) error { return t.net.machine.setRate(rate) }

// State returns a copy of all that decides how training goes on: the weights, the learning
// rate, and what the optimizer remembers.
func (t *Trainer) State() ([]Tensor, error) { return t.net.machine.state() }
