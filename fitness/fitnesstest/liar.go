package fitnesstest

import (
	"context"

	"evothello/fitness"
)

// A Liar is a fitness.Trusting arena with a worker, "liar". It returns every other pair, and in half of these it swaps
// the winner, until it is caught. All these results count at first.
type Liar struct {
	fitness.Local
	CaughtAfter int    // pairs, from 1
	Caught      func() // is called when it is caught; may be nil

	pairs    int // that were played
	returned map[int]bool
	helped   bool
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
			l.returned[i], l.helped = true, true
			if l.pairs%4 == 0 {
				r.Games[0].Discs, r.Games[1].Discs = -r.Games[0].Discs-2, -r.Games[1].Discs-2
			}
		}
		if l.pairs == l.CaughtAfter && l.Caught != nil {
			l.Caught()
		}
		if changed[i] = r; played != nil {
			played(i, r)
		}
	})
	return changed, err
}

// Helpers implements fitness.Trusting.
func (l *Liar) Helpers() []string {
	defer func() { l.helped = false }()
	if l.helped {
		return []string{"liar"}
	}
	return nil
}

// ReturnedBy implements fitness.Trusting.
func (l *Liar) ReturnedBy(i int) []string {
	if l.returned[i] {
		return []string{"liar"}
	}
	return nil
}

// Wrong implements fitness.Trusting.
func (l *Liar) Wrong(worker string) string {
	if worker == "liar" && l.pairs >= l.CaughtAfter {
		return "the liar lied"
	}
	return ""
}

// Played returns the number of pairs that were played.
func (l *Liar) Played() int { return l.pairs }
