package comparison

import (
	"cmp"
	"context"
	"errors"

	"evothello/fitness"
	"evothello/internal/files"
	"evothello/runs"
)

// A Begun describes a run or training that is about to start or continue.
type Begun struct {
	Number, All int    // number of this run, from 1, and number of all runs
	Setting     string // name of the setting
	Seed        uint64
	Training    runs.Trainer
	Run         *runs.Run // nil if this is not a run of evolution
}

// Evolve evolves or trains all runs that have not reached their goal. It evolves one run after the other, so that the
// CPU time of each run can be measured. It calls begun before each run, and ended, the function that begun returns,
// after the run. The next call continues an interrupted run. If a worker's result in a fitness.Trusting arena turns out
// to be wrong, all runs that used workers go back to an earlier state and are evolved again.
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
	if _, err := c.Inner(r.name); err != nil {
		return err
	}
	var t runs.Training
	if r.isThere() {
		t, err = r.method.Format().Kind().Resume(r.dir)
	} else {
		t, err = r.method.Create(r.dir, runs.Goal{})
	}
	if err != nil {
		return err
	}
	defer t.Close()
	b.Setting, b.Seed, b.Training = c.Config.Settings[r.setting].Name, r.seed, t
	if run, is := t.(*runs.Run); is {
		b.Run = run
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	remember := func() {
		if err := c.doubt(workers, r.dir); err != nil {
			stop(err)
		}
	}
	var observer runs.Observer
	ended := func() {}
	defer func() { ended() }()
	for _, goal := range c.Config.goals(t) {
		if old := t.Base().Goal; old.CPU > goal.CPU { // its player is kept
			continue
		} else if old != goal {
			if err := t.Base().SetGoal(goal); err != nil {
				return err
			}
		}
		if _, done := t.Done(); !done {
			if observer.Generation == nil {
				observer, ended = begun(b)
				observer = after(remember, observer)
			}
			if _, err := t.Run(ctx, arena, observer); err != nil || ctx.Err() != nil {
				return cmp.Or(err, context.Cause(ctx))
			}
		}
		if err := c.keep(r, t); err != nil {
			return err
		}
	}
	return nil
}

// keep copies the player of a training, which the next round overwrites.
func (c *Comparison) keep(r *planned, t runs.Training) error {
	if t.KeptFile() == "" {
		return nil
	}
	data, err := t.Base().Read(t.KeptFile(), files.MaxGames)
	if err == nil {
		err = c.MakeAll(playersDir)
	}
	if err == nil {
		err = c.Write(r.keptFile(rounds(t), t.KeptFile()), data)
	}
	return err
}

// rounds is the number of a training's finished rounds.
func rounds(t runs.Training) int { return min(t.Last(), t.Count()) }

// after returns an observer that calls remember first when a generation is finished or must be played again.
func after(remember func(), o runs.Observer) runs.Observer {
	before := o
	o.Generation = func(now runs.Progress) {
		if remember(); before.Generation != nil {
			before.Generation(now)
		}
	}
	o.Redone = func(again runs.Redone) {
		if remember(); before.Redone != nil {
			before.Redone(again)
		}
	}
	return o
}
