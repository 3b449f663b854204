package fitness

import (
	"context"
	"slices"

	"evothello/evaluators"
	"evothello/players"
)

// sprtEvery is how many pairs are read between two looks at the ratio.
const sprtEvery = 16

// Match plays A against B, a pair per opening, and tallies from A's side. With
// test it stops when that is decided: the pairs are read in order, sixteen at a
// time, and what was played beyond the decision is thrown away, so that the
// outcome is the same for any number of workers. kept are the pairs that count. played,
// unless it is nil, is called after each pair in whatever order they end.
func Match(ctx context.Context, arena Arena, a, b *players.Recipe, openings []Opening, seed uint64, test *SPRT,
	played func(PairResult)) (tally Tally, kept []PairResult, err error) {
	pairs := make([]Pair, len(openings))
	for i, o := range openings {
		pairs[i] = Pair{A: a, B: b, Opening: o, Seed: mix(seed, i)}
	}
	return Judged(len(pairs), arena.Slots(), test, func(from, to int) ([]PairResult, error) {
		return arena.Play(ctx, pairs[from:to], anyOrder(played))
	})
}

// Judged tallies n pairs, which play plays from one number to another, until test is
// decided, as Match does; slots is how many are played at a time.
func Judged(n, slots int, test *SPRT, play func(from, to int) ([]PairResult, error)) (tally Tally, kept []PairResult,
	err error) {
	batch := n
	if test != nil {
		batch = sprtEvery * slots
	}
	for from := 0; from < n; from += batch {
		results, err := play(from, min(from+batch, n))
		if err != nil {
			return tally, kept, err
		}
		for _, r := range results {
			tally.Add(r)
			kept = append(kept, r)
			if test == nil || tally.Pairs.Pairs()%sprtEvery != 0 {
				continue
			}
			if decision, _ := test.Judge(tally.Pairs); decision != Undecided {
				return tally, kept, nil
			}
		}
	}
	return tally, kept, nil
}

// anyOrder tells of pairs and not which they are.
func anyOrder(played func(PairResult)) func(int, PairResult) {
	if played == nil {
		return nil
	}
	return func(_ int, r PairResult) { played(r) }
}

// Round plays every candidate against the same panel on the same openings and
// returns each candidate's tally. Openings and panel members advance together, over
// several rounds too: earlier rounds used from openings, and opening i is played
// against panel member from + i modulo the panel's size. Of a panel larger than all
// openings only the first play. Random players draw from seed. A player does not
// play itself: two equal players without random draws would win one game each, so
// they score that without a game. played is as in Match.
func Round(ctx context.Context, arena Arena, candidates, panel []*players.Recipe, openings []Opening, from int,
	seed uint64, played func(PairResult)) ([]Tally, error) {
	var pairs []Pair
	var owner []int
	tallies := make([]Tally, len(candidates))
	for c, candidate := range candidates {
		self := make([]bool, len(panel))
		for i, rival := range panel {
			self[i] = same(candidate, rival)
		}
		for i, o := range openings {
			rival := (from + i) % len(panel)
			if self[rival] {
				tallies[c].Pairs[2]++
				continue
			}
			pairs = append(pairs, Pair{A: candidate, B: panel[rival], Opening: o, Seed: mix(seed, from+i)})
			owner = append(owner, c)
		}
	}
	results, err := arena.Play(ctx, pairs, anyOrder(played))
	if err != nil {
		return nil, err
	}
	for i, r := range results {
		tallies[owner[i]].Add(r)
	}
	return tallies, nil
}

// same reports whether two recipes of weights play the same. To compare weights first saves
// the time that hashes take.
func same(a, b *players.Recipe) bool {
	return a.Weights != nil && b.Weights != nil &&
		slices.EqualFunc(a.Weights.Phases, b.Weights.Phases, evaluators.Weights.Equal) && a.Hash() == b.Hash()
}
