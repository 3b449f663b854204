package evolution

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMGGRefuses(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		says   string
	}{
		{func(c *Config) { gap(c).Children = 0 }, "model.children is 0: must be 1 to 1000"},
		{func(c *Config) { gap(c).Children = 1001 }, "model.children is 1001: must be 1 to 1000"},
		{func(c *Config) { gap(c).Share = 1.5 }, "model.mutation is 1.5: must be 0 to 1"},
		{func(c *Config) { gap(c).Step = -1 }, "model.step is -1: must be 0 to 1"},
		{func(c *Config) { gap(c).Large.Step = math.NaN() }, "model.large.step is NaN: must be 0 to 1"},
		{func(c *Config) { gap(c).Large.Every = 0 }, "model.large.every is 0: must be 1 to 1000000"},
		{func(c *Config) { gap(c).Large.Every = 1000001 }, "model.large.every is 1000001: must be 1 to 1000000"},
		{func(c *Config) { c.Population = 7 }, "population is 7: must be 8 or more, a family of mgg: two parents and 6 " +
			"children"},
	} {
		config := of(t, "mgg", 8)
		require.NoError(t, config.Validate())
		c.change(config)
		assert.EqualError(t, config.Validate(), c.says)
	}
	for _, good := range []func(*Config){
		func(c *Config) { gap(c).Children = 1 },
		func(c *Config) { c.Population, gap(c).Children = 1002, 1000 },
		func(c *Config) { gap(c).Large.Every = 1 },
		func(c *Config) { gap(c).Large.Every = 1000000 },
		func(c *Config) { gap(c).Share, gap(c).Step, gap(c).Large.Step = 0, 0, 0 },
		func(c *Config) { gap(c).Share, gap(c).Step, gap(c).Large.Step = 1, 1, 1 },
	} {
		config := of(t, "mgg", 8)
		good(config)
		assert.NoError(t, config.Validate())
	}
}

// A generation is as many families as make up a population; none is in two.
func TestFamiliesAreDisjoint(t *testing.T) {
	c := of(t, "mgg", 27)
	s := bred(t, c, begun(t, c))
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

// Children lie between their two parents or a quarter of the distance beyond; mutation
// may take them further.
func TestChildrenOfACouple(t *testing.T) {
	for _, share := range []float64{0, 1} {
		c := oneGene(t, "mgg", 12)
		gap(c).Children, gap(c).Share, gap(c).Step = 4, share, 1
		far := 0
		for generation := 1; generation <= 40; generation++ {
			s := bred(t, c, ranked(generation, -300, -200, -100, 0, 100, 200, 300, 400, 500, 600, 700, 800))
			require.Len(t, s.members, 12)
			for i, m := range s.members {
				a, b := gene(s.members[i/6*6+4].genome), gene(s.members[i/6*6+5].genome)
				low, high := min(a, b), max(a, b)
				if v := gene(m.genome); v < low-(high-low)/4 || v > high+(high-low)/4 {
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

// A large mutation is as hard as its own step says: a fifth of the genes move by a
// deviation of half their bound.
func TestLargeMutationStrikesHard(t *testing.T) {
	c := oneGene(t, "mgg", 1000)
	gap(c).Large = Large{Every: 5, Step: 0.5}
	s := bred(t, c, ranked(5, make([]int, 1000)...))
	struck, squares := 0, 0.0
	for i, parent := range matingPairs(s) {
		assert.Equal(t, fmt.Sprintf("6.%d", 1000+i), parent.id, "the name is unique")
		if v := gene(parent.genome); v != 0 {
			struck++
			squares += float64(v * v)
		}
	}
	assert.InDelta(t, 200, struck, 60)
	assert.InDelta(t, 1000, math.Sqrt(squares/float64(struck)), 250)
}

func TestTheBestTwoOfEachFamilyTakeTheParentsPlaces(t *testing.T) {
	c := of(t, "mgg", 27)
	state := begun(t, c)
	for range 5 {
		s := bred(t, c, state)
		state = after(t, s)
		for f := range 3 {
			places := population(state)[2*f : 2*f+2]
			for _, m := range s.members {
				if m.group == f && m.id != places[0].ID && m.id != places[1].ID {
					assert.LessOrEqual(t, m.result.Score(), places[1].Result.Score(), "%s had to go", m.id)
				}
			}
			assert.GreaterOrEqual(t, places[0].Result.Score(), places[1].Result.Score())
			assert.NotEqual(t, places[0].ID, places[1].ID)
		}
		for i, waiting := range matingPairs(s)[6:] {
			assert.Equal(t, waiting.id, population(state)[6+i].ID, "who did not play stays")
			assert.Equal(t, waiting.genome.Vector(), population(state)[6+i].Genome.Vector())
		}
	}
}

func TestOfEqualsTheChildrenStay(t *testing.T) {
	c := of(t, "mgg", 8)
	s := bred(t, c, begun(t, c))
	now, _ := c.Model.learn(s)
	assert.Equal(t, []string{"1.0", "1.1"}, ids(now.(Population)[:2]))
}

// gap are the settings of model mgg.
func gap(c *Config) *MGG { return &c.Model.(*MinimalGap).MGG }

// The large mutation comes after every third generation and changes all genomes,
// those in families too; in between none changes.
func TestLargeMutationStrikesOnTime(t *testing.T) {
	c := of(t, "mgg", 27)
	gap(c).Large.Every = 3
	state := begun(t, c)
	var struck []int
	for generation := 1; generation <= 10; generation++ {
		s := bred(t, c, state)
		old := map[string]Individual{}
		for _, individual := range population(state) {
			old[individual.ID] = individual
		}
		assert.Len(t, old, 27, "all have names of their own")
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
			struck = append(struck, generation)
		}
		state = after(t, s)
	}
	assert.Equal(t, []int{4, 7, 10}, struck)
}

// matingPairs are the parents of a generation as its families take them.
func matingPairs(s *step) []member {
	parents, _ := s.config.Model.(*MinimalGap).matingPairs(s)
	return parents
}
