package dqn

import (
	"context"
	"math"

	"evothello/engine"
	"evothello/learn/environment"
	"evothello/learn/nets"
)

// learn makes the training steps that are due.
func (s *session) learn(ctx context.Context) error {
	if s.memory.size() < s.config.Batch {
		return nil
	}
	for s.counts.Trained < (s.counts.Steps-s.config.Warmup)/s.config.Every {
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
	steps := s.memory.pick(s.remember, s.config.Batch)
	symmetries := make([]int, len(steps))
	if s.config.Symmetries {
		for i := range symmetries {
			symmetries[i] = s.judge.symmetries[s.remember.IntN(len(s.judge.symmetries))]
		}
	}
	worth, err := s.worth(steps, symmetries)
	if err != nil {
		return err
	}
	l := s.judge.layout
	in, out := l.Inputs(), l.Squares()
	inputs := make([]float32, len(steps)*in)
	targets, mask := make([]float32, len(steps)*out), make([]float32, len(steps)*out)
	for i, p := range steps {
		l.Fill(inputs[i*in:][:in], p.game.Observation(p.step, s.config.Frames), symmetries[i])
		action := out - 1 // the last square stands for a pass
		if square := p.game.Actions[p.step]; square != engine.Pass {
			action = l.Mapped(l.Action(square), symmetries[i])
		}
		targets[i*out+action], mask[i*out+action] = float32(worth[i]), 1
	}
	loss, err := s.trainer.Step(inputs, targets, mask)
	if err != nil {
		return err
	}
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return s.fault("the loss is no number")
	}
	s.loss += loss
	s.counts.Trained++
	if s.counts.Trained%s.config.Target == 0 {
		weights, err := s.net.Weights()
		if err != nil {
			return err
		}
		return s.target.SetWeights(weights)
	}
	return nil
}

// worth is what the steps' moves turned out to be worth: what the game brought within so many
// steps, or what it then was held to bring.
func (s *session) worth(steps []picked, symmetries []int) ([]float64, error) {
	worth := make([]float64, len(steps))
	later := make([]int, len(steps)) // the step that the game is judged by, 0 if it had ended
	var seen []environment.Observation
	var under []int
	for i, p := range steps {
		var ended bool
		if worth[i], later[i], ended = p.reward(s.config); !ended {
			seen = append(seen, p.game.Observation(later[i], s.config.Frames))
			under = append(under, symmetries[i])
		}
	}
	held, err := s.outputs(s.target, seen, under)
	if err != nil {
		return nil, err
	}
	chosen := held
	if s.config.Double {
		if chosen, err = s.outputs(s.net, seen, under); err != nil {
			return nil, err
		}
	}
	discount := 1.0
	for range s.config.Ahead {
		discount *= s.config.Discount
	}
	out := s.judge.layout.Squares()
	mask := make([]float32, out)
	next := 0
	for i := range steps {
		if later[i] == 0 {
			continue
		}
		s.allowed(mask, seen[next][0], under[next])
		worth[i] = discount * float64(held[next*out+most(chosen[next*out:][:out], mask)])
		next++
	}
	return worth, nil
}

// outputs are what a network says of observations.
func (s *session) outputs(net *nets.Net, seen []environment.Observation, symmetries []int) ([]float32, error) {
	in := s.judge.layout.Inputs()
	inputs := make([]float32, len(seen)*in)
	for i, o := range seen {
		s.judge.layout.Fill(inputs[i*in:][:in], o, symmetries[i])
	}
	return net.Forward(inputs)
}

// allowed writes a 1 for each action that a target may be the worth of.
func (s *session) allowed(mask []float32, at engine.Board, symmetry int) {
	legal := at.Moves()
	s.judge.layout.FillMask(mask, legal, symmetry)
	switch {
	case !s.config.Legal:
		for i := range mask {
			mask[i] = 1
		}
	case legal == 0:
		mask[len(mask)-1] = 1 // a pass
	}
}

// most is where the largest of the values is that count, the first of equal ones.
func most(values, mask []float32) int {
	best := -1
	for i, v := range values {
		if mask[i] != 0 && (best < 0 || v > values[best]) {
			best = i
		}
	}
	return best
}
