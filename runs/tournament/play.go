package tournament

import (
	"cmp"
	"context"
	"slices"

	"evothello/fitness"
	"evothello/internal/files"
)

// A Played is a played pair, for observers.
type Played struct {
	Pairing int    // index in Tallies
	A, B    string // names of the players
	Result  fitness.PairResult
}

// Play plays the remaining pairs in the arena. It calls observe, unless it is nil, after each pair, one call at a time.
// If ctx is cancelled, it returns ctx's error, and the played pairs count. If a worker of a fitness.Trusting arena
// turns out wrong, it plays all pairs again that this worker returned in this call.
func (t *Tournament) Play(ctx context.Context, arena fitness.Arena, observe func(Played)) error {
	from := fitness.NewProvenance[int](arena)
	for {
		before := t.dropped
		err := t.playMissing(ctx, arena, from, observe)
		dropErr := t.drop(from.Doubtful())
		err = cmp.Or(err, dropErr, t.sync(), t.writeTimes())
		if err != nil || t.dropped == before {
			return err
		}
	}
}

// playMissing plays the pairs that have no result.
func (t *Tournament) playMissing(ctx context.Context, arena fitness.Arena, from *fitness.Provenance[int],
	observe func(Played)) error {
	var pairs []fitness.Pair
	var index []int // indices of the pairs in the tournament
	for i, r := range t.results {
		if r == nil {
			pairs, index = append(pairs, t.pair(i)), append(index, i)
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	_, err := arena.Play(ctx, pairs, func(i int, r fitness.PairResult) {
		from.Record(i, index[i])
		if err := t.store(index[i], r); err != nil {
			stop(err)
			return
		}
		if observe != nil {
			observe(Played{Pairing: index[i] / t.Config.Pairs, A: pairs[i].A.Name, B: pairs[i].B.Name, Result: r})
		}
		if err := t.drop(from.DoubtfulEverySecond()); err != nil { // so that a kill leaves few of them
			stop(err)
		}
	})
	return err
}

// store stores the result of pair i and its times, the result also in the journal if there is a directory.
func (t *Tournament) store(i int, r fitness.PairResult) error {
	if t.dir != nil {
		if err := t.dir.add(i, r); err != nil {
			return err
		}
	}
	t.results[i] = &r
	a, b := t.pairSpecs(i)
	t.times.add(a, b, r)
	return nil
}

// pairSpecs returns the specs of the players of pair i.
func (t *Tournament) pairSpecs(i int) (a, b string) {
	pairing := t.pairings[i/t.Config.Pairs]
	return t.Config.Players[pairing[0]].Spec, t.Config.Players[pairing[1]].Spec
}

// drop forgets the results of pairs, and their times.
func (t *Tournament) drop(doubtful []int, reason string, err error) error {
	if len(doubtful) == 0 {
		return nil
	}
	for _, i := range doubtful {
		if r := t.results[i]; r != nil { // else another worker that returned it was wrong before
			a, b := t.pairSpecs(i)
			t.times.remove(a, b, *r)
			t.results[i] = nil
		}
	}
	t.dropped += len(doubtful)
	if t.Again != nil {
		t.Again(len(doubtful), reason)
	}
	if t.dir == nil {
		return err
	}
	return cmp.Or(t.dir.journal.Filter(func(line []byte) bool {
		e := new(entry)
		if files.DecodeLine(line, e) != nil {
			return true // it is the header
		}
		_, gone := slices.BinarySearch(doubtful, e.Pair)
		return !gone
	}), err)
}

// Unproven returns the number of pairs of earlier processes if a worker turned out wrong in this one: it may have
// returned some of them, which is not remembered. Otherwise it returns 0.
func (t *Tournament) Unproven() int {
	if t.dropped == 0 {
		return 0
	}
	return t.earlier
}

func (t *Tournament) sync() error {
	if t.dir == nil {
		return nil
	}
	return t.dir.journal.Sync()
}
