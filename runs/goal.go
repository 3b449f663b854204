package runs

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"evothello/internal/files"
)

// A Goal says when work is finished. It decides how much of it there is and nothing in it.
type Goal struct {
	Count  int           // generations, rounds or episodes in all; 0 = no limit
	Budget time.Duration // total time of all processes; 0 = no limit
}

// A Stop says why work stopped.
type Stop string

// Why work stops. A kind may have reasons of its own.
const (
	Finished    Stop = "finished"    // there is as much as was wanted
	OutOfBudget Stop = "out of time" // its budget ran out
	Interrupted Stop = "interrupted" // ctx was cancelled; what was finished counts
)

// GoalFile is the name of a goal's file.
const GoalFile = "goal.json"

// encodeGoal writes a goal as goal.json holds it, but for its checksum.
func (f *Format) encodeGoal(goal Goal) []byte {
	fields := []string{fmt.Sprintf(`"schema": %d`, f.GoalSchema)}
	if goal.Count > 0 {
		fields = append(fields, fmt.Sprintf("%q: %d", f.Unit+"s", goal.Count))
	}
	if goal.Budget > 0 {
		fields = append(fields, fmt.Sprintf(`"budget_ns": %d`, goal.Budget))
	}
	return []byte("{\n " + strings.Join(fields, ",\n ") + "\n}\n")
}

// goalFile is goal.json, with a checksum: a goal is no other file's to check.
func (f *Format) goalFile(goal Goal) []byte { return files.AddSum(f.encodeGoal(goal)) }

// parseGoal reads a goal.json.
func (f *Format) parseGoal(data []byte) (goal Goal, err error) {
	var file map[string]int64
	if err := files.DecodeJSON(data, f.GoalSchema, &file); err != nil {
		return Goal{}, err
	}
	for name, value := range file {
		switch {
		case name == "schema":
		case name == f.Unit+"s" && value >= 0 && value <= int64(f.Most):
			goal.Count = int(value)
		case name == f.Unit+"s":
			return Goal{}, fmt.Errorf("%s must be 0 to %d", name, f.Most)
		case name == "budget_ns" && value >= 0:
			goal.Budget = time.Duration(value)
		case name == "budget_ns":
			return Goal{}, fmt.Errorf("%s must be 0 or more", name)
		default:
			return Goal{}, fmt.Errorf("unknown field %q", name)
		}
	}
	return goal, nil
}

func (d *Directory) readGoal() error {
	data, err := files.ReadInternal(d.Path(GoalFile), files.MaxSettings)
	if files.IsMissing(err) {
		return nil // the work goes on as long as it is told to
	}
	if err == nil {
		d.Goal, err = d.Format.parseGoal(data)
	}
	if err != nil {
		return fmt.Errorf("%s: %w; delete it, and say --%ss or --budget again", d.Path(GoalFile), err, d.Format.Unit)
	}
	return nil
}

// SetGoal stores a new goal.
func (d *Directory) SetGoal(goal Goal) error {
	d.Goal = goal
	return files.Write(d.Path(GoalFile), d.Format.goalFile(goal))
}

// GoalJSON is the goal as goal.json says it.
func (d *Directory) GoalJSON() json.RawMessage { return d.Format.encodeGoal(d.Goal) }

// plotting is the time that a budget reserves for the plots at the end.
const plotting = time.Second

// Done reports whether the goal is reached after count units, and why. next is the estimated time of the
// next unit, 0 if unknown: a unit that does not fit into the budget is not begun. The first always is.
func (d *Directory) Done(count int, next time.Duration) (Stop, bool) {
	if count >= d.Format.Most || d.Goal.Count > 0 && count >= d.Goal.Count {
		return Finished, true
	}
	if d.Goal.Budget > 0 && count > 0 && d.Elapsed()+max(0, next)+plotting > d.Goal.Budget {
		return OutOfBudget, true
	}
	return "", false
}
