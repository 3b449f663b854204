package evolution

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"evothello/evolution/cmaes"
	"evothello/fitness"
	"evothello/genome"
)

// Mirrored is the CMA evolution strategy with mirrored sampling: each genome plays its mirror
// image about the mean of the distribution, and no other opponent. The two differ twice as much as either does from
// a panel of the mean's strength, and every game counts for both: so a game tells four times
// as much of where to go, which is what counts where there are hundreds of genes. Those that
// beat their mirror images are the better half, the most decisive first. It is the one model in which
// genomes do not meet the same opponents on the same openings: a score says which of two mirror
// images is better, and how clearly, and not how strong either is.
//
// Mirrored sampling with pairwise selection: Auger, Brockhoff and Hansen, Mirrored Sampling in
// Evolution Strategies with Weighted Recombination (2011). That the difference of two games is
// all it takes: Spall, Multivariate Stochastic Approximation Using a Simultaneous Perturbation
// Gradient Approximation (1992).
type Mirrored struct{ Strategy }

func usualMirrored(c *Config) Model {
	return &Mirrored{Strategy{named{"mirrored"}, usualStrategy(c).(*Strategy).CMAES}}
}

func (m *Mirrored) check(c *Config) error {
	switch {
	case c.Population%2 != 0:
		return fmt.Errorf("population is %d: model mirrored needs an even one", c.Population)
	case c.Rounds > 1:
		return errors.New("rounds: model mirrored has one")
	case len(c.Opponents) > 0:
		return errors.New("opponents: in model mirrored genomes play only their mirror images")
	}
	return m.Strategy.check(c)
}

func (*Mirrored) breed(s *step) (members []member, err error) {
	s.games = s.playMirrored
	distribution := s.was.Model.(*cmaes.State)
	rng := s.config.random("breed", s.row.Generation)
	for i := 0; i < s.config.Population; i += 2 {
		x := distribution.Ask(rng)
		mirrored := make([]float64, len(x))
		for k, mean := range distribution.Mean {
			mirrored[k] = mean + (mean - x[k])
		}
		members = append(members, s.child(i, s.encoding.FromVector(x)), s.child(i+1, s.encoding.FromVector(mirrored)))
	}
	return members, nil
}

// playMirrored plays each genome against its mirror image, on openings of their own as far
// as there are so many, and sorts the members.
func (s *step) playMirrored(ctx context.Context) error {
	pairs := s.stage.Pairs
	openings, err := s.openings(fitness.ForFitness, s.config.mirroredOpenings(pairs))
	if err != nil {
		return err
	}
	all := make([]fitness.Pair, 0, len(s.members)/2*pairs)
	for i := 0; i < len(s.members); i += 2 {
		for range pairs {
			all = append(all, fitness.Pair{
				A: s.members[i].recipe, B: s.members[i+1].recipe, Opening: openings[len(all)%len(openings)],
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
		a.result, b.result = tally.Pairs, tally.Pairs
		slices.Reverse(b.result[:])
	}
	slices.SortStableFunc(s.members, func(a, b member) int { return cmp.Compare(b.result.Score(), a.result.Score()) })
	s.row.describe(s.members)
	return nil
}

// usualSize is how large the mean's genes become in the root mean square, as a share of their
// bounds: there is room for the largest, and the others are far above the grid.
const usualSize = 0.2

// learn learns as Strategy does, but keeps away from bounds: only ratios of weights mean
// anything, and without selection for size the genes that matter little would in time be as
// large as those that matter most and can grow no more.
func (m *Mirrored) learn(s *step) (ModelState, *genome.Genome) {
	state, _ := m.Strategy.learn(s)
	distribution := state.(*cmaes.State)
	if len(s.config.Limits) == 0 { // which are no ratios
		distribution.Shrink(usualSize)
	}
	return distribution, s.encoding.FromVector(distribution.Average)
}

// mirroredOpenings is how many openings a generation of mirror images is played on.
func (c *Config) mirroredOpenings(pairs int) int {
	return max(pairs, min(c.Population/2*pairs, fitness.MostPairs(c.HomeBoard(), c.Plies, fitness.ForFitness)/2))
}
