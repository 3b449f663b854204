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

// A Match is a pair of games per opening, each side Black once, judged by the statistics
// of package fitness. What its games are depends on nothing but the players, the openings
// and the seed.
type Match struct {
	A, B     *players.Contestant
	Openings []*large.Game
	Seed     uint64
	Test     *fitness.SPRT // stops the match when it is decided; nil to play all pairs
	Workers  int           // pairs at a time; 0 means one per core
}

// Play plays the match and tallies from A's side; with a test it is fitness.Judged. It
// calls played after each pair, one call at a time, in whatever order they end. If ctx is
// cancelled it stops soon and returns ctx's cause.
func (m *Match) Play(ctx context.Context, played func(fitness.PairResult)) (fitness.Tally, error) {
	arena := fitness.Local{Workers: m.Workers}
	tally, _, err := fitness.Judged(len(m.Openings), arena.Slots(), m.Test,
		func(from, to int) ([]fitness.PairResult, error) {
			return arena.Share(ctx, to-from, func(_ int, r fitness.PairResult) { played(r) }, func() fitness.Worker {
				a, b := m.A.Large(), m.B.Large()
				return fitness.Worker{
					Play:  func(ctx context.Context, i int) (fitness.PairResult, error) { return m.playPair(ctx, a, b, from+i) },
					Leave: func() {},
				}
			})
		})
	return tally, err
}

// playPair plays the pair of an opening: A is Black in the first game.
func (m *Match) playPair(ctx context.Context, a, b players.LargePlayer, i int) (result fitness.PairResult, err error) {
	for game := range result.Games {
		lots := fitness.Random(m.Seed, "large board", i, game)
		a.NewGame(lots.Uint64())
		b.NewGame(lots.Uint64())
		sides := [2]players.LargePlayer{engine.Black: a, engine.White: b}
		if game == 1 {
			sides = [2]players.LargePlayer{engine.Black: b, engine.White: a}
		}
		if result.Games[game], err = playGame(ctx, sides, m.Openings[i]); err != nil {
			return result, err
		}
	}
	return result, ctx.Err() // a cancelled search may have moved too soon
}

// playGame plays one game from an opening. The record has no moves, which are those of a smaller board
// there.
func playGame(ctx context.Context, sides [2]players.LargePlayer, opening *large.Game) (fitness.Record, error) {
	start := opening.Final()
	return fitness.PlayOut(ctx, start, start.Size*start.Size, true, func(p large.Position) (large.Square, uint64, error) {
		r, err := Choose(ctx, sides[p.Side], p)
		return r.Move, r.Nodes, during(err, p)
	})
}

// during says where an error came up, unless the player cannot be had at all.
func during(err error, p large.Position) error {
	if err == nil || errors.Is(err, players.ErrAbsent) || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%s to move with %d discs on the board: %w", p.Side, p.Discs(), err)
}
