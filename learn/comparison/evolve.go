package comparison

import (
	"context"

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
func (c *Comparison) Evolve(
	ctx context.Context, arena fitness.Arena, begun func(Begun) (o runs.Observer, ended func()),
) error {
	all := c.all()
	for i := range all {
		if err := c.evolve(ctx, arena, &all[i], Begun{Number: i + 1, All: len(all)}, begun); err != nil {
			return err
		}
	}
	return nil
}

// evolve evolves one run until its goal.
func (c *Comparison) evolve(
	ctx context.Context, arena fitness.Arena, r *planned, b Begun, begun func(Begun) (runs.Observer, func()),
) (err error) {
	goal := c.Config.Goal()
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
	if _, err := b.Run.Run(ctx, arena, observer); err != nil {
		return err
	}
	return ctx.Err()
}
