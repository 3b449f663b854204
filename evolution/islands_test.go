package evolution

import (
	"slices"
	"strings"
	"testing"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/genome"
)

func TestIslandsValidation(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		says   string
	}{
		{func(c *Config) { islandsOf(c).Count = 1 }, "optimizer.islands is 1: must be 2 to 1000"},
		{func(c *Config) { islandsOf(c).Count = 1001 }, "optimizer.islands is 1001: must be 2 to 1000"},
		{func(c *Config) { islandsOf(c).Every = 0 }, "optimizer.every is 0: must be 1 to 1000000"},
		{func(c *Config) { islandsOf(c).Every = 1000001 }, "optimizer.every is 1000001: must be 1 to 1000000"},
		{func(c *Config) { islandsOf(c).Migrants = 0 }, "optimizer.migrants is 0: must be 1 to 2048"},
		{func(c *Config) { islandsOf(c).Migrants = 3 }, "optimizer.migrants is 3: must be 1 to 2, half of an island"},
		{func(c *Config) { c.Population = 22 }, "population is 22: must be a multiple of 4, the number of islands"},
		{func(c *Config) { c.Population, c.Optimizer.(*IslandGA).Elites = 12, 3 },
			"on each of 4 islands: population is 3: must be above optimizer.elites, which is 3"},
		{func(c *Config) { c.Optimizer.(*IslandGA).Reproduction.Crossover = 2 }, "optimizer.crossover is 2: must be 0 to 1"},
	} {
		config := newConfig(t, "ga-islands", 20)
		require.NoError(t, config.Validate())
		c.change(config)
		assert.EqualError(t, config.Validate(), c.says)
	}
	for _, good := range []func(*Config){
		func(c *Config) { islandsOf(c).Count = 2 },
		func(c *Config) { c.Population, islandsOf(c).Count = 4000, 1000 },
		func(c *Config) { islandsOf(c).Every = 1 },
		func(c *Config) { islandsOf(c).Every = 1000000 },
		func(c *Config) { islandsOf(c).Migrants = 1 },
		func(c *Config) { c.Population, islandsOf(c).Migrants = 24, 3 },
	} {
		config := newConfig(t, "ga-islands", 20)
		good(config)
		assert.NoError(t, config.Validate())
	}
}

func TestRingMigration(t *testing.T) {
	for _, c := range []struct {
		migrants int
		want     []string
	}{
		{1, []string{"a1 a2 a3 c1", "b1 b2 b3 a1", "c1 c2 c3 b1"}},
		{2, []string{"a1 a2 c2 c1", "b1 b2 a2 a1", "c1 c2 b2 b1"}},
	} {
		layout, err := genome.NewEncoding(genome.Encoding{Turns: []int{60}, Scorers: []string{"edge"}},
			genome.Variation{Alpha: 0.25})
		require.NoError(t, err)
		names := map[float64]string{}
		var pops eaopt.Populations
		for i, island := range []string{"a1 a2 a3 a4", "b1 b2 b3 b4", "c1 c2 c3 c4"} {
			var pop eaopt.Population
			for j, name := range strings.Fields(island) {
				fitness := float64(10*j + i)
				names[fitness] = name
				pop.Individuals = append(pop.Individuals,
					eaopt.Individual{Genome: layout.FromVector([]float64{0.5}), Fitness: fitness})
			}
			pops = append(pops, pop)
		}
		migration := ring{c.migrants}
		require.NoError(t, migration.Validate())
		migration.Apply(pops, nil)
		var got []string
		genomes := map[eaopt.Genome]bool{}
		for _, pop := range pops {
			var island []string
			for _, individual := range pop.Individuals {
				island = append(island, names[individual.Fitness])
				genomes[individual.Genome] = true
			}
			got = append(got, strings.Join(island, " "))
		}
		assert.Equal(t, c.want, got)
		assert.Len(t, genomes, 12, "migrants are copies")
	}
	assert.EqualError(t, ring{}.Validate(), "0 migrants: must be 1 or more")
}

