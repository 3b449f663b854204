package comparison

import (
	"context"

	"evothello/fitness"
	"evothello/players"
	"evothello/runs"
)

// A measurement of a time per move ends after so many CPU seconds or pairs of games.
const (
	timedSeconds = 0.1
	timedPairs   = 300
)

// timings is how many times each time per move is measured, alternately. The least counts, because other programs make
// moves slower, but never faster.
const timings = 5

// timeMoves measures the CPU time of a move of a champion of each setting, unless the results have it.
func (c *Comparison) timeMoves(ctx context.Context, f *Field, openings []fitness.Opening) error {
	f.moves = make([]float64, len(c.Config.Settings))
	if before, err := ReadResults(c.Dir); err == nil { // of the same runs
		for i, s := range c.Config.Settings {
			for _, o := range before.Settings {
				if o.Name == s.Name {
					f.moves[i] = o.Move
				}
			}
		}
		return nil
	}
	for i := range timings * len(f.moves) {
		setting := i % len(f.moves)
		stages := f.stages[setting] // of the first seed
		took, err := moveTime(ctx, f.entrants[stages[len(stages)-1].entrant].Recipe, openings)
		if err != nil {
			return err
		}
		if before := f.moves[setting]; before == 0 || took < before {
			f.moves[setting] = took
		}
	}
	return nil
}

// moveTime measures the CPU time of a player's move in seconds, in games against itself. It is 0 if the system does not
// tell.
func moveTime(ctx context.Context, player *players.Recipe, openings []fitness.Opening) (float64, error) {
	games := fitness.NewGameLoop(fitness.NewPlayerCache(1))
	defer games.Close()
	pair := fitness.Pair{A: player, B: player, Opening: openings[0]}
	if _, err := games.Play(ctx, &pair, false); err != nil { // the first game compiles the player
		return 0, err
	}
	clock, moves, cpu := runs.StartClock(), 0, 0.0
	for i := 0; i < timedPairs && cpu < timedSeconds; i++ {
		pair.Opening = openings[i%len(openings)]
		r, err := games.Play(ctx, &pair, true)
		if err != nil {
			return 0, err
		}
		for _, game := range r.Games {
			moves += game.Times[0].Moves + game.Times[1].Moves
		}
		total := clock // Lap starts a clock again
		cpu = total.Lap(0, "").CPU
	}
	return cpu / float64(moves), nil
}
