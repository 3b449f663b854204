package search

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// When time runs out during a depth, the best move so far counts, with its value at that depth.
func TestUnfinishedDepthsCount(t *testing.T) {
	b := middle(t, 34)
	unfinished, changed := 0, 0
	for looks := 2; looks <= 60; looks++ {
		synctest.Test(t, func(t *testing.T) {
			r := find(newClock(0), b, Settings{Time: time.Duration(looks) * time.Millisecond})
			short := find(context.Background(), b, Settings{Nodes: r.Nodes})
			require.Contains(t, []int{short.Depth, short.Depth + 1}, r.Depth)
			child := b.Play(r.Move)
			assert.Equal(t, r.Score, -find(context.Background(), child, Settings{Depth: r.Depth - 1}).Score)
			if r.Depth > short.Depth {
				unfinished++
				if r.Move != short.Move {
					changed++
				}
			}
		})
	}
	assert.Greater(t, unfinished, 5)
	assert.Positive(t, changed, "a move has beaten the first one in time")
}

// With a clock, values of deeper searches may replace those of the right depth. To a fixed depth they may not.
func TestDeeperValuesCountWithAClock(t *testing.T) {
	b, e := middle(t, 30), compiled(seedBlank)
	s := New(NewTable(18))
	deep := s.Search(context.Background(), b, e, Settings{Depth: 8, Time: time.Hour})
	again := s.Search(context.Background(), b, e, Settings{Depth: 5, Time: time.Hour})
	assert.Equal(t, deep.Score, again.Score)
	assert.Equal(t, deep.Move, again.Move)
	fresh := find(context.Background(), b, Settings{Depth: 5})
	assert.Less(t, again.Nodes, fresh.Nodes/10)
	require.NotEqual(t, deep.Score, fresh.Score)

	s.NewGame()
	s.Search(context.Background(), b, e, Settings{Depth: 8})
	assert.Equal(t, without(fresh), without(s.Search(context.Background(), b, e, Settings{Depth: 5})))
	s.Search(context.Background(), b, e, Settings{Depth: 8, Time: time.Hour})
	third := s.Search(context.Background(), b, e, Settings{Depth: 5})
	assert.Equal(t, without(fresh), without(third), "nor are values that a clock has touched")
}

// A position is solved before all depths are searched if the time suffices.
func TestSolvingWhenThereIsTime(t *testing.T) {
	b := middle(t, 14)
	r := find(context.Background(), b, Settings{Time: time.Hour})
	solved := find(context.Background(), b, Settings{Depth: 1, Endgame: 14})
	assert.Equal(t, without(solved), without(r))
	deepened := find(context.Background(), b, Settings{Nodes: unreached})
	assert.Equal(t, engine.Square(r.Move), deepened.Move)
	assert.Less(t, r.Nodes, deepened.Nodes)

	synctest.Test(t, func(t *testing.T) { // 2 ms are 4,096 nodes
		assert.False(t, find(newClock(0), b, Settings{Time: 2 * time.Millisecond}).Exact)
	})
}
