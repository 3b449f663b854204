package evolution

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution/cmaes"
	"evothello/fitness"
	"evothello/genome"
)

// Each genome plays only against its mirror image, and the pairs have different openings. The scores of the two add up
// to 1, and the members are sorted best first.
func TestMirroredGames(t *testing.T) {
	c := newConfig(t, "cmaes-mirrored", 12)
	s := generated(t, c, initialState(t, c))
	arena := pseudoRandom()
	s.arena = arena
	mean := s.previous.Optimizer.(*cmaes.State).Mean
	expected := map[string]int{}
	for i := 0; i < 12; i += 2 {
		a, b := s.members[i], s.members[i+1]
		expected[a.ID+" "+b.ID] = c.Pairs
		for k, x := range a.Genome.Vector() {
			if y := b.Genome.Vector()[k]; max(x, -x) < 1 && max(y, -y) < 1 { // not clipped to the bounds
				assert.InDelta(t, mean[k], (x+y)/2, 0.01, "rounded")
			}
		}
	}
	require.NoError(t, s.playGames(t.Context()))
	openings := map[string]bool{}
	played := map[string]int{}
	for _, p := range arena.played {
		played[p.A.Name+" "+p.B.Name]++
		openings[p.Opening.Start.String()] = true
	}
	assert.Equal(t, expected, played)
	assert.Len(t, openings, 6*c.Pairs)
	assert.Equal(t, 2*6*c.Pairs, s.row.Games)
	assert.True(t, slices.IsSortedFunc(s.members,
		func(a, b Individual) int { return cmp.Compare(b.Result.Score(), a.Result.Score()) }))
	sum := 0.0
	for i, m := range s.members {
		sum += m.Result.Score()
		opponent := s.members[slices.IndexFunc(s.members,
			func(o Individual) bool { return expected[m.ID+" "+o.ID]+expected[o.ID+" "+m.ID] > 0 })]
		assert.InDelta(t, 1, m.Result.Score()+opponent.Result.Score(), 1e-12)
		if i < 6 {
			assert.GreaterOrEqual(t, m.Result.Score(), 0.5)
		}
	}
	assert.InDelta(t, 6, sum, 1e-9)
}

// Each pair has an opening of its own, but all of them are at most half of those that there are.
func TestMirroredOpenings(t *testing.T) {
	c := newConfig(t, "cmaes-mirrored", 12)
	c.Plies = 5
	all := fitness.MaxPairs(c.HomeBoard(), c.Plies, fitness.ForFitness)
	for _, n := range []struct{ population, pairs, want int }{{12, 4, 24}, {4096, 4, all / 2}, {12, all, all}} {
		c.Population = n.population
		assert.Equal(t, n.want, c.mirroredOpenings(n.pairs), "%+v", n)
	}
}

func TestMirroredValidation(t *testing.T) {
	for says, change := range map[string]func(*Config){
		"population is 13: must be even with optimizer cmaes-mirrored": func(c *Config) { c.Population = 13 },
		"rounds is 2: must be 1 with optimizer cmaes-mirrored":         func(c *Config) { c.Rounds = 2 },
		"population is 2: must be 4 or more":                           func(c *Config) { c.Population = 2 },
	} {
		c := newConfig(t, "cmaes-mirrored", 12)
		change(c)
		assert.ErrorContains(t, c.Validate(), says)
	}
}

// With panel 0 the genomes of all mirror images meet the opponents on the same openings with the same seeds.
func TestMirroredAgainstOpponents(t *testing.T) {
	c := newConfig(t, "cmaes-mirrored", 12)
	c.Panel, c.Opponents, c.Pairs = 0, []string{"wpc"}, 3
	require.NoError(t, c.Validate())
	assert.False(t, c.PlayMirrorImages())
	games := map[uint64]int{} // by seed
	arena := &fakeArena{discs: func(p fitness.Pair) int {
		if p.B.Name == "wpc" && strings.HasPrefix(p.A.Name, "1.") {
			games[p.Seed]++
		}
		return 2
	}}
	_, _, err := Next(t.Context(), c, initialState(t, c), arena)
	require.NoError(t, err)
	assert.Len(t, games, 3)
	for _, n := range games {
		assert.Equal(t, 12, n)
	}
}

// With a panel each genome plays half of its pairs against its mirror image, and half against the opponents.
func TestMirroredWithOpponents(t *testing.T) {
	c := newConfig(t, "cmaes-mirrored", 12)
	c.Opponents, c.Pairs = []string{"wpc", "greedy"}, 4
	require.NoError(t, c.Validate())
	s := generated(t, c, initialState(t, c))
	openings := map[string]map[string]bool{} // by opponent
	arena := &fakeArena{discs: func(p fitness.Pair) int {
		if openings[p.B.Name] == nil {
			openings[p.B.Name] = map[string]bool{}
		}
		openings[p.B.Name][p.Opening.Start.String()] = true
		return 2
	}}
	s.arena = arena
	require.NoError(t, s.playGames(t.Context()))
	assert.Len(t, openings["wpc"], 2)
	assert.Len(t, openings["greedy"], 2)
	assert.Equal(t, 12*4+2*12*4, s.row.Games)
	for _, m := range s.members {
		assert.Equal(t, 8, m.Result.Pairs())
	}
	_, games := c.EstimateGames(nil)
	assert.Equal(t, s.row.Games, games-2*c.Reference.Pairs*len(c.Reference.Opponents), "the first has no gate")
}

// A mean whose genes are large is brought back to the limit, unless absolute sizes matter.
func TestShrink(t *testing.T) {
	c := newConfig(t, "cmaes-mirrored", 12)
	assert.Equal(t, 1.0, c.shrink([]float64{0, 0, 0, 0}))
	assert.Equal(t, 1.0, c.shrink([]float64{maxMeanSize, -maxMeanSize}))
	assert.InDelta(t, maxMeanSize/3, c.shrink([]float64{3, -5, 1, 1}), 1e-12, "√(36 / 4) is 3")
	c.Limits = map[string]genome.Range{"edge.w": {0, 100}}
	assert.Equal(t, 1.0, c.shrink([]float64{3, -5, 1, 1}))
}
