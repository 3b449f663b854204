package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"evothello/players"
	"evothello/weights"
)

// A larder keeps the recipes that a worker met last, so that each travels once.
type larder struct {
	mu      sync.Mutex
	recipes map[string]*players.Recipe // by hash
	order   []string                   // oldest first

	asking sync.Mutex
	tables tables
}

// mostRecipes are kept: several generations of a large population, a few kilobytes each.
const mostRecipes = 20_000

func newLarder() *larder { return &larder{recipes: map[string]*players.Recipe{}} }

func (l *larder) get(hash string) *players.Recipe {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.recipes[hash]
}

// put keeps a recipe as it came; ask asks for the file of learnt tables by their hash. Only weights and settings are taken, players of the
// League, and those of the roster whose games depend on nothing else: never a program, never a file.
func (l *larder) put(hash string, data []byte, ask func(tables string) ([]byte, error)) (*players.Recipe, error) {
	if hashOf(data) != hash {
		return nil, errors.New("a recipe that is not what it says")
	}
	r := new(players.Recipe)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("senseless recipe: %w", err)
	}
	if r.Weights != nil {
		r.Weights.Schema = weights.Schema // which content leaves out: engines of one fingerprint mean the same
	}
	if !isFixed(r) {
		return nil, errors.New("a recipe that is not for others to play")
	}
	if err := l.furnish(r, ask); err != nil {
		return nil, err
	}
	if err := r.Validate(); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if known := l.recipes[hash]; known != nil {
		return known, nil // another slot was faster
	}
	if len(l.order) >= mostRecipes {
		delete(l.recipes, l.order[0])
		l.order = l.order[1:]
	}
	l.recipes[hash], l.order = r, append(l.order, hash)
	return r, nil
}
