package qnet

import (
	"evothello/learn/environment"
	"evothello/learn/nets"
)

// An evaluator returns the values of moves. A value is the mean over symmetries of the position.
type evaluator struct {
	net        *nets.Net
	layout     *environment.Layout
	symmetries []int
}

// newEvaluator returns the evaluator of a network with the settings of a configuration.
func newEvaluator(c *Config, net *nets.Net) *evaluator {
	e := &evaluator{net: net, layout: environment.NewLayout(c.Board, c.Frames), symmetries: []int{0}}
	if c.Symmetries {
		e.symmetries = c.Board.Symmetries()
	}
	return e
}

// values returns the value of each action, legal or not, for each observation.
func (e *evaluator) values(all []environment.Observation) ([][]float32, error) {
	in, out, n := e.layout.Inputs(), e.layout.Squares(), len(e.symmetries)
	inputs := make([]float32, len(all)*n*in)
	for i, o := range all {
		for k, symmetry := range e.symmetries {
			at := (i*n + k) * in
			e.layout.Fill(inputs[at:at+in], o, symmetry)
		}
	}
	outputs, err := e.net.Forward(inputs)
	if err != nil {
		return nil, err
	}
	values := make([][]float32, len(all))
	for i := range values {
		values[i] = make([]float32, out)
		for k, symmetry := range e.symmetries {
			transformed := outputs[(i*n+k)*out:]
			for action := range out {
				values[i][action] += transformed[e.layout.Transformed(action, symmetry)] / float32(n)
			}
		}
	}
	return values, nil
}

// best returns the legal move with the highest value, the first of equal ones, or Pass if there is none.
func best(values []float32, legal []int) (best int, value float32) {
	best = environment.Pass
	for _, action := range legal {
		if v := values[action]; best == environment.Pass || v > value {
			best, value = action, v
		}
	}
	return best, value
}
