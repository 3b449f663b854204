package fitness

import (
	"math"
	"slices"

	"evothello/players"
)

// A Pentanomial counts pairs by the points of one side, from 0 to 2 in steps of ½. Its five counts are: two losses; a
// loss and a draw; two draws or a win and a loss; a win and a draw; two wins.
type Pentanomial [5]int

// pairScores are the mean scores per game of these five kinds of pairs.
var pairScores = [5]float64{0, 0.25, 0.5, 0.75, 1}

// Pairs returns the number of pairs.
func (n Pentanomial) Pairs() int { return n[0] + n[1] + n[2] + n[3] + n[4] }

// Plus returns the five sums of the counts in n and m.
func (n Pentanomial) Plus(m Pentanomial) Pentanomial {
	for i := range n {
		n[i] += m[i]
	}
	return n
}

// EnoughPairs reports whether there are at least 16 pairs, enough for reliable intervals and likelihoods. With fewer
// pairs the intervals are too narrow, above all if all pairs have the same result.
func (n Pentanomial) EnoughPairs() bool { return n.Pairs() >= 16 }

// Score returns the mean score per game, 0…1, where a draw counts ½. It is ½ if there are no pairs.
func (n Pentanomial) Score() float64 {
	if n.Pairs() == 0 {
		return 0.5
	}
	return float64(n[1]+2*n[2]+3*n[3]+4*n[4]) / float64(4*n.Pairs())
}

// spread returns the mean score, the standard deviation of the score of a pair, and the standard error
// of the mean.
func (n Pentanomial) spread() (mean, deviation, stdErr float64) {
	return spread([5]float64{float64(n[0]), float64(n[1]), float64(n[2]), float64(n[3]), float64(n[4])})
}

func spread(n [5]float64) (mean, deviation, stdErr float64) {
	pairs := n[0] + n[1] + n[2] + n[3] + n[4]
	if pairs == 0 {
		return 0.5, 0, 0
	}
	for i, c := range n {
		mean += float64(c / pairs * pairScores[i])
	}
	variance := 0.0
	for i, c := range n {
		d := pairScores[i] - mean
		variance += float64(c / pairs * d * d)
	}
	return mean, math.Sqrt(variance), math.Sqrt(variance / pairs)
}

// Interval returns the 95 % confidence interval of the score over pairs, within 0…1. If all pairs have the same result,
// it adds one imaginary pair, so that the interval is not ± 0: a pair that scores ½, or, if all pairs score ½, half a
// pair at 0 and half a pair at 1.
func (n Pentanomial) Interval() (low, high float64) {
	mean, _, _ := n.nonZeroSpread()
	margin := n.Margin()
	return max(0, mean-margin), min(1, mean+margin)
}

// Margin returns half the width of the 95 % confidence interval of the score, without limits at 0 and 1.
func (n Pentanomial) Margin() float64 {
	_, _, stdErr := n.nonZeroSpread()
	return float64(Z95 * stdErr)
}

// nonZeroSpread is like spread, but the deviation and the standard error are never 0: if they would be,
// it adds an imaginary pair, as Interval describes.
func (n Pentanomial) nonZeroSpread() (mean, deviation, stdErr float64) {
	mean, deviation, stdErr = n.spread()
	if stdErr > 0 {
		return mean, deviation, stdErr
	}
	_, deviation, stdErr = spread(n.withImaginaryPair())
	return mean, deviation, stdErr
}

// withImaginaryPair returns the counts and the imaginary pair of Interval.
func (n Pentanomial) withImaginaryPair() [5]float64 {
	more := [5]float64{float64(n[0]), float64(n[1]), float64(n[2]), float64(n[3]), float64(n[4])}
	if n[2] == n.Pairs() {
		more[0] += 0.5
		more[4] += 0.5
	} else {
		more[2]++
	}
	return more
}

// Superiority returns the likelihood of superiority (LOS): the probability, 0…1, that the side is the stronger one.
func (n Pentanomial) Superiority() float64 {
	mean, _, stdErr := n.spread()
	switch {
	case stdErr > 0:
		return 0.5 * (1 + math.Erf((mean-0.5)/(stdErr*math.Sqrt2)))
	case mean > 0.5:
		return 1
	case mean < 0.5:
		return 0
	}
	return 0.5
}

