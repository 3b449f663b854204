package evolution

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func differential(c *Config) *Differential { return c.Model.(*Differential) }

func TestDifferentialRefuses(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		says   string
	}{
		{func(c *Config) { c.Population = 41 }, "population is 41: model differential needs an even one of 4 or more"},
		{func(c *Config) { c.Population = 2 }, "population is 2: model differential needs an even one of 4 or more"},
		{func(c *Config) { differential(c).Weight = 0 }, "model.weight is 0: must be above 0"},
		{func(c *Config) { differential(c).Weight = 2.5 }, "model.weight is 2.5: must be 0 to 2"},
		{func(c *Config) { differential(c).Rate = 1.5 }, "model.rate is 1.5: must be 0 to 1"},
		{func(c *Config) { c.Rounds = 2 }, "rounds: model differential has one"},
	} {
		config := of(t, "differential", 40)
		require.NoError(t, config.Validate())
		c.change(config)
		assert.ErrorContains(t, config.Validate(), c.says)
	}
}

// Of genomes with one gene each, a challenger is the base plus the weighted difference of two others, none of
// them its target: here any of 0, 100, 300 and 700, whose sums and differences are all different.
func TestChallengers(t *testing.T) {
	values := []int{0, 100, 300, 700}
	c := oneGene(t, "differential", 4)
	differential(c).Weight, differential(c).Rate = 1, 0.3 // one gene always comes from there
	for generation := 1; generation <= 30; generation++ {
		s := bred(t, c, ranked(generation, values...))
		require.Len(t, s.members, 4)
		targets := map[int]bool{}
		for couple := range 2 {
			challenger, target := gene(s.members[2*couple].genome), gene(s.members[2*couple+1].genome)
			targets[target] = true
			var may []int
			for _, a := range values {
				for _, b := range values {
					for _, c := range values {
						if a != b && b != c && a != c && a != target && b != target && c != target {
							may = append(may, a+b-c)
						}
					}
				}
			}
			assert.Contains(t, may, challenger)
		}
		assert.Len(t, targets, 2, "each target has one challenger")
	}
}

// The winner of a couple takes the target's place; genomes that are no targets stay as they were.
func TestTheBetterOneOfACoupleStays(t *testing.T) {
	c := of(t, "differential", 40)
	state := begun(t, c)
	for range 5 {
		s := bred(t, c, state)
		before := population(state)
		state = after(t, s)
		target, played := map[int]string{}, map[string]bool{}
		for _, m := range s.members {
			played[m.id] = true
			for _, one := range before {
				if one.ID == m.id {
					target[m.group] = m.id
				}
			}
		}
		for i, one := range before {
			now := population(state)[i]
			if !played[one.ID] {
				assert.Equal(t, one, now, "no target")
				continue
			}
			for _, m := range s.members {
				if target[m.group] == one.ID {
					assert.GreaterOrEqual(t, now.Result.Score(), m.result.Score())
				}
			}
		}
	}
}

// Of equals the challenger stays.
func TestOfEqualsTheChallengerStays(t *testing.T) {
	c := of(t, "differential", 8)
	s := bred(t, c, begun(t, c))
	now, _ := c.Model.learn(s)
	challengers := 0
	for _, one := range now.(Population) {
		if one.ID[0] == '1' {
			challengers++
		}
	}
	assert.Equal(t, 4, challengers)
}
