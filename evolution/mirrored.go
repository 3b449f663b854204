package evolution

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"evothello/evolution/cmaes"
	"evothello/fitness"
	"evothello/genome"
)

// Mirrored is the CMA evolution strategy with mirrored sampling. Each genome plays against its mirror image about the
// mean of the distribution, instead of a panel. The two differ twice as much as each differs from a panel near the
// mean, and every game counts for both. So a game gives four times as much information about the direction of progress,
// which matters with hundreds of genes. The winners are the better half, ranked by their scores. In this optimizer the
// genomes do not meet the same opponents on the same openings, so a score compares two mirror images and does not
// measure their strength.
//
// Mirrored sampling with pairwise selection is from Auger, Brockhoff and Hansen, Mirrored Sampling in Evolution
// Strategies with Weighted Recombination (2011). Spall, Multivariate Stochastic Approximation Using a Simultaneous
// Perturbation Gradient Approximation (1992), shows that the difference of two evaluations is enough.
//
// In addition all genomes play the opponents of the configuration, on the same openings. These games count as much as
// games against mirror images. With panel 0 no genome plays its mirror image.
//
// With Step above 0 the distribution does not adapt: its width is constant, and a whitening determines its shape. Each
// generation moves the mean by only a share of the recombined step. The share falls with the square root of the number
// of generations. So perturbations are large enough to show in a few games, and the mean averages over many
// generations.
type Mirrored struct {
	Strategy
	Step float64 `json:"step,omitempty" is:"share of each step by which the mean moves at first, half of it after 225 generations, in a distribution whitened by games of the start; 0: the distribution adapts" range:"0 to 1"`

	whitened atomic.Pointer[whitening] // made when a generation first needs it
}

func defaultMirrored(c *Config) Optimizer {
	return &Mirrored{Strategy: Strategy{named{"cmaes-mirrored"}, defaultStrategy(c).(*Strategy).CMAES}}
}

func (m *Mirrored) check(c *Config) error {
	if err := checkMirrorImages(c); err != nil {
		return err
	}
	if m.Step > 0 {
		if err := checkWhitening(c); err != nil {
			return err
		}
	}
	return m.Strategy.check(c)
}

// checkWhitening returns an error unless the effects of the genes can be measured.
func checkWhitening(c *Config) error {
	if c.Tunes() || c.HomeBoard().IsLarge() {
		return errors.New("optimizer.step works only for weights of players on boards up to 8×8: leave out optimizer.step")
	}
	e, err := c.encoding()
	if err == nil && e.Genes() > maxWhitened {
		return fmt.Errorf("optimizer.step with %d weights: must be at most %d: evolve fewer scorers or phases, or leave "+
			"out optimizer.step", e.Genes(), maxWhitened)
	}
	return err
}

// checkMirrorImages returns an error unless the genomes of a generation can play only their mirror images.
func checkMirrorImages(c *Config) error {
	name := c.Optimizer.Name()
	switch {
	case c.Population%2 != 0:
		return fmt.Errorf("population is %d: must be even with optimizer %s", c.Population, name)
	case c.Rounds > 1:
		return fmt.Errorf("rounds is %d: must be 1 with optimizer %s", c.Rounds, name)
	}
	return nil
}

// PlayMirrorImages reports whether genomes play against their mirror images, not a panel.
func (c *Config) PlayMirrorImages() bool {
	switch c.Optimizer.(type) {
	case *Mirrored:
		return c.Panel > 0
	case *SPSA:
		return true
	}
	return false
}

func (m *Mirrored) generate(s *step) (members Population, err error) {
	if s.config.PlayMirrorImages() {
		s.playGames = s.playMirrored
	}
	distribution := s.previous.Optimizer.(*cmaes.State)
	sampled, err := m.sample(s, distribution, s.config.Population/2)
	for i, x := range sampled {
		image := make([]float64, len(x))
		for k, mean := range distribution.Mean {
			image[k] = mean + (mean - x[k])
		}
		members = append(members, s.child(2*i, s.encoding.FromVector(x)), s.child(2*i+1, s.encoding.FromVector(image)))
	}
	return members, err
}

