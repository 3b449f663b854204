package runs

import (
	"context"
	"errors"
	"time"

	"evothello/evolution"
	"evothello/fitness"
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
	Played     func()         // after each pair of games, one call at a time
	Generation func(Progress) // after each finished generation
}

// Run has generations played in the arena until the goal is reached or ctx is
// cancelled. Every finished generation is on disk before the next begins. An error
// other than that of a cancelled ctx leaves the run as it was after the last of them.
func (r *Run) Run(ctx context.Context, arena fitness.Arena, observer Observer) (Stop, error) {
	if observer.Played != nil {
		arena = watched{arena, observer.Played}
	}
	for {
		if stop, done := r.Done(); done {
			return stop, nil
		}
		began := time.Now()
		state, outcome, err := evolution.Next(ctx, &r.Config, r.State, arena)
		if errors.Is(err, context.Canceled) {
			return Interrupted, nil
		}
		if err != nil {
			return "", err
		}
		if err := r.commit(state, outcome); err != nil {
			return "", err
		}
		timing := Timing{Generation: state.Generation, Seconds: time.Since(began).Seconds(), Games: outcome.Row.Games, Nodes: outcome.Nodes}
		if err := r.addTiming(timing); err != nil {
			return "", err
		}
		if observer.Generation != nil {
			observer.Generation(r.Progress())
		}
	}
}

// watched is an arena of which each pair is reported.
type watched struct {
	fitness.Arena
	played func()
}

// Play implements fitness.Arena.
func (w watched) Play(ctx context.Context, pairs []fitness.Pair, played func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	return w.Arena.Play(ctx, pairs, func(i int, r fitness.PairResult) {
		w.played()
		if played != nil {
			played(i, r)
		}
	})
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
	for _, row := range r.History {
		games += row.Games
	}
	return games
}
