package qnet

import (
	"context"
	"math"

	"evothello/learn/environment"
	"evothello/learn/nets"
)

// trainDue makes the training steps that are due.
func (s *session) trainDue(ctx context.Context) error {
	if s.memory.size() < s.config.Batch {
		return nil
	}
	for s.counts.TrainingSteps < (s.counts.Steps-s.config.Warmup)/s.config.Every {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.train(); err != nil {
			return err
		}
	}
	return nil
}

// train makes a training step.
func (s *session) train() error {
	steps := s.memory.draw(s.sampling, s.config.Batch)
	symmetries := make([]int, len(steps))
	if s.config.Symmetries {
		for i := range symmetries {
			symmetries[i] = s.evaluator.symmetries[s.sampling.IntN(len(s.evaluator.symmetries))]
		}
	}
	returns, err := s.returns(steps, symmetries)
	if err != nil {
		return err
	}
	l := s.evaluator.layout
	in, out := l.Inputs(), l.Squares()
	inputs := make([]float32, len(steps)*in)
	targets, mask := make([]float32, len(steps)*out), make([]float32, len(steps)*out)
	for i, p := range steps {
		l.Fill(inputs[i*in:][:in], p.game.Observation(p.step, s.config.Frames), symmetries[i])
		action := out - 1 // the last square stands for a pass
		if move := p.game.Actions[p.step]; move != environment.Pass {
			action = l.Transformed(move, symmetries[i])
		}
		targets[i*out+action], mask[i*out+action] = float32(returns[i]), 1
	}
	loss, err := s.trainer.Step(inputs, targets, mask)
	if err != nil {
		return err
	}
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return s.fault("the loss is not finite")
	}
	s.loss += loss
	s.counts.TrainingSteps++
	if s.counts.TrainingSteps%s.config.Target == 0 {
		return s.target.SetWeights(s.net.Weights())
	}
	return nil
}

// returns returns the n-step returns of the steps' moves, with n = Config.Steps: the reward if the game
// ended within n steps, else the discounted value that the networks give the position after them.
func (s *session) returns(steps []sample, symmetries []int) ([]float64, error) {
	returns := make([]float64, len(steps))
	later := make([]int, len(steps)) // the step whose value is used, 0 if the game ended before
	var observations []environment.Observation
	var transforms []int // their symmetries
	for i, p := range steps {
		var ended bool
		if returns[i], later[i], ended = p.reward(s.config); !ended {
			observations = append(observations, p.game.Observation(later[i], s.config.Frames))
			transforms = append(transforms, symmetries[i])
		}
	}
	values, err := s.outputs(s.target, observations, transforms)
	if err != nil {
		return nil, err
	}
	choosing := values
	if s.config.Double {
		if choosing, err = s.outputs(s.net, observations, transforms); err != nil {
			return nil, err
		}
	}
	discount := 1.0
	for range s.config.Steps {
		discount *= s.config.Discount
	}
	out := s.evaluator.layout.Squares()
	mask := make([]float32, out)
	next := 0
	for i := range steps {
		if later[i] == 0 {
			continue
		}
		s.fillMask(mask, observations[next][0], transforms[next])
		returns[i] = discount * float64(values[next*out+argmax(choosing[next*out:][:out], mask)])
		next++
	}
	return returns, nil
}

// outputs returns a network's outputs for observations under symmetries.
func (s *session) outputs(net *nets.Net, all []environment.Observation, symmetries []int) ([]float32, error) {
	in := s.evaluator.layout.Inputs()
	inputs := make([]float32, len(all)*in)
	for i, o := range all {
		s.evaluator.layout.Fill(inputs[i*in:][:in], o, symmetries[i])
	}
	return net.Forward(inputs)
}

// fillMask writes a 1 for each action over which the maximum is taken.
func (s *session) fillMask(mask []float32, at environment.View, symmetry int) {
	s.evaluator.layout.FillMask(mask, at, symmetry)
	switch {
	case !s.config.Legal:
		for i := range mask {
			mask[i] = 1
		}
	case len(at.Legal()) == 0:
		mask[len(mask)-1] = 1 // a pass
	}
}

// argmax returns the index of the largest value with a mask, the first of equal ones.
func argmax(values, mask []float32) int {
	best := -1
	for i, v := range values {
		if mask[i] != 0 && (best < 0 || v > values[best]) {
			best = i
		}
	}
	return best
}
