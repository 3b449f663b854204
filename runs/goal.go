package runs

import (
	"errors"
	"fmt"
	"time"

	"evothello/internal/files"
	"evothello/internal/jsonfile"
)

// A Goal says when a run is finished. It decides how many generations there are
// and nothing in them.
type Goal struct {
	Schema      int           `json:"schema"`
	Generations int           `json:"generations,omitempty"` // in all; 0 = no limit
	Budget      time.Duration `json:"budget_ns,omitempty"`   // over all sittings; 0 = no limit
}

// goalSchema is the newest version of goal.json, and the one that is written.
const goalSchema = 2

func (r *Run) readGoal() error {
	data, err := files.ReadKept(r.path(goalFile), files.MaxSettings)
	if isMissing(err) {
		return nil // the run goes on as long as resume is told to
	}
	if err == nil {
		err = jsonfile.Decode(data, goalSchema, &r.Goal)
	}
	if err == nil && (r.Goal.Generations < 0 || r.Goal.Budget < 0) {
		err = errors.New("generations and budget must be 0 or more")
	}
	if err != nil {
		return fmt.Errorf("%s: %w; or delete it and say --generations or --budget again", r.path(goalFile), err)
	}
	return nil
}

// SetGoal stores a new goal.
func (r *Run) SetGoal(goal Goal) error {
	goal.Schema = goalSchema
	r.Goal = goal
	return files.Write(r.path(goalFile), jsonfile.Encode(goal))
}
