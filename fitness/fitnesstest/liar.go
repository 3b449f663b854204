package fitnesstest

import (
	"context"

	"evothello/fitness"
)

// A Liar is a fitness.Trusting arena for tests with one dishonest worker. The worker returns every second pair and
// swaps the winner in half of these, until it is caught. Until then its results count.
type Liar struct {
	fitness.Local
	CaughtAfter int    // number of pairs until it is caught, at least 1
	OnCaught    func() // is called when it is caught; may be nil

	pairs    int // that were played
	returned map[int]bool
}

var _ fitness.Trusting = (*Liar)(nil)

// Play implements fitness.Arena.
func (l *Liar) Play(ctx context.Context, pairs []fitness.Pair,
	played func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	l.returned = map[int]bool{}
	changed := make([]fitness.PairResult, len(pairs))
	_, err := l.Local.Play(ctx, pairs, func(i int, r fitness.PairResult) {
		caught := l.pairs >= l.CaughtAfter
		if l.pairs++; !caught && l.pairs%2 == 0 {
			l.returned[i] = true
			if l.pairs%4 == 0 {
				r.Games[0].Discs, r.Games[1].Discs = -r.Games[0].Discs-2, -r.Games[1].Discs-2
			}
		}
		if l.pairs == l.CaughtAfter && l.OnCaught != nil {
			l.OnCaught()
		}
		if changed[i] = r; played != nil {
			played(i, r)
		}
	})
	return changed, err
}

// FromWorker implements fitness.Trusting.
func (l *Liar) FromWorker(i int) bool { return l.returned[i] }

// Caught implements fitness.Trusting.
func (l *Liar) Caught() (times int, reason string) {
	if l.pairs >= l.CaughtAfter {
		return 1, "the liar lied"
	}
	return 0, ""
}

// Played returns the number of pairs that were played.
func (l *Liar) Played() int { return l.pairs }
