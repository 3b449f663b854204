package fitness

import (
	"encoding/json"
	"fmt"
	"math"
)

// An Elo is a difference in rating points and its 95 % interval. The ends of the interval are computed from the ends of
// the score's interval. So they are at unequal distances from Points, and infinite where the score's end is 0 or 1.
type Elo struct {
	Points EloPoints `json:"elo"`
	Low    EloPoints `json:"elo_low"`
	High   EloPoints `json:"elo_high"`
}

// EloPoints are rating points. They may be infinite, or NaN if nothing is known; JSON then has null.
type EloPoints float64

// MarshalJSON implements json.Marshaler.
func (p EloPoints) MarshalJSON() ([]byte, error) {
	if p != p || math.IsInf(float64(p), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(p))
}

// String formats whole points with a sign: +110, -3, ∞.
func (p EloPoints) String() string {
	switch {
	case math.IsInf(float64(p), 1):
		return "∞"
	case math.IsInf(float64(p), -1):
		return "-∞"
	}
	return fmt.Sprintf("%+.0f", math.Round(float64(p))+0) // no negative zero
}

// Elo returns the score as a difference in rating points.
func (n Pentanomial) Elo() Elo {
	low, high := n.Interval()
	return Elo{eloOf(n.Score()), eloOf(low), eloOf(high)}
}

// eloOf returns the logistic Elo of a score.
func eloOf(score float64) EloPoints { return EloPoints(400 * math.Log10(score/(1-score))) }

// noElo is the difference of players without games.
var noElo = Elo{EloPoints(math.NaN()), EloPoints(math.NaN()), EloPoints(math.NaN())}

// Known reports whether there were games to estimate the difference from.
func (e Elo) Known() bool { return e.Points == e.Points }

// Negated returns the difference from the other player's side: −Points, with the interval −High to −Low.
func (e Elo) Negated() Elo { return Elo{0 - e.Points, 0 - e.High, 0 - e.Low} }

// HalfWidth returns half the width of the interval in Elo; it may be infinite.
func (e Elo) HalfWidth() float64 { return float64(e.High-e.Low) / 2 }

// Interval formats the interval: +2 to +56, or +110 to ∞.
func (e Elo) Interval() string { return fmt.Sprintf("%v to %v", e.Low, e.High) }

// String formats the difference with its interval: +29 (+2 to +56). It writes only the interval if the difference is
// infinite, such as +110 to ∞, and only the difference if the interval has no width.
func (e Elo) String() string {
	switch {
	case math.IsInf(float64(e.Points), 0):
		return e.Interval()
	case e.Low == e.High:
		return e.Points.String()
	}
	return fmt.Sprintf("%v (%s)", e.Points, e.Interval())
}

// Normal returns the mean and standard error of the Elo difference as a normal distribution, for fits that need finite
// numbers. If all pairs have the same result, it adds the imaginary pair that Interval describes.
func (n Pentanomial) Normal() (elo, stdErr float64) {
	mean, _, stdErr := n.spread()
	if stdErr == 0 {
		mean, _, stdErr = spread(n.withImaginaryPair())
	}
	return float64(eloOf(mean)), stdErr * 400 / math.Ln10 / (mean * (1 - mean))
}

// nEloPerDeviation is the normalised Elo of a score that is one standard deviation of a game above ½.
const nEloPerDeviation = 800 / math.Ln10

// AllEqual is the note that replaces a normalised Elo if all pairs have the same result.
const AllEqual = "all pairs are equal"

// NormalizedElo returns the normalised Elo and half its 95 % interval. Its unit is proportional to the standard
// deviation of a game's score, so it determines how many games are needed to detect the difference. known is false if
// all pairs have the same result, because the deviation is then unknown.
func (n Pentanomial) NormalizedElo() (nElo, plusMinus float64, known bool) {
	mean, deviation, stdErr := n.spread()
	if deviation == 0 {
		return 0, 0, false
	}
	perGame := nEloPerDeviation / (math.Sqrt2 * deviation)
	return (mean - 0.5) * perGame, Z95 * stdErr * perGame, true
}
