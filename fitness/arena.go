// Package fitness measures the strength of players: it makes random openings, plays pairs of games and computes
// statistics of the results.
//
// A pair is one opening played twice, with colours swapped. It is the unit of work, of statistics,
// and of what is sent to another process. The games of a pair depend on the pair alone, so the
// results do not depend on where and in which order pairs are played. An Arena plays pairs; Local is
// the arena that uses the cores of this machine.
package fitness

import (
	"context"

	"evothello/players"
)

// A Pair is two games of A against B from one opening; A is Black in the first. If RandomEvery is above 0,
// each move of either player is random with a chance of 1 in RandomEvery. These moves, and players with
// random moves, take their random numbers from Seed. A pair is plain data.
type Pair struct {
	A           *players.Recipe `json:"a"`
	B           *players.Recipe `json:"b"`
	Opening     Opening         `json:"opening"`
	Seed        uint64          `json:"seed"`
	RandomEvery int             `json:"random_every,omitempty"`
}

// An Arena plays pairs.
type Arena interface {
	// Play plays all pairs and returns their results in the same order. After each pair it calls
	// played with the pair's index, unless played is nil. The calls come in no particular order, one
	// at a time. If ctx is cancelled, Play stops soon and returns ctx's cause.
	Play(ctx context.Context, pairs []Pair, played func(i int, r PairResult)) ([]PairResult, error)
	// Slots is the approximate number of pairs that the arena plays at the same time.
	Slots() int
}

// A Trusting arena has workers on other machines, and checks only a sample of their results. A result may turn out to
// be wrong after Play has returned. Then no result of any worker so far can be trusted, because a worker can change its
// key and name at no cost.
type Trusting interface {
	Arena
	// FromWorker reports whether a worker returned the result of pair i. Call it only within the function played,
	// because Play forgets the origin of results when it returns.
	FromWorker(i int) bool
	// Caught returns how often a worker's result turned out to be wrong so far, and the fault of the last one.
	Caught() (times int, reason string)
}

// A Watch detects new wrong results of workers in a Trusting arena. In other arenas it detects nothing.
type Watch struct {
	arena Trusting // nil if the arena is not Trusting
	seen  int      // times
}

// WatchWorkers returns a watch for wrong results in an arena from now on.
func WatchWorkers(arena Arena) *Watch {
	w := new(Watch)
	w.arena, _ = arena.(Trusting)
	w.Caught()
	return w
}

// FromWorker returns the result of the arena's FromWorker, or false if the arena is not Trusting.
func (w *Watch) FromWorker(i int) bool { return w.arena != nil && w.arena.FromWorker(i) }

// Caught returns the last fault of a worker since the previous call, "" if there was none.
func (w *Watch) Caught() string {
	if w.arena == nil {
		return ""
	}
	times, reason := w.arena.Caught()
	if times == w.seen {
		return ""
	}
	w.seen = times
	return reason
}
