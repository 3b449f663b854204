package fitness

import (
	"fmt"
	"math"

	"evothello/internal/portable"
)

// An SPRT is a sequential probability ratio test. Under hypothesis H1 a player is Elo1 points stronger than its
// opponent, under H0 only Elo0 points. Both error rates are 5 %. The units are logistic Elo.
type SPRT struct {
	Elo0 float64 `json:"elo0" is:"Elo difference for which the test rejects a candidate" range:"-1000 to 1000"`
	Elo1 float64 `json:"elo1" is:"Elo difference for which the test accepts a candidate" range:"-1000 to 1000"`
}

// Validate returns an error unless −1000 ≤ Elo0 < Elo1 ≤ 1000.
func (s SPRT) Validate() error {
	const most = 1000
	if !(s.Elo0 < s.Elo1) || s.Elo0 < -most || s.Elo1 > most {
		return fmt.Errorf("elo0 (%g) and elo1 (%g) must lie between %d and %d, the smaller first", s.Elo0, s.Elo1, -most,
			most)
	}
	return nil
}

// Bound is the log-likelihood ratio that decides a test: Elo1 is accepted from Bound on, Elo0 at −Bound and below. It
// is ln((1 − β)/α) with α = β = 0.05.
var Bound = portable.Log(0.95 / 0.05)

// A Decision is the result of an SPRT.
type Decision string

// The decisions.
const (
	Undecided Decision = "undecided"
	Accepted  Decision = "accepted" // for Elo1
	Rejected  Decision = "rejected" // for Elo0
)

// Decide returns the decision after the pairs n, and their log-likelihood ratio.
func (s SPRT) Decide(n Pentanomial) (Decision, float64) {
	llr := s.LLR(n)
	switch {
	case llr >= Bound:
		return Accepted, llr
	case llr <= -Bound:
		return Rejected, llr
	}
	return Undecided, llr
}

// LLR returns the generalised log-likelihood ratio of the two hypotheses. The likelihood of a hypothesis is computed
// from the most likely distribution of pair scores with the mean score of the hypothesis. Scores that did not occur
// count as 0.001 pairs. (Van den Bergh, "A practical introduction to the GSPRT"; fishtest's LLRcalc.py.)
func (s SPRT) LLR(n Pentanomial) float64 {
	if n.Pairs() == 0 {
		return 0
	}
	var p [5]float64
	pairs := 0.0
	for i, c := range n {
		p[i] = max(float64(c), 0.001)
		pairs += p[i]
	}
	for i := range p {
		p[i] /= pairs
	}
	s0, s1 := expectedScore(s.Elo0), expectedScore(s.Elo1)
	x0, x1 := tilt(p, s0), tilt(p, s1)
	llr := 0.0
	for i, a := range pairScores {
		ratio := (1 + float64(x0*(a-s0))) / (1 + float64(x1*(a-s1)))
		llr += float64(p[i] * portable.Log(ratio))
	}
	return pairs * llr
}

// LeastPairs returns the smallest number of pairs after which the test can accept Elo1. A player reaches it by winning
// all games.
func (s SPRT) LeastPairs() int {
	const many = 1000 // the ratio of a player that wins all games grows in proportion to the pairs
	least := max(1, int(Bound/s.LLR(Pentanomial{0, 0, 0, 0, many})*many))
	for s.LLR(Pentanomial{0, 0, 0, 0, least}) < Bound {
		least++
	}
	return least
}

// expectedScore returns the expected score, 0…1, of a player that is stronger by elo points.
func expectedScore(elo float64) float64 { return 1 / (1 + portable.Exp(-elo/400*math.Ln10)) }

// tilt returns the x for which the distribution p_i / (1 + x (a_i − mean)) has the given mean, where a_i
// are the scores 0, ¼, … 1. It finds x by bisection, because the sum below decreases with x.
func tilt(p [5]float64, mean float64) float64 {
	low, high := -1/(1-mean), 1/mean
	for range 200 {
		x := (low + high) / 2
		sum := 0.0
		for i, a := range pairScores {
			d := a - mean
			sum += p[i] * d / (1 + float64(x*d))
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}
