package roster

import (
	"context"
	"errors"
	"fmt"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/fitness"
	"evothello/players"
)

// A Match plays a pair of games per opening on a large board; each side is Black once. The games depend
// only on the players, the openings and the seed.
type Match struct {
	A, B     *players.Contestant
	Openings []*large.Game
	Seed     uint64
	Test     *fitness.SPRT // stops the match when the test is decided; nil to play all pairs
	Workers  int           // pairs at a time; 0 means one per core
}

// Play plays the match and returns the tally from A's side; see fitness.PlayUntilDecided. It calls
// played after each pair, one call at a time, in no particular order. If ctx is cancelled, it stops
// soon and returns ctx's cause.
func (m *Match) Play(ctx context.Context, played func(fitness.PairResult)) (fitness.Tally, error) {
	arena := fitness.Local{Workers: m.Workers}
	tally, _, err := fitness.PlayUntilDecided(len(m.Openings), arena.Slots(), m.Test,
		func(from, to int) ([]fitness.PairResult, error) {
			return arena.Distribute(ctx, to-from, func(_ int, r fitness.PairResult) { played(r) }, func() fitness.Worker {
				a, b := m.A.Large(), m.B.Large()
				return fitness.Worker{
					Play:  func(ctx context.Context, i int) (fitness.PairResult, error) { return m.playPair(ctx, a, b, from+i) },
					Close: func() {},
				}
			})
		})
	return tally, err
}

// playPair plays the pair of opening i. A is Black in the first game.
func (m *Match) playPair(ctx context.Context, a, b players.LargePlayer, i int) (result fitness.PairResult, err error) {
	for game := range result.Games {
		rng := fitness.Random(m.Seed, "large board", i, game)
		a.NewGame(rng.Uint64())
		b.NewGame(rng.Uint64())
		sides := [2]players.LargePlayer{engine.Black: a, engine.White: b}
		if game == 1 {
			sides = [2]players.LargePlayer{engine.Black: b, engine.White: a}
		}
		if result.Games[game], err = playGame(ctx, sides, m.Openings[i]); err != nil {
			return result, err
		}
	}
	return result, ctx.Err() // a cancelled search may have returned a worse move
}

// playGame plays one game from an opening. The record has no moves, because its squares are those of
// boards up to 8×8.
func playGame(ctx context.Context, sides [2]players.LargePlayer, opening *large.Game) (fitness.Record, error) {
	start := opening.Final()
	return fitness.PlayOut(ctx, start, start.Size*start.Size, true, func(p large.Position) (large.Square, uint64, error) {
		r, err := Choose(ctx, sides[p.Side], p)
		return r.Move, r.Nodes, annotate(err, p)
	})
}

// annotate adds to an error where in the game it occurred. It leaves out the place if the player is
// absent or the game was cancelled.
func annotate(err error, p large.Position) error {
	if err == nil || errors.Is(err, players.ErrAbsent) || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%s to move with %d discs on the board: %w", p.Side, p.Discs(), err)
}
