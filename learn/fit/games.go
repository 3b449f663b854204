package fit

import (
	"context"
	"fmt"

	"evothello/engine"
	"evothello/evolution"
	"evothello/fitness"
	"evothello/runs"
)

// RunGames continues a run from its last generation in memory, without changing its files. It calls visit for each
// finished game, with the number of the game's random opening moves, until n games are visited or visit returns an
// error. These are the games that a resumed run would play, and their order is always the same.
func RunGames(ctx context.Context, run *runs.Run, arena fitness.Arena, n int,
	visit func(game *engine.Game, random int) error) error {
	if run.Config.Tunes() {
		return fmt.Errorf("%s has parameters of a program, not weights", run.Dir)
	}
	state, seen := run.State, &watchedArena{Arena: arena, left: n, visit: visit}
	for seen.left > 0 {
		next, _, err := evolution.Next(ctx, &run.Config, state, seen)
		switch {
		case seen.left == 0:
			return nil
		case err != nil:
			return err
		}
		state = next
	}
	return nil
}

// A watchedArena calls visit for the finished games of an arena, in the order of the pairs.
type watchedArena struct {
	fitness.Arena
	left  int // games to visit
	visit func(game *engine.Game, random int) error
}

// errEnough ends a generation in the middle.
var errEnough = fmt.Errorf("enough games have been read")

// Play implements fitness.Arena.
func (w *watchedArena) Play(ctx context.Context, pairs []fitness.Pair, played func(int, fitness.PairResult)) (
	[]fitness.PairResult, error) {
	results, err := w.Arena.Play(ctx, pairs, played)
	if err != nil {
		return nil, err
	}
	for i, result := range results {
		for _, record := range result.Games {
			if record.ForfeitReason != "" {
				continue
			}
			opening := &pairs[i].Opening
			if err := w.visit(&engine.Game{Start: opening.From, Moves: record.Moves}, len(opening.Moves)); err != nil {
				return nil, err
			}
			if w.left--; w.left == 0 {
				return nil, errEnough
			}
		}
	}
	return results, nil
}