// sample samples candidates from the distribution.
func (m *Mirrored) sample(s *step, distribution *cmaes.State, number int) (sampled [][]float64, err error) {
	rng := s.config.random(variation, s.row.Generation)
	if m.Step == 0 {
		for range number {
			sampled = append(sampled, distribution.Ask(rng))
		}
		return sampled, nil
	}
	w := m.whitened.Load()
	if w == nil || w.of != s.encoding {
		if w, err = newWhitening(s.config, s.encoding); err != nil {
			return nil, err
		}
		m.whitened.Store(w)
	}
	sampled = w.draw(rng, number)
	for _, x := range sampled {
		for k := range x {
			x[k] = distribution.Mean[k] + float64(distribution.Sigma*x[k])
		}
	}
	return sampled, nil
}

// playMirrored plays each genome against its mirror image and the opponents, and sorts the members. The games of mirror
// images have different openings, as far as the board has enough of them.
func (s *step) playMirrored(ctx context.Context) error {
	pairs := s.settings.Pairs
	openings, err := s.openings(fitness.ForFitness, s.config.mirroredOpenings(pairs))
	if err != nil {
		return err
	}
	all := make([]fitness.Pair, 0, len(s.members)/2*pairs)
	seeds := fitness.Random(s.playerSeed(fitness.ForFitness), "mirror images")
	for i := 0; i < len(s.members); i += 2 {
		for range pairs {
			all = append(all, fitness.Pair{
				A: s.recipe(&s.members[i]), B: s.recipe(&s.members[i+1]), Opening: openings[len(all)%len(openings)],
				Seed: seeds.Uint64(), RandomEvery: s.config.RandomEvery,
			})
		}
	}
	results, err := s.arena.Play(ctx, all, nil)
	if err != nil {
		return err
	}
	for i := 0; i < len(s.members); i += 2 {
		var tally fitness.Tally
		for _, r := range results[i/2*pairs:][:pairs] {
			tally.Add(r)
		}
		s.count(&tally)
		a, b := &s.members[i], &s.members[i+1]
		a.Result, b.Result = tally.Pairs, tally.Pairs
		slices.Reverse(b.Result[:])
	}
	slices.SortStableFunc(s.members, func(a, b Individual) int { return cmp.Compare(b.Result.Score(), a.Result.Score()) })
	if len(s.config.Opponents) > 0 {
		if err := s.playOpponents(ctx, openings[:pairs]); err != nil {
			return err
		}
	}
	s.describe()
	return nil
}

// playOpponents plays all genomes against the opponents, adds the results to those that they have, and sorts the
// members.
func (s *step) playOpponents(ctx context.Context, openings []fitness.Opening) error {
	opponents, err := s.config.recipes(s.config.Opponents, s.config.fitnessDepth(s.row.Generation), s.settings.Endgame)
	if err != nil {
		return err
	}
	return s.playRound(ctx, s.members, opponents, openings, 0)
}

// maxMeanSize is the maximum root mean square of the mean's genes, as a share of their bounds. It leaves room for the
// largest genes, and keeps the others far above the rounding grid.
const maxMeanSize = 0.2

// update is Strategy.update with a limit for the size of the mean. Only the ratios of weights matter, so selection does
// not limit their size. Without the limit genes would reach their bounds, and unimportant ones would become as large as
// important ones.
func (m *Mirrored) update(s *step) (OptimizerState, *genome.Genome) {
	distribution := s.previous.Optimizer.(*cmaes.State).Clone()
	if m.Step > 0 {
		sigma := distribution.Sigma
		distribution.Move(s.ranked(), m.Step)
		distribution.Rescale(s.config.shrink(distribution.Mean))
		distribution.Sigma = sigma
		return distribution, s.encoding.FromVector(distribution.Average)
	}
	distribution.Tell(s.ranked())
	distribution.Widen(s.encoding.Units(leastDeviation))
	distribution.Rescale(s.config.shrink(distribution.Mean))
	distribution.Widen(s.encoding.Units(leastDeviation))
	return distribution, s.encoding.FromVector(distribution.Average)
}

// shrink returns the factor that brings the root mean square of a mean's genes down to maxMeanSize, 1 if it is not
// above, or if absolute sizes matter.
func (c *Config) shrink(mean []float64) float64 {
	if len(c.Limits) > 0 || c.Tunes() {
		return 1
	}
	squares := 0.0
	for _, x := range mean {
		squares += float64(x * x)
	}
	return min(1, maxMeanSize/max(math.Sqrt(squares/float64(len(mean))), maxMeanSize))
}

// mirroredOpenings returns the number of openings in a generation of mirror images.
func (c *Config) mirroredOpenings(pairs int) int {
	return max(pairs, min(c.Population/2*pairs, fitness.MaxPairs(c.HomeBoard(), c.Plies, fitness.ForFitness)/2))
}
