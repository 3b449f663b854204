package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"evothello/players"
	"evothello/weights"
)

// A recipeCache keeps the recipes that a worker used last, so that it asks for each once.
type recipeCache struct {
	mu      sync.Mutex
	recipes map[string]*players.Recipe // by hash
	order   []string                   // oldest first

	asking sync.Mutex
	tables tables
}

// mostRecipes are kept: several generations of a large population, a few kilobytes each.
const mostRecipes = 20_000

func newRecipeCache() *recipeCache { return &recipeCache{recipes: map[string]*players.Recipe{}} }

func (c *recipeCache) get(hash string) *players.Recipe {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.recipes[hash]
}

// put decodes and keeps a recipe; ask requests a file of learnt tables by its hash. It accepts weights with
// settings, players of the League, and players of the roster whose games depend on the pair alone: never a
// program or a file.
func (c *recipeCache) put(hash string, data []byte, ask func(tables string) ([]byte, error)) (*players.Recipe, error) {
	if hashOf(data) != hash {
		return nil, errors.New("a recipe does not match its hash")
	}
	r := new(players.Recipe)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("unreadable recipe: %w", err)
	}
	if r.Weights != nil {
		r.Weights.Schema = weights.Schema // which content leaves out: engines of one fingerprint mean the same
	}
	if !isFixed(r) {
		return nil, errors.New("a recipe of a player that remote workers may not run")
	}
	if err := c.attachTables(r, ask); err != nil {
		return nil, err
	}
	if err := r.Validate(); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.recipes[hash]; known != nil {
		return known, nil // another slot was faster
	}
	if len(c.order) >= mostRecipes {
		delete(c.recipes, c.order[0])
		c.order = c.order[1:]
	}
	c.recipes[hash], c.order = r, append(c.order, hash)
	return r, nil
}
