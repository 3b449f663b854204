package comparison

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/players"
	"evothello/runs"
	"evothello/runs/tournament"
)

// shares are the parts of each run's effort after which its champion is measured.
var shares = []float64{1. / 16, 1. / 8, 1. / 4, 1. / 2, 1}

// leastPairs of games are in each match: intervals need some openings.
const leastPairs = 4

// A stage is a run at a share of its effort.
type stage struct {
	run        planned
	generation int // the last one within the share
	games      int // in all so far
	cpu        float64
	champion   *evolution.Champion
	entrant    int // of the champion at that time
}

// A Field is what all games are played by and what came of them.
type Field struct {
	entrants []tournament.Entrant // the opponents, then champions
	stages   [][]stage            // of each run; the last is the whole of it
	meetings []tournament.Meeting
}

// Play has the champions at the end of all runs meet each other, and all champions at the stages of their runs meet the
// reference opponents, all on the same openings. It calls played after each match. Results of earlier calls come from a
// cache.
//
// If a worker of a fitness.Trusting arena turns out to be wrong, Play has the runs evolve again that workers helped
// with, as Evolve does, and plays all pairs again that workers returned, after a call of again.
func (c *Comparison) Play(
	ctx context.Context, arena fitness.Arena, begun func(Begun) (o runs.Observer, ended func()),
	played func(done, all int), again func(pairs int, reason string),
) (f *Field, err error) {
	openings, err := c.Config.openings(&c.configs[0])
	if err != nil {
		return nil, err
	}
	cache, err := fitness.OpenResultCache(arena, c.Sub(gamesDir))
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	workers := fitness.WatchWorkers(arena)
	remember := func() { // at once, so that a kill forgets little
		if err := c.doubt(workers, ""); err != nil {
			stop(err)
		}
	}
	cache.Again = func(pairs int, reason string) {
		if remember(); again != nil {
			again(pairs, reason)
		}
	}
	err = cache.UntilTrusted(func() (err error) {
		f, err = c.meet(ctx, cache, arena, openings, begun, func(done, all int) {
			remember()
			played(done, all)
		}, remember)
		return err
	})
	return f, cmp.Or(c.doubt(workers, ""), err, context.Cause(ctx), cache.Close())
}

// meet plays all matches. If a worker turned out to be wrong meanwhile, it has the runs evolve again that are in
// doubt, and plays the matches of their champions.
func (c *Comparison) meet(
	ctx context.Context, cache *fitness.ResultCache, arena fitness.Arena, openings []fitness.Opening,
	begun func(Begun) (o runs.Observer, ended func()), played func(done, all int), remember func(),
) (*Field, error) {
	for {
		f, pairings, err := c.field()
		if err != nil {
			return nil, err
		}
		if f.meetings, err = tournament.Meet(ctx, cache, f.entrants, pairings, openings, played); err != nil {
			return nil, err
		}
		remember()
		first, err := c.inDoubt(len(c.all()) - 1)
		if first < 0 || err != nil {
			return f, err
		}
		if err := c.Evolve(ctx, arena, begun); err != nil {
			return nil, err
		}
	}
}

// field returns all players, and who meets whom.
func (c *Comparison) field() (f *Field, pairings [][2]int, err error) {
	f = &Field{}
	for _, text := range c.Config.Opponents {
		spec, err := players.ParseSpec(text)
		if err != nil {
			return nil, nil, err
		}
		recipe, err := spec.WithDepth(c.Config.Depth).WithEndgame(c.Config.Endgame).Recipe()
		if err != nil {
			return nil, nil, err
		}
		f.entrants = append(f.entrants, tournament.Entrant{ID: text, Recipe: recipe})
	}
	var last []int // champions at the end of their runs
	for _, r := range c.all() {
		run, err := runs.Open(r.dir)
		if err != nil {
			return nil, nil, err
		}
		if _, done := run.Done(); !done {
			return nil, nil, fmt.Errorf("%s has not reached its goal", r.dir)
		}
		stages := c.stages(r, run)
		for i := range stages {
			if stages[i].entrant = len(f.entrants); i > 0 && stages[i].champion == stages[i-1].champion {
				stages[i].entrant = stages[i-1].entrant
				continue
			}
			f.entrants = append(f.entrants, c.entrant(&stages[i], run))
			for opponent := range c.Config.Opponents {
				pairings = append(pairings, [2]int{stages[i].entrant, opponent})
			}
		}
		f.stages = append(f.stages, stages)
		own := stages[len(stages)-1].entrant
		for _, other := range last {
			pairings = append(pairings, [2]int{own, other})
		}
		last = append(last, own)
	}
	return f, pairings, nil
}

// entrant returns the champion of a stage as it plays in matches.
func (c *Comparison) entrant(s *stage, run *runs.Run) tournament.Entrant {
	settings := run.Config.Search
	settings.Depth, settings.Endgame = c.Config.Depth, c.Config.Endgame
	id := fmt.Sprintf("%s generation %d", run.Config.Hash(), s.champion.Generation)
	return tournament.Entrant{ID: id, Recipe: players.Searching(filepath.Base(run.Path()), run.Config.Switch(s.champion),
		settings)}
}

// stages returns the stages of a finished run: for each share the last generation within it, the first at least.
func (c *Comparison) stages(r planned, run *runs.Run) (all []stage) {
	cpu := map[int]float64{} // by generation
	for _, t := range run.Timings {
		cpu[t.Round] += t.CPU
	}
	at := make([]stage, len(run.History)) // after each generation
	sum := stage{run: r}
	for i, row := range run.History {
		sum.generation, sum.games, sum.cpu = row.Generation, sum.games+row.Games, sum.cpu+cpu[row.Generation]
		sum.champion = run.State.ChampionAt(row.Generation)
		at[i] = sum
	}
	whole := c.effort(&sum)
	next := 0
	for _, share := range shares {
		for next+1 < len(at) && c.effort(&at[next+1]) <= share*whole {
			next++
		}
		all = append(all, at[next])
	}
	all[len(all)-1] = at[len(at)-1]
	return all
}

// effort is what is equal in all runs.
func (c *Comparison) effort(s *stage) float64 {
	switch {
	case c.Config.Games > 0:
		return float64(s.games)
	case c.Config.CPU > 0:
		return s.cpu
	}
	return float64(s.generation)
}
