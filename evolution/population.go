package evolution

import (
	"fmt"
	"slices"

	"evothello/evaluators"
	"evothello/fitness"
	"evothello/genome"
	"evothello/internal/files"
)

// A Population is the state of models that keep one: what the next generation comes
// from, in generation 0 as drawn.
type Population struct {
	Individuals []Individual `json:"individuals"`
	// Average is that of the means of better individuals in all generations, as genome.Vector has them, in
	// which late ones count most; none in generation 0.
	Average []float64 `json:"average"`
}

// An Individual is a genome of a population and how it fared when it last played.
type Individual struct {
	ID     string              `json:"id"`     // generation of birth, dot, number
	Genome *genome.Genome      `json:"phases"` // as the weights of each phase
	Result fitness.Pentanomial `json:"result"` // of its pairs against the panel
}

// populated is what models have in common whose state is a population.
type populated struct{}

// spread is how mutants of the start differ from it, whatever mutation a model has later.
var spread = genome.Variation{Share: 1, Step: NearSigma}

// begin draws the first population: random genomes, or the start and mutants of it.
func (populated) begin(c *Config, l *genome.Layout) (ModelState, error) {
	rng := c.random("genesis", 0)
	var start *genome.Genome
	if c.Start != nil {
		var err error
		if start, err = c.Start.genome(l); err != nil {
			return nil, err
		}
	}
	var first Population
	for i := range c.Population {
		g := start
		switch {
		case start == nil:
			g = l.Random(rng)
		case i > 0:
			g = start.Clone().(*genome.Genome)
			g.MutateBy(spread, rng)
		}
		first.Individuals = append(first.Individuals, Individual{ID: fmt.Sprintf("0.%d", i), Genome: g})
	}
	return first, nil
}

func (populated) restore(data []byte, c *Config, l *genome.Layout) (ModelState, error) {
	var kept struct {
		Individuals []struct {
			ID     string               `json:"id"`
			Phases []evaluators.Weights `json:"phases"`
			Result fitness.Pentanomial  `json:"result"`
		} `json:"individuals"`
		Average []float64 `json:"average"`
	}
	if err := strictly(data, &kept); err != nil {
		return nil, files.JSONInWords(err)
	}
	if len(kept.Individuals) != c.Population {
		return nil, fmt.Errorf("%d genomes, run.json says %d", len(kept.Individuals), c.Population)
	}
	if n := len(kept.Average); n != 0 && n != l.Genes() {
		return nil, fmt.Errorf("an average of %d genes, the run has %d", n, l.Genes())
	}
	population := Population{Individuals: make([]Individual, c.Population), Average: kept.Average}
	for i, k := range kept.Individuals {
		g, err := l.New(k.Phases)
		if err != nil {
			return nil, fmt.Errorf("genome %s: %w", k.ID, err)
		}
		population.Individuals[i] = Individual{ID: k.ID, Genome: g, Result: k.Result}
	}
	return population, nil
}

// parents are the population of the state before, with the results they had.
func (s *step) parents() []member {
	population := s.was.Model.(Population).Individuals
	parents := make([]member, len(population))
	for i, individual := range population {
		parents[i] = s.member(individual.ID, s.layout.Copy(individual.Genome))
		parents[i].result = individual.Result
	}
	return parents
}

// individuals are members as a checkpoint holds them.
func individuals(members []member) []Individual {
	all := make([]Individual, len(members))
	for i, m := range members {
		all[i] = Individual{ID: m.id, Genome: m.genome, Result: m.result}
	}
	return all
}

// betterHalf are the better half of members who stand best first.
func betterHalf(members []member) []member { return members[:half(len(members))] }

// late returns the state of individuals, and the candidate: the average of the mean of good members
// and of such means before, in which the latest quarter of the generations counts most. One generation's
// win rates are mostly noise, and noise keeps the mean moving about the best place (Shamir and Zhang,
// Stochastic Gradient Descent for Non-smooth Optimization, 2013).
func (s *step) late(all []Individual, good []member) (ModelState, *genome.Genome) {
	average := slices.Clone(s.was.Model.(Population).Average)
	if average == nil {
		average = make([]float64, s.layout.Genes())
	}
	rate := 4 / float64(s.row.Generation+3)
	for i, x := range mean(good) {
		average[i] += float64(rate * (x - average[i]))
	}
	return Population{all, average}, s.layout.FromVector(average)
}

// mean is the mean of members' genomes.
func mean(members []member) []float64 {
	sum := members[0].genome.Vector()
	for _, m := range members[1:] {
		for i, x := range m.genome.Vector() {
			sum[i] += x
		}
	}
	for i := range sum {
		sum[i] /= float64(len(members))
	}
	return sum
}
