package evolution

import (
	"fmt"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"evothello/genome"
)

// Islands says how a population is parted. Breeding holds on each island.
type Islands struct {
	Count    int `json:"islands" is:"islands of equal size" range:"2 to 1000"`
	Every    int `json:"every" is:"generations from one migration to the next" range:"1 to 1000000"`
	Migrants int `json:"migrants" is:"best of each island that go to the next" range:"1 to 2048"`
}

// A ring is an eaopt.Migrator between populations that are sorted best first. Copies of the
// best of each replace the worst of the next, and those of the last replace the worst of the
// first. At most half of a population may migrate. (eaopt's MigRing swaps random genomes and
// leaves the ring open.)
type ring struct{ migrants int }

var _ eaopt.Migrator = ring{}

// Apply migrates. It draws no lots.
func (r ring) Apply(pops eaopt.Populations, _ *rand.Rand) {
	for i, pop := range pops {
		next := pops[(i+1)%len(pops)].Individuals
		for j, emigrant := range pop.Individuals[:r.migrants] {
			emigrant.Genome = emigrant.Genome.Clone()
			next[len(next)-1-j] = emigrant
		}
	}
}

// Validate returns an error if the number of migrants is not positive.
func (r ring) Validate() error {
	if r.migrants < 1 {
		return fmt.Errorf("%d migrants: must be 1 or more", r.migrants)
	}
	return nil
}

// An Archipelago is several populations that are bred apart as the generational model does
// it, and meet only by migration. All play in one round, on the same openings against
// the same panel, so they can be compared.
// Its population stands island by island, best first on each.
type Archipelago struct {
	named
	Breeding
	Islands
	populated
}

func usualArchipelago(c *Config) Model {
	return &Archipelago{named: named{"islands"}, Breeding: usualBreeding(c),
		Islands: Islands{Count: 4, Every: 10, Migrants: 2}}
}

func (m *Archipelago) groupSize(c *Config) int { return c.Population / m.Count }

func (m *Archipelago) check(c *Config) error {
	if c.Population%m.Count != 0 {
		return fmt.Errorf("population is %d: must be a multiple of %d, the number of islands", c.Population, m.Count)
	}
	size := m.groupSize(c)
	if err := m.Breeding.check(c, size); err != nil {
		return fmt.Errorf("on each of %d islands: %w", m.Count, err)
	}
	if m.Migrants > size/2 {
		return fmt.Errorf("model.migrants is %d: at most %d may go, half of an island", m.Migrants, size/2)
	}
	return nil
}

// breed makes each island's generation. Immigrants are parents there and no elites:
// as such they live on at home.
func (m *Archipelago) breed(s *step) (members []member, err error) {
	generation, size := s.row.Generation, m.groupSize(s.config)
	all := s.parents()
	if generation == 1 {
		members = s.drawn(&m.Breeding, all)
	} else {
		natives := slices.Collect(slices.Chunk(all, size))
		var pools eaopt.Populations
		for i, parents := range natives {
			pools = append(pools, pool(parents, s.config.random("breed", generation, i)))
		}
		if (generation-1)%m.Islands.Every == 0 {
			ring{m.Islands.Migrants}.Apply(pools, nil)
		}
		for i, parents := range natives {
			offspring, err := s.offspring(&m.Breeding, parents, pools[i], i*size)
			if err != nil {
				return nil, err
			}
			members = append(members, offspring...)
		}
	}
	for i := range members {
		members[i].group = i / size
	}
	return members, nil
}

// learn returns the mean of the better half of the best island, the one whose better
// half scores most. Islands that were long apart value positions in ways of their own,
// and what lies between two good ways need not be good.
func (m *Archipelago) learn(s *step) (ModelState, *genome.Genome) {
	island := func(i int) int { return s.members[i].group }
	s.compareWithBirths(standings(len(s.members), m.Islands.Count, island))
	s.selectedByRank(m.mating(m.groupSize(s.config)), m.Islands.Count, island)
	var parents []member
	var population Population
	var best []member
	most := -1.0
	for _, island := range m.byIsland(s.members) {
		population = append(population, individuals(island)...)
		half := betterHalf(island)
		parents = append(parents, island[:max(len(half), m.mating(len(island)))]...)
		sum := 0.0
		for _, one := range half {
			sum += one.result.Score()
		}
		if sum > most {
			best, most = half, sum
		}
	}
	s.descend(parents, best)
	return population, mean(best)
}

// byIsland parts the members, each island's best first.
func (m *Archipelago) byIsland(members []member) [][]member {
	parted := make([][]member, m.Islands.Count)
	for _, one := range members {
		parted[one.group] = append(parted[one.group], one)
	}
	return parted
}
