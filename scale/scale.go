// Package scale says what an evaluator's points are worth in discs.
package scale

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
)

// A Scale converts the points of a Switch to discs, phase by phase, for the points of
// one phase's weights mean nothing in another. It is immutable.
//
// It is measured: the weights play games with themselves, and of all straight lines
// through the origin the one that comes nearest to the results (least squares) says what
// a point foretells. So a disc here is one more disc at the end, on average, and values
// that foretell nothing are worth nothing.
type Scale struct {
	turns weights.Turns
	rates []rate // by phase
}

// A rate is discs / points, both sums of whole numbers, so that what is decided by it is
// decided alike on every processor.
type rate struct{ discs, points int64 }

// The games that a scale is measured in: some fifteen milliseconds' worth.
const (
	games = 150
	plies = 8 // random, at the beginning
	depth = 2
)

// Of measures the scale of a valid Switch. It is always the same for the same weights.
func Of(w *weights.Switch) *Scale {
	s := &Scale{turns: w.Turns, rates: make([]rate, len(w.Phases))}
	compiled := w.Compile()
	searcher := search.New(search.NewTable(search.DefaultTableBits))
	rng := rand.New(rand.NewPCG(1, 0))
	for range games {
		s.learn(play(searcher, compiled, rng))
	}
	return s
}

// A guess is what a position was worth to its mover's search.
type guess struct {
	at     engine.Position
	points int
}

// play has weights play a game with themselves and returns their guesses and the result
// for Black.
func play(searcher *search.Searcher, compiled *weights.Evaluators, rng *rand.Rand) (guesses []guess, black int) {
	searcher.NewGame()
	p := engine.Start()
	for ply := 0; !p.Over(); ply++ {
		move := engine.Pick(rng, p.Moves())
		if ply >= plies {
			r := searcher.Search(context.Background(), p.Board, compiled.At(p.Board), search.Settings{Depth: depth})
			if evaluators.Outcome(r.Score) == 0 {
				guesses = append(guesses, guess{p, r.Score})
			}
			move = r.Move
		}
		p = p.Play(move).Settle()
	}
	side, black := p.Winner()
	if side == engine.White {
		black = -black
	}
	return guesses, black
}

// learn adds a game to the sums of least squares: results times points over points
// squared. Points are at most 2²⁴ either way, so the sums stay below 2⁶³.
func (s *Scale) learn(guesses []guess, black int) {
	for _, g := range guesses {
		result := int64(black)
		if g.at.Side == engine.White {
			result = -result
		}
		r := &s.rates[s.turns.Phase(g.at.Discs())]
		r.discs += result * int64(g.points)
		r.points += int64(g.points) * int64(g.points)
	}
}

// Discs is what points are worth to the weights that value positions like b, at most 64
// either way.
func (s *Scale) Discs(b engine.Board, points int) float64 {
	r := s.rates[s.turns.Phase(b.Discs())]
	if r.discs <= 0 {
		return 0
	}
	return min(max(float64(points)*float64(r.discs)/float64(r.points), -64), 64)
}

// Within reports whether a loss of points is one of at most so many discs in a position
// like b. Unlike Discs it is exact. Neither number may be negative.
func (s *Scale) Within(b engine.Board, points, discs int) bool {
	r := s.rates[s.turns.Phase(b.Discs())]
	if r.discs <= 0 {
		return true
	}
	// points · r.discs ≤ discs · r.points, in 128 bits.
	lostHigh, lostLow := bits.Mul64(uint64(points), uint64(r.discs))
	mostHigh, mostLow := bits.Mul64(uint64(discs), uint64(r.points))
	return lostHigh < mostHigh || lostHigh == mostHigh && lostLow <= mostLow
}
