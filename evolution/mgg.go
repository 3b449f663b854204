package evolution

import (
	"fmt"
	"math/rand"

	"evothello/genome"
)

// MGG are the settings of Minimal Generation Gap.
type MGG struct {
	Children int     `json:"children" is:"children of a mating pair" range:"1 to 1000"`
	Share    float64 `json:"mutation" is:"chance of each gene of a child to mutate" range:"0 to 1"`
	Step     float64 `json:"step" is:"deviation of a mutation as a share of the gene's bound" range:"0 to 1"`
	Large    Large   `json:"large" is:"large mutation"`
}

// Large is the large mutation, which changes the whole population now and then: as many
// genes as any mutation, but further.
type Large struct {
	Every int     `json:"every" is:"generations from one large mutation to the next" range:"1 to 1000000"`
	Step  float64 `json:"step" is:"its deviation as a share of the gene's bound" range:"0 to 1"`
}

// MinimalGap is Minimal Generation Gap (Satoh, Yamamura and Kobayashi 1996) as y-tetsu/reversi
// has it: mating pairs are drawn at random, and the best two of a family, parents and
// children, take the parents' places. No other genome is displaced, so a population
// stays varied for long. Where that library has one family play in a
// generation, here play as many as make up a population. After every Large.Every
// generations a large mutation changes the whole population, played or not.
// Its population stands in no order.
type MinimalGap struct {
	named
	MGG
	populated
}

func usualMinimalGap(*Config) Model {
	return &MinimalGap{named: named{"mgg"}, MGG: MGG{Children: 6, Share: 0.2, Step: 0.1,
		Large: Large{Every: 100, Step: 0.4}}}
}

func (g *MinimalGap) variation() genome.Variation {
	return genome.Variation{Alpha: 0.25, Share: g.Share, Step: g.Step}
}

func (g *MinimalGap) groupSize(*Config) int { return g.family() }

func (g *MinimalGap) check(c *Config) error {
	if family := g.family(); c.Population < family {
		return fmt.Errorf("population is %d: must be %d or more, a family of mgg: two parents and %d children", c.Population,
			family, g.Children)
	}
	return nil
}

// family is the size of a family.
func (m *MGG) family() int { return 2 + m.Children }

// matingPairs are the parents, shuffled: family f is of 2f and 2f+1. A large mutation
// changes all of them when it is due.
func (g *MinimalGap) matingPairs(s *step) ([]member, *rand.Rand) {
	settings, generation := &g.MGG, s.row.Generation
	parents := s.parents()
	rng := s.config.random("breed", generation)
	rng.Shuffle(len(parents), func(i, j int) { parents[i], parents[j] = parents[j], parents[i] })
	if generation > 1 && (generation-1)%settings.Large.Every == 0 {
		large := genome.Variation{Share: settings.Share, Step: settings.Large.Step}
		for i, parent := range parents {
			mutant := parent.genome.Copy()
			mutant.MutateBy(large, rng)
			parents[i] = s.child(s.config.Population+i, mutant)
		}
	}
	return parents, rng
}

// breed makes the families. Parents play again with their children: an old result says
// nothing beside a new one.
func (g *MinimalGap) breed(s *step) (members []member, err error) {
	parents, rng := g.matingPairs(s)
	size := g.MGG.family()
	for family := range s.config.Population / size {
		pair := parents[2*family : 2*family+2]
		for range g.MGG.Children {
			child, mate := pair[0].genome.Copy(), pair[1].genome.Copy()
			child.Crossover(mate, rng)
			child.Mutate(rng)
			members = append(members, s.child(len(members), child))
		}
		// Last, so that of equals the children stay.
		members = append(members, pair...)
		for i := len(members) - size; i < len(members); i++ {
			members[i].group = family
		}
	}
	return members, nil
}

// learn puts the best two of each family in their parents' places; parents that did not
// play stay. The candidate is the mean of the better half of all that played: they met the
// same panel.
func (g *MinimalGap) learn(s *step) (ModelState, *genome.Genome) {
	population, _ := g.matingPairs(s)
	s.compareWithParents(func(m member) []string {
		pair := population[2*m.group:][:2]
		return []string{pair[0].id, pair[1].id}
	})
	kept := map[int]int{} // of each family
	for _, m := range s.members {
		if f := m.group; kept[f] < 2 {
			population[2*f+kept[f]] = m
			kept[f]++
		}
	}
	return individuals(population), mean(betterHalf(s.members))
}
