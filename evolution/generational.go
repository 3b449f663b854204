package evolution

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"evothello/genome"
)

// Breeding says how a generation of a genetic algorithm makes the next.
type Breeding struct {
	Elites    int     `json:"elites"`    // best genomes that live on unchanged
	Contest   uint    `json:"contest"`   // genomes of which the best becomes a parent
	Crossover float64 `json:"crossover"` // share of mating pairs whose genes mix, 0…1
	Share     float64 `json:"mutation"`  // chance of each gene of a child to mutate, 0…1
	Step      float64 `json:"step"`      // deviation of a mutation as a share of the gene's bound
}

func usualBreeding() Breeding {
	return Breeding{Elites: 2, Contest: 3, Crossover: 0.9, Share: 0.2, Step: 0.1}
}

func (b *Breeding) validate(population int) error {
	switch {
	case b.Contest < 1 || b.Contest > 1000:
		return fmt.Errorf("breeding: contest is %d: must be 1 to 1000", b.Contest)
	case b.Elites < 0 || b.Elites > 1000:
		return fmt.Errorf("breeding: elites is %d: must be 0 to 1000", b.Elites)
	case b.Crossover < 0 || b.Crossover > 1 || b.Share < 0 || b.Share > 1 || b.Step < 0 || b.Step > 1:
		return errors.New("breeding: crossover, mutation and step must be 0 to 1")
	case population <= max(int(b.Contest), b.Elites):
		return fmt.Errorf("population is %d: must be above breeding's contest and elites, %d and %d", population, b.Contest, b.Elites)
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
	Breeding Breeding
	populated
}

func usualGenerational(*Config) Model { return &Generational{Breeding: usualBreeding()} }

// Name implements Model.
func (*Generational) Name() string { return "generational" }

func (m *Generational) settings() []part { return []part{{"breeding", &m.Breeding}} }

func (m *Generational) validate(c *Config) error { return m.Breeding.validate(c.Population) }

func (m *Generational) kick() genome.Kick { return m.Breeding.kick() }

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
