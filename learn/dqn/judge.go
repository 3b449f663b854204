package dqn

import (
	"evothello/engine"
	"evothello/learn/environment"
	"evothello/learn/nets"
)

// A judge says what moves are worth to the agent.
type judge struct {
	net        *nets.Net
	layout     *environment.Layout
	symmetries []int // the orientations in which it looks at a position
}

// newJudge judges by a network as the configuration says.
func newJudge(c *Config, net *nets.Net) *judge {
	j := &judge{net: net, layout: environment.NewLayout(c.Board, c.Frames), symmetries: []int{0}}
	if c.Symmetries {
		j.symmetries = c.Board.Symmetries()
	}
	return j
}

// values returns what each action is worth, legal or not, for each of the observations.
func (j *judge) values(all []environment.Observation) ([][]float32, error) {
	in, out, n := j.layout.Inputs(), j.layout.Squares(), len(j.symmetries)
	inputs := make([]float32, len(all)*n*in)
	for i, o := range all {
		for k, symmetry := range j.symmetries {
			at := (i*n + k) * in
			j.layout.Fill(inputs[at:at+in], o, symmetry)
		}
	}
	outputs, err := j.net.Forward(inputs)
	if err != nil {
		return nil, err
	}
	values := make([][]float32, len(all))
	for i := range values {
		values[i] = make([]float32, out)
		for k, symmetry := range j.symmetries {
			seen := outputs[(i*n+k)*out:]
			for action := range out {
				values[i][action] += seen[j.layout.Mapped(action, symmetry)] / float32(n)
			}
		}
	}
	return values, nil
}

// best is the legal move of most value, the first of equal ones; Pass if there is none.
func (j *judge) best(values []float32, legal uint64) (best engine.Square, value float32) {
	best = engine.Pass
	for s := range engine.SquaresOf(legal) {
		if v := values[j.layout.Action(s)]; best == engine.Pass || v > value {
			best, value = s, v
		}
	}
	return best, value
}
