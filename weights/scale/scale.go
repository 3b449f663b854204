// Package scale measures the value of a player's points in discs, by games of its weights against themselves.
package scale

import (
	"context"
	"encoding/json"
	"math/bits"
	"math/rand/v2"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
)

// A Scale converts the points of a Switch to discs, phase by phase, because points of different phases have
// different units. It is immutable.
//
// The scale is measured. The weights play games against themselves, and a least-squares line through the origin
// predicts the final disc difference from the points of a position. So a value of one disc means one more disc at the
// end of the game on average. Points that predict nothing convert to 0.
//
// The score of a leaf may depend on whose turn it is, for example if the weights value having the move. Then scores
// of even depths are too high for the side to move at the root, and scores of odd depths are too low by the
// same amount. The scale measures and corrects that difference as well.
type Scale struct {
	of    *weights.Switch
	rates []rate // by phase
}

// A rate is discs / points. Both are sums of integers, so that decisions that depend on it are
// the same on every processor.
type rate struct {
	discs, points int64
	// more is the sum of the differences between even and odd depths' scores, in points.
	// positions is how many differences were added.
	more, positions int64
}

// MarshalJSON implements json.Marshaler.
func (s *Scale) MarshalJSON() ([]byte, error) {
	sums := [][4]int64{}
	for _, r := range s.rates {
		sums = append(sums, [4]int64{r.discs, r.points, r.more, r.positions})
	}
	return json.Marshal(sums)
}

// UnmarshalJSON implements json.Unmarshaler. The result may only be passed to Use.
func (s *Scale) UnmarshalJSON(data []byte) error {
	var sums [][4]int64
	err := json.Unmarshal(data, &sums)
	for _, r := range sums {
		s.rates = append(s.rates, rate{r[0], r[1], r[2], r[3]})
	}
	return err
}

// The games that a scale is measured in. They take about 50 ms.
const (
	games = 150
	plies = 8 // random plies at the beginning of a game
	depth = 2
	// In the first games the positions are also searched to an odd and an even depth.
	deepGames    = 25
	deepInterval = 3 // one position in so many, since the next ones are much like it
	odd, even    = 5, 4
)

// measured are scales that were measured before, by the hash of their Switch.
var measured map[string]*Scale

// Use sets scales that were measured before, by the hash of their Switch. Of then returns them. Use must be
// called before Of. Browsers need it, because measuring takes a second or more there.
func Use(known map[string]*Scale) { measured = known }

// Of returns the scale of a valid Switch. It measures the scale, unless Use has set it. The same weights
// always have the same scale.
func Of(w *weights.Switch) *Scale {
	if measured != nil {
		if known := measured[w.Hash()]; known != nil && len(known.rates) == len(w.Phases) {
			return &Scale{of: w, rates: known.rates}
		}
	}
	s := &Scale{of: w, rates: make([]rate, len(w.Phases))}
	compiled := w.Compile()
	searcher := search.New(search.NewTable(search.DefaultTableBits))
	rng := rand.New(rand.NewPCG(1, 0))
	for i := range games {
		guesses, black := game(searcher, compiled, w.HomeBoard().Start, rng)
		s.add(guesses, black)
		if i < deepGames {
			s.addParity(searcher, compiled, guesses)
		}
	}
	return s
}

// A guess is the score of a position's search, for the side to move.
type guess struct {
	at     engine.Position
	points int
}

// game plays a game of the weights against themselves. It returns their guesses and the
// final disc difference for Black.
func game(searcher *search.Searcher, compiled *weights.CompiledSwitch, start engine.Position, rng *rand.Rand) (
	guesses []guess, black int) {
	searcher.NewGame()
	p := start
	for ply := 0; !p.Over(); ply++ {
		move := engine.RandomSquare(rng, p.Moves())
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

// add adds a game to the sums of the least-squares fit: results times points, over points
// squared. Points are at most 2²⁴ either way, so the sums stay below 2⁶³.
func (s *Scale) add(guesses []guess, black int) {
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

// addParity compares odd and even depths in the positions of a game.
func (s *Scale) addParity(searcher *search.Searcher, compiled *weights.CompiledSwitch, guesses []guess) {
	for i, g := range guesses {
		if i%deepInterval > 0 {
			continue
		}
		evaluator := compiled.At(g.at.Board)
		find := func(depth int) int {
			return searcher.Search(context.Background(), g.at.Board, evaluator, search.Settings{Depth: depth}).Score
		}
		low, high := find(odd), find(even)
		if evaluators.Outcome(low) == 0 && evaluators.Outcome(high) == 0 {
			r := &s.rates[s.of.Phase(g.at.Board)]
			r.more += int64(high - low)
			r.positions++
		}
	}
}

// Discs converts points to discs for a position in the phase of b. The result is between -64
// and 64.
func (s *Scale) Discs(b engine.Board, points int) float64 {
	return within64(s.rates[s.of.Phase(b)].worth(float64(points)))
}

// Result returns the expected final disc difference for the side to move on b, from the points that a search
// to depth returned. It corrects for even and odd depths.
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

// PointsPerDisc returns the number of points that one disc is worth in the phase of b. It is 0 if points do
// not predict results.
func (s *Scale) PointsPerDisc(b engine.Board) float64 {
	return s.rates[s.of.Phase(b)].pointsPerDisc()
}

func (r *rate) pointsPerDisc() float64 {
	if r.discs <= 0 {
		return 0
	}
	return float64(r.points) / float64(r.discs)
}

// PointsPerDiscByPhase returns the value of PointsPerDisc in each phase.
func (s *Scale) PointsPerDiscByPhase() []float64 {
	all := make([]float64, len(s.rates))
	for i := range s.rates {
		all[i] = s.rates[i].pointsPerDisc()
	}
	return all
}

// worth converts points to discs.
func (r *rate) worth(points float64) float64 {
	if r.discs <= 0 {
		return 0
	}
	return points * float64(r.discs) / float64(r.points)
}

// within64 limits discs to -64 … 64.
func within64(discs float64) float64 { return min(max(discs, -64), 64) }

// Within reports whether a loss of points is worth at most the given discs in the phase of b. It is true if points do
// not predict results. Unlike Discs it does not round. points and discs must not be negative.
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
