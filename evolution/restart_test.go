package evolution

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The twin counts generations one by one.
func TestRestarts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Restart{After: rapid.IntRange(0, 6).Draw(t, "after")}
		var promoted []int
		restarts, last := 0, 0
		for generation := 1; generation <= 40; generation++ {
			anew := r.After > 0 && generation-1-last >= r.After
			if anew {
				restarts, last = restarts+1, generation-1
			}
			n, due := r.restarts(promoted, generation)
			assert.Equal(t, restarts, n, "generation %d after %v", generation, promoted)
			assert.Equal(t, anew, due, "generation %d after %v", generation, promoted)
			if rapid.IntRange(0, 4).Draw(t, "luck") == 0 || generation == 1 {
				promoted, last = append(promoted, generation), generation
			}
		}
	})
}

// Each model begins anew, with a population that grows, and its states can be restored.
func TestEachModelBeginsAnew(t *testing.T) {
	for _, model := range Models() {
		c, err := ParseConfig([]byte(`{"seed": 3, "population": 16, "pairs": 4, "scorers": ["edge", "possibility"], "turns": [60],
			"model": {"name": "`+model+`"}, "restart": {"after": 2, "growth": 2}, "ladder": {"pairs": 2},
			"gate": {"every": 1000}}`), nil)
		require.NoError(t, err, model)
		state, err := InitialState(&c)
		require.NoError(t, err)
		first := state.Genes()
		var history []Row
		sizes := map[int]int{}
		for range 7 {
			var outcome *Outcome
			state, outcome, err = Next(context.Background(), &c, state, pseudoRandom())
			require.NoError(t, err, model)
			history = append(history, outcome.Row)
			if population, is := state.Model.(Population); is {
				sizes[state.Generation] = len(population)
			}
			data, err := json.Marshal(state.Model)
			require.NoError(t, err)
			restored, err := Restore(&c, state.Generation, data, state.Champions)
			require.NoError(t, err, "%s: generation %d", model, state.Generation)
			assert.Equal(t, state.Genes(), restored.Genes(), model)
			_, games := c.EstimateGames(history)
			assert.Positive(t, games)
		}
		assert.Equal(t, []int{4, 6}, c.Restarts(history), model)
		if len(sizes) > 0 {
			assert.Equal(t, map[int]int{1: 16, 2: 16, 3: 16, 4: 32, 5: 32, 6: 64, 7: 64}, sizes, model)
		}
		assert.Equal(t, 1, state.CurrentChampion().Generation, "the champion stays")
		assert.NotEqual(t, first, state.Genes())
	}
}

// A run whose configuration says nothing of restarts has none, and its run.json does not name them.
func TestNoRestarts(t *testing.T) {
	c := Defaults(1)
	assert.NotContains(t, string(c.Marshal()), "restart")
	n, due := c.Restart.restarts([]int{1}, 1000)
	assert.False(t, due)
	assert.Same(t, &c, c.inForce(n))
	c.Restart = Restart{After: 5, Growth: 3}
	assert.Equal(t, 256*9, c.inForce(5).Population, "not above %d", MaxPopulation)
	again, err := ParseConfig(c.Marshal(), nil)
	require.NoError(t, err)
	assert.Equal(t, c.Restart, again.Restart)
}
