package roster

import (
	"context"
	"math"
	"math/rand/v2"

	"evothello/engine/large"
	"evothello/players"
)

// A rule chooses a move by looking at the board as it lies.
type rule func(rng *rand.Rand, b large.Board) large.Square

// lots is an entry of players that choose a move by a rule.
func lots(name, about string, choose rule) players.RosterEntry {
	return players.RandomEntry(name, about, func(seed uint64) *players.Contestant {
		return drawLots(about, seed, func(_ context.Context, rng *rand.Rand, b large.Board) players.LargeResult {
			return players.LargeResult{Move: choose(rng, b)}
		})
	})
}

// A lotPlayer draws lots from a generator of its own.
type lotPlayer struct {
	choose func(ctx context.Context, rng *rand.Rand, b large.Board) players.LargeResult
	seed   uint64
	rng    *rand.Rand
}

func (p *lotPlayer) NewGame(seed uint64) { p.rng = rand.New(rand.NewPCG(seed, p.seed)) }

func (p *lotPlayer) Move(ctx context.Context, at large.Position) (players.LargeResult, error) {
	return p.choose(ctx, p.rng, at.Board), nil
}

// drawLots is a contestant that draws lots, from the spec's seed among others.
func drawLots(about string, seed uint64, choose func(context.Context, *rand.Rand,
	large.Board) players.LargeResult) *players.Contestant {
	return &players.Contestant{About: about, Large: func() players.LargePlayer {
		return &lotPlayer{choose: choose,
			seed: seed}
	}}
}

// randomMove is any legal move.
func randomMove(rng *rand.Rand, b large.Board) large.Square { return b.Moves().Pick(rng) }

// greedyMove is one of the moves that flip most.
func greedyMove(rng *rand.Rand, b large.Board) large.Square { return pick(rng, flipping(b, +1)) }

// unselfishMove is one of the moves that flip fewest.
func unselfishMove(rng *rand.Rand, b large.Board) large.Square { return pick(rng, flipping(b, -1)) }

// flipping returns the moves that flip most discs, or fewest if sign is -1, in the order of
// squares.
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

// slowStarterMove is unselfish while fewer than 15 % of the squares hold discs, and greedy
// from then on.
func slowStarterMove(rng *rand.Rand, b large.Board) large.Square {
	if 100*b.Discs() < 15*b.Size*b.Size {
		return unselfishMove(rng, b)
	}
	return greedyMove(rng, b)
}

// reached returns the corners that the mover can have.
func reached(b large.Board) (corners []large.Square) {
	moves, last := b.Moves(), b.Size-1
	for _, s := range []large.Square{large.At(0, 0), large.At(last, 0), large.At(0, last), large.At(last, last)} {
		if moves.Has(s) {
			corners = append(corners, s)
		}
	}
	return corners
}

// cornerMove is a corner if one can be had, else any move.
func cornerMove(rng *rand.Rand, b large.Board) large.Square {
	if corners := reached(b); len(corners) > 0 {
		return pick(rng, corners)
	}
	return randomMove(rng, b)
}

// episodeMove takes a corner in reach in 90 % of the cases. Otherwise it makes the move
// that flips most discs, the first one in the order of squares, in 80 %, and any move in
// the rest. One lot decides both.
func episodeMove(rng *rand.Rand, b large.Board) large.Square {
	lot := rng.Float64()
	corners := reached(b)
	switch {
	case len(corners) > 0 && lot < 0.9:
		return pick(rng, corners)
	case lot < 0.8:
		return flipping(b, +1)[0]
	}
	return randomMove(rng, b)
}
