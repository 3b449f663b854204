package policy

import (
	"evothello/engine"
	"evothello/runs"
	"evothello/search"
)

// Format implements runs.Method.
func (c *Config) Format() *runs.Format { return &Format }

// WithSeed implements runs.Method.
func (c *Config) WithSeed(seed uint64) runs.Method {
	other := *c
	other.Seed = seed
	return &other
}

// Create implements runs.Method.
func (c *Config) Create(dir string, goal runs.Goal) (runs.Training, error) {
	t, err := Create(dir, *c, goal)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// TableFiles implements runs.Method.
func (c *Config) TableFiles() map[string][]byte { return nil }

// PlayerSearch implements runs.Method: the players do not search.
func (c *Config) PlayerSearch() *search.Settings { return nil }

// HomeBoard implements runs.Method.
func (c *Config) HomeBoard() engine.Shape { return engine.Standard() }

// Helper implements runs.Method.
func (c *Config) Helper() string {
	if c.Teacher == nil {
		return ""
	}
	return c.Teacher.Spec
}
