package policy

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/learn/nets"
)

// A learner is a policy network in training. The player's weights are not those of the last step but a
// mean over about the last ninth of all steps. The mean is stronger, and needs no decreasing learning
// rate (O. Shamir and T. Zhang, "Stochastic gradient descent for non-smooth optimization", 2013).
type learner struct {
	config  *Config
	net     *nets.Net
	trainer *nets.Trainer
	mean    []nets.Tensor // mean of weights
	means   int           // number of weights in the mean
}

// The parameters of the mean.
const (
	meanEvery = 16 // steps between updates
	meanOver  = 8  // the mean covers about the last 1/(meanOver+1) of all updates
)

// ErrDiverged is returned when the loss is NaN or infinite.
var ErrDiverged = errors.New("training has diverged")

// newLearner returns a learner, either new or with an earlier state.
func newLearner(c *Config, state []nets.Tensor, means int) (p *learner, err error) {
	p = &learner{config: c, means: means}
	if p.net, err = nets.New(c.Spec(), c.Seed); err != nil {
		return nil, err
	}
	var own []nets.Tensor
	for _, t := range state {
		if name, ok := strings.CutPrefix(t.Name, meanPrefix); ok {
			t.Name = name
			p.mean = append(p.mean, t)
		} else {
			own = append(own, t)
		}
	}
	p.trainer, err = nets.NewTrainer(p.net, nets.CrossEntropy, c.Optimizer, own)
	return p, err
}

// meanPrefix is the prefix of the mean's tensors in files.
const meanPrefix = "mean/"

// state returns the tensors from which newLearner continues.
func (l *learner) state() ([]nets.Tensor, error) {
	all, err := l.trainer.State()
	if err != nil {
		return nil, err
	}
	for _, t := range l.mean {
		t.Name = meanPrefix + t.Name
		all = append(all, t)
	}
	for i := range all {
		if !all[i].Finite() {
			return nil, fmt.Errorf("%w: %s has values that are not finite; lower --rate", ErrDiverged, all[i].Name)
		}
	}
	return all, nil
}

// policy returns the player: the mean of the weights.
func (l *learner) policy() (*Policy, error) {
	net, err := nets.FromWeights(l.config.Spec(), l.mean)
	return &Policy{net}, err
}

// train takes that many steps and returns their mean loss. Each step draws a random batch: half of it
// from the experts' samples and half from those of games, if there are both. If ctx is cancelled it
// stops soon.
func (l *learner) train(
	ctx context.Context, rng *rand.Rand, experts, games []Sample, steps int, finished func(step int, loss float64),
) (float64, error) {
	b := newBatch(l.config.Batch)
	sum := 0.0
	for step := range steps {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		b.draw(rng, experts, games)
		loss, err := l.trainer.Step(b.inputs, b.targets, b.legal)
		if err != nil {
			return 0, err
		}
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			return 0, fmt.Errorf("%w: in step %d the loss is %g; lower --rate", ErrDiverged, step+1, loss)
		}
		sum += loss
		if (step+1)%meanEvery == 0 || step+1 == steps {
			if err := l.updateMean(); err != nil {
				return 0, err
			}
		}
		finished(step+1, sum/float64(step+1))
	}
	return sum / float64(steps), nil
}

// updateMean adds the weights to their mean.
func (l *learner) updateMean() error {
	weights, err := l.net.Weights()
	if err != nil {
		return err
	}
	l.means++
	if l.mean == nil {
		l.mean = weights
		return nil
	}
	share := float32(meanOver+1) / float32(l.means+meanOver)
	for i := range l.mean {
		into := l.mean[i].Values
		for j, w := range weights[i].Values {
			into[j] += share * (w - into[j])
		}
	}
	return nil
}

// A batch holds the samples of one step.
type batch struct {
	samples                int
	inputs, targets, legal []float32
}

func newBatch(samples int) *batch {
	return &batch{
		samples: samples, inputs: make([]float32, 0, samples*inputs()),
		targets: make([]float32, 64*samples), legal: make([]float32, 64*samples),
	}
}

// draw fills the batch with random samples, each under a random symmetry of the board.
func (b *batch) draw(rng *rand.Rand, experts, games []Sample) {
	b.inputs = b.inputs[:0]
	clear(b.targets)
	clear(b.legal)
	for i := range b.samples {
		from := experts
		if len(experts) == 0 || len(games) > 0 && i%2 == 1 {
			from = games
		}
		sample := from[rng.IntN(len(from))].transform(rng.IntN(8))
		var legal uint64
		b.inputs, legal = appendInputs(b.inputs, sample.Board)
		b.targets[64*i+int(sample.Move)] = 1
		for s := range engine.SquaresOf(legal) {
			b.legal[64*i+int(s)] = 1
		}
	}
}

// measure counts how often the policy makes the moves of samples. If ctx is cancelled it stops soon.
func (p *Policy) measure(ctx context.Context, samples []Sample) (a Agreement, err error) {
	a.Positions = len(samples)
	for chunk := range slices.Chunk(samples, maxBatch) {
		if err := ctx.Err(); err != nil {
			return a, err
		}
		boards := make([]engine.Board, len(chunk))
		for i := range chunk {
			boards[i] = chunk[i].Board
		}
		moves, err := p.Moves(boards)
		if err != nil {
			return a, err
		}
		for i := range chunk {
			if moves[i] == chunk[i].Move {
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
	return origin{Spec: c.Spec(), Features: features, Seed: c.Seed, Round: round, Training: c.Hash()}
}

// save writes the learner file of a round and returns its content.
func (l *learner) save(path string, round int) (data []byte, err error) {
	state, err := l.state()
	if err != nil {
		return nil, err
	}
	header := learnerHeader{l.config.origin(round), l.means}
	if data, err = nets.Encode(learnerKind, header, state); err != nil {
		return nil, err
	}
	return data, files.Write(path, data)
}

// readLearner decodes a learner file and returns the learner and its round.
func readLearner(c *Config, data []byte) (p *learner, round int, err error) {
	var header learnerHeader
	state, err := nets.Decode(data, learnerKind, &header)
	if err != nil {
		return nil, 0, err
	}
	if header.Origin.Training != c.Hash() {
		return nil, 0, errors.New("belongs to another net.json")
	}
	hasMean := slices.ContainsFunc(state, func(t nets.Tensor) bool { return strings.HasPrefix(t.Name, meanPrefix) })
	if !hasMean || header.Means < 1 {
		return nil, 0, errors.New("has no network to play with")
	}
	p, err = newLearner(c, state, header.Means)
	return p, header.Origin.Round, err
}

// player returns the player's file after a round.
func (l *learner) player(round int) ([]byte, error) {
	return nets.Encode(playerKind, l.config.origin(round), l.mean)
}

// savePlayer writes the player's file.
func (l *learner) savePlayer(path string, round int) error {
	data, err := l.player(round)
	if err == nil {
		err = files.Write(path, data)
	}
	return err
}
