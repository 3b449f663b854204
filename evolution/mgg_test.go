package evolution

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMGGValidation(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		says   string
	}{
		{func(c *Config) { mggOf(c).Children = 0 }, "model.children is 0: must be 1 to 1000"},
		{func(c *Config) { mggOf(c).Children = 1001 }, "model.children is 1001: must be 1 to 1000"},
		{func(c *Config) { mggOf(c).Share = 1.5 }, "model.mutation is 1.5: must be 0 to 1"},
		{func(c *Config) { mggOf(c).Step = -1 }, "model.step is -1: must be 0 to 1"},
		{func(c *Config) { mggOf(c).Large.Step = math.NaN() }, "model.large.step is NaN: must be 0 to 1"},
		{func(c *Config) { mggOf(c).Large.Every = 0 }, "model.large.every is 0: must be 1 to 1000000"},
		{func(c *Config) { mggOf(c).Large.Every = 1000001 }, "model.large.every is 1000001: must be 1 to 1000000"},
		{func(c *Config) { c.Population = 7 }, "population is 7: must be 8 or more: a family of mgg has two parents " +
			"and 6 children"},
	} {
		config := newConfig(t, "mgg", 8)
		require.NoError(t, config.Validate())
		c.change(config)
		assert.EqualError(t, config.Validate(), c.says)
	}
	for _, good := range []func(*Config){
		func(c *Config) { mggOf(c).Children = 1 },
		func(c *Config) { c.Population, mggOf(c).Children = 1002, 1000 },
		func(c *Config) { mggOf(c).Large.Every = 1 },
		func(c *Config) { mggOf(c).Large.Every = 1000000 },
		func(c *Config) { mggOf(c).Share, mggOf(c).Step, mggOf(c).Large.Step = 0, 0, 0 },
		func(c *Config) { mggOf(c).Share, mggOf(c).Step, mggOf(c).Large.Step = 1, 1, 1 },
	} {
		config := newConfig(t, "mgg", 8)
		good(config)
		assert.NoError(t, config.Validate())
	}
}

// A generation has as many families as fit into the population, and no genome is in two of them.
func TestFamiliesAreDisjoint(t *testing.T) {
	c := newConfig(t, "mgg", 27)
	s := generated(t, c, initialState(t, c))
	assert.Len(t, s.members, 24)
	seen := map[string]bool{}
	for i, m := range s.members {
		assert.Equal(t, i/8, m.group)
		assert.False(t, seen[m.id], "%s plays twice", m.id)
		seen[m.id] = true
	}
	parents := matingPairs(s)
	for f := range 3 {
		family := s.members[8*f : 8*f+8]
		assert.Equal(t, parents[2*f].id, family[6].id)
		assert.Equal(t, parents[2*f+1].id, family[7].id)
		for _, child := range family[:6] {
			assert.False(t, child.genome.Equal(family[6].genome) || child.genome.Equal(family[7].genome), "children are new")
		}
	}
}

// Without mutation children lie between their parents, or beyond them by at most a quarter of the distance.
func TestChildrenOfAMatingPair(t *testing.T) {
	for _, share := range []float64{0, 1} {
		c := oneGene(t, "mgg", 12)
		mggOf(c).Children, mggOf(c).Share, mggOf(c).Step = 4, share, 1
		far := 0
		for generation := 1; generation <= 40; generation++ {
			s := generated(t, c, ranked(generation, -300, -200, -100, 0, 100, 200, 300, 400, 500, 600, 700, 800))
			require.Len(t, s.members, 12)
			for i, m := range s.members {
				a, b := edgeGene(s.members[i/6*6+4].genome), edgeGene(s.members[i/6*6+5].genome)
				low, high := min(a, b), max(a, b)
				if v := edgeGene(m.genome); v < low-(high-low)/4 || v > high+(high-low)/4 {
					far++
				}
				if i%6 < 4 {
					assert.Equal(t, fmt.Sprintf("%d.%d", generation+1, i), m.id)
				}
			}
		}
		assert.Equal(t, share > 0, far > 0)
	}
}

// The large mutation has its own step: a fifth of the genes change by a standard deviation of half their bound.
func TestLargeMutationStep(t *testing.T) {
	c := oneGene(t, "mgg", 1000)
	mggOf(c).Large = LargeMutation{Every: 5, Step: 0.5}
	s := generated(t, c, ranked(5, make([]int, 1000)...))
	mutated, squares := 0, 0.0
	for i, parent := range matingPairs(s) {
		assert.Equal(t, fmt.Sprintf("6.%d", 1000+i), parent.id, "the id is unique")
		if v := edgeGene(parent.genome); v != 0 {
			mutated++
			squares += float64(v * v)
		}
	}
	assert.InDelta(t, 200, mutated, 60)
	assert.InDelta(t, 1000, math.Sqrt(squares/float64(mutated)), 250)
}

func TestBestTwoOfEachFamilyReplaceTheParents(t *testing.T) {
	c := newConfig(t, "mgg", 27)
	state := initialState(t, c)
	for range 5 {
		s := generated(t, c, state)
		state = stateAfter(t, s)
		for f := range 3 {
			places := population(state)[2*f : 2*f+2]
			for _, m := range s.members {
				if m.group == f && m.id != places[0].ID && m.id != places[1].ID {
					assert.LessOrEqual(t, m.result.Score(), places[1].Result.Score(), "%s was replaced", m.id)
				}
			}
			assert.GreaterOrEqual(t, places[0].Result.Score(), places[1].Result.Score())
			assert.NotEqual(t, places[0].ID, places[1].ID)
		}
		for i, waiting := range matingPairs(s)[6:] {
			assert.Equal(t, waiting.id, population(state)[6+i].ID, "genomes that did not play stay")
			assert.Equal(t, waiting.genome.Vector(), population(state)[6+i].Genome.Vector())
		}
	}
}

func TestEqualChildrenReplaceParents(t *testing.T) {
	c := newConfig(t, "mgg", 8)
	s := generated(t, c, initialState(t, c))
	now, _ := c.Model.update(s)
	assert.Equal(t, []string{"1.0", "1.1"}, ids(now.(Population)[:2]))
}

// mggOf returns the settings of model mgg.
func mggOf(c *Config) *MGG { return &c.Model.(*MinimalGap).MGG }

// With an interval of 3, a large mutation changes all genomes after every third generation. In other generations no
// parent changes.
func TestLargeMutationInterval(t *testing.T) {
	c := newConfig(t, "mgg", 27)
	mggOf(c).Large.Every = 3
	state := initialState(t, c)
	var mutated []int
	for generation := 1; generation <= 10; generation++ {
		s := generated(t, c, state)
		old := map[string]Individual{}
		for _, individual := range population(state) {
			old[individual.ID] = individual
		}
		assert.Len(t, old, 27, "all ids are different")
		changed := 0
		for _, parent := range matingPairs(s) {
			before, known := old[parent.id]
			if !known {
				changed++
				assert.Zero(t, parent.result, "%s is new", parent.id)
				continue
			}
			assert.Equal(t, before.Genome.Vector(), parent.genome.Vector())
			assert.Equal(t, before.Result, parent.result)
		}
		if changed > 0 {
			assert.Equal(t, len(population(state)), changed, "generation %d", generation)
			mutated = append(mutated, generation)
		}
		state = stateAfter(t, s)
	}
	assert.Equal(t, []int{4, 7, 10}, mutated)
}

// matingPairs returns the parents of a generation in the order of the families.
func matingPairs(s *step) []member {
	parents, _ := s.config.Model.(*MinimalGap).matingPairs(s)
	return parents
}
