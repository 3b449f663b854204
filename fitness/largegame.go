package fitness

import (
	"context"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/players"
	"evothello/players/roster"
)

// playLarge plays a pair on a board larger than 8×8, whose players are loaded.
func (l *GameLoop) playLarge(ctx context.Context, pair *Pair, timed bool) (result PairResult, err error) {
	a, b := l.a.large, l.b.large
	for i := range result.Games {
		a.NewGame(mixSeed(pair.Seed, 2*i))
		b.NewGame(mixSeed(pair.Seed, 2*i+1))
		sides := [2]players.LargePlayer{engine.Black: a, engine.White: b}
		if i == 1 {
			sides = [2]players.LargePlayer{engine.Black: b, engine.White: a}
		}
		if result.Games[i], err = playLargeGame(ctx, sides, pair.Opening.Large, pair.chance(i), timed); err != nil {
			return result, annotate(err, "%s against %s", pair.A.Name, pair.B.Name)
		}
	}
	return result, ctx.Err() // a cancelled search may have returned a worse move
}

// playLargeGame plays one game from an opening. The record has no moves, because its squares are those of boards up
// to 8×8.
func playLargeGame(ctx context.Context, sides [2]players.LargePlayer, opening *large.Game, random chance,
	timed bool) (Record, error) {
	played := &large.Game{Start: opening.Start, Moves: append([]large.Square(nil), opening.Moves...)}
	start := opening.Final().Settle()
	return PlayOut(ctx, start, start.Size*start.Size, timed, func(p large.Position) (large.Square, uint64, error) {
		if random.hits() {
			move := p.Moves().Pick(random.rng)
			played.Moves = append(played.Moves, move)
			return move, 0, nil
		}
		r, err := roster.Choose(ctx, sides[p.Side], p)
		if err != nil {
			return r.Move, 0, annotate(err, "%s to move after %s", p.Side, played.Transcript())
		}
		played.Moves = append(played.Moves, r.Move)
		return r.Move, r.Nodes, nil
	})
}
