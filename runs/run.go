package runs

import (
	"context"
	"errors"
	"math"
	"time"

	"evothello/fitness"
	"evothello/internal/files"
)

// A Stop says why a run stopped.
type Stop string

// Why a run stops.
const (
	Finished    Stop = "finished"    // it has as many generations as wanted
	OutOfBudget Stop = "out of time" // its budget ran out in the last generation
	Interrupted Stop = "interrupted" // ctx was cancelled; the last finished generation counts
)

// An Observer is told how a run goes on. Its fields may be nil.
type Observer struct {
	Played     func()     // after each pair of games, one call at a time
	Generation func(*Run) // after each finished generation
}

// Run plays generations until the goal is reached or ctx is cancelled. Every
// finished generation is on disk before the next begins. An error other than
// that of a cancelled ctx leaves the run as it was after the last of them.
func (r *Run) Run(ctx context.Context, workers int, observer Observer) (Stop, error) {
	arena := &fitness.Arena{Workers: workers}
	if observer.Played != nil {
		arena.Played = func(int, fitness.PairResult) { observer.Played() }
	}
	for {
		if stop, done := r.Done(); done {
			return stop, nil
		}
		began := time.Now()
		state, nodes, err := next(ctx, &r.Config, r.State, arena)
		if errors.Is(err, context.Canceled) {
			return Interrupted, nil
		}
		if err != nil {
			return "", err
		}
		if err := r.commit(state); err != nil {
			return "", err
		}
		row := state.History[len(state.History)-1]
		r.addTiming(Timing{Generation: row.Generation, Seconds: time.Since(began).Seconds(), Games: row.Games, Nodes: nodes})
		if err := files.Write(r.path(timingFile), timingCSV(r.Timings)); err != nil {
			return "", err
		}
		if observer.Generation != nil {
			observer.Generation(r)
		}
	}
}

// Done reports whether the goal is reached.
func (r *Run) Done() (Stop, bool) {
	if r.Goal.Generations > 0 && r.State.Generation >= r.Goal.Generations {
		return Finished, true
	}
	if r.Goal.Budget > 0 && r.Elapsed() >= r.Goal.Budget {
		return OutOfBudget, true
	}
	return "", false
}

// addTiming adds a generation's timing in place of those of generations that are
// played again.
func (r *Run) addTiming(t Timing) {
	for len(r.Timings) > 0 && r.Timings[len(r.Timings)-1].Generation >= t.Generation {
		r.Timings = r.Timings[:len(r.Timings)-1]
	}
	t.Seconds = math.Round(t.Seconds*1000) / 1000 // as the file keeps it
	r.Timings = append(r.Timings, t)
}

// Elapsed is the time that the finished generations took, over all sittings.
func (r *Run) Elapsed() time.Duration {
	seconds := 0.0
	for _, t := range r.Timings {
		seconds += t.Seconds
	}
	return time.Duration(seconds * float64(time.Second))
}

// Games counts the games of all finished generations.
func (r *Run) Games() (games int) {
	for _, row := range r.State.History {
		games += row.Games
	}
	return games
}