// TooFewPairs is the note that replaces a likelihood if there are not enough pairs.
const TooFewPairs = "too few pairs to say"

// ReliableSuperiority returns Superiority. If there are too few pairs, it returns nil and the note TooFewPairs.
func (n Pentanomial) ReliableSuperiority() (superiority *float64, note string) {
	if !n.EnoughPairs() {
		return nil, TooFewPairs
	}
	los := n.Superiority()
	return &los, ""
}

// A Tally is the sum of pair results from A's side.
type Tally struct {
	Pairs               Pentanomial
	Wins, Draws, Losses int
	Discs               int         // sum of A's disc differences
	Nodes               uint64      // positions that both sides searched
	Times               [2]Thinking // of A and B; zero unless the arena is Timed
	Forfeits            []ForfeitedGame
}

// A ForfeitedGame is a game that one side lost by a fault of its player, see players.Forfeit.
type ForfeitedGame struct {
	Side   string `json:"side"` // the side that lost, "a" or "b"
	Pair   int    `json:"pair"` // number of the pair, from 1
	Game   int    `json:"game"` // number of the game in the pair, 1 or 2; A is Black in game 1
	Reason string `json:"reason"`
}

// Add adds the result of a pair.
func (t *Tally) Add(r PairResult) {
	t.Pairs[r.HalfPoints()]++
	for i, discs := range [2]int{r.Games[0].Discs, -r.Games[1].Discs} {
		if reason := r.Games[i].ForfeitReason; reason != "" {
			forfeit := ForfeitedGame{Side: "a", Pair: t.Pairs.Pairs(), Game: i + 1, Reason: reason}
			if discs > 0 {
				forfeit.Side = "b"
			}
			t.Forfeits = append(t.Forfeits, forfeit)
		}
		switch {
		case discs > 0:
			t.Wins++
		case discs < 0:
			t.Losses++
		default:
			t.Draws++
		}
	}
	for i, game := range r.Games {
		t.Times[0].add(game.Times[i])
		t.Times[1].add(game.Times[1-i])
	}
	t.Discs += r.Discs()
	t.Nodes += r.Games[0].Nodes + r.Games[1].Nodes
}

// AddFirst adds only the first game of a pair, in which A is Black. This game is one observation. So Pairs counts it as
// one pair of two games that both had its result.
func (t *Tally) AddFirst(r PairResult) {
	r.Games[1] = Record{Discs: -r.Games[0].Discs, Nodes: r.Games[0].Nodes}
	var one Tally
	one.Add(r)
	for i := range t.Pairs {
		t.Pairs[i] += one.Pairs[i]
	}
	t.Wins, t.Draws, t.Losses = t.Wins+one.Wins/2, t.Draws+one.Draws/2, t.Losses+one.Losses/2
	t.Discs, t.Nodes = t.Discs+one.Discs/2, t.Nodes+one.Nodes/2
	for i := range t.Times {
		t.Times[i].add(one.Times[i])
	}
	for _, f := range one.Forfeits {
		f.Pair = t.Pairs.Pairs()
		t.Forfeits = append(t.Forfeits, f)
	}
}

// Swapped returns the tally from B's side.
func (t Tally) Swapped() Tally {
	slices.Reverse(t.Pairs[:])
	t.Wins, t.Losses, t.Discs = t.Losses, t.Wins, -t.Discs
	t.Times[0], t.Times[1] = t.Times[1], t.Times[0]
	t.Forfeits = slices.Clone(t.Forfeits)
	for i, f := range t.Forfeits {
		t.Forfeits[i].Side = map[string]string{"a": "b", "b": "a"}[f.Side]
	}
	return t
}

// AllForfeited reports whether there are games and every game ended by a fault of a player. Such games are no evidence
// of strength. A resignation is not a fault.
func (t *Tally) AllForfeited() bool { return t.Faults() > 0 && t.Faults() == t.Games() }

// Faults returns the number of games that were lost by faults of players.
func (t *Tally) Faults() (n int) {
	for _, f := range t.Forfeits {
		if f.Reason != players.Resigned {
			n++
		}
	}
	return n
}

// Games returns the number of games.
func (t *Tally) Games() int { return t.Wins + t.Draws + t.Losses }
