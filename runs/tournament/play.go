package tournament

import (
	"cmp"
	"context"

	"evothello/fitness"
	"evothello/internal/files"
)

// A Played is the result of a pair, for observers.
type Played struct {
	Pairing int    // index of the pairing in Tallies
	A, B    string // names of the players
	Result  fitness.PairResult
}

// Play plays the remaining pairs in the arena. After each pair it calls observe, one call at a time; observe
// may be nil. If ctx is cancelled, it returns ctx's error, and the played pairs count. If a worker of a
// fitness.Trusting arena turns out to be wrong, it plays all pairs again that workers returned, including
// those of earlier processes.
func (t *Tournament) Play(ctx context.Context, arena fitness.Arena, observe func(Played)) error {
	workers := fitness.WatchWorkers(arena)
	for {
		before := t.dropped
		err := t.playMissing(ctx, arena, workers, observe)
		err = cmp.Or(err, t.dropIfCaught(workers), t.sync(), t.writeTimes())
		if err != nil || t.dropped == before {
			return err
		}
	}
}

// playMissing plays the pairs that have no result.
func (t *Tournament) playMissing(ctx context.Context, arena fitness.Arena, workers *fitness.Watch,
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
		if err := t.store(index[i], r, workers.FromWorker(i)); err != nil {
			stop(err)
			return
		}
		if observe != nil {
			observe(Played{Pairing: index[i] / t.Config.Pairs, A: pairs[i].A.Name, B: pairs[i].B.Name, Result: r})
		}
		if err := t.dropIfCaught(workers); err != nil { // at once, so that a kill leaves none of them
			stop(err)
		}
	})
	return err
}

// store stores the result of pair i and its times, the result also in the journal if there is a directory.
func (t *Tournament) store(i int, r fitness.PairResult, elsewhere bool) error {
	if t.dir != nil {
		if err := t.dir.add(i, r, elsewhere); err != nil {
			return err
		}
	}
	t.results[i] = &r
	if elsewhere {
		t.elsewhere[i] = true
	}
	a, b := t.pairSpecs(i)
	t.times.add(a, b, r)
	return nil
}

// pairSpecs returns the specs of the players of pair i.
func (t *Tournament) pairSpecs(i int) (a, b string) {
	pairing := t.pairings[i/t.Config.Pairs]
	return t.Config.Players[pairing[0]].Spec, t.Config.Players[pairing[1]].Spec
}

// dropIfCaught forgets the results of all workers and their times if one turned out to be wrong.
func (t *Tournament) dropIfCaught(workers *fitness.Watch) error {
	reason := workers.Caught()
	if reason == "" || len(t.elsewhere) == 0 {
		return nil
	}
	for i := range t.elsewhere {
		a, b := t.pairSpecs(i)
		t.times.remove(a, b, *t.results[i])
		t.results[i] = nil
	}
	t.dropped += len(t.elsewhere)
	if t.Again != nil {
		t.Again(len(t.elsewhere), reason)
	}
	clear(t.elsewhere)
	if t.dir == nil {
		return nil
	}
	return t.dir.journal.Filter(func(line []byte) bool {
		var e entry
		return files.DecodeLine(line, &e) != nil || !e.Elsewhere // the header is no entry
	})
}

func (t *Tournament) sync() error {
	if t.dir == nil {
		return nil
	}
	return t.dir.journal.Sync()
}
