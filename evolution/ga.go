package evolution

import (
	"cmp"
	"fmt"
	"math"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"evothello/evaluators"
	"evothello/genome"
)

// Reproduction is the settings of selection, crossover and mutation in a genetic algorithm. The defaults keep the
// population diverse, which matters most if results are noisy.
type Reproduction struct {
	Parents   float64 `json:"parents" is:"share of the population that may be parents, the best first" range:"0 to 1"`
	Elites    int     `json:"elites" flag:"elites GENOMES" is:"number of best genomes that stay unchanged" range:"0 to 1000"`
	Crossover float64 `json:"crossover" flag:"crossover SHARE" is:"share of couples whose genes mix" range:"0 to 1"`
	Alpha     float64 `json:"alpha" is:"how far beyond its parents a child may lie, as a share of their distance (BLX-alpha)" range:"0 to 2"`
	Share     float64 `json:"mutation" flag:"mutation PROBABILITY" is:"probability of each gene of a child to mutate" range:"0 to 1"`
	Step      float64 `json:"step" is:"standard deviation of a mutation, as a share of the gene's bound" range:"0 to 1"`
	Scale     float64 `json:"scale" is:"root mean square of each phase's genes as a share of their bounds; 0 leaves it to evolution" range:"0 to 1"`
}

// defaultScale leaves room for the largest genes, and keeps the others far above the rounding grid.
const defaultScale = 0.4

// unscaledAlpha is the default of Alpha for genes that are not rescaled. It is just above 0.366, with which crossover
// keeps the variance of genes constant. Without rescaling only selection reduces the variance, and with hundreds of
// genes it does so hardly.
const unscaledAlpha = 0.38

func defaultReproduction(c *Config) Reproduction {
	b := Reproduction{Parents: 0.5, Crossover: 1, Alpha: 0.5, Step: 0.1}
	switch {
	case !c.scalable():
		b.Alpha = unscaledAlpha
	case c.Start == nil:
		b.Scale = defaultScale
	}
	return b
}

// scalable reports whether only the ratios of a phase's genes matter.
func (c *Config) scalable() bool {
	network := func(s *evaluators.Scorer) bool { return s.Shapes != nil }
	return !c.Tunes() && len(c.Shared) == 0 && len(c.Limits) == 0 && !slices.ContainsFunc(c.EvolvingScorers(), network)
}

func (b *Reproduction) check(c *Config, population int) error {
	switch {
	case b.mating(population) < 2:
		return fmt.Errorf("population is %d: must be larger if optimizer.parents is %g, because at least two genomes "+
			"must be parents", population, b.Parents)
	case population <= b.Elites:
		return fmt.Errorf("population is %d: must be above optimizer.elites, which is %d", population, b.Elites)
	case b.Scale > 0 && !c.scalable():
		return fmt.Errorf("optimizer.scale is %g: must be 0 with shared, limits, networks or parameters", b.Scale)
	}
	return nil
}

// mating returns the number of parents in a population.
func (b *Reproduction) mating(population int) int {
	return int(math.Round(b.Parents * float64(population)))
}

func (b *Reproduction) variation() genome.Variation {
	return genome.Variation{Alpha: b.Alpha, Share: b.Share, Step: b.Step}
}

// eaoptPopulation converts parents with their results to a population of eaopt. Selection uses only the order of
// Fitness.
func eaoptPopulation(parents Population, rng *rand.Rand) eaopt.Population {
	pop := eaopt.Population{RNG: rng}
	for _, parent := range parents {
		pop.Individuals = append(pop.Individuals, eaopt.Individual{
			Genome: parent.Genome, Fitness: -raceScore(parent.Result), Evaluated: true, ID: parent.ID,
		})
	}
	return pop
}

// offspring returns the elites of the parents, followed by the children that eaopt makes from population. parents are
// sorted best first. The i-th member gets number first + i in the generation.
func (s *step) offspring(b *Reproduction, parents Population, population eaopt.Population,
	first int) (Population, error) {
	selector := &ranking{parents: b.mating(len(parents))}
	optimizer := eaopt.ModGenerational{
		Selector:  selector,
		MutRate:   1, // every child; Reproduction.Share is the probability per gene
		CrossRate: b.Crossover,
	}
	slices.SortStableFunc(population.Individuals,
		func(a, b eaopt.Individual) int { return cmp.Compare(a.Fitness, b.Fitness) })
	ids := make([]string, len(population.Individuals)) // by rank
	for i, one := range population.Individuals {
		ids[i] = one.ID
	}
	if err := optimizer.Apply(&population); err != nil {
		return nil, err
	}
	members := slices.Clone(parents[:b.Elites])
	for i := b.Elites; i < len(parents); i++ {
		child := population.Individuals[i].Genome.(*genome.Genome)
		if b.Scale > 0 {
			child.Rescale(b.Scale)
		}
		offspring := s.child(first+i, child)
		for _, rank := range selector.matingPairs[i/2] {
			offspring.parentRanks = append(offspring.parentRanks, relativeRank(rank, len(parents)))
			offspring.parentIDs = append(offspring.parentIDs, ids[rank])
		}
		members = append(members, offspring)
	}
	return members, nil
}

// rescaled rescales the genomes of generation 0 to Reproduction.Scale.
func (b *Reproduction) rescaled(all Population) Population {
	if b.Scale > 0 {
		for i := range all {
			all[i].Genome.Rescale(b.Scale)
		}
	}
	return all
}

// GA is the generational genetic algorithm of the library eaopt: children of the better genomes replace all genomes
// except the elites. The population is sorted, the best genome first.
type GA struct {
	named
	Reproduction
	populated
}

func defaultGA(c *Config) Optimizer {
	return &GA{named: named{"ga"}, Reproduction: defaultReproduction(c)}
}

func (m *GA) check(c *Config) error { return m.Reproduction.check(c, c.Population) }

// generate returns the initial population as generation 1, because it has not played yet. Later generations are the
// elites and the children.
func (m *GA) generate(s *step) (Population, error) {
	parents := s.parents()
	if s.row.Generation == 1 {
		return m.rescaled(parents), nil
	}
	return s.offspring(&m.Reproduction, parents, eaoptPopulation(parents, s.config.random(variation, s.row.Generation)), 0)
}

func (m *GA) update(s *step) (OptimizerState, *genome.Genome) {
	s.setHeredity(relativeRanks(len(s.members), 1, oneGroup))
	s.selectedByRank(m.mating(len(s.members)), 1, oneGroup)
	return settled(s.members), mean(betterHalf(s.members))
}

// selectedByRank sets the selection differential of parents that are selected at random by rank from the best of each
// group.
func (s *step) selectedByRank(mating, groups int, group func(i int) int) {
	shares, ahead := logRanks(mating), make([]int, groups)
	s.selected(func(i int) float64 {
		rank := ahead[group(i)]
		if ahead[group(i)]++; rank >= mating {
			return 0
		}
		return shares[rank]
	})
}
