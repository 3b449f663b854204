package players

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"evothello/engine"
	"evothello/search"
)

// simple is the kind of players that choose a move by a rule.
type simple struct {
	Seeded
	about   string
	choose  rule
	playsOn func(engine.Shape) error // nil if it plays on boards of all shapes and sizes
}

// ruleEntry returns an entry of players that choose a move by a rule.
func ruleEntry(name, about string, choose rule) RosterEntry {
	return RosterEntry{Name: name, About: about, Default: &simple{about: about, choose: choose}}.onLarge("")
}

// WhyUnrepeatable implements Kind.
func (*simple) WhyUnrepeatable() string { return "" }

// Contestant implements Kind.
func (k *simple) Contestant() (*Contestant, error) {
	return &Contestant{
		About: k.about, PlaysLarge: k.playsOn == nil, PlaysOn: k.playsOn,
		New: func(*search.Searcher) Player { return &randomPlayer{seed: k.Seed, choose: k.move} },
	}, nil
}

func (k *simple) move(_ context.Context, rng *rand.Rand, at engine.Position) search.Result {
	moves := at.Legal()
	return search.Result{Move: moves[k.choose(rng, &view{Position: at, moves: moves})]}
}

// A randomPlayer chooses with random numbers of its own generator.
type randomPlayer struct {
	choose func(ctx context.Context, rng *rand.Rand, at engine.Position) search.Result
	seed   uint64
	rng    *rand.Rand
}

// NewGame implements Player.
func (p *randomPlayer) NewGame(seed uint64) { p.rng = rand.New(rand.NewPCG(seed, p.seed)) }

// Move implements Player.
func (p *randomPlayer) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	return p.choose(ctx, p.rng, at), nil
}

// A view is a position with its legal moves in the order of squares. Rules choose one by its index.
type view struct {
	engine.Position
	moves []engine.Square
}

// A rule chooses a move by the board alone, without a search. It returns the index of the move.
type rule func(rng *rand.Rand, v *view) int

// anyMove returns any move.
func anyMove(rng *rand.Rand, v *view) int { return rng.IntN(len(v.moves)) }

// greedyMove returns one of the moves that flip most discs.
func greedyMove(rng *rand.Rand, v *view) int { return pick(rng, v.flipping(+1)) }

// unselfishMove returns one of the moves that flip fewest discs.
func unselfishMove(rng *rand.Rand, v *view) int { return pick(rng, v.flipping(-1)) }

// flipping returns the moves that flip most discs, or fewest if sign is -1.
func (v *view) flipping(sign int) (best []int) {
	most := math.MinInt
	for i, move := range v.moves {
		switch n := sign * v.CountFlips(move); {
		case n > most:
			best, most = append(best[:0], i), n
		case n == most:
			best = append(best, i)
		}
	}
	return best
}

func pick(rng *rand.Rand, moves []int) int { return moves[rng.IntN(len(moves))] }

// slowStarterMove is unselfishMove while fewer than 15 % of the squares hold discs, and
// greedyMove from then on.
func slowStarterMove(rng *rand.Rand, v *view) int {
	if 100*v.Discs() < 15*v.Size() {
		return unselfishMove(rng, v)
	}
	return greedyMove(rng, v)
}

// corners returns the moves to corners.
func (v *view) corners() (all []int) {
	corners := v.Corners()
	for i, move := range v.moves {
		if slices.Contains(corners, move) {
			all = append(all, i)
		}
	}
	return all
}

// cornerMove returns a corner if one is legal, otherwise any move.
func cornerMove(rng *rand.Rand, v *view) int {
	if corners := v.corners(); corners != nil {
		return pick(rng, corners)
	}
	return anyMove(rng, v)
}

// episodeMove takes a legal corner in 90 % of the cases. Otherwise it makes the move that flips
// most discs, the first one in the order of squares, in 80 %, and any move in the rest. One random
// number decides both, so that a player that leaves a corner makes any move.
func episodeMove(rng *rand.Rand, v *view) int {
	lot := rng.Float64()
	corners := v.corners()
	switch {
	case corners != nil && lot < 0.9:
		return pick(rng, corners)
	case lot < 0.8:
		return v.flipping(+1)[0]
	}
	return anyMove(rng, v)
}
