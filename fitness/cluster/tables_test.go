package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/fitness"
	"evothello/fitness/fitnesstest"
	"evothello/players"
	"evothello/search"
	"evothello/weights"
)

// tablesPlayer returns a player with pattern tables of random weights, which are in no file.
func tablesPlayer(t testing.TB, seed uint64, stages int) *players.Recipe {
	rng := rand.New(rand.NewPCG(seed, 1))
	var all []patterns.Stage
	for i := range stages {
		numbers := make([]int16, patterns.Folding().Weights)
		for k := range numbers {
			numbers[k] = int16(rng.IntN(101) - 50)
		}
		all = append(all, patterns.Stage{Discs: 64 - (stages-1-i)*4, Mobility: 30, Weights: patterns.Pack(numbers)})
	}
	tables, err := patterns.New(all, nil)
	require.NoError(t, err)
	var w evaluators.Weights
	w.Set(evaluators.PatternsWeight, 1)
	s := weights.New(weights.Turns{60}, nil, []evaluators.Weights{w}, tables)
	return players.Searching(fmt.Sprint("tables ", seed), s, search.Settings{Depth: 1})
}

// Workers get the tables that recipes need, even if the files are larger than a message.
func TestTablesAreSentToWorkers(t *testing.T) {
	t.Parallel()
	e := startExternalServer(t)
	a, _ := joinServer(t, e.server.ClientURL(), Options{Workers: 1, Check: 1})
	startWorker(t, e.server.ClientURL(), &Worker{Slots: 2})
	waitForSlots(t, a, 2)
	one, other := tablesPlayer(t, 1, 6), tablesPlayer(t, 2, 1)
	require.Greater(t, len(one.Weights.PatternTables().File()), int(a.conn.MaxPayload()))
	pairs := fitnesstest.Pairs(t, 40, "greedy", "random")
	for i := range pairs {
		pairs[i].A, pairs[i].B = one, other
	}
	want, err := fitness.Local{}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	for a.Status().Checked == 0 { // until the worker has played
		got, err := a.Play(context.Background(), pairs, nil)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

// Each file of tables is requested once, and only the last ones stay in the cache.
func TestTablesAreRequestedOnce(t *testing.T) {
	cache, asked := newRecipeCache(), 0
	all := map[string]*players.Recipe{}
	ask := func(hash string) ([]byte, error) {
		asked++
		return bytes.Clone(all[hash].Weights.PatternTables().File()), nil
	}
	var recipes []*players.Recipe
	put := func(r *players.Recipe) {
		t.Helper()
		there, err := cache.put(r.Hash(), r.Content(), ask)
		require.NoError(t, err)
		assert.Equal(t, r.Hash(), there.Hash())
		assert.Equal(t, r.Weights.PatternTables().Stages, there.Weights.PatternTables().Stages)
	}
	for seed := range uint64(maxTables + 1) {
		r := tablesPlayer(t, seed, 1)
		recipes, all[r.Weights.Tables] = append(recipes, r), r
		put(r)
		deeper := *r
		deeper.Search = &search.Settings{Depth: 5}
		put(&deeper)
		assert.Equal(t, int(seed)+1, asked)
	}
	assert.Len(t, cache.tables, maxTables)
	assert.Len(t, cache.recipes, 2*maxTables)
	assert.Len(t, cache.order, 2*maxTables)
	assert.Nil(t, cache.get(recipes[0].Hash()))
	assert.NotNil(t, cache.get(recipes[1].Hash()))
	put(recipes[0])
	assert.Equal(t, maxTables+2, asked)
}

func TestInvalidTablesAreRefused(t *testing.T) {
	r, other := tablesPlayer(t, 1, 1), tablesPlayer(t, 2, 1).Weights.PatternTables()
	cut := r.Weights.PatternTables().File()[:1000]
	for says, ask := range map[string]func(string) ([]byte, error){
		"the arena sent the wrong tables": func(string) ([]byte, error) { return other.File(), nil },
		"sent invalid tables":             func(string) ([]byte, error) { return nil, nil },
		" bytes, but its header gives ":   func(string) ([]byte, error) { return cut, nil },
		"no answer":                       func(string) ([]byte, error) { return nil, errors.New("no answer") },
	} {
		cache := newRecipeCache()
		_, err := cache.put(r.Hash(), r.Content(), ask)
		assert.ErrorContains(t, err, says)
		assert.Empty(t, cache.recipes)
		assert.Empty(t, cache.tables)
	}
	var s recipeStore
	s.add(r)
	for _, p := range []tablesPart{{Tables: other.Hash()}, {r.Weights.Tables, -1}, {r.Weights.Tables, 1 << 30}} {
		assert.Empty(t, s.tablesPart(p, 100))
	}
	assert.Equal(t, r.Weights.PatternTables().File()[5:105], s.tablesPart(tablesPart{r.Weights.Tables, 5}, 100))
}
