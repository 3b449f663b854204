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

// learnt is a player of learnt tables that no file has, with weights drawn by lot.
func learnt(t testing.TB, seed uint64, stages int) *players.Recipe {
	rng := rand.New(rand.NewPCG(seed, 1))
	var all []patterns.Stage
	for i := range stages {
		numbers := make([]int16, patterns.Folding().Weights)
		for k := range numbers {
			numbers[k] = int16(rng.IntN(101) - 50)
		}
		all = append(all, patterns.Stage{Discs: 64 - (stages-1-i)*4, Mobility: 30, Weights: patterns.Pack(numbers)})
	}
	tables, err := patterns.New(all)
	require.NoError(t, err)
	var w evaluators.Weights
	w.Set(evaluators.PatternsWeight, 1)
	s := weights.New(weights.Turns{60}, nil, []evaluators.Weights{w}, tables)
	return players.Searching(fmt.Sprint("learnt ", seed), s, search.Settings{Depth: 1})
}

// Tables go to a worker with the players that need them, over a server whose messages are
// smaller than they.
func TestTablesTravel(t *testing.T) {
	t.Parallel()
	e := startElsewhere(t, nil)
	a, _ := join(t, e.server.ClientURL(), Options{Workers: 1, Check: 1})
	help(t, e.server.ClientURL(), &Worker{Slots: 2})
	arrive(t, a, 2)
	one, other := learnt(t, 1, 6), learnt(t, 2, 1)
	require.Greater(t, len(one.Weights.Learnt().File()), int(a.conn.MaxPayload()))
	pairs := fitnesstest.Pairs(t, 40, "greedy", "random")
	for i := range pairs {
		pairs[i].A, pairs[i].B = one, other
	}
	want, err := fitness.Local{}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	for a.Status().Checked == 0 { // a worker has played, too
		got, err := a.Play(context.Background(), pairs, nil)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

// Each tables are asked for once, and only those that came last are kept.
func TestTablesAreKept(t *testing.T) {
	l, asked := newRecipeCache(), 0
	all := map[string]*players.Recipe{}
	ask := func(hash string) ([]byte, error) {
		asked++
		return bytes.Clone(all[hash].Weights.Learnt().File()), nil
	}
	var recipes []*players.Recipe
	put := func(r *players.Recipe) {
		t.Helper()
		there, err := l.put(r.Hash(), r.Content(), ask)
		require.NoError(t, err)
		assert.Equal(t, r.Hash(), there.Hash())
		assert.Equal(t, r.Weights.Learnt().Stages, there.Weights.Learnt().Stages)
	}
	for seed := range uint64(mostTables + 1) {
		r := learnt(t, seed, 1)
		recipes, all[r.Weights.Tables] = append(recipes, r), r
		put(r)
		deeper := *r
		deeper.Search = &search.Settings{Depth: 5}
		put(&deeper)
		assert.Equal(t, int(seed)+1, asked)
	}
	assert.Len(t, l.tables, mostTables)
	assert.Len(t, l.recipes, 2*mostTables)
	assert.Len(t, l.order, 2*mostTables)
	assert.Nil(t, l.get(recipes[0].Hash()))
	assert.NotNil(t, l.get(recipes[1].Hash()))
	put(recipes[0])
	assert.Equal(t, mostTables+2, asked)
}

func TestTablesThatAreNotWhatTheyShouldBe(t *testing.T) {
	r, other := learnt(t, 1, 1), learnt(t, 2, 1).Weights.Learnt()
	cut := r.Weights.Learnt().File()[:1000]
	for says, ask := range map[string]func(string) ([]byte, error){
		"the arena has other tables than":          func(string) ([]byte, error) { return other.File(), nil },
		"has not got the tables":                   func(string) ([]byte, error) { return nil, nil },
		"the file is cut or something follows its": func(string) ([]byte, error) { return cut, nil },
		"no answer": func(string) ([]byte, error) { return nil, errors.New("no answer") },
	} {
		l := newRecipeCache()
		_, err := l.put(r.Hash(), r.Content(), ask)
		assert.ErrorContains(t, err, says)
		assert.Empty(t, l.recipes)
		assert.Empty(t, l.tables)
	}
	var s recipeStore
	s.put(r)
	for _, p := range []part{{Tables: other.Hash()}, {r.Weights.Tables, -1}, {r.Weights.Tables, 1 << 30}} {
		assert.Empty(t, s.part(p, 100))
	}
	assert.Equal(t, r.Weights.Learnt().File()[5:105], s.part(part{r.Weights.Tables, 5}, 100))
}
