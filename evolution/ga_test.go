package evolution

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/genome"
)

func TestReproductionValidation(t *testing.T) {
	for _, c := range []struct {
		change func(*Config, *Reproduction)
		says   string // "" if it is valid
	}{
		{func(_ *Config, b *Reproduction) { b.Elites = -1 }, "optimizer.elites is -1: must be 0 to 1000"},
		{func(_ *Config, b *Reproduction) { b.Elites = 0 }, ""},
		{func(_ *Config, b *Reproduction) { b.Elites = 1000 }, ""},
		{func(_ *Config, b *Reproduction) { b.Elites = 1001 }, "optimizer.elites is 1001: must be 0 to 1000"},
		{func(_ *Config, b *Reproduction) { b.Crossover, b.Share, b.Step = 0, 0, 0 }, ""},
		{func(_ *Config, b *Reproduction) { b.Crossover, b.Share, b.Step = 1, 1, 1 }, ""},
		{func(_ *Config, b *Reproduction) { b.Crossover = -0.1 }, "optimizer.crossover is -0.1: must be 0 to 1"},
		{func(_ *Config, b *Reproduction) { b.Crossover = 1.1 }, "optimizer.crossover is 1.1: must be 0 to 1"},
		{func(_ *Config, b *Reproduction) { b.Share = -0.1 }, "optimizer.mutation is -0.1: must be 0 to 1"},
		{func(_ *Config, b *Reproduction) { b.Share = 1.1 }, "optimizer.mutation is 1.1: must be 0 to 1"},
		{func(_ *Config, b *Reproduction) { b.Step = -0.1 }, "optimizer.step is -0.1: must be 0 to 1"},
		{func(_ *Config, b *Reproduction) { b.Step = 1.1 }, "optimizer.step is 1.1: must be 0 to 1"},
		{func(_ *Config, b *Reproduction) { b.Parents = 1.1 }, "optimizer.parents is 1.1: must be 0 to 1"},
		{func(_ *Config, b *Reproduction) { b.Alpha = -0.1 }, "optimizer.alpha is -0.1: must be 0 to 2"},
		{func(_ *Config, b *Reproduction) { b.Scale = 2 }, "optimizer.scale is 2: must be 0 to 1"},
		{func(c *Config, b *Reproduction) { c.Population, b.Elites = 4, 3 }, ""},
		{func(c *Config, b *Reproduction) { c.Population, b.Elites = 4, 4 },
			"population is 4: must be above optimizer.elites, which is 4"},
		{func(c *Config, b *Reproduction) { c.Population, b.Parents = 4, 0.5 }, ""},
		{func(c *Config, b *Reproduction) { c.Population, b.Parents = 4, 0.3 },
			"population is 4: must be larger if optimizer.parents is 0.3, because at least two genomes must be parents"},
		{func(c *Config, _ *Reproduction) { c.Limits = map[string]genome.Range{"edge.w": {0, 100}} },
			"optimizer.scale is 0.4: must be 0 with shared, limits, networks or parameters"},
	} {
		config := newConfig(t, "ga", 1002)
		c.change(config, &config.Optimizer.(*GA).Reproduction)
		if err := config.Validate(); c.says == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, c.says)
		}
	}
}

// Genes that are rescaled have a larger default of Alpha than genes that are not.
func TestDefaultReproduction(t *testing.T) {
	for _, c := range []struct {
		run          string // rest of run.json
		alpha, scale float64
	}{
		{``, 0.5, 0.4},
		{`, "limits": {"edge.w": [0, 100]}`, 0.38, 0},
		{`, "scorers": ["edge", "lines2"]`, 0.38, 0},
		{`, "shared": ["edge"]`, 0.38, 0},
	} {
		config, err := ParseConfig([]byte(`{"optimizer": {"name": "ga"}`+c.run+`}`), nil)
		require.NoError(t, err, c.run)
		r := config.Optimizer.(*GA).Reproduction
		assert.Equal(t, [2]float64{c.alpha, c.scale}, [2]float64{r.Alpha, r.Scale}, c.run)
	}
}

// ranked returns a state with a population of one-gene genomes, best first.
func ranked(generation int, values ...int) *State {
	var population Population
	for i, v := range values {
		result := fitness.Pentanomial{i, 0, 0, 0, 10 - i}
		population = append(population,
			Individual{ID: fmt.Sprintf("%d.%d", generation, i), Genome: edgeGenome(v), Result: result})
	}
	return &State{Generation: generation, Optimizer: population}
}

