package evolution

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func differentialOf(c *Config) *Differential { return c.Model.(*Differential) }

func TestDifferentialValidation(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		says   string
	}{
		{func(c *Config) { c.Population = 41 }, "population is 41: model differential needs an even number, 4 or more"},
		{func(c *Config) { c.Population = 2 }, "population is 2: model differential needs an even number, 4 or more"},
		{func(c *Config) { differentialOf(c).Weight = 0 }, "model.weight is 0: must be above 0"},
		{func(c *Config) { differentialOf(c).Weight = 2.5 }, "model.weight is 2.5: must be 0 to 2"},
		{func(c *Config) { differentialOf(c).Rate = 1.5 }, "model.rate is 1.5: must be 0 to 1"},
		{func(c *Config) { c.Rounds = 2 }, "rounds is 2: must be 1 with model differential"},
	} {
		config := newConfig(t, "differential", 40)
		require.NoError(t, config.Validate())
		c.change(config)
		assert.ErrorContains(t, config.Validate(), c.says)
	}
}

// Genomes have one gene. A trial genome is the base plus the weighted difference of two others, and none of the three
// is its target. The genes are 0, 100, 300 and 700, so that all sums and differences are different.
func TestTrialVectors(t *testing.T) {
	values := []int{0, 100, 300, 700}
	c := oneGene(t, "differential", 4)
	differentialOf(c).Weight, differentialOf(c).Rate = 1, 0.3 // at least one gene always comes from the base
	for generation := 1; generation <= 30; generation++ {
		s := generated(t, c, ranked(generation, values...))
		require.Len(t, s.members, 4)
		gene := map[string]int{} // by id
		for _, parent := range s.parents() {
			gene[parent.id] = edgeGene(parent.genome)
		}
		targets := map[int]bool{}
		for group := range 2 {
			trial := edgeGene(s.members[2*group].genome)
			target := edgeGene(s.members[2*group+1].genome)
			targets[target] = true
			parents := s.members[2*group].parentIDs
			require.Len(t, parents, 2)
			assert.Equal(t, target, gene[parents[0]])
			base := gene[parents[1]]
			var possible []int
			for _, b := range values {
				for _, c := range values {
					if base != b && b != c && base != c && base != target && b != target && c != target {
						possible = append(possible, base+b-c)
					}
				}
			}
			assert.Contains(t, possible, trial, "the second parent is the base")
		}
		assert.Len(t, targets, 2, "each target has one trial genome")
	}
}

// The better one of target and trial genome replaces the target. Genomes that are not targets do not change.
func TestBetterOfTargetAndTrialStays(t *testing.T) {
	c := newConfig(t, "differential", 40)
	state := initialState(t, c)
	for range 5 {
		s := generated(t, c, state)
		before := population(state)
		state = stateAfter(t, s)
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
				assert.Equal(t, one, now, "not a target")
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

// If both have the same result, the trial genome replaces the target.
func TestEqualTrialReplacesTarget(t *testing.T) {
	c := newConfig(t, "differential", 8)
	s := generated(t, c, initialState(t, c))
	now, _ := c.Model.update(s)
	trials := 0
	for _, one := range now.(Population) {
		if one.ID[0] == '1' {
			trials++
		}
	}
	assert.Equal(t, 4, trials)
}
