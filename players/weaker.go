package players

import (
	"context"
	"math/rand/v2"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
	"evothello/weights/scale"
)

// A generousPlayer plays weaker on purpose. With each move it gives away at most handicap discs by
// its own estimate, often fewer. Its errors are like a person's: scattered and not too bad. A
// player of low depth would make the same kind of errors all the time.
type generousPlayer struct {
	searchingPlayer
	loss  int // the most discs that it gives away with a move
	scale *scale.Scale
	seed  uint64
	rng   *rand.Rand
}

// NewGame implements Player.
func (p *generousPlayer) NewGame(seed uint64) {
	p.searchingPlayer.NewGame(seed)
	p.rng = rand.New(rand.NewPCG(seed, p.seed))
}

// Move chooses a random number of discs, up to the handicap, and then a random one of the moves that give
// away no more. Moves of the book come first.
func (p *generousPlayer) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	if r, ok := p.book.move(at); ok {
		return r, nil
	}
	var ranked []search.Result // best first
	p.Rank(ctx, at, 64, func(results []search.Result) { ranked = results })
	if ranked == nil { // ctx is cancelled
		return p.searchingPlayer.Move(ctx, at)
	}
	most := p.rng.IntN(p.loss + 1)
	enough := 1
	for enough < len(ranked) && p.within(at.Board, ranked[0], ranked[enough], most) {
		enough++
	}
	return ranked[p.rng.IntN(enough)], nil
}

// within reports whether a move loses at most discs against the best one. A proven win is never
// given up for an estimate. In a proven loss all moves count as equal.
func (p *generousPlayer) within(b engine.Board, best, r search.Result, discs int) bool {
	switch lost := best.Score - r.Score; {
	case r.Exact:
		return lost <= discs
	case evaluators.Outcome(best.Score) != evaluators.Outcome(r.Score):
		return false
	case evaluators.Outcome(best.Score) != 0:
		return true
	default:
		return p.scale.Within(b, lost, discs)
	}
}