// Generation 1 is the initial population, rescaled to the optimizer's scale.
func TestFirstGenerationIsTheInitialPopulation(t *testing.T) {
	for _, optimizer := range []string{"ga", "ga-islands"} {
		c := newConfig(t, optimizer, 20)
		state := initialState(t, c)
		s := generated(t, c, state)
		for i, drawn := range population(state) {
			assert.Equal(t, drawn.ID, s.members[i].ID, optimizer)
			drawn.Genome.Rescale(defaultScale)
			assert.True(t, drawn.Genome.Equal(s.members[i].Genome), optimizer)
		}
	}
}

// Of six genomes the best two are parents. Without crossover and mutation their children are copies.
func TestParentsAreTheBestGenomes(t *testing.T) {
	c := oneGene(t, "ga", 6)
	*useGA(c) = Reproduction{Parents: 0.3, Elites: 1}
	for generation := 1; generation <= 20; generation++ {
		s := generated(t, c, ranked(generation, 50, 40, 30, 20, 10, 0))
		assert.Equal(t, fmt.Sprintf("%d.0", generation), s.members[0].ID)
		assert.Equal(t, 50, edgeGene(s.members[0].Genome))
		for i, m := range s.members[1:] {
			assert.Equal(t, fmt.Sprintf("%d.%d", generation+1, i+1), m.ID)
			assert.Contains(t, []int{50, 40}, edgeGene(m.Genome))
			assert.Zero(t, m.Result, "children have not played")
		}
	}
}

// The order of the population does not matter, as after a migration between islands: ranks decide.
func TestOffspringOfAnyOrder(t *testing.T) {
	c := oneGene(t, "ga", 6)
	s := stepAfter(t, c, ranked(4, 50, 40, 30, 20, 10, 0))
	var all [2]Population
	for i := range all {
		population := eaoptPopulation(s.parents(), rand.New(rand.NewSource(1)))
		if i == 1 {
			slices.Reverse(population.Individuals)
		}
		var err error
		all[i], err = s.offspring(useGA(c), s.parents(), population, 0)
		require.NoError(t, err)
	}
	assert.Equal(t, all[0], all[1])
}

// Elites stay unchanged even if all genes of children mutate.
func TestElitesStayUnchanged(t *testing.T) {
	for elites := range 6 {
		c := oneGene(t, "ga", 6)
		*useGA(c) = Reproduction{Parents: 0.5, Elites: elites, Share: 1, Step: 1}
		parents := ranked(4, 50, 40, 30, 20, 10, 0)
		s := generated(t, c, parents)
		require.Len(t, s.members, 6)
		for i, elite := range population(parents)[:elites] {
			assert.Equal(t, elite.ID, s.members[i].ID)
			assert.Equal(t, elite.Genome.Vector(), s.members[i].Genome.Vector())
			assert.Equal(t, elite.Result, s.members[i].Result)
		}
		for i, m := range s.members[elites:] {
			assert.Equal(t, fmt.Sprintf("5.%d", elites+i), m.ID)
			assert.NotContains(t, []int{50, 40, 30, 20, 10, 0}, edgeGene(m.Genome), "mutated")
		}
	}
}

// The share of children that differ from both parents is the crossover rate.
func TestCrossoverRate(t *testing.T) {
	for _, share := range []float64{0, 0.5, 1} {
		c := oneGene(t, "ga", 1000)
		*useGA(c) = Reproduction{Parents: 0.004, Crossover: share}
		values := make([]int, 1000)
		parents := []int{-1500, -500, 500, 1500}
		copy(values, parents)
		mixed := 0
		for _, m := range generated(t, c, ranked(3, values...)).members {
			if !slices.Contains(parents, edgeGene(m.Genome)) {
				mixed++
			}
		}
		assert.InDelta(t, 1000*share, mixed, 100)
	}
}

// The candidate is the mean of the better half, rounded up.
func TestTheCandidateIsTheMeanOfTheBetterHalf(t *testing.T) {
	for _, c := range []struct {
		values []int
		want   int
	}{
		{[]int{50, 40, 30, 0, 0, 0}, 40},
		{[]int{50, 40, 30, 20, 0, 0, 0}, 35},
	} {
		config := oneGene(t, "ga", len(c.values))
		s := generated(t, config, ranked(0, c.values...))
		state, candidate := config.Optimizer.update(s)
		assert.Equal(t, c.want, edgeGene(candidate))
		assert.Equal(t, settled(s.members), state, "best first, with results")
	}
}
