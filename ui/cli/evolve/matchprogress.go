package evolve

import (
	"fmt"

	"evothello/fitness"
)

// A matchProgress shows the score of a match in progress.
type matchProgress struct {
	*display
	pairs int
	tally fitness.Tally
}

func (l *matchProgress) played(r fitness.PairResult) {
	l.tally.Add(r)
	if l.due() {
		done := l.tally.Pairs.Pairs()
		l.show(float64(done)/float64(l.pairs), fmt.Sprintf("pair %d of %d: %s", done, l.pairs, l.score()))
	}
}

// score returns the score so far. Forfeits come first.
func (l *matchProgress) score() string {
	forfeits := ""
	if n := len(l.tally.Forfeits); n > 0 {
		forfeits = fmt.Sprintf("%d of %d games forfeited", n, l.tally.Games())
	}
	if l.tally.AllForfeited() {
		return forfeits
	}
	score := fmt.Sprintf("%.1f %%, Elo %v", 100*l.tally.Pairs.Score(), l.tally.Pairs.Elo())
	if forfeits != "" {
		score = forfeits + ", " + score
	}
	return score
}
