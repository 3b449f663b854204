package evolution

import (
	"fmt"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"evothello/genome"
)

// Breeding says how a generation of a genetic algorithm makes the next.
type Breeding struct {
	Elites    int     `json:"elites" is:"best genomes that live on unchanged" range:"0 to 1000"`
	Contest   uint    `json:"contest" is:"genomes of which the best becomes a parent" range:"1 to 1000"`
	Crossover float64 `json:"crossover" is:"share of mating pairs whose genes mix" range:"0 to 1"`
	Share     float64 `json:"mutation" is:"chance of each gene of a child to mutate" range:"0 to 1"`
	Step      float64 `json:"step" is:"deviation of a mutation as a share of the gene's bound" range:"0 to 1"`
}

func usualBreeding() Breeding {
	return Breeding{Elites: 2, Contest: 3, Crossover: 0.9, Share: 0.2, Step: 0.1}
}

func (b *Breeding) check(population int) error {
	if population <= max(int(b.Contest), b.Elites) {
		return fmt.Errorf("population is %d: must be above the model's contest and elites, %d and %d", population, b.Contest, b.Elites)
	}
	return nil
}

func (b *Breeding) kick() genome.Kick { return genome.Kick{Share: b.Share, Step: b.Step} }

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
	model := eaopt.ModGenerational{
		Selector:  eaopt.SelTournament{NContestants: b.Contest},
		MutRate:   1, // of children; Breeding.Share is the rate of genes
		CrossRate: b.Crossover,
	}
	if err := model.Apply(&pool); err != nil {
		return nil, err
	}
	members := slices.Clone(parents[:b.Elites])
	for i := b.Elites; i < len(parents); i++ {
		members = append(members, s.child(first+i, pool.Individuals[i].Genome.(*genome.Genome)))
	}
	return members, nil
}

// Generational is eaopt's generational model with elites: parents win tournaments,
// children take the places of all but the best.
// Its population stands best first.
type Generational struct {
	named
	Breeding
	populated
}

func usualGenerational(*Config) Model {
	return &Generational{named: named{"generational"}, Breeding: usualBreeding()}
}

func (m *Generational) check(c *Config) error { return m.Breeding.check(c.Population) }

// breed lets generation 1 be what generation 0 drew; later ones are the elites and
// their parents' children.
func (m *Generational) breed(s *step) ([]member, error) {
	parents := s.parents()
	if s.row.Generation == 1 {
		return parents, nil
	}
	return s.offspring(&m.Breeding, parents, pool(parents, s.config.random("breed", s.row.Generation)), 0)
}

func (*Generational) learn(s *step) (ModelState, *genome.Genome) {
	return individuals(s.members), mean(betterHalf(s.members))
}
