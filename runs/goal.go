package runs

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"evothello/internal/files"
)

// A Goal limits how long training lasts. It does not affect the results.
type Goal struct {
	Count  int           // total number of generations, rounds or episodes; 0 is no limit
	Budget time.Duration // total time of all processes; 0 is no limit
	Games  int           // approximate total number of games; 0 is no limit; for formats with ByEffort
	CPU    time.Duration // approximate total CPU time; 0 is no limit
	// Patience stops a run after this number of games without a new champion; 0 is no limit. Only formats
	// with ByEffort have it.
	Patience int
	// Flat stops a run whose champion is not measurably stronger than the champion this number of generations
	// ago; 0 is no limit. Only formats with ByEffort have it. See Run.flat.
	Flat int
}

// A Stop is the reason why training stopped.
type Stop string

// The reasons that several kinds of training share. A kind of training may have more.
const (
	Finished    Stop = "finished"    // Goal.Count is reached
	OutOfBudget Stop = "out of time" // Goal.Budget is used up
	Interrupted Stop = "interrupted" // ctx was cancelled; finished units count
	Stalled     Stop = "stalled"     // Goal.Patience games have promoted no champion
	Flat        Stop = "flat"        // the champion is not measurably stronger than the one Goal.Flat generations ago
	Threshold   Stop = "threshold"   // a genome has scored the threshold of the run's optimizer
)

// GoalFile is the name of the file with the goal.
const GoalFile = "goal.json"

// encodeGoal returns the content of goal.json without its checksum.
func (f *Format) encodeGoal(goal Goal) []byte {
	fields := []string{fmt.Sprintf(`"schema": %d`, f.GoalSchema)}
	if goal.Count > 0 {
		fields = append(fields, fmt.Sprintf("%q: %d", f.Unit+"s", goal.Count))
	}
	if goal.Budget > 0 {
		fields = append(fields, fmt.Sprintf(`"budget_ns": %d`, goal.Budget))
	}
	if goal.Games > 0 {
		fields = append(fields, fmt.Sprintf(`"games": %d`, goal.Games))
	}
	if goal.CPU > 0 {
		fields = append(fields, fmt.Sprintf(`"cpu_ns": %d`, goal.CPU))
	}
	if goal.Patience > 0 {
		fields = append(fields, fmt.Sprintf(`"patience": %d`, goal.Patience))
	}
	if goal.Flat > 0 {
		fields = append(fields, fmt.Sprintf(`"flat": %d`, goal.Flat))
	}
	return []byte("{\n " + strings.Join(fields, ",\n ") + "\n}\n")
}

// goalFile returns the content of goal.json.
func (f *Format) goalFile(goal Goal) []byte { return files.AddSum(f.encodeGoal(goal)) }

// parseGoal parses the content of goal.json.
func (f *Format) parseGoal(data []byte) (goal Goal, err error) {
	var file map[string]int64
	if err := files.DecodeJSON(data, f.GoalSchema, &file); err != nil {
		return Goal{}, err
	}
	for name, value := range file {
		switch {
		case name == "schema":
		case name == f.Unit+"s" && value >= 0 && value <= int64(f.MaxCount):
			goal.Count = int(value)
		case name == f.Unit+"s":
			return Goal{}, fmt.Errorf("%s is %d: must be 0 to %d", name, value, f.MaxCount)
		case name == "budget_ns" && value >= 0:
			goal.Budget = time.Duration(value)
		case f.ByEffort && name == "games" && value >= 0:
			goal.Games = int(value)
		case name == "cpu_ns" && value >= 0:
			goal.CPU = time.Duration(value)
		case f.ByEffort && name == "patience" && value >= 0:
			goal.Patience = int(value)
		case f.ByEffort && name == "flat" && value >= 0:
			goal.Flat = int(value)
		case name == "budget_ns", name == "cpu_ns",
			f.ByEffort && slices.Contains([]string{"games", "patience", "flat"}, name):
			return Goal{}, fmt.Errorf("%s is %d: must be 0 or more", name, value)
		default:
			return Goal{}, fmt.Errorf("unknown field %q", name)
		}
	}
	return goal, nil
}

func (d *Directory) readGoal() error {
	data, err := d.Read(GoalFile, files.MaxSettings)
	if files.IsMissing(err) {
		return nil // no limit
	}
	if _, link := errors.AsType[*files.LinkError](err); link {
		return err
	}
	if err == nil {
		d.Goal, err = d.Format.parseGoal(data)
	}
	if err != nil {
		return fmt.Errorf("%s: %w; delete the file, and give --%ss or --budget again", d.Path(GoalFile), err, d.Format.Unit)
	}
	return nil
}

// SetGoal stores a new goal.
func (d *Directory) SetGoal(goal Goal) error {
	d.Goal = goal
	return d.Write(GoalFile, d.Format.goalFile(goal))
}

// GoalJSON returns the goal in the form of goal.json.
func (d *Directory) GoalJSON() json.RawMessage { return d.Format.encodeGoal(d.Goal) }

// plotReserve is the part of a budget that is reserved for the plots at the end.
const plotReserve = time.Second

// Done reports whether training stops after count units, and why. next is the estimated time of the next
// unit, 0 if unknown. Training stops before a unit that would exceed the budget, but never before the first
// unit. With a goal of CPU time it stops at the unit whose end is probably nearest to the goal.
func (d *Directory) Done(count int, next time.Duration) (Stop, bool) {
	if count >= d.Format.MaxCount || d.Goal.Count > 0 && count >= d.Goal.Count {
		return Finished, true
	}
	if n := len(d.Timings); d.Goal.CPU > 0 && n > 0 {
		rounds := min(count, d.Timings[n-1].Round) // a unit may be smaller than a round
		if _, reached := d.RoundAt(d.Goal.CPU, rounds); reached {
			return Finished, true
		}
	}
	if d.Goal.Budget > 0 && count > 0 && d.Elapsed()+max(0, next)+plotReserve > d.Goal.Budget {
		return OutOfBudget, true
	}
	return "", false
}
