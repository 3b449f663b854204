package comparison

import (
	"cmp"
	"context"
	"fmt"

	"evothello/fitness"
	"evothello/internal/files"
	"evothello/players"
	"evothello/runs"
	"evothello/runs/tournament"
)

// shares are the parts of each run's effort after which its champion is measured.
var shares = []float64{1. / 16, 1. / 8, 1. / 4, 1. / 2, 1}

// leastPairs of games are in each match: intervals need some openings.
const leastPairs = 4

// A stage is a run at a share of its effort, or after a budget.
type stage struct {
	run      planned
	round    int // the last generation or round
	games    int // total so far
	cpu      float64
	champion int // the round that made the champion at that time
	entrant  int // of that champion
}

// A Field is the players of all games of a comparison, and the results.
type Field struct {
	entrants []tournament.Entrant // the opponents, then champions
	stages   [][]stage            // of each run; the last is the whole of it
	meetings []tournament.Meeting
	moves    []float64 // CPU seconds per move of a champion of each setting; nil if they are not measured
}

// Play plays the games of a comparison, all on the same openings. The final champions of all runs play each other. The
// champions of all stages of the runs play the reference opponents. Play calls played after each match. It takes
// results of earlier calls from a cache.
//
// If a worker's result in a fitness.Trusting arena turns out to be wrong, Play evolves the runs that used workers
// again, like Evolve, and plays all pairs again that workers returned. Before that it calls the function named again
// with the number of these pairs and the reason.
func (c *Comparison) Play(
	ctx context.Context, arena fitness.Arena, begun func(Begun) (o runs.Observer, ended func()),
	played func(done, all int), again func(pairs int, reason string),
) (f *Field, err error) {
	openings, err := c.Config.openings()
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
	err = cmp.Or(c.doubt(workers, ""), err, context.Cause(ctx), cache.Close())
	if err == nil && c.Config.Budgets != nil {
		err = c.timeMoves(ctx, f, openings)
	}
	return f, err
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
		t, err := r.method.Format().Kind().Open(r.dir)
		if err != nil {
			return nil, nil, err
		}
		if _, done := t.Done(); !done {
			return nil, nil, fmt.Errorf("%s has not reached its goal", r.dir)
		}
		stages := c.stages(r, t)
		for i := range stages {
			if stages[i].entrant = len(f.entrants); i > 0 && stages[i].champion == stages[i-1].champion {
				stages[i].entrant = stages[i-1].entrant
				continue
			}
			entrant, err := c.entrant(&stages[i], t)
			if err != nil {
				return nil, nil, err
			}
			f.entrants = append(f.entrants, entrant)
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
func (c *Comparison) entrant(s *stage, t runs.Training) (e tournament.Entrant, err error) {
	e.ID = fmt.Sprintf("%s generation %d", s.run.method.Hash(), s.champion)
	file := ""
	if t.KeptFile() != "" {
		name := s.run.keptFile(s.round, t.KeptFile())
		data, err := c.Read(name, files.MaxGames)
		if err != nil {
			return e, fmt.Errorf("%w; delete %s to train it again", err, s.run.dir)
		}
		file, e.ID = c.Path(name), files.SHA256(data)
	}
	if e.Recipe, err = t.PlayerAt(s.round, file); err == nil && e.Recipe.Search != nil {
		settings := *e.Recipe.Search
		settings.Depth, settings.Endgame = c.Config.Depth, c.Config.Endgame
		e.Recipe.Search = &settings
	}
	return e, err
}

// stages returns the stages of a finished run: where it stopped for each budget, or for each share the last generation
// within it, the first at least.
func (c *Comparison) stages(r planned, t runs.Training) (all []stage) {
	at := make([]stage, rounds(t)) // after each round
	games, cpu := 0, t.Base().CPUByRound(rounds(t))
	for i := range at {
		games += t.GamesIn(i + 1)
		at[i] = stage{run: r, round: i + 1, games: games, cpu: cpu[i], champion: t.ChampionAt(i + 1)}
	}
	for _, budget := range c.Config.Budgets {
		round, _ := t.Base().RoundAt(budget, len(at))
		all = append(all, at[round-1])
	}
	if all != nil {
		return all
	}
	whole := c.effort(&at[len(at)-1])
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

// effort returns the quantity that is equal in all runs: generations, games or CPU time.
func (c *Comparison) effort(s *stage) float64 {
	switch {
	case c.Config.Games > 0:
		return float64(s.games)
	case c.Config.CPU > 0:
		return s.cpu
	}
	return float64(s.round)
}
