package comparison

import (
	"cmp"
	"context"
	"fmt"

	"evothello/fitness"
	"evothello/runs"
)

// A Begun run is about to be evolved.
type Begun struct {
	Number, All int    // of the comparison's runs, from 1
	Setting     string // its name
	Run         *runs.Run
}

// Evolve evolves all runs that have not reached their goal, one after the other, so that CPU time can be told apart.
// It calls begun before each, and the function that it returns after it. An interrupted run goes on in the next call.
// If a worker of a fitness.Trusting arena turns out wrong, all runs that it helped with go back and are evolved again.
func (c *Comparison) Evolve(
	ctx context.Context, arena fitness.Arena, begun func(Begun) (o runs.Observer, ended func()),
) error {
	all, doubts := c.all(), 0
	for i := 0; i < len(all); i++ {
		if err := c.evolve(ctx, arena, &all[i], Begun{Number: i + 1, All: len(all)}, begun); err != nil {
			return cmp.Or(c.rememberDoubts(arena, ""), err)
		}
		first, err := inDoubt(all[:i+1], arena)
		if err != nil {
			return err
		}
		if first >= 0 {
			if doubts++; doubts > maxDoubts {
				return cmp.Or(c.rememberDoubts(arena, ""), errDoubts)
			}
			i = first - 1
		}
	}
	return nil
}

// maxDoubts is how often runs are evolved again. A faulty worker that comes back each time would otherwise keep a
// comparison busy for ever.
const maxDoubts = 10

var errDoubts = fmt.Errorf("workers have returned wrong results more than %d times: find the faulty one, or compare "+
	"without workers", maxDoubts)

// inDoubt returns the index of the first run that workers helped with that turned out wrong in the arena, -1 if there
// is none. Evolve evolves it again.
func inDoubt(all []planned, arena fitness.Arena) (int, error) {
	for i := range all {
		if doubt, err := runs.InDoubt(all[i].dir, arena); doubt || err != nil {
			return i, err
		}
	}
	return -1, nil
}

// rememberDoubts records which runs must go back when they are resumed. It leaves out the run whose directory is open.
func (c *Comparison) rememberDoubts(arena fitness.Arena, open string) error {
	for _, r := range c.all() {
		if r.dir == open {
			continue
		}
		if err := runs.RememberDoubt(r.dir, arena); err != nil {
			return err
		}
	}
	return nil
}

// evolve evolves one run until its goal. After each generation it remembers which other runs are in doubt, so that a
// kill forgets little.
func (c *Comparison) evolve(
	ctx context.Context, arena fitness.Arena, r *planned, b Begun, begun func(Begun) (runs.Observer, func()),
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
		if doubt, err := runs.InDoubt(r.dir, arena); !doubt {
			return err
		}
	}
	b.Setting = c.Config.Settings[r.setting].Name
	observer, ended := begun(b)
	defer ended()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	remember := func() {
		if err := c.rememberDoubts(arena, r.dir); err != nil {
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