// Without crossover and mutation children are copies of their parents, so the island of the parents is known.
func TestIslandsExchangeOnlyMigrants(t *testing.T) {
	c := newConfig(t, "ga-islands", 20)
	islandsOf(c).Every = 3
	c.Optimizer.(*IslandGA).Reproduction = Reproduction{Parents: 1, Elites: 2}
	state := initialState(t, c)
	var migrations []int
	for generation := 1; generation <= 10; generation++ {
		s := generated(t, c, state)
		var genesOf [4]map[string]bool
		for i, parents := range slices.Collect(slices.Chunk(s.parents(), 5)) {
			genesOf[i] = map[string]bool{}
			for _, parent := range parents {
				genesOf[i][s.recipe(&parent).Hash()] = true
			}
		}
		immigrants := 0
		for i, m := range s.members {
			assert.Equal(t, i/5, m.group)
			if !genesOf[m.group][s.recipe(&m).Hash()] {
				immigrants++
				assert.True(t, genesOf[(m.group+3)%4][s.recipe(&m).Hash()], "from the island before")
			}
			if i%5 < c.Optimizer.(*IslandGA).Reproduction.Elites {
				assert.Equal(t, population(state)[i].ID, m.ID, "elites are the island's own")
			}
		}
		if immigrants > 0 {
			migrations = append(migrations, generation)
		}
		state = stateAfter(t, s)
	}
	assert.Equal(t, []int{4, 7, 10}, migrations)
}

func TestIslandsStayInOrder(t *testing.T) {
	c := newConfig(t, "ga-islands", 20)
	s := generated(t, c, initialState(t, c))
	island := map[string]int{}
	for _, m := range s.members {
		island[m.ID] = m.group
	}
	state := stateAfter(t, s)
	for i, individual := range population(state) {
		assert.Equal(t, i/5, island[individual.ID])
		if i%5 > 0 {
			assert.LessOrEqual(t, individual.Result.Score(), population(state)[i-1].Result.Score(), "best first")
		}
	}
}

// The candidate comes from the island whose better half has the highest total score, the first of equal ones. A single
// lucky genome is not enough.
func TestCandidateComesFromTheBestIsland(t *testing.T) {
	for _, c := range []struct {
		halves [4][3]int // points of each genome, 0…4
		best   int
	}{
		{[4][3]int{{4, 2, 2}, {2, 2, 2}, {3, 3, 3}, {2, 2, 2}}, 2},
		{[4][3]int{{2, 2, 2}, {2, 2, 2}, {3, 3, 3}, {4, 4, 2}}, 3},
		{[4][3]int{{2, 2, 2}, {4, 3, 2}, {3, 3, 3}, {2, 2, 2}}, 1},
		{[4][3]int{}, 0}, // no wins
	} {
		config := newConfig(t, "ga-islands", 20)
		s := generated(t, config, initialState(t, config))
		for i := range s.members {
			s.members[i].Result = fitness.Pentanomial{}
			points := 0
			if rank := i % 5; rank < 3 {
				points = c.halves[i/5][rank]
			}
			s.members[i].Result[points] = 1
		}
		half := slices.Clone(s.members[5*c.best : 5*c.best+3])
		_, candidate := config.Optimizer.update(s)
		assert.True(t, mean(half).Equal(candidate), "%v", c.halves)
	}
}

// Children are numbered over all islands, elites keep their ids.
func TestIDsOnIslands(t *testing.T) {
	c := oneGene(t, "ga-islands", 10)
	c.Optimizer = &IslandGA{Reproduction: Reproduction{Parents: 0.5, Elites: 1},
		Islands: Islands{Count: 2, Every: 5, Migrants: 1}}
	s := generated(t, c, ranked(3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
	assert.Equal(t, strings.Fields("3.0 4.1 4.2 4.3 4.4 3.5 4.6 4.7 4.8 4.9"), ids(settled(s.members)))
}

// islandsOf returns the island settings of a configuration.
func islandsOf(c *Config) *Islands { return &c.Optimizer.(*IslandGA).Islands }
