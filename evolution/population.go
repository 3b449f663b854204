package evolution

import (
	"fmt"
	"slices"

	"evothello/fitness"
	"evothello/genome"
	"evothello/internal/files"
	"evothello/players"
)

// A Population is the state of optimizers with a population: the genomes from which the next generation is made. In
// generation 0 the genomes are random, or the start of the run and mutations of it.
type Population []Individual

// An Individual is a genome with the result of its last games. Checkpoints leave out the fields that matter within one
// generation only; settled clears them.
type Individual struct {
	ID     string              `json:"id"` // "GENERATION.NUMBER": its first generation, and its number there
	Genome *genome.Genome      `json:"genes"`
	Result fitness.Pentanomial `json:"result"` // pairs against the panel

	recipe      *players.Recipe // made when needed, see step.recipe
	group       int             // number of its family or island, in optimizers that have these
	parentRanks []float64       // relative ranks of its two parents, nil without parents
	parentIDs   []string        // nil without parents
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
		return nil, fmt.Errorf("%d genomes, but population in run.json is %d", len(stored), c.Population)
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

// parents returns copies of the previous population with its results. The copies mutate by the variation of the step's
// encoding.
func (s *step) parents() Population {
	parents := slices.Clone(s.previous.Optimizer.(Population))
	for i := range parents {
		parents[i].Genome = s.encoding.Copy(parents[i].Genome)
	}
	return parents
}

// settled returns individuals as they stay for the next generation.
func settled(members Population) Population {
	all := make(Population, len(members))
	for i, m := range members {
		all[i] = Individual{ID: m.ID, Genome: m.Genome, Result: m.Result}
	}
	return all
}

// betterHalf returns the better half of members that are sorted best first.
func betterHalf(members Population) Population { return members[:half(len(members))] }

// mean returns the mean genome of members. The win rates of one generation are mostly noise, and the mean of many good
// genomes depends less on it than the best genome does.
func mean(members Population) *genome.Genome { return genome.Mean(members.genomes()) }

func (p Population) genomes() []*genome.Genome {
	genomes := make([]*genome.Genome, len(p))
	for i := range p {
		genomes[i] = p[i].Genome
	}
	return genomes
}
