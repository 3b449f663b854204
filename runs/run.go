package runs

import (
	"context"
	"time"

	"evothello/evolution"
	"evothello/fitness"
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
	return Work(ctx, r, func(ctx context.Context) error {
		clock := StartClock()
		state, outcome, err := evolution.Next(ctx, &r.Config, r.State, arena)
		if err != nil {
			return err
		}
		if err := r.commit(state, outcome); err != nil {
			return err
		}
		timing := clock.Took(state.Generation, "")
		timing.Games, timing.Nodes = outcome.Row.Games, outcome.Nodes
		if err := r.Took(timing); err != nil {
			return err
		}
		if observer.Generation != nil {
			observer.Generation(r.Progress())
		}
		return nil
	})
}

// watched is an arena that reports each pair.
type watched struct {
	fitness.Arena
	played func()
}

// Play implements fitness.Arena.
func (w watched) Play(ctx context.Context, pairs []fitness.Pair,
	played func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	return w.Arena.Play(ctx, pairs, func(i int, r fitness.PairResult) {
		w.played()
		if played != nil {
			played(i, r)
		}
	})
}

// Done reports whether the goal is reached, and why.
func (r *Run) Done() (Stop, bool) { return r.Directory.Done(r.Count(), r.next()) }

// next is the time that the next generation may take: all its games at the pace of the generation
// that is most like it.
func (r *Run) next() time.Duration {
	like, games := r.Config.EstimateGames(r.History)
	for _, t := range r.Timings {
		if t.Round == like && t.Games > 0 {
			return time.Duration(float64(games) / float64(t.Games) * float64(r.Spent(like)))
		}
	}
	return 0
}

// Count is how many generations are finished.
func (r *Run) Count() int { return r.State.Generation }

// Last implements Trainer.
func (r *Run) Last() int { return r.Count() }

// Games counts the games of all finished generations.
func (r *Run) Games() (games int) {
	for _, row := range r.History {
		games += row.Games
	}
	return games
}
