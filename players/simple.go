package players

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"evothello/engine"
	"evothello/search"
)

// lotPlayer chooses with a rule that may draw lots.
type lotPlayer struct {
	choose func(rng *rand.Rand, b engine.Board) engine.Square
	seed   uint64
	rng    *rand.Rand
}

func (p *lotPlayer) NewGame(seed uint64) { p.rng = rand.New(rand.NewPCG(seed, p.seed)) }

func (p *lotPlayer) Move(_ context.Context, at engine.Position) (search.Result, error) {
	return search.Result{Move: p.choose(p.rng, at.Board)}, nil
}

// randomMove is any legal move.
func randomMove(rng *rand.Rand, b engine.Board) engine.Square {
	return draw(rng, b.Moves())
}

// greedyMove is one of the moves that flip most.
func greedyMove(rng *rand.Rand, b engine.Board) engine.Square {
	var best uint64
	most := 0
	for moves := b.Moves(); moves != 0; moves &= moves - 1 {
		s := engine.Square(bits.TrailingZeros64(moves))
		switch n := bits.OnesCount64(engine.Flips(b.Mover, b.Opponent, s)); {
		case n > most:
			best, most = s.Bit(), n
		case n == most:
			best |= s.Bit()
		}
	}
	return draw(rng, best)
}

// draw picks one of a set of squares, each with the same chance.
func draw(rng *rand.Rand, set uint64) engine.Square {
	for range rng.IntN(bits.OnesCount64(set)) {
		set &= set - 1
	}
	return engine.Square(bits.TrailingZeros64(set))
}
