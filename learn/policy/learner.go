package policy

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"evothello/engine"
	"evothello/learn/nets"
)

// A learner is a policy network in training. The player's weights are a mean over about the last ninth of all steps.
// This mean is stronger than the weights of the last step, and it needs no schedule that lowers the learning rates
// towards the end (O. Shamir and T. Zhang, "Stochastic gradient descent for non-smooth optimization", 2013): they fall
// as described at trainer, independent of the number of steps.
type learner struct {
	config  *Config
	trainer *trainer
	mean    *network // mean of weights, nil before the first step
	means   int      // number of weights in the mean
}

// The parameters of the mean.
const (
	meanEvery = 16 // steps between updates
	meanOver  = 8  // the mean covers about the last 1/(meanOver+1) of all updates
)

// ErrDiverged is returned when the loss is NaN or infinite.
var ErrDiverged = errors.New("training has diverged")

// newLearner returns a learner.
func newLearner(c *Config) *learner {
	return &learner{config: c, trainer: newTrainer(newNetwork(c.Shape(), c.Seed), c.Rate, nil)}
}

// The prefixes of the tensors' names in files.
const (
	squaresPrefix = "squares/"
	meanPrefix    = "mean/"
)

// state returns the tensors from which learnerOf continues. They are shared.
func (l *learner) state() ([]nets.Tensor, error) {
	all := append(l.trainer.net.named(""), l.trainer.squares.named(squaresPrefix)...)
	if l.mean != nil {
		all = append(all, l.mean.named(meanPrefix)...)
	}
	for i := range all {
		if !all[i].Finite() {
			return nil, fmt.Errorf("%w: %s has values that are not finite; lower --rate", ErrDiverged, all[i].Name)
		}
	}
	return all, nil
}

// learnerOf returns a learner with an earlier state.
func learnerOf(c *Config, state []nets.Tensor, means int) (*learner, error) {
	var networks [3]*network
	for i, prefix := range []string{"", squaresPrefix, meanPrefix} {
		var err error
		if networks[i], err = networkOf(c.Shape(), prefix, state); err != nil {
			return nil, err
		}
	}
	return &learner{config: c, trainer: newTrainer(networks[0], c.Rate, networks[1]), mean: networks[2], means: means}, nil
}

// policy returns the player: the mean of the weights.
func (l *learner) policy() *Policy { return newPolicy(l.mean.clone()) }

// train takes the steps of a round and returns their mean loss. Each step takes a random batch: if there are samples of
// experts and of games, half of each. If ctx is cancelled it stops soon.
func (l *learner) train(
	ctx context.Context, rng *rand.Rand, experts, games []Sample, workers int, finished func(step int, loss float64),
) (float64, error) {
	batch, steps := make([]Sample, l.config.Batch), l.config.Steps
	sum := 0.0
	for step := range steps {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		for i := range batch {
			from := experts
			if len(experts) == 0 || len(games) > 0 && i%2 == 1 {
				from = games
			}
			batch[i] = from[rng.IntN(len(from))]
		}
		loss := l.trainer.step(batch, workers)
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			return 0, fmt.Errorf("%w: in step %d the loss is %g; lower --rate", ErrDiverged, step+1, loss)
		}
		sum += loss
		if (step+1)%meanEvery == 0 || step+1 == steps {
			l.updateMean()
		}
		finished(step+1, sum/float64(step+1))
	}
	return sum / float64(steps), nil
}

// updateMean adds the weights to their mean.
func (l *learner) updateMean() {
	l.means++
	if l.mean == nil {
		l.mean = l.trainer.net.clone()
		return
	}
	share := float32(meanOver+1) / float32(l.means+meanOver)
	for i, into := range l.mean.tensors() {
		from := *l.trainer.net.tensors()[i]
		for j, mean := range *into {
			(*into)[j] += float32(share * (from[j] - mean))
		}
	}
}

// measure counts how often the policy makes the moves of samples. If ctx is cancelled it stops soon.
func (p *Policy) measure(ctx context.Context, samples []Sample, workers int) (a Agreement, err error) {
	a.Positions = len(samples)
	for chunk := range slices.Chunk(samples, 512) {
		if err := ctx.Err(); err != nil {
			return a, err
		}
		boards := make([]engine.Board, len(chunk))
		for i := range chunk {
			boards[i] = chunk[i].Board
		}
		for i, move := range p.moves(boards, workers) {
			if move == chunk[i].Move {
				a.Same++
			}
		}
	}
	return a, nil
}

// learnerKind is the file type of learners.
const learnerKind = "evothello policy in training"

// A learnerHeader is the header of a learner file.
type learnerHeader struct {
	Origin origin `json:"origin"`
	Means  int    `json:"means"`
}

// origin returns the file header of a round's policy.
func (c *Config) origin(round int) origin {
	return origin{Shape: c.Shape(), Features: features, Seed: c.Seed, Round: round, Training: c.Hash()}
}

// file returns the content of the learner file of a round.
func (l *learner) file(round int) ([]byte, error) {
	state, err := l.state()
	if err != nil {
		return nil, err
	}
	return nets.Encode(learnerKind, learnerHeader{l.config.origin(round), l.means}, state)
}

// readLearner decodes a learner file and returns the learner and its round.
func readLearner(c *Config, data []byte) (p *learner, round int, err error) {
	var header learnerHeader
	state, err := nets.Decode(data, learnerKind, &header)
	if err != nil {
		return nil, 0, err
	}
	if header.Origin.Training != c.Hash() {
		return nil, 0, errors.New("belongs to another policy.json")
	}
	if header.Means < 1 {
		return nil, 0, errors.New("has no network to play with")
	}
	p, err = learnerOf(c, state, header.Means)
	return p, header.Origin.Round, err
}

// player returns the player's file after a round.
func (l *learner) player(round int) ([]byte, error) {
	return nets.Encode(playerKind, l.config.origin(round), l.mean.named(""))
}

// savePlayer writes the player's file.
func (t *Training) savePlayer(name string, round int) error {
	data, err := t.learner.player(round)
	if err == nil {
		err = t.Write(name, data)
	}
	return err
}
