// Package fitness measures the strength of players: it draws openings, plays pairs of games and
// computes statistics of the results.
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

// A Trusting arena has workers on other machines, and checks only a sample of their results. A worker may turn out
// to be wrong after Play has returned results of it.
type Trusting interface {
	Arena
	// Helpers returns the ids of workers. Since the last call of Helpers, Play has returned results from them.
	Helpers() []string
	// ReturnedBy returns the ids of the workers that returned the result of pair i, none if this machine played it. Only
	// the function played that Play calls may ask for it, as Play forgets it at its end.
	ReturnedBy(i int) []string
	// Wrong says which wrong result a worker has returned, "" if none is known.
	Wrong(worker string) string
}
