package dqn

import (
	"fmt"
	"time"

	"evothello/internal/files"
	"evothello/internal/jsonfile"
	"evothello/runs"
)

// A Goal says when learning is finished. It decides how many rounds there are and nothing in
// them.
type Goal struct {
	Schema   int           `json:"schema"`
	Episodes int           `json:"episodes,omitempty"`  // in all; 0 = no limit
	Budget   time.Duration `json:"budget_ns,omitempty"` // over all sittings; 0 = no limit
}

const goalSchema = 1

// MaxEpisodes is how many episodes there may be.
const MaxEpisodes = 100_000_000

// DefaultEpisodes is how many there are if nothing says otherwise.
const DefaultEpisodes = 50_000

// Unbeaten is why learning stops that has won for long enough.
const Unbeaten runs.Stop = "unbeaten"

func (t *Training) readGoal() error {
	data, err := files.ReadKept(t.path(goalFile), files.MaxSettings)
	if isMissing(err) {
		return nil // it goes on as long as dqn resume is told to
	}
	if err == nil {
		err = jsonfile.Decode(data, goalSchema, &t.Goal)
	}
	if err == nil && (t.Goal.Episodes < 0 || t.Goal.Episodes > MaxEpisodes || t.Goal.Budget < 0) {
		err = fmt.Errorf("episodes must be 0 to %d, and budget 0 or more", MaxEpisodes)
	}
	if err != nil {
		return fmt.Errorf("%s: %w; or delete it and say --episodes or --budget again", t.path(goalFile), err)
	}
	return nil
}

// SetGoal stores a new goal.
func (t *Training) SetGoal(goal Goal) error {
	goal.Schema = goalSchema
	t.Goal = goal
	return files.Write(t.path(goalFile), jsonfile.Encode(goal))
}

// Done reports whether learning is finished, and why.
func (t *Training) Done() (runs.Stop, bool) {
	switch episodes := t.Episodes(); {
	case episodes >= MaxEpisodes || t.Goal.Episodes > 0 && episodes >= t.Goal.Episodes:
		return runs.Finished, true
	case t.Goal.Budget > 0 && t.Elapsed() >= t.Goal.Budget:
		return runs.OutOfBudget, true
	case t.Config.Unbeaten > 0 && t.saved != nil && t.saved.Counts.Unbeaten >= t.Config.Unbeaten:
		return Unbeaten, true
	}
	return "", false
}

// Episodes is how many games were played and learnt from.
func (t *Training) Episodes() int {
	if t.saved == nil {
		return 0
	}
	return t.saved.Counts.Episodes
}
