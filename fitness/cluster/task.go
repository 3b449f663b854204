package cluster

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/players"
)

// A task is the message with a batch of pairs. It contains the hashes of recipes instead of recipes, because
// each worker needs each recipe only once.
type task struct {
	Arena   string     `json:"arena"`          // name of the arena that receives the results
	Play    uint64     `json:"play"`           // number of the arena's Play, from 1
	First   int        `json:"first"`          // index of the first pair, so that tasks with equal pairs have different ids
	Copy    int        `json:"copy,omitempty"` // which of its copies it is; a worker plays one of them
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
func newTask(arena string, play uint64, timed bool, pairs []fitness.Pair, which []int, store *recipeStore) *task {
	t := &task{Arena: arena, Play: play, First: which[0], Timed: timed, Pairs: make([]taskPair, len(which))}
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

// encode returns the encoded task and its id, which is the hash of the encoded task.
func (t *task) encode() (id string, data []byte) {
	data, err := json.Marshal(t)
	if err != nil {
		panic("cluster: " + err.Error()) // tasks are plain data
	}
	return files.SHA256(data), data
}

// decodeTask decodes a task and validates it.
func decodeTask(data []byte) (t *task, id string, err error) {
	t = new(task)
	if err := json.Unmarshal(data, t); err != nil {
		return nil, "", fmt.Errorf("invalid task: %w", err)
	}
	if len(t.Pairs) == 0 || len(t.Pairs) > maxPairsPerTask {
		return nil, "", fmt.Errorf("invalid task: %d pairs", len(t.Pairs))
	}
	for i := range t.Pairs {
		p := &t.Pairs[i]
		if min(p.A, p.B) < 0 || max(p.A, p.B) >= len(t.Recipes) {
			return nil, "", fmt.Errorf("invalid task: pair %d has no players", i+1)
		}
		if p.Opening.Large == nil && p.Opening.Start.Board == (engine.Board{}) {
			return nil, "", fmt.Errorf("invalid task: pair %d has no opening", i+1)
		}
	}
	return t, files.SHA256(data), nil
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
				data = append(data, byte(move))
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

// decodeResults decodes the results of a number of pairs. It checks that they are complete and within range.
// Checks by replay find out whether they are right.
func decodeResults(data []byte, pairs int, timed bool) ([]fitness.PairResult, error) {
	r := resultReader{data: data}
	results := make([]fitness.PairResult, pairs)
	for i := range results {
		for g := range results[i].Games {
			results[i].Games[g] = r.record(timed)
		}
	}
	if r.invalid || len(r.data) > 0 {
		return nil, errors.New("invalid results")
	}
	return results, nil
}

// A resultReader decodes results. After an error invalid is true.
type resultReader struct {
	data    []byte
	invalid bool
}

// mostDiscs is the number of squares of the largest board.
const mostDiscs = engine.MaxLarge * engine.MaxLarge

func (r *resultReader) record(timed bool) (game fitness.Record) {
	moves := r.bytes(60)
	game.Moves = make([]engine.Square, len(moves))
	for i, move := range moves {
		game.Moves[i] = engine.Square(move)
		r.invalid = r.invalid || move > 63
	}
	discs, n := binary.Varint(r.data)
	r.skip(n)
	game.Discs, game.Nodes = int(discs), r.uvarint()
	game.ForfeitReason = string(r.bytes(maxForfeitLength))
	r.invalid = r.invalid || discs < -mostDiscs || discs > mostDiscs
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
		if x.Discs != y.Discs || x.Nodes != y.Nodes || x.ForfeitReason != y.ForfeitReason || !slices.Equal(x.Moves, y.Moves) {
			return false
		}
	}
	return true
}
