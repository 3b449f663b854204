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

// A pupil is a network in training. What plays is not the network of the last step but a mean over
// the last ninth or so of all steps, which is better and needs no learning rate that falls towards
// an end: O. Shamir and T. Zhang, "Stochastic gradient descent for non-smooth optimization" (2013).
type pupil struct {
	config  *Config
	net     *nets.Net
	trainer *nets.Trainer
	mean    []nets.Tensor // of weights
	means   int           // how many weights are in it
}

// The mean takes up weights every meanEvery steps; with meanOver what is old fades from it.
const (
	meanEvery = 16
	meanOver  = 8
)

// ErrDiverged is the error of training whose loss is no number any more.
var ErrDiverged = errors.New("training has diverged")

// newPupil begins anew, or goes on from what state returned.
func newPupil(c *Config, state []nets.Tensor, means int) (p *pupil, err error) {
	p = &pupil{config: c, means: means}
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

// meanPrefix begins the names of the mean's tensors in files.
const meanPrefix = "mean/"

// state is all that decides how training goes on.
func (p *pupil) state() ([]nets.Tensor, error) {
	all, err := p.trainer.State()
	if err != nil {
		return nil, err
	}
	for _, t := range p.mean {
		t.Name = meanPrefix + t.Name
		all = append(all, t)
	}
	for i := range all {
		if !all[i].Finite() {
			return nil, fmt.Errorf("%w: values in %s are no numbers; lower --rate", ErrDiverged, all[i].Name)
		}
	}
	return all, nil
}

// policy is what the mean plays.
func (p *pupil) policy() (*Policy, error) {
	net, err := nets.FromWeights(p.config.Spec(), p.mean)
	return &Policy{net}, err
}

// learn makes so many steps, each on lessons drawn by lot: half of them experts' and half from
// games, if there are both. It returns the mean loss. If ctx is cancelled it stops soon.
func (p *pupil) learn(ctx context.Context, rng *rand.Rand, experts, games []Lesson, steps int, told func(step int, loss float64)) (float64, error) {
	b := newBatch(p.config.Batch)
	sum := 0.0
	for step := range steps {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		b.draw(rng, experts, games)
		loss, err := p.trainer.Step(b.inputs, b.targets, b.legal)
		if err != nil {
			return 0, err
		}
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			return 0, fmt.Errorf("%w: in step %d the loss is %g; lower --rate", ErrDiverged, step+1, loss)
		}
		sum += loss
		if (step+1)%meanEvery == 0 || step+1 == steps {
			if err := p.takeUp(); err != nil {
				return 0, err
			}
		}
		told(step+1, sum/float64(step+1))
	}
	return sum / float64(steps), nil
}

// takeUp takes the weights up into their mean.
func (p *pupil) takeUp() error {
	weights, err := p.net.Weights()
	if err != nil {
		return err
	}
	p.means++
	if p.mean == nil {
		p.mean = weights
		return nil
	}
	share := float32(meanOver+1) / float32(p.means+meanOver)
	for i := range p.mean {
		into := p.mean[i].Values
		for j, w := range weights[i].Values {
			into[j] += share * (w - into[j])
		}
	}
	return nil
}

// A batch is what a step learns from.
type batch struct {
	lessons                int
	inputs, targets, legal []float32
}

func newBatch(lessons int) *batch {
	return &batch{
		lessons: lessons, inputs: make([]float32, 0, lessons*inputs()),
		targets: make([]float32, 64*lessons), legal: make([]float32, 64*lessons),
	}
}

// draw fills the batch with lessons, each turned or mirrored at random.
func (b *batch) draw(rng *rand.Rand, experts, games []Lesson) {
	b.inputs = b.inputs[:0]
	clear(b.targets)
	clear(b.legal)
	for i := range b.lessons {
		from := experts
		if len(experts) == 0 || len(games) > 0 && i%2 == 1 {
			from = games
		}
		lesson := from[rng.IntN(len(from))].turn(rng.IntN(8))
		var legal uint64
		b.inputs, legal = observe(b.inputs, lesson.Board)
		b.targets[64*i+int(lesson.Move)] = 1
		for s := range engine.SquaresOf(legal) {
			b.legal[64*i+int(s)] = 1
		}
	}
}

// measure counts how often the policy makes the moves of lessons. If ctx is cancelled it stops
// soon.
func (p *Policy) measure(ctx context.Context, lessons []Lesson) (a Agreement, err error) {
	a.Positions = len(lessons)
	for some := range slices.Chunk(lessons, atOnce) {
		if err := ctx.Err(); err != nil {
			return a, err
		}
		boards := make([]engine.Board, len(some))
		for i := range some {
			boards[i] = some[i].Board
		}
		moves, err := p.Moves(boards)
		if err != nil {
			return a, err
		}
		for i := range some {
			if moves[i] == some[i].Move {
				a.Same++
			}
		}
	}
	return a, nil
}

// trainingKind is that of files which training goes on from.
const trainingKind = "evothello policy in training"

// A stand is what such a file says of itself.
type stand struct {
	Origin origin `json:"origin"`
	Means  int    `json:"means"`
}

// origin says where the network of a round comes from.
func (c *Config) origin(round int) origin {
	return origin{Spec: c.Spec(), Features: features, Seed: c.Seed, Round: round, Training: c.Hash()}
}

// save writes the file that training goes on from after a round, and returns what is in it.
func (p *pupil) save(path string, round int) (data []byte, err error) {
	state, err := p.state()
	if err != nil {
		return nil, err
	}
	if data, err = nets.Encode(trainingKind, stand{p.config.origin(round), p.means}, state); err != nil {
		return nil, err
	}
	return data, files.Write(path, data)
}

// readPupil reads what save wrote.
func readPupil(c *Config, data []byte) (p *pupil, round int, err error) {
	var about stand
	state, err := nets.Decode(data, trainingKind, &about)
	if err != nil {
		return nil, 0, err
	}
	if about.Origin.Training != c.Hash() {
		return nil, 0, errors.New("belongs to another net.json")
	}
	if !slices.ContainsFunc(state, func(t nets.Tensor) bool { return strings.HasPrefix(t.Name, meanPrefix) }) || about.Means < 1 {
		return nil, 0, errors.New("has no network to play with")
	}
	p, err = newPupil(c, state, about.Means)
	return p, about.Origin.Round, err
}

// savePlayer writes the file that players are read from.
func (p *pupil) savePlayer(path string, round int) error {
	return nets.Save(path, kind, p.config.origin(round), p.mean)
}
