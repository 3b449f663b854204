package evolution

import (
	"errors"
	"fmt"
	"slices"

	"evothello/evaluators"
	"evothello/evolution/cmaes"
	"evothello/genome"
	"evothello/internal/files"
)

// CMAES is the settings of the CMA evolution strategy.
type CMAES struct {
	Sigma float64 `json:"sigma" flag:"sigma SHARE" is:"first step as a share of the genes' bounds" range:"0 to 1"`
}

// The default values of CMAES.Sigma. DefaultSigma is large enough to reach all values from a mean of 0. StartSigma is
// for runs with a start, so that they first search near it. NetworkSigma is for runs without a start in which networks
// evolve: with a larger Sigma many of the hundreds of genes would soon reach their bounds.
const (
	DefaultSigma = 0.5
	StartSigma   = 0.1
	NetworkSigma = 0.05
)

// Strategy is the separable CMA evolution strategy. It samples each generation from a normal distribution and adapts
// the distribution to the ranking of the genomes. Its state is the distribution, a *cmaes.State.
type Strategy struct {
	named
	CMAES
}

func defaultStrategy(c *Config) Optimizer {
	isNetwork := func(s *evaluators.Scorer) bool { return s.Shapes != nil }
	switch {
	case c.Start != nil:
		return &Strategy{named{"cmaes"}, CMAES{Sigma: StartSigma}}
	case slices.ContainsFunc(c.EvolvingScorers(), isNetwork):
		return &Strategy{named{"cmaes"}, CMAES{Sigma: NetworkSigma}}
	}
	return &Strategy{named{"cmaes"}, CMAES{Sigma: DefaultSigma}}
}

func (m *Strategy) check(c *Config) error {
	switch {
	case m.Sigma == 0:
		return errors.New("optimizer.sigma is 0: must be above 0")
	case c.Population < 4:
		return fmt.Errorf("population is %d: must be 4 or more", c.Population)
	}
	return nil
}

func (m *Strategy) initialize(c *Config, l *genome.Layout, start *genome.Genome) OptimizerState {
	if start == nil {
		start = l.Start()
	}
	sigma := m.CMAES.Sigma
	if c.narrowed > 0 {
		sigma *= c.narrowed
	}
	distribution := cmaes.New(start.Vector(), sigma)
	distribution.Widen(l.Units(leastDeviation))
	return distribution
}

// leastDeviation is the least standard deviation of a gene, in units of its last decimal: every third genome then has
// another value of it than the mean.
const leastDeviation = 0.5

func (*Strategy) restore(data []byte, _ *Config, l *genome.Layout) (OptimizerState, error) {
	var distribution cmaes.State
	err := files.DecodeStrict(data, &distribution)
	if err == nil {
		err = distribution.Validate(l.Genes())
	}
	if err != nil {
		return nil, fmt.Errorf("distribution: %w", files.JSONInWords(err))
	}
	return &distribution, nil
}

func (*Strategy) generate(s *step) (members Population, err error) {
	distribution := s.previous.Optimizer.(*cmaes.State)
	rng := s.config.random(variation, s.row.Generation)
	for i := range s.config.Population {
		members = append(members, s.child(i, s.encoding.FromVector(distribution.Ask(rng))))
	}
	return members, nil
}

// update returns as candidate the average of the distribution's means.
func (*Strategy) update(s *step) (OptimizerState, *genome.Genome) {
	distribution := s.previous.Optimizer.(*cmaes.State).Clone()
	distribution.Tell(s.ranked())
	distribution.Widen(s.encoding.Units(leastDeviation))
	return distribution, s.encoding.FromVector(distribution.Average)
}

// ranked returns the vectors of the members, best first, and notes the weights of recombination.
func (s *step) ranked() [][]float64 {
	ranked := make([][]float64, len(s.members))
	for i, m := range s.members {
		ranked[i] = m.Genome.Vector()
	}
	weights := cmaes.Weights(len(s.members))
	s.selected(func(i int) float64 {
		if i < len(weights) {
			return weights[i]
		}
		return 0
	})
	return ranked
}
