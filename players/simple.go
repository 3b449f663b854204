package players

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"evothello/engine"
	"evothello/search"
)

// lotPlayer draws lots from a generator of its own.
type lotPlayer struct {
	choose func(ctx context.Context, rng *rand.Rand, b engine.Board) search.Result
	seed   uint64
	rng    *rand.Rand
}

func (p *lotPlayer) NewGame(seed uint64) { p.rng = rand.New(rand.NewPCG(seed, p.seed)) }

func (p *lotPlayer) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	return p.choose(ctx, p.rng, at.Board), nil
}

// drawing is a contestant that draws lots, from the spec's seed among others.
func (s Spec) drawing(about string, choose func(context.Context, *rand.Rand, engine.Board) search.Result) *Contestant {
	return &Contestant{Name: s.Text, About: about, New: func(*search.Searcher) Player {
		return &lotPlayer{choose: choose, seed: s.seed}
	}}
}

// A rule chooses a move by looking at the board as it lies.
type rule func(rng *rand.Rand, b engine.Board) engine.Square

// randomMove is any legal move.
func randomMove(rng *rand.Rand, b engine.Board) engine.Square {
	return engine.Draw(rng, b.Moves())
}

// greedyMove is one of the moves that flip most.
func greedyMove(rng *rand.Rand, b engine.Board) engine.Square {
	return engine.Draw(rng, flipping(b, +1))
}

// unselfishMove is one of the moves that flip fewest.
func unselfishMove(rng *rand.Rand, b engine.Board) engine.Square {
	return engine.Draw(rng, flipping(b, -1))
}

// flipping returns the moves that flip most discs, or fewest if sign is -1.
func flipping(b engine.Board, sign int) (best uint64) {
	most := math.MinInt
	for s := range engine.SquaresOf(b.Moves()) {
		switch n := sign * bits.OnesCount64(engine.Flips(b.Mover, b.Opponent, s)); {
		case n > most:
			best, most = s.Bit(), n
		case n == most:
			best |= s.Bit()
		}
	}
	return best
}

// slowStarterMove is unselfish while fewer than 15 % of the squares hold discs,
// and greedy from then on.
func slowStarterMove(rng *rand.Rand, b engine.Board) engine.Square {
	if 100*b.Discs() < 15*64 {
		return unselfishMove(rng, b)
	}
	return greedyMove(rng, b)
}

// corners are the squares that no one can take back.
const corners uint64 = 1<<0 | 1<<7 | 1<<56 | 1<<63

// cornerMove is a corner if one can be had, else any move.
func cornerMove(rng *rand.Rand, b engine.Board) engine.Square {
	if reached := b.Moves() & corners; reached != 0 {
		return engine.Draw(rng, reached)
	}
	return randomMove(rng, b)
}

// episodeMove takes a corner in reach in 90 % of the cases. Otherwise it makes the
// move that flips most discs, the first one in the order of squares, in 80 %, and
// any move in the rest. One lot decides both, so that a corner that is left is left
// for any move.
func episodeMove(rng *rand.Rand, b engine.Board) engine.Square {
	lot := rng.Float64()
	reached := b.Moves() & corners
	switch {
	case reached != 0 && lot < 0.9:
		return engine.Draw(rng, reached)
	case lot < 0.8:
		return engine.Square(bits.TrailingZeros64(flipping(b, +1)))
	}
	return randomMove(rng, b)
}
