package runs

import (
	"fmt"

	"evothello/genome"
)

// populated is what models have in common whose state is a population.
type populated struct{}

// begin draws the first population: random genomes, or the start and mutants of it.
func (populated) begin(c *Config, l *genome.Layout, first *Checkpoint) error {
	rng := c.random("genesis", 0)
	var start *genome.Genome
	if c.Start != nil {
		var err error
		if start, err = c.Start.genome(l); err != nil {
			return err
		}
	}
	for i := range c.Population {
		g := start
		switch {
		case start == nil:
			g = l.Random(rng)
		case i > 0:
			g = start.Clone().(*genome.Genome)
			g.Mutate(rng)
		}
		first.Population = append(first.Population, Individual{ID: fmt.Sprintf("0.%d", i), Phases: g.Phases()})
	}
	return nil
}

func (populated) check(c *Config, l *genome.Layout, state *Checkpoint) error {
	if len(state.Population) != c.Population {
		return fmt.Errorf("%d genomes, run.json says %d", len(state.Population), c.Population)
	}
	for _, i := range state.Population {
		if _, err := l.New(i.Phases); err != nil {
			return fmt.Errorf("genome %s: %w", i.ID, err)
		}
	}
	return nil
}

// individuals are members as a checkpoint holds them.
func individuals(members []member) []Individual {
	all := make([]Individual, len(members))
	for i, m := range members {
		all[i] = Individual{ID: m.id, Phases: m.genome.Phases(), Result: m.result}
	}
	return all
}

// betterHalf are the better half of members who stand best first.
func betterHalf(members []member) []member { return members[:half(len(members))] }

// mean is the mean genome of members. One generation's win rates are mostly noise; the
// mean of many good genomes has less of it than any one of them.
func mean(members []member) *genome.Genome {
	genomes := make([]*genome.Genome, len(members))
	for i, m := range members {
		genomes[i] = m.genome
	}
	return genome.Mean(genomes)
}
