package fitness

import (
	"context"

	"evothello/engine/large"
	largeplayers "evothello/players/large"
)

// playLargeGame plays one game from an opening.
func playLargeGame(ctx context.Context, sides [2]largeplayers.Player, opening *large.Game, random chance,
	timed bool) (Record, error) {
	played := &large.Game{Start: opening.Start, Moves: append([]large.Square(nil), opening.Moves...)}
	start := opening.Final().Settle()
	game, err := PlayOut(ctx, start, start.Size*start.Size, timed, func(p large.Position) (large.Square, uint64, error) {
		if random.hits() {
			move := p.Moves().Pick(random.rng)
			played.Moves = append(played.Moves, move)
			return move, 0, nil
		}
		r, err := largeplayers.Choose(ctx, sides[p.Side], played, p)
		if err != nil {
			return r.Move, 0, annotate(err, "%s to move after %s", p.Side, played.Transcript())
		}
		played.Moves = append(played.Moves, r.Move)
		return r.Move, r.Nodes, nil
	})
	game.LargeMoves = played.Moves
	return game, err
}
