package comparison

import (
	"cmp"
	"context"
	"errors"

	"evothello/fitness"
	"evothello/internal/files"
	"evothello/runs"
)

// A Begun run is about to be evolved.
type Begun struct {
	Number, All int    // of the comparison's runs, from 1
	Setting     string // its name
	Run         *runs.Run
}

// Evolve evolves all runs that have not reached their goal, one after the other, so that CPU time can be told apart.
// It calls begun before each, and the function that it returns after it. An interrupted run goes on in the next
// call. If a worker of a fitness.Trusting arena turns out to be wrong, all runs that workers helped with go back and
// are evolved again.
func (c *Comparison) Evolve(
	ctx context.Context, arena fitness.Arena, begun func(Begun) (o runs.Observer, ended func()),
) error {
	all, workers := c.all(), fitness.WatchWorkers(arena)
	for i := 0; i < len(all); i++ {
		err := c.evolve(ctx, arena, &all[i], Begun{Number: i + 1, All: len(all)}, workers, begun)
		if err = cmp.Or(err, c.doubt(workers, "")); err != nil {
			return err
		}
		first, err := c.inDoubt(i)
		if err != nil {
			return err
		}
		if first >= 0 {
			i = first - 1
		}
	}
	return nil
}

// inDoubt returns the index of the first run up to the last one that goes back when it is resumed, -1 if there is none.
func (c *Comparison) inDoubt(last int) (int, error) {
	for i, r := range c.all()[:last+1] {
		if doubt, err := runs.InDoubt(r.dir); doubt || err != nil {
			return i, err
		}
	}
	return -1, nil
}

// doubt makes all runs that workers helped with go back when they are resumed, and forgets all pairs of matches that
// workers returned, if a worker turned out to be wrong since the last call. The run whose directory is open looks after
// itself.
func (c *Comparison) doubt(workers *fitness.Watch, open string) error {
	reason := workers.Caught()
	if reason == "" {
		return nil
	}
	for _, r := range c.all() {
		if r.dir == open {
			continue
		}
		if err := runs.Doubt(r.dir, reason); err != nil {
			return err
		}
	}
	if !fitness.HasResults(c.Path(gamesDir)) {
		return nil
	}
	cache, err := fitness.OpenResultCache(fitness.Local{}, c.Sub(gamesDir))
	if errors.Is(err, files.ErrBusy) {
		return nil // Play has it open, which forgets them itself
	}
	if err != nil {
		return err
	}
	return cmp.Or(cache.DropElsewhere(reason), cache.Close())
}

// evolve evolves one run until its goal. After each generation it remembers which other runs are in doubt, so that a
// kill forgets little.
func (c *Comparison) evolve(
	ctx context.Context, arena fitness.Arena, r *planned, b Begun, workers *fitness.Watch,
	begun func(Begun) (runs.Observer, func()),
) (err error) {
	goal := c.Config.Goal()
	if _, err := c.Inner(r.name); err != nil {
		return err
	}
	if runs.Evolution.Is(r.dir) {
		b.Run, err = runs.Resume(r.dir)
	} else {
		b.Run, err = runs.Create(r.dir, r.config, goal)
	}
	if err != nil {
		return err
	}
	defer b.Run.Close()
	if b.Run.Goal != goal {
		if err := b.Run.SetGoal(goal); err != nil {
			return err
		}
	}
	if _, done := b.Run.Done(); done {
		return nil
	}
	b.Setting = c.Config.Settings[r.setting].Name
	observer, ended := begun(b)
	defer ended()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	remember := func() {
		if err := c.doubt(workers, r.dir); err != nil {
			stop(err)
		}
	}
	if _, err := b.Run.Run(ctx, arena, after(remember, observer)); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// after returns an observer that calls remember first when a generation is finished or must be played again.
func after(remember func(), observer runs.Observer) runs.Observer {
	return runs.Observer{
		Played: observer.Played,
		Generation: func(now runs.Progress) {
			if remember(); observer.Generation != nil {
				observer.Generation(now)
			}
		},
		Redone: func(again runs.Redone) {
			if remember(); observer.Redone != nil {
				observer.Redone(again)
			}
		},
	}
}
