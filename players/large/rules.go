package large

import (
	"context"
	"math"
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

// RandomMove returns a random legal move.
func RandomMove(rng *rand.Rand, b large.Board) large.Square { return b.Moves().Pick(rng) }

// GreedyMove returns a random one of the moves that flip most discs.
func GreedyMove(rng *rand.Rand, b large.Board) large.Square { return pick(rng, flipping(b, +1)) }

// UnselfishMove returns a random one of the moves that flip fewest discs.
func UnselfishMove(rng *rand.Rand, b large.Board) large.Square { return pick(rng, flipping(b, -1)) }

// flipping returns the moves that flip most discs, or fewest if sign is −1, in the order of squares.
func flipping(b large.Board, sign int) (best []large.Square) {
	most := math.MinInt
	for s := range b.Moves().Squares() {
		switch n := sign * b.Flips(s).Count(); {
		case n > most:
			best, most = []large.Square{s}, n
		case n == most:
			best = append(best, s)
		}
	}
	return best
}

func pick(rng *rand.Rand, squares []large.Square) large.Square {
	return squares[rng.IntN(len(squares))]
}

// SlowStarterMove is unselfish while fewer than 15 % of the squares have discs, and then greedy.
func SlowStarterMove(rng *rand.Rand, b large.Board) large.Square {
	if 100*b.Discs() < 15*b.Size*b.Size {
		return UnselfishMove(rng, b)
	}
	return GreedyMove(rng, b)
}

// reachableCorners returns the corners that the side to move can take.
func reachableCorners(b large.Board) (corners []large.Square) {
	moves, last := b.Moves(), b.Size-1
	for _, s := range []large.Square{large.At(0, 0), large.At(last, 0), large.At(0, last), large.At(last, last)} {
		if moves.Has(s) {
			corners = append(corners, s)
		}
	}
	return corners
}

// CornerMove returns a random reachable corner, or a random move if there is none.
func CornerMove(rng *rand.Rand, b large.Board) large.Square {
	if corners := reachableCorners(b); len(corners) > 0 {
		return pick(rng, corners)
	}
	return RandomMove(rng, b)
}

// EpisodeMove makes two tests with one random number r. If a corner is reachable and r < 0.9, it returns a
// corner. Else, if r < 0.8, it returns the move that flips most discs, the first in the order of squares.
// Else it returns a random move.
func EpisodeMove(rng *rand.Rand, b large.Board) large.Square {
	random := rng.Float64()
	corners := reachableCorners(b)
	switch {
	case len(corners) > 0 && random < 0.9:
		return pick(rng, corners)
	case random < 0.8:
		return flipping(b, +1)[0]
	}
	return RandomMove(rng, b)
}
