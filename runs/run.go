package runs

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"evothello/evolution"
	"evothello/fitness"
)

// An Observer receives the progress of a run. Its fields may be nil.
type Observer struct {
	// Played is called after each pair of games, one call at a time. played is the number of finished pairs of
	// the generation, and of is the estimated number of all its pairs.
	Played     func(played, of int)
	Generation func(Progress) // is called after each finished generation
	Redone     func(Redone)   // is called when generations will be played again because of wrong results
	// Stage and Line are for trainings other than runs. Stage is called often. Line is called with texts about
	// finished work.
	Stage func(Stage)
	Line  func(texts ...string)
}

// Run plays generations in the arena until the goal is reached or ctx is cancelled. Every finished generation
// is on the disk before the next one starts. After an error the run is in the state after the last finished
// generation.
//
// If a worker of a fitness.Trusting arena turns out to be wrong, the run goes back to the state before workers
// first helped, and plays all generations since then again.
func (r *Run) Run(ctx context.Context, arena fitness.Arena, observer Observer) (Stop, error) {
	helped := &helpedArena{Arena: arena, Watch: fitness.WatchWorkers(arena), played: observer.Played}
	r.tellBack(&observer)
	return RunUntilDone(ctx, r, func(ctx context.Context) error {
		clock := StartClock()
		_, games := r.Config.EstimateGames(r.History)
		helped.pairs, helped.of = 0, games/2
		state, outcome, err := evolution.Next(ctx, &r.Config, r.State, helped)
		if err != nil {
			return cmp.Or(r.rememberCaught(helped), err)
		}
		if back, err := r.audit(helped, state.Generation); back || err != nil {
			if err == nil {
				r.tellBack(&observer)
			}
			return err
		}
		if err := r.commit(state, outcome); err != nil {
			return err
		}
		timing := clock.Lap(state.Generation, "")
		timing.Games, timing.Nodes = outcome.Row.Games, outcome.Nodes
		if err := r.AddTiming(timing); err != nil {
			return err
		}
		if observer.Generation != nil {
			observer.Generation(r.Progress())
		}
		return nil
	})
}

// Tell calls Stage, if there is one.
func (o Observer) Tell(now Stage) {
	if o.Stage != nil {
		o.Stage(now)
	}
}

// Say calls Line, if there is one.
func (o Observer) Say(texts ...string) {
	if o.Line != nil {
		o.Line(texts...)
	}
}

// A helpedArena is an arena that notices whether workers help, and calls played after each pair of a generation.
type helpedArena struct {
	fitness.Arena
	*fitness.Watch
	helped    bool
	pairs, of int                  // how many pairs of the generation are played, and about how many there are
	played    func(played, of int) // may be nil
}

// Play implements fitness.Arena.
func (h *helpedArena) Play(ctx context.Context, pairs []fitness.Pair,
	played func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	return h.Arena.Play(ctx, pairs, func(i int, r fitness.PairResult) {
		h.helped = h.helped || h.FromWorker(i)
		if h.pairs++; h.played != nil {
			h.played(h.pairs, max(h.of, h.pairs))
		}
		if played != nil {
			played(i, r)
		}
	})
}

// Done reports whether the goal is reached, and why. With a goal of games it stops after the generation whose
// end is probably nearest to the goal.
func (r *Run) Done() (Stop, bool) {
	if n := r.Count(); n > 0 && met(float64(r.Games()), float64(r.Goal.Games), n) {
		return Finished, true
	}
	if r.Config.ReachedThreshold(r.History) {
		return Threshold, true
	}
	if r.Goal.Patience > 0 && r.unpromoted() >= r.Goal.Patience {
		return Stalled, true
	}
	if r.Goal.Flat > 0 && r.flat(r.Goal.Flat) {
		return Flat, true
	}
	return r.Directory.Done(r.Count(), r.nextTime())
}

// unpromoted returns the number of games since the last champion was promoted.
func (r *Run) unpromoted() (games int) {
	for _, row := range slices.Backward(r.History) {
		if row.Promoted {
			break
		}
		games += row.Games
	}
	return games
}

// flat reports whether the run has not become measurably stronger over a number of generations. It compares
// the mean reference scores of the current champion and of the champion before these generations. The run is
// flat if the difference is within its 95 % margin.
//
// The result depends only on the champions, so it is the same after a resume. A run without reference
// opponents is never flat.
func (r *Run) flat(generations int) bool {
	champions := r.State.Champions
	then := r.State.Generation - generations
	i := len(champions) - 1
	for i >= 0 && champions[i].Generation > then {
		i--
	}
	if i < 0 || len(champions[i].Reference) == 0 {
		return false
	}
	before, variance := referenceScore(champions[i].Reference)
	now, more := referenceScore(champions[len(champions)-1].Reference)
	return now-before <= math.Sqrt(variance+more)
}

// referenceScore returns the mean score over a reference, and the square of its 95 % margin.
func referenceScore(reference []evolution.ReferenceScore) (mean, square float64) {
	n := float64(len(reference))
	for _, against := range reference {
		margin := against.Result.Margin() / n
		mean += against.Result.Score() / n
		square += float64(margin * margin)
	}
	return mean, square
}

// met reports whether training is as near to a goal as whole rounds allow. spent is the effort so far, in a
// number of rounds. A goal of 0 is no goal.
func met(spent, goal float64, rounds int) bool {
	return goal > 0 && spent+spent/float64(2*rounds) > goal
}

// nextTime estimates the maximum time of the next generation: its maximum number of games, multiplied by the
// time per game of a similar generation. It is 0 if there is no such generation.
func (r *Run) nextTime() time.Duration {
	similar, games := r.Config.EstimateGames(r.History)
	for _, t := range r.Timings {
		if t.Round == similar && t.Games > 0 {
			return time.Duration(float64(games) / float64(t.Games) * float64(r.TimeOf(similar)))
		}
	}
	return 0
}

// Count returns the number of finished generations.
func (r *Run) Count() int { return r.State.Generation }

// Last implements Trainer.
func (r *Run) Last() int { return r.Count() }

// Games returns the number of games in all finished generations.
func (r *Run) Games() (games int) {
	for _, row := range r.History {
		games += row.Games
	}
	return games
}
