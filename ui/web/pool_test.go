package web

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/search"
)

func TestPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		made := 0
		p := newPool(1, 2, func() int { made++; return 6 + made })
		first, err := p.take(t.Context())
		require.NoError(t, err)
		assert.Equal(t, 7, first)
		assert.Equal(t, 1.0, p.share(), "no request waits")

		var served []string
		wait := func(ctx context.Context, name string) {
			if _, err := p.take(ctx); err != nil {
				served = append(served, name+" gives up")
				return
			}
			served = append(served, name)
		}
		leaving, leave := context.WithCancel(t.Context())
		go wait(leaving, "one who leaves")
		synctest.Wait()
		go wait(t.Context(), "one who stays")
		synctest.Wait()
		assert.InDelta(t, 1.0/3, p.share(), 1e-9)
		_, err = p.take(t.Context())
		assert.ErrorIs(t, err, errTooManyWaiting, "the queue is full")

		leave()
		synctest.Wait()
		p.give(first)
		synctest.Wait()
		assert.Equal(t, []string{"one who leaves gives up", "one who stays"}, served)
		p.give(7)
		assert.True(t, p.idle())
		assert.Equal(t, []int{7}, p.drain(), "one item served all requests")
		p = newPool(1, 2, func() int { return 0 })
		assert.Equal(t, 1.0, p.share())
	})
}

// Waiting requests shorten the time of a search.
func TestSearchesShareTheTime(t *testing.T) {
	for _, c := range []struct {
		waiting int
		seconds float64
	}{{0, 4}, {2, 2}, {6, 1}} {
		synctest.Test(t, func(t *testing.T) {
			s := &Server{analysisPool: newPool[*search.Searcher](2, 10, nil)}
			s.analysisPool.waiting.Store(int64(c.waiting))
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			began := time.Now()
			s.limit(ctx, stop, 4*time.Second)
			assert.InDelta(t, c.seconds, time.Since(began).Seconds(), 0.1)
			assert.Error(t, ctx.Err())
		})
	}
}

func TestCache(t *testing.T) {
	c := newCache[int](2)
	made := 0
	number := func(n int) func() (int, error) {
		return func() (int, error) { made++; return n, nil }
	}
	get := func(key, version string, n int) int {
		got, err := c.get(key, version, number(n))
		require.NoError(t, err)
		return got
	}
	assert.Equal(t, 1, get("a", "", 1))
	assert.Equal(t, 1, get("a", "", 2), "cached")
	assert.Equal(t, 3, get("a", "new", 3), "another version is not cached")
	assert.Equal(t, 4, get("b", "", 4))
	get("a", "new", 0)
	assert.Equal(t, 5, get("c", "", 5), "evicts b, the least recently used")
	assert.Equal(t, 3, get("a", "new", 0))
	assert.Equal(t, 6, get("b", "", 6))
	assert.Len(t, c.entries, 2)
	assert.Len(t, c.recent, 2)
	assert.Equal(t, 5, made)

	_, err := c.get("x", "", func() (int, error) { return 0, errors.New("broken") })
	assert.EqualError(t, err, "broken")
	assert.Equal(t, 8, get("x", "", 8), "failures are not cached")
}

// Concurrent requests for a value make it once.
func TestCacheMakesValuesOnce(t *testing.T) {
	c := newCache[int](8)
	var made, all sync.WaitGroup
	made.Add(1) // a second Done would panic
	for range 50 {
		all.Go(func() {
			v, err := c.get("key", "", func() (int, error) { made.Done(); return 1, nil })
			assert.True(t, v == 1 && err == nil)
		})
	}
	all.Wait()
	made.Wait()
}
