package cluster

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"evothello/engine"
	"evothello/fitness"
	"evothello/players"
)

// A task is the message with a batch of pairs. It contains the hashes of recipes instead of recipes, because
// each worker needs each recipe only once.
type task struct {
	Arena   string     `json:"arena"` // name of the arena that receives the results
	Play    uint64     `json:"play"`  // number of the arena's Play, from 1
	ID      string     `json:"id"`    // unique
	Timed   bool       `json:"timed,omitempty"`
	Recipes []string   `json:"recipes"`
	Pairs   []taskPair `json:"pairs"`
}

// A taskPair is a fitness.Pair. Its players are indices into the task's Recipes.
type taskPair struct {
	A           int             `json:"a"`
	B           int             `json:"b"`
	Opening     fitness.Opening `json:"opening"`
	Seed        uint64          `json:"seed"`
	RandomEvery int             `json:"random_every,omitempty"`
}

// maxPairsPerTask is the maximum number of pairs in a task. A result has about 150 bytes, and a message at most
// a megabyte.
const maxPairsPerTask = 2000

// maxForfeitLength is the maximum length of a forfeit's reason in bytes.
const maxForfeitLength = 1000

// newTask returns a task with the pairs at the given indices, and adds their recipes to the store.
func newTask(arena string, play uint64, id string, timed bool, pairs []fitness.Pair, which []int,
	store *recipeStore) *task {
	t := &task{Arena: arena, Play: play, ID: id, Timed: timed, Pairs: make([]taskPair, len(which))}
	places := map[string]int{}
	place := func(r *players.Recipe) int {
		hash := store.add(r)
		i, there := places[hash]
		if !there {
			i = len(t.Recipes)
			places[hash] = i
			t.Recipes = append(t.Recipes, hash)
		}
		return i
	}
	for i, index := range which {
		p := &pairs[index]
		t.Pairs[i] = taskPair{place(p.A), place(p.B), p.Opening, p.Seed, p.RandomEvery}
	}
	return t
}

// validate returns an error if a worker cannot play the task.
func (t *task) validate() error {
	if len(t.Pairs) == 0 || len(t.Pairs) > maxPairsPerTask {
		return fmt.Errorf("invalid task: it has %d pairs, must have 1 to %d", len(t.Pairs), maxPairsPerTask)
	}
	for i := range t.Pairs {
		p := &t.Pairs[i]
		if min(p.A, p.B) < 0 || max(p.A, p.B) >= len(t.Recipes) {
			return fmt.Errorf("invalid task: pair %d has the recipes %d and %d: must be 0 or more, and below %d", i+1,
				p.A, p.B, len(t.Recipes))
		}
		if p.Opening.Start.Board == (engine.Board{}) {
			return fmt.Errorf("invalid task: pair %d has no opening", i+1)
		}
	}
	return nil
}

// encodeResults encodes the results of a task: for each game the moves, the discs, the nodes, the forfeit, and
// the times if the task is timed.
func encodeResults(results []fitness.PairResult, timed bool) []byte {
	data := make([]byte, 0, 160*len(results))
	for i := range results {
		for g := range results[i].Games {
			game := &results[i].Games[g]
			data = binary.AppendUvarint(data, uint64(len(game.Moves)))
			for _, move := range game.Moves {
				data = binary.AppendUvarint(data, uint64(move))
			}
			data = binary.AppendVarint(data, int64(game.Discs))
			data = binary.AppendUvarint(data, game.Nodes)
			data = binary.AppendUvarint(data, uint64(len(game.ForfeitReason)))
			data = append(data, game.ForfeitReason...)
			if timed {
				for _, thinking := range game.Times {
					data = binary.AppendUvarint(data, uint64(thinking.Moves))
					data = binary.AppendUvarint(data, uint64(thinking.Time))
				}
			}
		}
	}
	return data
}

// maxNodesPerSecond is above what a core can search.
const maxNodesPerSecond = 1e9

// decodeResults decodes the results of a task, which a worker has had for a time. It returns an error unless all
// games are possible: played by the rules from their opening, and in this time.
func decodeResults(data []byte, pairs []fitness.Pair, which []int, had time.Duration,
	timed bool) ([]fitness.PairResult, error) {
	r := resultReader{data: data}
	results := make([]fitness.PairResult, len(which))
	left := (had + time.Second).Seconds() // for the slowest network and the coarsest clock
	for i, which := range which {
		p := &pairs[which]
		for g := range results[i].Games {
			game := &results[i].Games[g]
			*game = r.record(timed)
			for _, thinking := range game.Times {
				r.invalid = r.invalid || thinking.Time < 0
				left -= thinking.Time.Seconds()
			}
			r.invalid = r.invalid || left < 0 || float64(game.Nodes) > maxNodesPerSecond*(had+time.Second).Seconds()
		}
		if r.invalid {
			return nil, errors.New("it is incomplete or has numbers out of range")
		}
		if err := p.Replay(&results[i], timed); err != nil {
			return nil, fmt.Errorf("%s against %s after %s: %w", p.A.Name, p.B.Name, transcript(p), err)
		}
	}
	if len(r.data) > 0 {
		return nil, fmt.Errorf("it is %d bytes too long", len(r.data))
	}
	return results, nil
}

// A resultReader decodes results. After an error invalid is true.
type resultReader struct {
	data    []byte
	invalid bool
}

func (r *resultReader) record(timed bool) (game fitness.Record) {
	n := r.uvarint()
	if n > uint64(min(engine.MaxLarge*engine.MaxLarge, len(r.data))) {
		r.invalid = true
		return game
	}
	game.Moves = make([]engine.Square, n)
	for i := range game.Moves {
		game.Moves[i] = engine.Square(min(r.uvarint(), math.MaxInt16))
	}
	discs, size := binary.Varint(r.data)
	r.skip(size)
	game.Discs, game.Nodes = int(discs), r.uvarint()
	game.ForfeitReason = string(r.bytes(maxForfeitLength))
	if timed {
		for side := range game.Times {
			game.Times[side] = fitness.Thinking{Moves: int(r.uvarint()), Time: time.Duration(r.uvarint())}
		}
	}
	return game
}

func (r *resultReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.data)
	r.skip(n)
	return v
}

// bytes reads a length of at most most, and that many bytes.
func (r *resultReader) bytes(most int) []byte {
	n := r.uvarint()
	if n > uint64(min(most, len(r.data))) {
		r.invalid = true
		return nil
	}
	text := r.data[:n]
	r.data = r.data[n:]
	return text
}

// skip removes n bytes. n ≤ 0 means that the number there could not be decoded.
func (r *resultReader) skip(n int) {
	if n <= 0 {
		r.invalid, r.data = true, nil
		return
	}
	r.data = r.data[n:]
}

// sameGames reports whether two results are equal except for the times.
func sameGames(a, b *fitness.PairResult) bool {
	for g := range a.Games {
		x, y := &a.Games[g], &b.Games[g]
		if x.Discs != y.Discs || x.Nodes != y.Nodes || x.ForfeitReason != y.ForfeitReason ||
			!slices.Equal(x.Moves, y.Moves) {
			return false
		}
	}
	return true
}
