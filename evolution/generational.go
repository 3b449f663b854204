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

// Breeding says how a generation of a genetic algorithm makes the next. The defaults keep the population
// varied, which is what counts where results are mostly noise.
type Breeding struct {
	Parents   float64 `json:"parents" is:"share of the population, the best first, that parents are drawn from" range:"0 to 1"`
	Elites    int     `json:"elites" is:"best genomes that live on unchanged" range:"0 to 1000"`
	Crossover float64 `json:"crossover" is:"share of mating pairs whose genes mix" range:"0 to 1"`
	Alpha     float64 `json:"alpha" is:"how far beyond its parents a child may lie, as a share of their distance (BLX-alpha)" range:"0 to 2"`
	Share     float64 `json:"mutation" is:"chance of each gene of a child to mutate" range:"0 to 1"`
	Step      float64 `json:"step" is:"deviation of a mutation as a share of the gene's bound" range:"0 to 1"`
	Scale     float64 `json:"scale" is:"root mean square of each phase's genes as a share of their bounds; 0 leaves it to evolution" range:"0 to 1"`
}

// usualScale leaves room for the largest genes, and keeps the others far above the grid.
const usualScale = 0.4

// unscaledAlpha is just above 0.366, at which crossover keeps the variance of genes. Nothing else holds the spread
// of genes that are not rescaled, and selection hardly shrinks it where there are hundreds.
const unscaledAlpha = 0.38

func usualBreeding(c *Config) Breeding {
	b := Breeding{Parents: 0.5, Crossover: 1, Alpha: 0.5, Step: 0.1}
	switch {
	case !c.scalable():
		b.Alpha = unscaledAlpha
	case c.Start == nil:
		b.Scale = usualScale
	}
	return b
}

// scalable reports whether only the ratios of a phase's genes mean anything.
func (c *Config) scalable() bool {
	network := func(s *evaluators.Scorer) bool { return s.Shapes != nil }
	return len(c.WholeGame) == 0 && len(c.Limits) == 0 && !slices.ContainsFunc(c.Evolving(), network)
}

func (b *Breeding) check(c *Config, population int) error {
	switch {
	case b.mating(population) < 2:
		return fmt.Errorf("model.parents is %g: of %d genomes two or more must be parents", b.Parents, population)
	case population <= b.Elites:
		return fmt.Errorf("population is %d: must be above the model's elites, %d", population, b.Elites)
	case b.Scale > 0 && !c.scalable():
		return fmt.Errorf("model.scale is %g: must be 0 with whole_game, limits or networks", b.Scale)
	}
	return nil
}

// mating is how many of a population are parents.
func (b *Breeding) mating(population int) int {
	return int(math.Round(b.Parents * float64(population)))
}

func (b *Breeding) variation() genome.Variation {
	return genome.Variation{Alpha: b.Alpha, Share: b.Share, Step: b.Step}
}

// pool makes parents a population of eaopt's, with the results they have. Its
// tournaments only ask who is fitter.
func pool(parents []member, rng *rand.Rand) eaopt.Population {
	pop := eaopt.Population{RNG: rng}
	for _, parent := range parents {
		pop.Individuals = append(pop.Individuals, eaopt.Individual{
			Genome: parent.genome, Fitness: -merit(parent.result), Evaluated: true,
		})
	}
	return pop
}

// offspring are the elites of the parents, which stand best first, and the children of the
// pool. The i-th is the generation's member first + i.
func (s *step) offspring(b *Breeding, parents []member, pool eaopt.Population, first int) ([]member, error) {
	selector := &ranking{parents: b.mating(len(parents))}
	model := eaopt.ModGenerational{
		Selector:  selector,
		MutRate:   1, // of children; Breeding.Share is the rate of genes
		CrossRate: b.Crossover,
	}
	slices.SortStableFunc(pool.Individuals, func(a, b eaopt.Individual) int { return cmp.Compare(a.Fitness, b.Fitness) })
	if err := model.Apply(&pool); err != nil {
		return nil, err
	}
	members := slices.Clone(parents[:b.Elites])
	for i := b.Elites; i < len(parents); i++ {
		child := pool.Individuals[i].Genome.(*genome.Genome)
		if b.Scale > 0 {
			child.Rescale(b.Scale)
		}
		offspring := s.child(first+i, child)
		for _, rank := range selector.couples[i/2] {
			offspring.parents = append(offspring.parents, standingOf(rank, len(parents)))
		}
		members = append(members, offspring)
	}
	return members, nil
}

// drawn are the genomes of generation 0 at the model's scale.
func (s *step) drawn(b *Breeding, all []member) []member {
	if b.Scale > 0 {
		for i, m := range all {
			m.genome.Rescale(b.Scale)
			all[i] = s.member(m.id, m.genome)
		}
	}
	return all
}

// Generational is eaopt's generational model: children of the better genomes take the places of all but the
// elites.
// Its population stands best first.
type Generational struct {
	named
	Breeding
	populated
}

func usualGenerational(c *Config) Model {
	return &Generational{named: named{"generational"}, Breeding: usualBreeding(c)}
}

func (m *Generational) check(c *Config) error { return m.Breeding.check(c, c.Population) }

// breed lets generation 1 be what generation 0 drew; later ones are the elites and
// their parents' children.
func (m *Generational) breed(s *step) ([]member, error) {
	parents := s.parents()
	if s.row.Generation == 1 {
		return s.drawn(&m.Breeding, parents), nil
	}
	return s.offspring(&m.Breeding, parents, pool(parents, s.config.random("breed", s.row.Generation)), 0)
}

func (*Generational) learn(s *step) (ModelState, *genome.Genome) {
	s.row.Heredity = heredity(s.members, standings(len(s.members), 1, together))
	return individuals(s.members), mean(betterHalf(s.members))
}
