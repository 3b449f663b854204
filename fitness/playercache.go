package fitness

import (
	"sync"

	"evothello/players"
)

// A PlayerCache is an LRU cache of compiled players, by recipe. It keeps the opponents of many players compiled, but a
// generation of thousands of players does not fill the memory. It is safe for concurrent use.
type PlayerCache struct {
	compile func(*players.Recipe) (*players.Contestant, error)
	mu      sync.Mutex
	size    int // players at most
	entries map[*players.Recipe]*cached
	clock   int // counts look-ups
}

type cached struct {
	player *players.Contestant
	used   int // the clock at the last look-up
}

// NewPlayerCache returns a cache with room for the panel of a generation and for both players of each
// slot. slots is the number of pairs that are played at the same time.
func NewPlayerCache(slots int) *PlayerCache {
	return &PlayerCache{compile: (*players.Recipe).Contestant, size: 32 + 2*slots,
		entries: map[*players.Recipe]*cached{}}
}

// get returns the player of a recipe. It compiles the recipe if it is not in the cache.
func (c *PlayerCache) get(r *players.Recipe) (*players.Contestant, error) {
	if player := c.find(r); player != nil {
		return player, nil
	}
	player, err := c.compile(r) // without the lock, so two goroutines may compile the same recipe
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.entries) >= c.size {
		c.dropOldest()
	}
	c.entries[r] = &cached{player, c.clock}
	return player, nil
}

// find returns the player of a recipe, nil if it is not in the cache.
func (c *PlayerCache) find(r *players.Recipe) *players.Contestant {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock++
	entry, found := c.entries[r]
	if !found {
		return nil
	}
	entry.used = c.clock
	return entry.player
}

func (c *PlayerCache) dropOldest() {
	var oldest *players.Recipe
	for r, entry := range c.entries {
		if oldest == nil || entry.used < c.entries[oldest].used {
			oldest = r
		}
	}
	delete(c.entries, oldest)
}
