package dqn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"evothello/learn/nets"
)

// A learner is learning at work: all that decides how it goes on.
type learner struct {
	config  *Config
	net     *nets.Net
	target  *nets.Net // what positions later on are worth
	trainer *nets.Trainer
	memory  *memory
	judge   *judge
	counts  Counts
}

// Counts are how far learning has come.
type Counts struct {
	Episodes int `json:"episodes"`
	Steps    int `json:"steps"`    // moves that the agent was asked for
	Trained  int `json:"trained"`  // training steps
	Unbeaten int `json:"unbeaten"` // games in a row without defeat
}

// newLearner begins to learn.
func newLearner(c *Config) (*learner, error) {
	net, err := nets.New(c.Spec(), c.Seed)
	if err != nil {
		return nil, err
	}
	weights, err := net.Weights()
	if err != nil {
		return nil, err
	}
	return resumeLearner(c, saved{State: weights, Target: weights})
}

// saved is what a learner goes on from.
type saved struct {
	Counts Counts
	Games  []Game // those in memory
	State  []nets.Tensor
	Target []nets.Tensor
}

// resumeLearner goes on from what was saved.
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
	l.judge = newJudge(c, l.net)
	return l, nil
}

// save returns what the learner would go on from.
func (l *learner) save() (s saved, err error) {
	s.Counts = l.counts
	for i := range l.memory.games {
		s.Games = append(s.Games, l.memory.games[i].Game)
	}
	if s.State, err = l.trainer.State(); err != nil {
		return s, err
	}
	s.Target, err = l.target.Weights()
	return s, err
}

// A Round is what came of so many episodes.
type Round struct {
	Round    int     `json:"round"` // from 1 on
	Episodes int     `json:"episodes"`
	Wins     int     `json:"wins"`
	Draws    int     `json:"draws"`
	Losses   int     `json:"losses"`
	Steps    int     `json:"steps"`   // of the agent, from the beginning
	Trained  int     `json:"trained"` // training steps, from the beginning
	Loss     float64 `json:"loss"`    // the mean of the training steps; 0 if there were none
	Value    float64 `json:"value"`   // the mean of what the agent held its moves to be worth
	Epsilon  float64 `json:"epsilon"` // at the end
}

// What lots are drawn for.
const (
	lotsExploring = iota
	lotsMemory
	lotsOpponent
)

// lots are the generator of random numbers for a purpose.
func (l *learner) lots(purpose, number int) *rand.Rand {
	return rand.New(rand.NewPCG(l.config.Seed, uint64(purpose)<<56|uint64(number)))
}

// A Fault is a number that is none, where learning stopped.
type Fault struct {
	Episode, Step, Trained int
	What                   string
}

func (f *Fault) Error() string {
	return fmt.Sprintf("%s at training step %d, step %d, in the round after episode %d: the learning rate may be too high",
		f.What, f.Trained, f.Step, f.Episode)
}

// fault is what is wrong now.
func (l *learner) fault(what string) error {
	return &Fault{l.counts.Episodes, l.counts.Steps, l.counts.Trained, what}
}

// A session is a round under way.
type session struct {
	*learner
	round     Round
	exploring *rand.Rand
	remember  *rand.Rand
	loss      float64
	value     float64
	valued    int
	tell      func(done int)
}

// play plays a round and learns from it; tell, if not nil, hears of finished episodes.
func (l *learner) play(ctx context.Context, number int, table []*seat, tell func(done int)) (Round, error) {
	s := &session{learner: l, round: Round{Round: number}, exploring: l.lots(lotsExploring, number),
		remember: l.lots(lotsMemory, number), tell: tell}
	trained := l.counts.Trained
	if err := l.trainer.SetRate(l.rate()); err != nil {
		return Round{}, err
	}
	if err := s.games(ctx, table); err != nil {
		return Round{}, err
	}
	r := &s.round
	l.counts.Episodes += r.Episodes
	r.Steps, r.Trained, r.Epsilon = l.counts.Steps, l.counts.Trained, l.config.Epsilon.at(l.counts.Steps)
	r.Loss = s.loss / float64(max(1, r.Trained-trained))
	r.Value = s.value / float64(max(1, s.valued))
	return *r, nil
}

// rate is the learning rate now.
func (l *learner) rate() float64 {
	if l.config.Halving == 0 {
		return l.config.Optimizer.Rate
	}
	return l.config.Optimizer.Rate * math.Exp2(-float64(l.counts.Trained)/float64(l.config.Halving))
}
