package cluster

import (
	"encoding/json"
	"fmt"
	"sync"

	"evothello/players"
	"evothello/weights"
)

// A recipeCache holds the recipes that a worker received last, so that it requests each only once.
type recipeCache struct {
	mu      sync.Mutex
	recipes map[string]*players.Recipe // by hash
	order   []string                   // oldest first

	fetching sync.Mutex
	tables   recentTables
}

// maxRecipes is the maximum number of recipes in the cache: several generations of a large population, with a
// few kilobytes per recipe.
const maxRecipes = 20_000

func newRecipeCache() *recipeCache { return &recipeCache{recipes: map[string]*players.Recipe{}} }

func (c *recipeCache) get(hash string) *players.Recipe {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.recipes[hash]
}

// put decodes a recipe and adds it to the cache. fetch requests a file of pattern tables by its hash. put
// accepts weights with settings, players of the League, and players of the roster whose games depend on the
// pair alone. It rejects programs and players from files.
func (c *recipeCache) put(hash string, data []byte,
	fetch func(tables string) ([]byte, error)) (*players.Recipe, error) {
	if hashOf(data) != hash {
		return nil, fmt.Errorf("the arena sent the wrong recipe: %s instead of %s", hashOf(data), hash)
	}
	r := new(players.Recipe)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("recipe %s is not readable: %w", hash, err)
	}
	if r.Weights != nil {
		r.Weights.Schema = weights.Schema // not in the content; the same in all engines with one fingerprint
	}
	if !isReproducible(r) {
		return nil, fmt.Errorf("recipe %s: games of this player cannot be repeated on another machine", hash)
	}
	if err := c.attachTables(r, fetch); err != nil {
		return nil, err
	}
	if err := r.Validate(); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.recipes[hash]; known != nil {
		return known, nil // another slot has added it meanwhile
	}
	if len(c.order) >= maxRecipes {
		delete(c.recipes, c.order[0])
		c.order = c.order[1:]
	}
	c.recipes[hash], c.order = r, append(c.order, hash)
	return r, nil
}
