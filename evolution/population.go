package evolution

import (
	"fmt"

	"evothello/fitness"
	"evothello/genome"
	"evothello/internal/files"
)

// A Population is the state of models that keep one: what the next generation comes
// from, in generation 0 as drawn.
type Population []Individual

// An Individual is a genome of a population and how it fared when it last played.
type Individual struct {
	ID     string              `json:"id"` // generation of birth, dot, number
	Genome *genome.Genome      `json:"genes"`
	Result fitness.Pentanomial `json:"result"` // of its pairs against the panel
}

// populated is what models have in common whose state is a population.
type populated struct{}

// spread is how mutants of the start differ from it, whatever mutation a model has later.
var spread = genome.Variation{Share: 1, Step: NearSigma}

// begin draws the first population: random genomes, or the start and mutants of it.
func (populated) begin(c *Config, l *genome.Layout, start *genome.Genome) ModelState {
	rng := c.random("genesis", 0)
	var first Population
	for i := range c.Population {
		g := start
		switch {
		case start == nil:
			g = l.Random(rng)
		case i > 0:
			g = start.Copy()
			g.MutateBy(spread, rng)
		}
		first = append(first, Individual{ID: fmt.Sprintf("0.%d", i), Genome: g})
	}
	return first
}

func (populated) restore(data []byte, c *Config, l *genome.Layout) (ModelState, error) {
	var kept []struct {
		ID     string              `json:"id"`
		Genes  []int32             `json:"genes"`
		Result fitness.Pentanomial `json:"result"`
	}
	if err := strictly(data, &kept); err != nil {
		return nil, files.JSONInWords(err)
	}
	if len(kept) != c.Population {
		return nil, fmt.Errorf("%d genomes, run.json says %d", len(kept), c.Population)
	}
	population := make(Population, len(kept))
	for i, k := range kept {
		g, err := l.FromGenes(k.Genes)
		if err != nil {
			return nil, fmt.Errorf("genome %s: %w", k.ID, err)
		}
		population[i] = Individual{ID: k.ID, Genome: g, Result: k.Result}
	}
	return population, nil
}

// parents are the population of the state before, with the results they had.
func (s *step) parents() []member {
	population := s.was.Model.(Population)
	parents := make([]member, len(population))
	for i, individual := range population {
		parents[i] = s.member(individual.ID, s.encoding.Copy(individual.Genome))
		parents[i].result = individual.Result
	}
	return parents
}

// individuals are members as a checkpoint holds them.
func individuals(members []member) Population {
	all := make(Population, len(members))
	for i, m := range members {
		all[i] = Individual{ID: m.id, Genome: m.genome, Result: m.result}
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
