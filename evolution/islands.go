package evolution

import (
	"fmt"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"evothello/genome"
)

// Islands is the settings of the island optimizer. Reproduction applies to each island.
type Islands struct {
	Count    int `json:"islands" is:"number of islands, of equal size" range:"2 to 1000"`
	Every    int `json:"every" is:"generations from one migration to the next" range:"1 to 1000000"`
	Migrants int `json:"migrants" is:"number of best genomes of each island that migrate to the next" range:"1 to 2048"`
}

// A ring is an eaopt.Migrator for populations that are sorted best first. Copies of the best genomes of each population
// replace the worst of the next one, and those of the last replace the worst of the first. At most half of a population
// may migrate. (eaopt.MigRing swaps random genomes and does not close the ring.)
type ring struct{ migrants int }

var _ eaopt.Migrator = ring{}

// Apply replaces the worst genomes of each population by copies of the best genomes of the population before it. It
// uses no random numbers.
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

// An IslandGA is the island optimizer: several populations evolve separately, each like the population of GA. They
// exchange genomes only by migration. All islands play the same openings against the same panel, so their scores can be
// compared. The population is sorted by island, and within each island the best genome is first.
type IslandGA struct {
	named
	Reproduction
	Islands
	populated
}

func defaultIslandGA(c *Config) Optimizer {
	return &IslandGA{named: named{"ga-islands"}, Reproduction: defaultReproduction(c),
		Islands: Islands{Count: 4, Every: 10, Migrants: 2}}
}

func (m *IslandGA) groupSize(c *Config) int { return c.Population / m.Count }

func (m *IslandGA) check(c *Config) error {
	if c.Population%m.Count != 0 {
		return fmt.Errorf("population is %d: must be a multiple of %d, the number of islands", c.Population, m.Count)
	}
	size := m.groupSize(c)
	if err := m.Reproduction.check(c, size); err != nil {
		return fmt.Errorf("on each of %d islands: %w", m.Count, err)
	}
	if m.Migrants > size/2 {
		return fmt.Errorf("optimizer.migrants is %d: must be 1 to %d, half of an island", m.Migrants, size/2)
	}
	return nil
}

// generate makes the generation of each island. Immigrants may be parents but not elites, because they stay elites on
// their own island.
func (m *IslandGA) generate(s *step) (members Population, err error) {
	generation, size := s.row.Generation, m.groupSize(s.config)
	all := s.parents()
	if generation == 1 {
		members = m.rescaled(all)
	} else {
		islands := slices.Collect(slices.Chunk(all, size))
		var populations eaopt.Populations
		for i, parents := range islands {
			populations = append(populations, eaoptPopulation(parents, s.config.random(variation, generation, i)))
		}
		if (generation-1)%m.Islands.Every == 0 {
			ring{m.Islands.Migrants}.Apply(populations, nil)
		}
		for i, parents := range islands {
			offspring, err := s.offspring(&m.Reproduction, parents, populations[i], i*size)
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

// update returns as candidate the mean of the better half of the best island: the one whose better half has the highest
// total score. Genomes of different islands are not averaged, because islands that evolved separately have different
// evaluations, and the mean of two good ones may be bad.
func (m *IslandGA) update(s *step) (OptimizerState, *genome.Genome) {
	islandOf := func(i int) int { return s.members[i].group }
	s.setHeredity(relativeRanks(len(s.members), m.Islands.Count, islandOf))
	s.selectedByRank(m.mating(m.groupSize(s.config)), m.Islands.Count, islandOf)
	var population Population
	var best Population
	most := -1.0
	for _, island := range m.byIsland(s.members) {
		population = append(population, settled(island)...)
		half := betterHalf(island)
		sum := 0.0
		for _, one := range half {
			sum += one.Result.Score()
		}
		if sum > most {
			best, most = half, sum
		}
	}
	return population, mean(best)
}

// byIsland returns the members of each island, best first.
func (m *IslandGA) byIsland(members Population) []Population {
	islands := make([]Population, m.Islands.Count)
	for _, one := range members {
		islands[one.group] = append(islands[one.group], one)
	}
	return islands
}
