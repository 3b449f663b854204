package fitness

import (
	"context"
	"maps"
	"slices"

	"evothello/evaluators"
	"evothello/players"
)

// sprtEvery is the number of pairs between two evaluations of a sequential test.
const sprtEvery = 16

// Match plays A against B, one pair per opening, and returns the tally from A's side and the results in it. If test is
// not nil, the match stops when the test is decided. The test reads the pairs in order, sixteen at a time, and ignores
// pairs that were played after the decision, so the result is the same for any number of workers. Match calls played
// after each pair, in no particular order, unless played is nil.
func Match(ctx context.Context, arena Arena, a, b *players.Recipe, openings []Opening, seed uint64, test *SPRT,
	played func(PairResult)) (tally Tally, counted []PairResult, err error) {
	pairs := MatchPairs(a, b, openings, seed)
	return PlayUntilDecided(len(pairs), arena.Slots(), test, func(from, to int) ([]PairResult, error) {
		return arena.Play(ctx, pairs[from:to], withoutIndex(played))
	})
}

// MatchPairs returns the pairs of a match: A against B, one pair per opening.
func MatchPairs(a, b *players.Recipe, openings []Opening, seed uint64) []Pair {
	pairs := make([]Pair, len(openings))
	for i, o := range openings {
		pairs[i] = Pair{A: a, B: b, Opening: o, Seed: mixSeed(seed, i)}
	}
	return pairs
}

// PlayUntilDecided plays n pairs or fewer and tallies them like Match: it stops when test is decided.
// play plays the pairs from index from to index to, exclusive. slots is the number of pairs that are
// played at the same time.
func PlayUntilDecided(n, slots int, test *SPRT,
	play func(from, to int) ([]PairResult, error)) (tally Tally, counted []PairResult, err error) {
	batch := n
	if test != nil {
		batch = sprtEvery * slots
	}
	for from := 0; from < n; from += batch {
		results, err := play(from, min(from+batch, n))
		if err != nil {
			return tally, counted, err
		}
		for _, r := range results {
			tally.Add(r)
			counted = append(counted, r)
			if test == nil || tally.Pairs.Pairs()%sprtEvery != 0 {
				continue
			}
			if decision, _ := test.Decide(tally.Pairs); decision != Undecided {
				return tally, counted, nil
			}
		}
	}
	return tally, counted, nil
}

// withoutIndex adapts played to the callback of Arena.Play.
func withoutIndex(played func(PairResult)) func(int, PairResult) {
	if played == nil {
		return nil
	}
	return func(_ int, r PairResult) { played(r) }
}

// Round plays every candidate against the same panel on the same openings and returns the tally of each candidate.
// Opening i is played against panel member (from + i) modulo the size of the panel, where from is the number of
// openings that earlier rounds used. If the panel has more members than there are openings, only the first members
// play. seed is the random seed for players with random moves, and for the moves that randomEvery makes random: one in
// randomEvery, none if it is 0. A candidate that equals its opponent does not play it: without random moves each would
// win one game. The tally counts this result instead. played is as in Match.
func Round(ctx context.Context, arena Arena, candidates, panel []*players.Recipe, openings []Opening, from int,
	seed uint64, randomEvery int, played func(PairResult)) ([]Tally, error) {
	var pairs []Pair
	var owner []int
	tallies := make([]Tally, len(candidates))
	for c, candidate := range candidates {
		self := make([]bool, len(panel))
		for i, opponent := range panel {
			self[i] = same(candidate, opponent)
		}
		for i, o := range openings {
			opponent := (from + i) % len(panel)
			if self[opponent] {
				tallies[c].Pairs[2]++
				continue
			}
			pairs = append(pairs, Pair{A: candidate, B: panel[opponent], Opening: o, Seed: mixSeed(seed, from+i),
				RandomEvery: randomEvery})
			owner = append(owner, c)
		}
	}
	results, err := arena.Play(ctx, pairs, withoutIndex(played))
	if err != nil {
		return nil, err
	}
	for i, r := range results {
		tallies[owner[i]].Add(r)
	}
	return tallies, nil
}

// same reports whether two recipes of weights or parameters play the same. It compares the weights first because
// hashes are slow.
func same(a, b *players.Recipe) bool {
	if a.Parameters != nil {
		return maps.Equal(a.Parameters, b.Parameters)
	}
	return a.Weights != nil && b.Weights != nil &&
		slices.EqualFunc(a.Weights.Phases, b.Weights.Phases, evaluators.Weights.Equal) && a.Hash() == b.Hash()
}
