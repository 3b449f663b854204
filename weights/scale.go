package weights

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
)

// A Scale converts the points of a Switch to discs, phase by phase, for the points of
// one phase's weights mean nothing in another. It is immutable.
//
// It is measured: the weights play games with themselves, and of all straight lines
// through the origin the one that comes nearest to the results (least squares) says what
// a point foretells. So a disc here is one more disc at the end, on average, and values
// that foretell nothing are worth nothing.
//
// Weights have an opinion on whose turn it is where a search ends: they may think better of
// who is to move there, say. Then what an even number of plies finds is too high for the
// root's mover, and what an odd number finds as much too low. That is measured as well.
type Scale struct {
	of    *Switch
	rates []rate // by phase
}

// A rate is discs / points, both sums of whole numbers, so that what is decided by it is
// decided alike on every processor.
type rate struct {
	discs, points int64
	// What even depths found more than odd ones, in points, in so many positions.
	more, positions int64
}

// The games that a scale is measured in: some fifty milliseconds' worth.
const (
	scaleGames = 150
	scalePlies = 8 // random, at the beginning
	scaleDepth = 2
	// In some of them the positions are searched deeper as well, to an odd and to an even
	// number of plies.
	scaleDeepGames      = 25
	scaleOdd, scaleEven = 5, 4
)

// Scale measures what the points of a valid Switch are worth in discs. The same weights always have the
// same scale.
func (s *Switch) Scale() *Scale {
	scale := &Scale{of: s, rates: make([]rate, len(s.Phases))}
	compiled := s.Compile()
	searcher := search.New(search.NewTable(search.DefaultTableBits))
	rng := rand.New(rand.NewPCG(1, 0))
	for i := range scaleGames {
		guesses, black := scaleGame(searcher, compiled, s.Home().Start, rng)
		scale.learn(guesses, black)
		if i < scaleDeepGames {
			scale.learnParity(searcher, compiled, guesses)
		}
	}
	return scale
}

// A guess is what a position was worth to its mover's search.
type guess struct {
	at     engine.Position
	points int
}

// scaleGame has weights play a game with themselves from a start and returns their guesses and the result
// for Black.
func scaleGame(searcher *search.Searcher, compiled *Evaluators, start engine.Position,
	rng *rand.Rand) (guesses []guess, black int) {
	searcher.NewGame()
	p := start
	for ply := 0; !p.Over(); ply++ {
		move := engine.Pick(rng, p.Moves())
		if ply >= scalePlies {
			r := searcher.Search(context.Background(), p.Board, compiled.At(p.Board), search.Settings{Depth: scaleDepth})
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
		r := &s.rates[s.of.Phase(g.at.Board)]
		r.discs += result * int64(g.points)
		r.points += int64(g.points) * int64(g.points)
	}
}

// learnParity compares odd and even depths in the positions of a game.
func (s *Scale) learnParity(searcher *search.Searcher, compiled *Evaluators, guesses []guess) {
	for _, g := range guesses {
		find := func(depth int) int {
			return searcher.Search(context.Background(), g.at.Board, compiled.At(g.at.Board),
				search.Settings{Depth: depth}).Score
		}
		low, high := find(scaleOdd), find(scaleEven)
		if evaluators.Outcome(low) == 0 && evaluators.Outcome(high) == 0 {
			r := &s.rates[s.of.Phase(g.at.Board)]
			r.more += int64(high - low)
			r.positions++
		}
	}
}

// Discs is what points are worth to the weights that value positions like b, at most 64
// either way.
func (s *Scale) Discs(b engine.Board, points int) float64 {
	return within64(s.rates[s.of.Phase(b)].worth(float64(points)))
}

// Result is how the game is expected to end, in discs for the mover of b, if a search of
// that depth found so many points.
func (s *Scale) Result(b engine.Board, points, depth int) float64 {
	r := s.rates[s.of.Phase(b)]
	half := 0.0
	if r.positions > 0 {
		half = float64(r.more) / float64(2*r.positions)
	}
	if depth%2 == 0 {
		half = -half
	}
	return within64(r.worth(float64(points) + half))
}

// PointsPerDisc is how many points are worth a disc to the weights that value positions like b, 0 if
// points do not predict results.
func (s *Scale) PointsPerDisc(b engine.Board) float64 {
	r := s.rates[s.of.Phase(b)]
	if r.discs <= 0 {
		return 0
	}
	return float64(r.points) / float64(r.discs)
}

// worth is what points are worth in discs.
func (r *rate) worth(points float64) float64 {
	if r.discs <= 0 {
		return 0
	}
	return points * float64(r.discs) / float64(r.points)
}

// within64 are discs as there are on a board.
func within64(discs float64) float64 { return min(max(discs, -64), 64) }

// Within reports whether a loss of points is one of at most so many discs in a position
// like b. Unlike Discs it is exact. Neither number may be negative.
func (s *Scale) Within(b engine.Board, points, discs int) bool {
	r := s.rates[s.of.Phase(b)]
	if r.discs <= 0 {
		return true
	}
	// points · r.discs ≤ discs · r.points, in 128 bits.
	lostHigh, lostLow := bits.Mul64(uint64(points), uint64(r.discs))
	mostHigh, mostLow := bits.Mul64(uint64(discs), uint64(r.points))
	return lostHigh < mostHigh || lostHigh == mostHigh && lostLow <= mostLow
}
