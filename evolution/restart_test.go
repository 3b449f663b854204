package evolution

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The twin counts generations one by one.
func TestRestarts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Restart{After: rapid.IntRange(0, 6).Draw(t, "after")}
		var promoted, begins []int
		last := 0
		for generation := 1; generation <= 40; generation++ {
			if r.After > 0 && generation-1-last >= r.After {
				begins, last = append(begins, generation), generation-1
			}
			assert.Equal(t, begins, r.begins(promoted, generation), "generation %d after %v", generation, promoted)
			if rapid.IntRange(0, 4).Draw(t, "luck") == 0 || generation == 1 {
				promoted, last = append(promoted, generation), generation
			}
		}
	})
}

// Restarts with large and small populations alternate so that neither kind gets much more effort than the other. Large
// ones grow, small ones are smaller and have smaller steps, and a later restart changes nothing about earlier ones.
func TestAlternatingRestarts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Defaults(rapid.Uint64Range(1, 1000).Draw(t, "seed"))
		c.SetSize(16, 8)
		c.Restart = Restart{After: 5, Growth: 2, Alternate: true}
		require.NoError(t, c.Validate())
		large, small, effort := 16, 16*5, 0 // the effort of small and large populations; the first one is a small one
		begins, most := []int{}, 0
		for n := range rapid.IntRange(1, 12).Draw(t, "restarts") {
			begins = append(begins, 1+5*(n+1))
			now := c.inForce(begins)
			assert.Equal(t, now, c.inForce(begins), "it is the same again")
			population := now.Population
			most = max(most, 5*population)
			if small >= effort { // the large ones' turn
				large = min(2*large, 4096)
				assert.Equal(t, large, population)
				assert.Equal(t, 1.0, now.narrowed)
				effort += 5 * population
			} else {
				assert.GreaterOrEqual(t, population, 16)
				assert.LessOrEqual(t, population, large)
				assert.Greater(t, now.narrowed, 0.0099)
				assert.LessOrEqual(t, now.narrowed, 1.0)
				small += 5 * population
			}
		}
		assert.LessOrEqual(t, max(effort-small, small-effort), max(most, 16*5), "neither is ahead by more than a restart")
	})
	c := Defaults(1)
	c.Restart = Restart{After: 5, Alternate: true}
	assert.ErrorContains(t, c.Validate(), "must be 2 or more with restart.alternate")
}

// A small population suits the optimizer: an even one for mirrored pairs, a multiple of the islands.
func TestSmallPopulationsSuitTheOptimizer(t *testing.T) {
	for _, optimizer := range Optimizers() {
		c, err := ParseConfig([]byte(`{"seed": 3, "population": 16, "pairs": 4, "optimizer": {"name": "`+optimizer+`"},
			"restart": {"after": 2, "growth": 2, "alternate": true}}`), nil)
		require.NoError(t, err, optimizer)
		largest := 0
		for restart := range 100 {
			small := c
			small.Population, _ = c.small(256, restart)
			assert.NoError(t, small.checkOptimizer(), optimizer)
			assert.GreaterOrEqual(t, small.Population, 16)
			assert.LessOrEqual(t, small.Population, 256)
			largest = max(largest, small.Population)
		}
		assert.Greater(t, largest, 128, optimizer)
	}
}

// Each optimizer begins anew, with a population that grows, and its states can be restored.
func TestEachOptimizerBeginsAnew(t *testing.T) {
	for i, optimizer := range slices.Concat(Optimizers(), Optimizers()) {
		alternate := i >= len(Optimizers())
		c, err := ParseConfig(fmt.Appendf(nil, `{"seed": 3, "population": 16, "pairs": 4, "scorers": ["edge", "possibility"],
			"turns": [60], "optimizer": {"name": %q}, "restart": {"after": 2, "growth": 2, "alternate": %t}, "reference": {"pairs": 2},
			"gate": {"every": 1000}}`, optimizer, alternate), nil)
		require.NoError(t, err, optimizer)
		state, err := InitialState(&c)
		require.NoError(t, err)
		first := state.Genes()
		var history []Row
		sizes := map[int]int{}
		for range 7 {
			var outcome *Outcome
			state, outcome, err = Next(context.Background(), &c, state, pseudoRandom())
			require.NoError(t, err, optimizer)
			history = append(history, outcome.Row)
			if population, is := state.Optimizer.(Population); is {
				sizes[state.Generation] = len(population)
			}
			data, err := json.Marshal(state.Optimizer)
			require.NoError(t, err)
			restored, err := Restore(&c, state.Generation, data, state.Champions)
			require.NoError(t, err, "%s: generation %d", optimizer, state.Generation)
			assert.Equal(t, state.Genes(), restored.Genes(), optimizer)
			_, games := c.EstimateGames(history)
			assert.Positive(t, games)
		}
		assert.Equal(t, []int{4, 6}, c.Restarts(history), optimizer)
		if alternate && len(sizes) > 0 {
			assert.Less(t, sizes[6], 32, "%s: the second restart is a small one", optimizer)
		} else if len(sizes) > 0 {
			assert.Equal(t, map[int]int{1: 16, 2: 16, 3: 16, 4: 32, 5: 32, 6: 64, 7: 64}, sizes, optimizer)
		}
		assert.Equal(t, 1, state.CurrentChampion().Generation, "the champion stays")
		assert.NotEqual(t, first, state.Genes())
	}
}

// Each restart has another random population.
func TestRestartsHaveOtherPopulations(t *testing.T) {
	for _, optimizer := range []string{"ga", "ga-library"} {
		c := newConfig(t, optimizer, 8)
		c.Restart = Restart{After: 2}
		first := population(initialState(t, c))
		second, third := population(initialState(t, c.inForce([]int{4}))), population(initialState(t, c.inForce([]int{4, 6})))
		for i := range first {
			assert.NotEqual(t, genesOf(first[i]), genesOf(second[i]), optimizer)
			assert.NotEqual(t, genesOf(second[i]), genesOf(third[i]), optimizer)
		}
	}
}

// A run whose configuration says nothing of restarts has none, and its run.json does not name them.
func TestNoRestarts(t *testing.T) {
	c := Defaults(1)
	assert.NotContains(t, string(c.Marshal()), "restart")
	begins := c.Restart.begins([]int{1}, 1000)
	assert.Empty(t, begins)
	assert.Same(t, &c, c.inForce(begins))
	assert.Empty(t, c.Restarts(nil), "before the first generation")
	c.Restart = Restart{After: 5, Growth: 3}
	assert.Equal(t, 256*9, c.inForce([]int{6, 11, 16, 21, 26}).Population, "not above %d", MaxPopulation)
	again, err := ParseConfig(c.Marshal(), nil)
	require.NoError(t, err)
	assert.Equal(t, c.Restart, again.Restart)
}
