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

// A task is a batch of pairs as it travels: players by the hashes of their recipes,
// which travel by themselves and only once.
type task struct {
	Arena   string     `json:"arena"` // that wants the results
	Play    uint64     `json:"play"`  // which of the arena's, from 1
	First   int        `json:"first"` // pair of the Play: two tasks of the same pairs are not the same task
	Timed   bool       `json:"timed,omitempty"`
	Recipes []string   `json:"recipes"`
	Pairs   []taskPair `json:"pairs"`
}

// A taskPair is a fitness.Pair whose players are places in the task's Recipes.
type taskPair struct {
	A       int             `json:"a"`
	B       int             `json:"b"`
	Opening fitness.Opening `json:"opening"`
	Seed    uint64          `json:"seed"`
}

// mostPairs is how many pairs a task has at most: their results are some 150 bytes each,
// and a message is at most a megabyte.
const mostPairs = 2000

// longestForfeit is how many bytes a forfeit's reason has at most.
const longestForfeit = 1000

// newTask makes a task of some pairs of a Play, and puts their players into the store.
func newTask(arena string, play uint64, timed bool, pairs []fitness.Pair, which []int, store *recipeStore) *task {
	t := &task{Arena: arena, Play: play, First: which[0], Timed: timed, Pairs: make([]taskPair, len(which))}
	places := map[string]int{}
	place := func(r *players.Recipe) int {
		hash := store.put(r)
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
		t.Pairs[i] = taskPair{place(p.A), place(p.B), p.Opening, p.Seed}
	}
	return t
}

// encode writes the task; its id is a hash of what is written.
func (t *task) encode() (id string, data []byte) {
	data, err := json.Marshal(t)
	if err != nil {
		panic("cluster: " + err.Error()) // tasks are plain data
	}
	return files.SHA256(data), data
}

// decodeTask reads a task and checks all that it says.
func decodeTask(data []byte) (t *task, id string, err error) {
	t = new(task)
	if err := json.Unmarshal(data, t); err != nil {
		return nil, "", fmt.Errorf("senseless task: %w", err)
	}
	if len(t.Pairs) == 0 || len(t.Pairs) > mostPairs {
		return nil, "", fmt.Errorf("senseless task: %d pairs", len(t.Pairs))
	}
	for i := range t.Pairs {
		p := &t.Pairs[i]
		if min(p.A, p.B) < 0 || max(p.A, p.B) >= len(t.Recipes) {
			return nil, "", fmt.Errorf("senseless task: pair %d has no players", i+1)
		}
		if p.Opening.Start.Board == (engine.Board{}) {
			return nil, "", fmt.Errorf("senseless task: pair %d has no opening", i+1)
		}
	}
	return t, files.SHA256(data), nil
}

// encodeResults writes the results of a task: for each game the moves, the discs, the
// nodes, the forfeit, and the times if the task is timed.
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
			data = binary.AppendUvarint(data, uint64(len(game.Forfeit)))
			data = append(data, game.Forfeit...)
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

// decodeResults reads the results of so many pairs. It checks that they are whole and in
// range; whether they are right is for spot checks to find out.
func decodeResults(data []byte, pairs int, timed bool) ([]fitness.PairResult, error) {
	r := reader{data: data}
	results := make([]fitness.PairResult, pairs)
	for i := range results {
		for g := range results[i].Games {
			results[i].Games[g] = r.record(timed)
		}
	}
	if r.bad || len(r.data) > 0 {
		return nil, errors.New("senseless results")
	}
	return results, nil
}

// A reader takes what is written apart, and remembers if anything was wrong.
type reader struct {
	data []byte
	bad  bool
}

func (r *reader) record(timed bool) (game fitness.Record) {
	moves := r.bytes(60)
	game.Moves = make([]engine.Square, len(moves))
	for i, move := range moves {
		game.Moves[i] = engine.Square(move)
		r.bad = r.bad || move > 63
	}
	discs, n := binary.Varint(r.data)
	r.skip(n)
	game.Discs, game.Nodes = int(discs), r.uvarint()
	game.Forfeit = string(r.bytes(longestForfeit))
	r.bad = r.bad || discs < -64 || discs > 64
	if timed {
		for side := range game.Times {
			game.Times[side] = fitness.Thinking{Moves: int(r.uvarint()), Time: time.Duration(r.uvarint())}
		}
	}
	return game
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.data)
	r.skip(n)
	return v
}

// bytes reads a length, of most at most, and as many bytes.
func (r *reader) bytes(most int) []byte {
	n := r.uvarint()
	if n > uint64(min(most, len(r.data))) {
		r.bad = true
		return nil
	}
	text := r.data[:n]
	r.data = r.data[n:]
	return text
}

// skip goes on by n bytes; n ≤ 0 says that there was nothing to read.
func (r *reader) skip(n int) {
	if n <= 0 {
		r.bad, r.data = true, nil
		return
	}
	r.data = r.data[n:]
}

// same reports whether two results are those of the same games. Times may differ.
func same(a, b *fitness.PairResult) bool {
	for g := range a.Games {
		x, y := &a.Games[g], &b.Games[g]
		if x.Discs != y.Discs || x.Nodes != y.Nodes || x.Forfeit != y.Forfeit || !slices.Equal(x.Moves, y.Moves) {
			return false
		}
	}
	return true
}
