package comparison

import (
	"context"

	"evothello/fitness"
	"evothello/players"
	"evothello/runs"
)

// The measurement of a time per move ends after so many CPU seconds or pairs of games.
const (
	timedSeconds = 0.2
	timedPairs   = 500
)

// timeMoves measures the CPU time of a move of a champion of each setting, unless the results have it.
func (c *Comparison) timeMoves(ctx context.Context, f *Field, openings []fitness.Opening) (err error) {
	f.moves = make([]float64, len(c.Config.Settings))
	before, _ := ReadResults(c.Dir) // unreadable ones are written again
	for i, s := range c.Config.Settings {
		if before != nil {
			for _, o := range before.Settings {
				if o.Name == s.Name {
					f.moves[i] = o.Move
				}
			}
			continue
		}
		stages := f.stages[i] // of the first seed
		if f.moves[i], err = moveTime(ctx, f.entrants[stages[len(stages)-1].entrant].Recipe, openings); err != nil {
			return err
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
