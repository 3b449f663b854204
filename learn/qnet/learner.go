package qnet

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"evothello/learn/nets"
)

// A learner is a Q-network in training, with everything that the next rounds depend on.
type learner struct {
	config    *Config
	net       *nets.Net
	target    *nets.Net // evaluates later positions
	trainer   *nets.Trainer
	memory    *memory
	evaluator *evaluator
	counts    Counts
}

// Counts are the totals of training.
type Counts struct {
	Episodes      int `json:"episodes"`
	Steps         int `json:"steps"`    // moves of the network
	TrainingSteps int `json:"trained"`  // training steps
	Unbeaten      int `json:"unbeaten"` // last games in a row without a loss
}

// newLearner returns a learner before the first round.
func newLearner(c *Config) (*learner, error) {
	net, err := nets.New(c.Spec(), c.Seed)
	if err != nil {
		return nil, err
	}
	trainer, err := nets.NewTrainer(net, c.Loss, c.Optimizer, nil)
	if err != nil {
		return nil, err
	}
	return resumeLearner(c, saved{State: trainer.State(), Target: net.Weights()})
}

// saved is the stored state of a learner.
type saved struct {
	Counts Counts
	Games  []Game        // in the replay memory
	State  []nets.Tensor // of the network and the optimizer
	Target []nets.Tensor // of the target network
}

// resumeLearner returns the learner of a stored state.
func resumeLearner(c *Config, s saved) (l *learner, err error) {
	l = &learner{config: c, counts: s.Counts}
	if l.net, err = nets.FromWeights(c.Spec(), s.State); err != nil {
		return nil, err
	}
	if l.target, err = nets.FromWeights(c.Spec(), s.Target); err != nil {
		return nil, err
	}
	if l.trainer, err = nets.NewTrainer(l.net, c.Loss, c.Optimizer, s.State); err != nil {
		return nil, err
	}
	if l.memory, err = newMemory(c); err != nil {
		return nil, err
	}
	for _, g := range s.Games {
		if err := l.memory.add(g); err != nil {
			return nil, fmt.Errorf("a game in memory: %w", err)
		}
	}
	l.evaluator = newEvaluator(c, l.net)
	return l, nil
}

// save returns the learner's state.
func (l *learner) save() saved {
	s := saved{Counts: l.counts, State: l.trainer.State(), Target: l.target.Weights()}
	for i := range l.memory.games {
		s.Games = append(s.Games, l.memory.games[i].Game)
	}
	return s
}

// A Round is the result of a round of episodes.
type Round struct {
	Round    int     `json:"round"` // from 1 on
	Episodes int     `json:"episodes"`
	Wins     int     `json:"wins"`
	Draws    int     `json:"draws"`
	Losses   int     `json:"losses"`
	Steps    int     `json:"steps"`   // moves of the network in all rounds so far
	Trained  int     `json:"trained"` // training steps in all rounds so far
	Loss     float64 `json:"loss"`    // mean over the round's training steps; 0 if there were none
	Value    float64 `json:"value"`   // mean value that the network predicts for its best moves
	Epsilon  float64 `json:"epsilon"` // share of random moves at the end of the round
}

// The purposes of random numbers.
const (
	forExploring = iota
	forMemory
	forOpponent
)

// random returns the random number generator for a purpose and a round or episode.
func (l *learner) random(purpose, number int) *rand.Rand {
	return rand.New(rand.NewPCG(l.config.Seed, uint64(purpose)<<56|uint64(number)))
}

// A Divergence is the error of training that has diverged: a number became NaN or infinite.
type Divergence struct {
	Episode, Step, Trained int    // totals of training at that time
	What                   string // name of the number that is NaN or infinite
}

// Error implements error.
func (f *Divergence) Error() string {
	const format = "%s at training step %d (game step %d), in the round after episode %d: the " +
		"learning rate may be too high"
	return fmt.Sprintf(format, f.What, f.Trained, f.Step, f.Episode)
}

// Advice returns text for the user of a training directory: how to continue after the divergence.
func (f *Divergence) Advice(dir string) string {
	return dir + " holds the last good round, but resuming it would diverge again: start another training with " +
		"--config and a copy of its qnet.json with a lower learning rate"
}

// fault returns a Divergence with the current totals.
func (l *learner) fault(what string) error {
	return &Divergence{l.counts.Episodes, l.counts.Steps, l.counts.TrainingSteps, what}
}

// A session is the current round.
type session struct {
	*learner
	round     Round
	exploring *rand.Rand     // for random moves
	sampling  *rand.Rand     // for batches
	loss      float64        // sum over training steps
	value     float64        // sum over moves
	valued    int            // number of moves in value
	finished  func(done int) // nil or called after each episode
}

// play plays a round and trains on it. It calls finished after each episode, unless that is nil.
func (l *learner) play(ctx context.Context, number int, slots []*slot, finished func(done int)) (Round, error) {
	s := &session{
		learner: l, round: Round{Round: number}, finished: finished,
		exploring: l.random(forExploring, number), sampling: l.random(forMemory, number),
	}
	trained := l.counts.TrainingSteps
	l.trainer.SetRate(l.rate())
	if err := s.games(ctx, slots); err != nil {
		return Round{}, err
	}
	r := &s.round
	l.counts.Episodes += r.Episodes
	r.Steps, r.Trained, r.Epsilon = l.counts.Steps, l.counts.TrainingSteps, l.config.Epsilon.at(l.counts.Steps)
	r.Loss = s.loss / float64(max(1, r.Trained-trained))
	r.Value = s.value / float64(max(1, s.valued))
	return *r, nil
}

// rate returns the present learning rate.
func (l *learner) rate() float64 {
	if l.config.Halving == 0 {
		return l.config.Optimizer.Rate
	}
	return l.config.Optimizer.Rate * math.Exp2(-float64(l.counts.TrainingSteps)/float64(l.config.Halving))
}
