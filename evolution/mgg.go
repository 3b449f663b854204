package evolution

import (
	"fmt"
	"math/rand"
	"slices"

	"evothello/genome"
)

// MGG is the settings of Minimal Generation Gap.
type MGG struct {
	Children int           `json:"children" is:"number of children of a mating pair" range:"1 to 1000"`
	Share    float64       `json:"mutation" is:"probability of each gene of a child to mutate" range:"0 to 1"`
	Step     float64       `json:"step" is:"standard deviation of a mutation, as a share of the gene's bound" range:"0 to 1"`
	Large    LargeMutation `json:"large" is:"large mutation"`
}

// LargeMutation is the settings of the large mutation, which changes the whole population at regular intervals. It
// changes as many genes as other mutations, but by larger steps.
type LargeMutation struct {
	Every int     `json:"every" is:"generations from one large mutation to the next" range:"1 to 1000000"`
	Step  float64 `json:"step" is:"its standard deviation, as a share of the gene's bound" range:"0 to 1"`
}

// MinimalGap is the model Minimal Generation Gap (Satoh, Yamamura and Kobayashi 1996) in the variant of the reversi
// library. Mating pairs are random. The best two of a family, which is two parents and their children, replace the
// parents. No other genome is replaced, so the population stays diverse for long. In the library one family plays in a
// generation; here as many families play as fit into the population. After every Large.Every generations a large
// mutation changes the whole population. The population has no order.
type MinimalGap struct {
	named
	MGG
	populated
}

func defaultMinimalGap(*Config) Model {
	return &MinimalGap{named: named{"mgg"}, MGG: MGG{Children: 6, Share: 0.2, Step: 0.1,
		Large: LargeMutation{Every: 100, Step: 0.4}}}
}

func (g *MinimalGap) variation() genome.Variation {
	return genome.Variation{Alpha: 0.25, Share: g.Share, Step: g.Step}
}

func (g *MinimalGap) groupSize(*Config) int { return g.family() }

func (g *MinimalGap) check(c *Config) error {
	if family := g.family(); c.Population < family {
		return fmt.Errorf("population is %d: must be %d or more: a family of mgg has two parents and %d children",
			c.Population, family, g.Children)
	}
	return nil
}

// family returns the size of a family.
func (m *MGG) family() int { return 2 + m.Children }

// matingPairs returns the population in random order; the parents of family f are 2f and 2f+1. If a large mutation is
// due, it changes all of them.
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
			parents[i].parentIDs = []string{parent.id}
		}
	}
	return parents, rng
}

// generate makes the families. Parents play again with their children, because old results cannot be compared with new
// ones.
func (g *MinimalGap) generate(s *step) (members []member, err error) {
	parents, rng := g.matingPairs(s)
	size := g.MGG.family()
	for family := range s.config.Population / size {
		pair := parents[2*family : 2*family+2]
		for range g.MGG.Children {
			child, mate := pair[0].genome.Copy(), pair[1].genome.Copy()
			child.Crossover(mate, rng)
			child.Mutate(rng)
			newborn := s.child(len(members), child)
			newborn.parentIDs = idsOf(pair)
			members = append(members, newborn)
		}
		// Parents come last, so that a child with the same result replaces them.
		members = append(members, pair...)
		for i := len(members) - size; i < len(members); i++ {
			members[i].group = family
		}
	}
	return members, nil
}

// update replaces the parents of each family by its best two members. Genomes without a family stay. The candidate is
// the mean of the better half of all members, which all met the same panel.
func (g *MinimalGap) update(s *step) (ModelState, *genome.Genome) {
	population, _ := g.matingPairs(s)
	s.compareWithParents(func(m member) []string {
		pair := population[2*m.group:][:2]
		return []string{pair[0].id, pair[1].id}
	})
	parents := slices.Clone(population) // a large mutation makes new ones, which may be replaced at once
	placed := map[int]int{}             // number of members placed, by family
	var survivors []member
	for _, m := range s.members {
		if f := m.group; placed[f] < 2 {
			population[2*f+placed[f]] = m
			placed[f]++
			survivors = append(survivors, m)
		}
	}
	s.selectedFrom(survivors)
	s.setBirths(slices.Concat(parents, population), betterHalf(s.members))
	return individuals(population), mean(betterHalf(s.members))
}
