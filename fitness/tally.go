package fitness

import (
	"math"
	"slices"
)

// A Pentanomial counts pairs by one side's points: lost both games, lost and
// drew, two draws or a win and a loss, won and drew, won both.
type Pentanomial [5]int

// pairScores are the mean scores of a game in such pairs.
var pairScores = [5]float64{0, 0.25, 0.5, 0.75, 1}

// Pairs counts all pairs.
func (n Pentanomial) Pairs() int { return n[0] + n[1] + n[2] + n[3] + n[4] }

// Plus counts the pairs of both.
func (n Pentanomial) Plus(m Pentanomial) Pentanomial {
	for i := range n {
		n[i] += m[i]
	}
	return n
}

// Enough reports whether there are so many pairs that intervals and likelihoods can be
// believed: with fewer they are too sure of themselves, most of all where all pairs
// ended alike.
func (n Pentanomial) Enough() bool { return n.Pairs() >= 16 }

// Score is the mean score of a game, 0…1, a draw counting ½; ½ if there is none.
func (n Pentanomial) Score() float64 {
	if n.Pairs() == 0 {
		return 0.5
	}
	return float64(n[1]+2*n[2]+3*n[3]+4*n[4]) / float64(4*n.Pairs())
}

// z95 is the two-sided 95 % quantile of the normal distribution.
const z95 = 1.959963984540054

// spread returns the mean score, the deviation of one pair's score and the
// standard error of the mean.
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

// Interval is the 95 % confidence interval of the score over pairs, inside 0…1.
// If all pairs ended alike, one imagined pair more keeps it from being ± 0: a
// pair at ½, or half a pair at either end where all stand at ½ already.
func (n Pentanomial) Interval() (low, high float64) {
	mean, _, stdErr := n.cautious()
	margin := float64(z95 * stdErr)
	return max(0, mean-margin), min(1, mean+margin)
}

// cautious is the mean, the deviation and the standard error, the latter two
// never 0.
func (n Pentanomial) cautious() (mean, deviation, stdErr float64) {
	mean, deviation, stdErr = n.spread()
	if stdErr > 0 {
		return mean, deviation, stdErr
	}
	more := [5]float64{float64(n[0]), float64(n[1]), float64(n[2]), float64(n[3]), float64(n[4])}
	if n[2] == n.Pairs() {
		more[0] += 0.5
		more[4] += 0.5
	} else {
		more[2]++
	}
	_, deviation, stdErr = spread(more)
	return mean, deviation, stdErr
}

// Elo is the score as a difference in rating points, and half the width of its
// 95 % interval. Scores are held within 0.001…0.999, or some would be infinite.
func (n Pentanomial) Elo() (elo, plusMinus float64) {
	mean, _, stdErr := n.cautious()
	margin := float64(z95 * stdErr)
	return eloOf(mean), (eloOf(mean+margin) - eloOf(mean-margin)) / 2
}

func eloOf(score float64) float64 {
	score = min(max(score, 0.001), 0.999)
	return 400 * math.Log10(score/(1-score))
}

// normalElo is the nElo of a score one deviation of a game above ½: 800 / ln 10.
const normalElo = 800 / math.Ln10

// NormalizedElo is Elo measured in deviations of a game's score, which says how
// many games it takes to see the difference, and half its 95 % interval.
func (n Pentanomial) NormalizedElo() (nElo, plusMinus float64) {
	mean, deviation, stdErr := n.cautious()
	perGame := normalElo / (math.Sqrt2 * deviation)
	return (mean - 0.5) * perGame, z95 * stdErr * perGame
}

// Superiority is the likelihood that the side is the stronger one (LOS), 0…1.
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

// TooFew is why there is no likelihood where there are not enough pairs.
const TooFew = "too few pairs to say"

// Believable is Superiority where there are enough pairs, else nil and why.
func (n Pentanomial) Believable() (superiority *float64, why string) {
	if !n.Enough() {
		return nil, TooFew
	}
	los := n.Superiority()
	return &los, ""
}

// A Tally sums up pairs from A's side.
type Tally struct {
	Pairs               Pentanomial
	Wins, Draws, Losses int
	Discs               int         // A's disc difference over all games
	Nodes               uint64      // of both sides
	Times               [2]Thinking // A's and B's, if the arena was Timed
	Forfeits            []Forfeit
}

// A Forfeit is a game that one side lost by what its player did.
type Forfeit struct {
	Side   string `json:"side"` // "a" or "b": who lost by it
	Pair   int    `json:"pair"` // from 1 on
	Game   int    `json:"game"` // of the pair: 1, in which A is Black, or 2
	Reason string `json:"reason"`
}

// Add counts one pair more.
func (t *Tally) Add(r PairResult) {
	t.Pairs[r.HalfPoints()]++
	for i, discs := range [2]int{r.Games[0].Discs, -r.Games[1].Discs} {
		if reason := r.Games[i].Forfeit; reason != "" {
			forfeit := Forfeit{Side: "a", Pair: t.Pairs.Pairs(), Game: i + 1, Reason: reason}
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

// Swapped is the tally from B's side.
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

// AllForfeited reports whether there are games and all were forfeited: they say nothing about
// strength.
func (t *Tally) AllForfeited() bool { return len(t.Forfeits) > 0 && len(t.Forfeits) == t.Games() }

// Games counts the games played.
func (t *Tally) Games() int { return t.Wins + t.Draws + t.Losses }
