package runs

import (
	"errors"
	"fmt"

	"evothello/cmaes"
	"evothello/genome"
)

// CMAES are the settings of the CMA evolution strategy.
type CMAES struct {
	Sigma float64 `json:"sigma"` // first deviation of the genes, as a share of their bounds
}

// The usual first deviations: far enough to reach anything from nothing, and near
// given weights.
const (
	farSigma  = 0.5
	nearSigma = 0.1
)

// strategy is the separable CMA evolution strategy: a generation is drawn from a
// normal distribution that learns from the ranking of each.
type strategy struct{}

func (strategy) usual(c *Config) {
	c.CMAES = &CMAES{Sigma: farSigma}
	if c.Start != nil {
		c.CMAES.Sigma = nearSigma
	}
}

func (strategy) validate(c *Config) error {
	switch {
	case !(c.CMAES.Sigma > 0 && c.CMAES.Sigma <= 1):
		return fmt.Errorf("cmaes: sigma is %g: must be above 0, at most 1", c.CMAES.Sigma)
	case c.Population < 4:
		return fmt.Errorf("population is %d: must be 4 or more", c.Population)
	}
	return nil
}

func (strategy) begin(c *Config, l *genome.Layout, first *Checkpoint) error {
	mean := make([]float64, l.Genes())
	if c.Start != nil {
		start, err := c.Start.genome(l)
		if err != nil {
			return err
		}
		mean = start.Vector()
	}
	first.Distribution = cmaes.New(mean, c.CMAES.Sigma)
	return nil
}

func (strategy) check(_ *Config, l *genome.Layout, state *Checkpoint) error {
	if state.Distribution == nil {
		return errors.New("its distribution is missing")
	}
	if err := state.Distribution.Validate(l.Genes()); err != nil {
		return fmt.Errorf("distribution: %w", err)
	}
	return nil
}

func (strategy) breed(s *step) (members []member, err error) {
	rng := s.config.random("breed", s.row.Generation)
	for i := range s.config.Population {
		members = append(members, s.born(i, s.layout.FromVector(s.was.Distribution.Ask(rng))))
	}
	return members, nil
}

// learn returns the average of the distribution's means.
func (strategy) learn(s *step, now *Checkpoint) *genome.Genome {
	ranked := make([][]float64, len(s.members))
	for i, m := range s.members {
		ranked[i] = m.genome.Vector()
	}
	now.Distribution = s.was.Distribution.Clone()
	now.Distribution.Tell(ranked)
	return s.layout.FromVector(now.Distribution.Average)
}
