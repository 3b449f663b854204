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

// CMAES are the settings of the CMA evolution strategy.
type CMAES struct {
	Sigma float64 `json:"sigma" is:"first deviation of the genes, as a share of their bounds" range:"0 to 1"`
}

// UsualSigma is the usual first deviation: far enough to reach anything from nothing.
// NearSigma is that of runs with given weights, near which they stay at first, and
// NetworkSigma that of runs from nothing in which networks evolve: only ratios of weights
// mean anything, and of hundreds of genes many would soon be at their bounds.
const (
	UsualSigma   = 0.5
	NearSigma    = 0.1
	NetworkSigma = 0.05
)

// Strategy is the separable CMA evolution strategy: a generation is drawn from a
// normal distribution that learns from the ranking of each.
// Its state is that distribution, a *cmaes.State.
type Strategy struct {
	named
	CMAES
}

func usualStrategy(c *Config) Model {
	isNetwork := func(s *evaluators.Scorer) bool { return s.Shapes != nil }
	switch {
	case c.Start != nil:
		return &Strategy{named{"cmaes"}, CMAES{Sigma: NearSigma}}
	case slices.ContainsFunc(c.Evolving(), isNetwork):
		return &Strategy{named{"cmaes"}, CMAES{Sigma: NetworkSigma}}
	}
	return &Strategy{named{"cmaes"}, CMAES{Sigma: UsualSigma}}
}

func (m *Strategy) check(c *Config) error {
	switch {
	case m.Sigma == 0:
		return errors.New("model.sigma is 0: must be above 0")
	case c.Population < 4:
		return fmt.Errorf("population is %d: must be 4 or more", c.Population)
	}
	return nil
}

func (m *Strategy) begin(_ *Config, l *genome.Layout, start *genome.Genome) ModelState {
	if start == nil {
		start = l.Start()
	}
	return cmaes.New(start.Vector(), m.CMAES.Sigma)
}

func (*Strategy) restore(data []byte, _ *Config, l *genome.Layout) (ModelState, error) {
	var distribution cmaes.State
	err := strictly(data, &distribution)
	if err == nil {
		err = distribution.Validate(l.Genes())
	}
	if err != nil {
		return nil, fmt.Errorf("distribution: %w", files.JSONInWords(err))
	}
	return &distribution, nil
}

func (*Strategy) breed(s *step) (members []member, err error) {
	distribution := s.was.Model.(*cmaes.State)
	rng := s.config.random("breed", s.row.Generation)
	for i := range s.config.Population {
		members = append(members, s.child(i, s.encoding.FromVector(distribution.Ask(rng))))
	}
	return members, nil
}

// learn returns the average of the distribution's means.
func (*Strategy) learn(s *step) (ModelState, *genome.Genome) {
	ranked := make([][]float64, len(s.members))
	for i, m := range s.members {
		ranked[i] = m.genome.Vector()
	}
	distribution := s.was.Model.(*cmaes.State).Clone()
	distribution.Tell(ranked)
	return distribution, s.encoding.FromVector(distribution.Average)
}
