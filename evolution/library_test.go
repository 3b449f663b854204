package evolution

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func libraryOf(c *Config) *Library { return c.Optimizer.(*Library) }

// One family plays in a generation, and so does everyone else. Its best two take the parents' places, and then every
// genome changes in one gene.
func TestBest2IsTheLibrarysGeneration(t *testing.T) {
	c := newConfig(t, "ga-library", 6)
	libraryOf(c).Children, libraryOf(c).Large.Every = 3, 4
	state := initialState(t, c)
	for _, individual := range population(state) {
		for _, gene := range genesOf(individual) {
			assert.LessOrEqual(t, max(gene, -gene), float64(249))
		}
	}
	for generation := 1; generation <= 8; generation++ {
		s := generated(t, c, state)
		before := population(state)
		require.Len(t, s.members, 9)
		family := slices.DeleteFunc(slices.Clone(s.members), func(m Individual) bool { return m.group != 0 })
		require.Len(t, family, 5)
		parents := family[0].parentIDs
		for _, m := range family {
			if m.parentIDs == nil {
				assert.Contains(t, parents, m.ID)
			}
		}
		for _, child := range family[:3] {
			for _, parent := range family[3:] {
				assert.NotEqual(t, parent.Genome.Vector(), child.Genome.Vector(), "it has genes of both parents")
			}
		}
		state = stateAfter(t, s)
		best := s.members[:0:0]
		for _, m := range s.members {
			assert.Equal(t, m.parentIDs != nil, m.parentRanks != nil, "only children are compared with their parents")
			if m.group == 0 {
				best = append(best, m)
			}
		}
		var stay [][]float64
		for _, individual := range before {
			if !slices.Contains(parents, individual.ID) {
				stay = append(stay, genesOf(individual))
			}
		}
		for _, m := range best[:2] {
			stay = append(stay, genesOf(Individual{Genome: m.Genome}))
		}
		step := float64(6)
		if generation%4 == 0 {
			step = 25
		}
		for i, individual := range population(state) {
			assert.Equal(t, []float64{step}, differences(stay[i], genesOf(individual)), "generation %d, genome %d",
				generation, i)
		}
	}
}

// Genomes mutate with a probability, but in a generation of the large mutation all of them do.
func TestBest2MutatesWithItsProbability(t *testing.T) {
	for _, c := range []struct {
		mutation    float64
		every       int
		least, most int // mutants
	}{
		{0, 2, 0, 0}, {0.5, 2, 70, 130}, {1, 2, 200, 200}, {0, 1, 200, 200},
	} {
		config := newConfig(t, "ga-library", 200)
		require.Equal(t, 2, libraryOf(config).Children)
		libraryOf(config).Mutation, libraryOf(config).Large.Every = c.mutation, c.every
		s := stepAfter(t, config, initialState(t, config))
		before, after := s.parents(), s.parents()
		libraryOf(config).mutate(s, after)
		mutants := 0
		for i := range after {
			if after[i].ID != before[i].ID {
				mutants++
				assert.Equal(t, memberID(1, 200+2+i), after[i].ID, "as if all others and two children came before")
			}
		}
		assert.True(t, mutants >= c.least && mutants <= c.most, "%d mutants with %+v", mutants, c)
	}
}

// genesOf returns a genome's genes in points.
func genesOf(one Individual) (genes []float64) {
	data, err := one.Genome.MarshalJSON()
	if err == nil {
		err = json.Unmarshal(data, &genes)
	}
	if err != nil {
		panic(err)
	}
	return genes
}

// differences returns how much the genes differ that do.
func differences(a, b []float64) (all []float64) {
	for k := range a {
		if d := a[k] - b[k]; d != 0 {
			all = append(all, max(d, -d))
		}
	}
	return all
}

func TestBest2BeginsWithAGivenPopulation(t *testing.T) {
	c := newConfig(t, "ga-library", 4)
	genes := genesOf(population(initialState(t, c))[0])
	given := make([]int32, len(genes))
	given[0], given[len(given)-1] = 7, -7
	libraryOf(c).First = [][]int32{given}
	require.NoError(t, c.Validate())
	first := genesOf(population(initialState(t, c))[0])
	assert.Equal(t, []float64{7, 7}, differences(first, make([]float64, len(genes))))

	libraryOf(c).First = [][]int32{{1, 2}}
	assert.ErrorContains(t, c.Validate(), "optimizer.first, genome 1: ")
	libraryOf(c).First = make([][]int32, 5)
	assert.EqualError(t, c.Validate(), "optimizer.first has 5 genomes, more than the population of 4")
}

func TestThreshold(t *testing.T) {
	c := newConfig(t, "ga-library", 4)
	libraryOf(c).Threshold = 65
	assert.False(t, c.ReachedThreshold(nil))
	assert.False(t, c.ReachedThreshold([]Row{{Best: 0.9}, {Best: 0.64}}))
	assert.True(t, c.ReachedThreshold([]Row{{Best: 0.65}}))
	libraryOf(c).Threshold = 57
	assert.True(t, c.ReachedThreshold([]Row{{Best: 0.57}}))
	libraryOf(c).Threshold = 0
	assert.False(t, c.ReachedThreshold([]Row{{Best: 1}}))
	assert.False(t, newConfig(t, "ga", 8).ReachedThreshold([]Row{{Best: 1}}))
}

// Without a panel of the run's own genomes only the reference opponents count.
func TestPanelOfOpponentsAlone(t *testing.T) {
	c := newConfig(t, "ga-library", 4)
	c.Panel = 0
	assert.EqualError(t, c.Validate(), "panel is 0: must be 1 or more if opponents is empty")
	c.Opponents = []string{"table"}
	require.NoError(t, c.Validate())
	s := newStep(c, initialState(t, c), nil)
	panel, err := s.panel()
	require.NoError(t, err)
	require.Len(t, panel, 1)
	assert.Equal(t, "table", panel[0].Name)
}
