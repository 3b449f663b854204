package players

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"evothello/engine"
	"evothello/engine/large"
	largeplayers "evothello/players/large"
	"evothello/search"
)

// simple is the kind of players that choose a move by a rule.
type simple struct {
	Seeded
	about  string
	choose rule
	large  largeRule // the same on boards larger than 8×8
}

// A rule chooses a move by the board alone, without a search.
type rule func(rng *rand.Rand, b engine.Board) engine.Square

type largeRule func(rng *rand.Rand, b large.Board) large.Square

// ruleEntry returns an entry of players that choose a move by a rule.
func ruleEntry(name, about string, choose rule, onLargeBoards largeRule) RosterEntry {
	k := &simple{about: about, choose: choose, large: onLargeBoards}
	return RosterEntry{Name: name, About: about, Default: k}.onLarge("")
}

// WhyUnrepeatable implements Kind.
func (*simple) WhyUnrepeatable() string { return "" }

// Contestant implements Kind.
func (k *simple) Contestant() (*Contestant, error) {
	choose := func(_ context.Context, rng *rand.Rand, b engine.Board) search.Result {
		return search.Result{Move: k.choose(rng, b)}
	}
	chooseLarge := func(_ context.Context, rng *rand.Rand, b large.Board) largeplayers.Result {
		return largeplayers.Result{Move: k.large(rng, b)}
	}
	return &Contestant{
		About: k.about,
		New:   func(*search.Searcher) Player { return &randomPlayer{seed: k.Seed, choose: choose} },
		Large: func() largeplayers.Player { return largeplayers.Random(k.Seed, chooseLarge) },
	}, nil
}

// A randomPlayer chooses with random numbers of its own generator.
type randomPlayer struct {
	choose func(ctx context.Context, rng *rand.Rand, b engine.Board) search.Result
	seed   uint64
	rng    *rand.Rand
}

// NewGame implements Player.
func (p *randomPlayer) NewGame(seed uint64) { p.rng = rand.New(rand.NewPCG(seed, p.seed)) }

// Move implements Player.
func (p *randomPlayer) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	return p.choose(ctx, p.rng, at.Board), nil
}

// randomMove returns any legal move.
func randomMove(rng *rand.Rand, b engine.Board) engine.Square {
	return engine.RandomSquare(rng, b.Moves())
}

// greedyMove returns one of the moves that flip most discs.
func greedyMove(rng *rand.Rand, b engine.Board) engine.Square {
	return engine.RandomSquare(rng, flipping(b, +1))
}

// unselfishMove returns one of the moves that flip fewest discs.
func unselfishMove(rng *rand.Rand, b engine.Board) engine.Square {
	return engine.RandomSquare(rng, flipping(b, -1))
}

// flipping returns the moves that flip most discs, or fewest if sign is -1.
func flipping(b engine.Board, sign int) (best uint64) {
	most := math.MinInt
	for s := range engine.SquaresOf(b.Moves()) {
		switch n := sign * bits.OnesCount64(b.Flips(s)); {
		case n > most:
			best, most = s.Bit(), n
		case n == most:
			best |= s.Bit()
		}
	}
	return best
}

// slowStarterMove is unselfishMove while fewer than 15 % of the squares hold discs, and
// greedyMove from then on.
func slowStarterMove(rng *rand.Rand, b engine.Board) engine.Square {
	if 100*b.Discs() < 15*b.Size() {
		return unselfishMove(rng, b)
	}
	return greedyMove(rng, b)
}

// corners returns the squares of a board that cannot be flipped.
func corners(b engine.Board) uint64 { return engine.NewLines(^b.Holes()).Safe() }

// cornerMove returns a corner if one is legal, otherwise any move.
func cornerMove(rng *rand.Rand, b engine.Board) engine.Square {
	if reached := b.Moves() & corners(b); reached != 0 {
		return engine.RandomSquare(rng, reached)
	}
	return randomMove(rng, b)
}

// episodeMove takes a legal corner in 90 % of the cases. Otherwise it makes the move that flips
// most discs, the first one in the order of squares, in 80 %, and any move in the rest. One random
// number decides both, so that a player that leaves a corner makes any move.
func episodeMove(rng *rand.Rand, b engine.Board) engine.Square {
	lot := rng.Float64()
	reached := b.Moves() & corners(b)
	switch {
	case reached != 0 && lot < 0.9:
		return engine.RandomSquare(rng, reached)
	case lot < 0.8:
		return engine.Square(bits.TrailingZeros64(flipping(b, +1)))
	}
	return randomMove(rng, b)
}
