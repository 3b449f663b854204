package tables

import (
	"evothello/engine"
	"evothello/players"
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

// HomeBoard implements runs.Method.
func (c *Config) HomeBoard() engine.Shape { return engine.Standard() }

// PlayerSearch implements runs.Method.
func (c *Config) PlayerSearch() *search.Settings { return &c.Search }

// Helper implements runs.Method.
func (c *Config) Helper() string {
	for _, p := range c.Players {
		if p.Weights != nil && c.Games > 0 {
			return p.Name
		}
	}
	return ""
}

// GamesIn implements runs.Training.
func (l *Training) GamesIn(round int) int {
	r := &l.State.Rounds[round-1]
	pairs := r.Gate.Pairs()
	for _, against := range r.Reference {
		pairs += against.Result.Pairs()
	}
	return l.Config.Games + 2*pairs
}

// ChampionAt implements runs.Training. It returns the last round whose candidate has passed the gate, or the
// last round if none has.
func (l *Training) ChampionAt(round int) int {
	until := State{Rounds: l.State.Rounds[:round]}
	if passed := until.Player(); passed > 0 {
		return passed
	}
	return round
}

// KeptFile implements runs.Training.
func (l *Training) KeptFile() string { return "" }

// PlayerAt implements runs.Training.
func (l *Training) PlayerAt(round int, _ string) (*players.Recipe, error) {
	candidate, err := l.Candidate(l.ChampionAt(round))
	return players.Searching(l.Name(), candidate, l.Config.Search), err
}
