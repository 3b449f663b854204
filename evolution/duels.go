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

// Duels is the CMA evolution strategy in which each genome plays its mirror image about the
// mean of the distribution, and nobody else. The two differ twice as much as either does from
// a panel of the mean's strength, and every game counts for both: so a game tells four times
// as much of where to go, which is what counts where there are hundreds of genes. Those that
// win their duels are the better half, the most decisive first. It is the one model in which
// genomes do not meet the same opponents on the same openings: a score says which of two mirror
// images is better, and how clearly, and not how strong either is.
//
// Mirrored sampling with pairwise selection: Auger, Brockhoff and Hansen, Mirrored Sampling in
// Evolution Strategies with Weighted Recombination (2011). That the difference of two games is
// all it takes: Spall, Multivariate Stochastic Approximation Using a Simultaneous Perturbation
// Gradient Approximation (1992).
type Duels struct{ Strategy }

func usualDuels(c *Config) Model { return &Duels{*usualStrategy(c).(*Strategy)} }

// Name implements Model.
func (*Duels) Name() string { return "duels" }

func (m *Duels) validate(c *Config) error {
	switch {
	case c.Population%2 != 0:
		return fmt.Errorf("population is %d: model duels has an even one", c.Population)
	case c.Rounds > 1:
		return errors.New("rounds: model duels has one")
	case len(c.Opponents) > 0:
		return errors.New("opponents: in model duels genomes play each other alone")
	}
	return m.Strategy.validate(c)
}

func (*Duels) breed(s *step) (members []member, err error) {
	distribution := s.was.Model.(*cmaes.State)
	rng := s.config.random("breed", s.row.Generation)
	for i := 0; i < s.config.Population; i += 2 {
		x := distribution.Ask(rng)
		mirrored := make([]float64, len(x))
		for k, mean := range distribution.Mean {
			mirrored[k] = mean + (mean - x[k])
		}
		members = append(members, s.born(i, s.layout.FromVector(x)), s.born(i+1, s.layout.FromVector(mirrored)))
	}
	return members, nil
}

// games implements fighter: it plays the duels, each on openings of its own as far as there
// are so many, and sorts the members.
func (*Duels) games(ctx context.Context, s *step) error {
	pairs := s.stage.Pairs
	openings, err := s.openings(fitness.ForFitness, s.config.duelOpenings(pairs))
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
func (m *Duels) learn(s *step) (ModelState, *genome.Genome) {
	state, _ := m.Strategy.learn(s)
	distribution := state.(*cmaes.State)
	if len(s.config.Limits) == 0 { // which are no ratios
		distribution.Shrink(usualSize)
	}
	return distribution, s.layout.FromVector(distribution.Average)
}

// duelOpenings is how many openings the duels of a generation are played on.
func (c *Config) duelOpenings(pairs int) int {
	return max(pairs, min(c.Population/2*pairs, fitness.MostPairs(c.Home(), c.Plies, fitness.ForFitness)/2))
}
