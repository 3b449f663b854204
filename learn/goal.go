package learn

import (
	"errors"
	"fmt"
	"time"

	"evothello/internal/files"
	"evothello/internal/jsonfile"
	"evothello/runs"
)

// A Goal says when learning is finished. It decides how many rounds there are and nothing in
// them.
type Goal struct {
	Schema int           `json:"schema"`
	Rounds int           `json:"rounds,omitempty"`    // in all; 0 = no limit
	Budget time.Duration `json:"budget_ns,omitempty"` // over all sittings; 0 = no limit
}

const goalSchema = 1

// MaxRounds is how many rounds there may be.
const MaxRounds = 10_000

func (l *Learning) readGoal() error {
	data, err := files.ReadKept(l.path(goalFile), files.MaxSettings)
	if isMissing(err) {
		return nil // it goes on as long as learn resume is told to
	}
	if err == nil {
		err = jsonfile.Decode(data, goalSchema, &l.Goal)
	}
	if err == nil && (l.Goal.Rounds < 0 || l.Goal.Rounds > MaxRounds || l.Goal.Budget < 0) {
		err = fmt.Errorf("rounds must be 0 to %d, and budget 0 or more", MaxRounds)
	}
	if err != nil {
		return fmt.Errorf("%s: %w; or delete it and say --rounds or --budget again", l.path(goalFile), err)
	}
	return nil
}

// SetGoal stores a new goal.
func (l *Learning) SetGoal(goal Goal) error {
	goal.Schema = goalSchema
	l.Goal = goal
	return files.Write(l.path(goalFile), jsonfile.Encode(goal))
}

// Done reports whether the goal is reached.
func (l *Learning) Done() (runs.Stop, bool) {
	if rounds := len(l.State.Rounds); rounds >= MaxRounds || l.Goal.Rounds > 0 && rounds >= l.Goal.Rounds {
		return runs.Finished, true
	}
	if l.Goal.Budget > 0 && l.Elapsed() >= l.Goal.Budget {
		return runs.OutOfBudget, true
	}
	return "", false
}

// Check returns an error if rounds that are wanted could bring nothing new.
func (g Goal) Check(c *Config) error {
	if c.Games == 0 && g.Rounds != 1 {
		return errors.New("without games of its own there is one round to learn from those given: say --rounds 1")
	}
	return nil
}
