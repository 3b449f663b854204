// Package fitness says what players are worth: it draws openings, has pairs of games
// played and judges the results.
//
// A pair is one opening played twice with colours swapped. It is the unit of work, of
// statistics, and of what is handed to another process. What a pair's games are depends
// on nothing but the pair, so results are the same wherever and in whatever order they
// are played. An Arena plays pairs; Local does so on this machine's cores.
package fitness

import (
	"context"

	"evothello/players"
)

// A Pair is two games of A against B from one opening; A is Black in the first.
// Players that draw lots draw them from Seed. A pair is plain data.
type Pair struct {
	A       *players.Recipe `json:"a"`
	B       *players.Recipe `json:"b"`
	Opening Opening         `json:"opening"`
	Seed    uint64          `json:"seed"`
}

// An Arena plays pairs.
type Arena interface {
	// Play plays all pairs and returns their results in the same order. It calls
	// played, unless that is nil, after each pair with its index, in no particular
	// order, one call at a time. If ctx is cancelled it stops soon and returns ctx's
	// cause.
	Play(ctx context.Context, pairs []Pair, played func(i int, r PairResult)) ([]PairResult, error)
	// Slots is how many pairs it plays at the same time, or thereabouts.
	Slots() int
}
