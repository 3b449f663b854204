package large

import (
	"context"
	"math/rand/v2"

	"evothello/engine/large"
)

// Random returns a player that chooses with random numbers, which depend on its seed and on that of the game.
func Random(seed uint64, choose func(context.Context, *rand.Rand, large.Board) Result) Player {
	return &randomPlayer{choose: choose, seed: seed}
}

// A randomPlayer is a player with random moves, from its own generator.
type randomPlayer struct {
	choose func(ctx context.Context, rng *rand.Rand, b large.Board) Result
	seed   uint64
	rng    *rand.Rand
}

// NewGame implements Player.
func (p *randomPlayer) NewGame(seed uint64) { p.rng = rand.New(rand.NewPCG(seed, p.seed)) }

// Move implements Player.
func (p *randomPlayer) Move(ctx context.Context, at large.Position) (Result, error) {
	return p.choose(ctx, p.rng, at.Board), nil
}
