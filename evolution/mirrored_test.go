package evolution

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution/cmaes"
)

// Each genome plays its mirror image alone, on openings of their own; what one wins
// the other loses, and who won most stands first.
func TestMirroredPlaysOfMirrorImages(t *testing.T) {
	c := of(t, "mirrored", 12)
	s := bred(t, c, begun(t, c))
	arena := byLot()
	s.arena = arena
	mean := s.was.Model.(*cmaes.State).Mean
	duels := map[string]int{}
	for i := 0; i < 12; i += 2 {
		a, b := s.members[i], s.members[i+1]
		duels[a.id+" "+b.id] = c.Pairs
		for k, x := range a.genome.Vector() {
			if y := b.genome.Vector()[k]; max(x, -x) < 1 && max(y, -y) < 1 { // not cut off at its bound
				assert.InDelta(t, mean[k], (x+y)/2, 0.01, "rounded")
			}
		}
	}
	require.NoError(t, s.games(t.Context()))
	openings := map[string]bool{}
	played := map[string]int{}
	for _, p := range arena.pairs {
		played[p.A.Name+" "+p.B.Name]++
		openings[p.Opening.Start.String()] = true
	}
	assert.Equal(t, duels, played)
	assert.Len(t, openings, 6*c.Pairs)
	assert.Equal(t, 2*6*c.Pairs, s.row.Games)
	assert.True(t, slices.IsSortedFunc(s.members,
		func(a, b member) int { return cmp.Compare(b.result.Score(), a.result.Score()) }))
	sum := 0.0
	for i, m := range s.members {
		sum += m.result.Score()
		opponent := s.members[slices.IndexFunc(s.members,
			func(o member) bool { return duels[m.id+" "+o.id]+duels[o.id+" "+m.id] > 0 })]
		assert.InDelta(t, 1, m.result.Score()+opponent.result.Score(), 1e-12)
		if i < 6 {
			assert.GreaterOrEqual(t, m.result.Score(), 0.5)
		}
	}
	assert.InDelta(t, 6, sum, 1e-9)
}

func TestMirroredRefuses(t *testing.T) {
	for says, change := range map[string]func(*Config){
		"population is 13: model mirrored needs an even one":      func(c *Config) { c.Population = 13 },
		"rounds: model mirrored has one":                          func(c *Config) { c.Rounds = 2 },
		"in model mirrored genomes play only their mirror images": func(c *Config) { c.Opponents = []string{"table"} },
		"population is 2: must be 4 or more":                      func(c *Config) { c.Population = 2 },
	} {
		c := of(t, "mirrored", 12)
		change(c)
		assert.ErrorContains(t, c.Validate(), says)
	}
}
