package evolution

import (
	"fmt"

	"evothello/fitness"
	"evothello/genome"
	"evothello/internal/files"
)

// A Population is the state of optimizers with a population: the genomes from which the next generation is made. In
// generation 0 they are random.
type Population []Individual

// An Individual is a genome of a population, with the result of its last games.
type Individual struct {
	ID     string              `json:"id"` // "GENERATION.NUMBER" of its first generation
	Genome *genome.Genome      `json:"genes"`
	Result fitness.Pentanomial `json:"result"` // pairs against the panel
}

// populated implements initialize and restore for optimizers whose state is a population.
type populated struct{}

// startVariation is the mutation that makes the initial population from a start. It does not depend on the optimizer.
var startVariation = genome.Variation{Share: 1, Step: StartSigma}

// initialize returns the initial population: random genomes, or the start and mutants of it.
func (populated) initialize(c *Config, l *genome.Layout, start *genome.Genome) OptimizerState {
	rng := c.random("genesis", c.restarted)
	var first Population
	for i := range c.Population {
		g := start
		switch {
		case start == nil:
			g = l.Random(rng)
		case i > 0:
			g = start.Copy()
			g.MutateBy(startVariation, rng)
		}
		first = append(first, Individual{ID: memberID(0, i), Genome: g})
	}
	return first
}

func (populated) restore(data []byte, c *Config, l *genome.Layout) (OptimizerState, error) {
	var stored []struct {
		ID     string              `json:"id"`
		Genes  []int32             `json:"genes"`
		Result fitness.Pentanomial `json:"result"`
	}
	if err := files.DecodeStrict(data, &stored); err != nil {
		return nil, files.JSONInWords(err)
	}
	if len(stored) != c.Population {
		return nil, fmt.Errorf("%d genomes, run.json says %d", len(stored), c.Population)
	}
	population := make(Population, len(stored))
	for i, k := range stored {
		g, err := l.FromGenes(k.Genes)
		if err != nil {
			return nil, fmt.Errorf("genome %s: %w", k.ID, err)
		}
		population[i] = Individual{ID: k.ID, Genome: g, Result: k.Result}
	}
	return population, nil
}

// parents returns copies of the previous population with its results.
func (s *step) parents() []member {
	population := s.previous.Optimizer.(Population)
	parents := make([]member, len(population))
	for i, individual := range population {
		parents[i] = s.member(individual.ID, s.encoding.Copy(individual.Genome))
		parents[i].result = individual.Result
	}
	return parents
}

// individuals converts members to a population.
func individuals(members []member) Population {
	all := make(Population, len(members))
	for i, m := range members {
		all[i] = Individual{ID: m.id, Genome: m.genome, Result: m.result}
	}
	return all
}

// betterHalf returns the better half of members that are sorted best first.
func betterHalf(members []member) []member { return members[:half(len(members))] }

// mean returns the mean genome of members. The win rates of one generation are mostly noise, and the mean of many good
// genomes depends less on it than the best genome does.
func mean(members []member) *genome.Genome {
	genomes := make([]*genome.Genome, len(members))
	for i, m := range members {
		genomes[i] = m.genome
	}
	return genome.Mean(genomes)
}

// idsOf returns the IDs of members.
func idsOf(members []member) []string {
	ids := make([]string, len(members))
	for i, m := range members {
		ids[i] = m.id
	}
	return ids
}
