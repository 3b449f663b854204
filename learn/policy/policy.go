// Package policy is players that never search: a network of neurons looks at a position once and
// says which move to make. They learn it from the moves of experts, of players that search, or
// of the winners of their own games, round after round in a directory: stopped and resumed.
package policy

import (
	"fmt"
	"math/bits"
	"slices"

	"evothello/engine"
	"evothello/evaluators/tuples"
	"evothello/internal/files"
	"evothello/learn/nets"
)

// What a network sees of a position is what lies there, and nothing of what a move would lead to:
// numbers of 0 or 1, which are planes of 64 squares, then the configurations of the tuples that
// learnt tables look at too: lines, edges and corners.
const planes = 4 // the mover's moves and discs, the opponent's discs and moves

// places are how many tuples there are.
var places = func() int {
	var at tuples.Position
	var space [tuples.Slots]uint32
	tuples.Patterns().Find(0, 0, &at)
	return len(at.Entries(tuples.Patterns(), &space))
}()

// inputs are how many numbers a network sees.
func inputs() int { return 64*planes + places }

// SpecOf is the network with hidden layers of those widths which learns a vector of that length
// for each configuration.
func SpecOf(hidden []int, vector int) nets.Spec {
	return nets.Spec{
		Inputs: inputs(), Hidden: hidden, Outputs: 64,
		Lookup: nets.Lookup{Places: places, Things: tuples.Patterns().Len, Width: vector},
	}
}

// observe adds what a network sees of a board, which has no holes, and returns the mover's moves.
func observe(into []float32, b engine.Board) (seen []float32, legal uint64) {
	legal, replies := engine.Mobilities(b.Mover, b.Opponent)
	from := len(into)
	into = append(into, make([]float32, 64*planes)...)
	for i, set := range [planes]uint64{legal, b.Mover, b.Opponent, replies} {
		plane := into[from+64*i:]
		for ; set != 0; set &= set - 1 {
			plane[bits.TrailingZeros64(set)] = 1
		}
	}
	var at tuples.Position
	var space [tuples.Slots]uint32
	tuples.Patterns().Find(b.Mover, b.Opponent, &at)
	for _, entry := range at.Entries(tuples.Patterns(), &space) {
		into = append(into, float32(entry))
	}
	return into, legal
}

// A Policy is a network that says which move to make. It may be used from several goroutines at
// a time.
type Policy struct{ net *nets.Net }

// kind is that of files with a policy.
const kind = "evothello policy"

// An origin is what a file with a policy says of it.
type origin struct {
	Spec     nets.Spec `json:"spec"`
	Features int       `json:"features"` // what a network sees, in which version
	Seed     uint64    `json:"seed"`
	Round    int       `json:"round"`
	Training string    `json:"training"` // SHA-256 of the configuration it was trained with
}

// features is the version of what networks see.
const features = 1

// PlayerFile is where a directory of training keeps its player.
const PlayerFile = "player.net"

// Load reads the policy in a file, or in a directory where one is trained. Errors name the file
// and say in one line what is wrong.
func Load(path string) (*Policy, error) {
	path, err := Format.PlayerFile(path)
	if err != nil {
		return nil, err
	}
	var about origin
	weights, err := nets.Load(path, kind, &about)
	if err != nil {
		return nil, &files.Damaged{Path: path, Err: err}
	}
	if want := SpecOf(about.Spec.Hidden, about.Spec.Lookup.Width); about.Features != features || !same(about.Spec, want) {
		return nil, fmt.Errorf("%s sees the board otherwise than this program's networks do: train it again", path)
	}
	net, err := nets.FromWeights(about.Spec, weights)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Policy{net}, nil
}

func same(a, b nets.Spec) bool {
	return a.Inputs == b.Inputs && slices.Equal(a.Hidden, b.Hidden) && a.Outputs == b.Outputs && a.Lookup == b.Lookup
}

// values are what the network says of the 64 squares of each board, one board's after the other's,
// and the moves that are legal there.
func (p *Policy) values(boards []engine.Board) (values []float32, legal []uint64, err error) {
	seen, legal := make([]float32, 0, len(boards)*inputs()), make([]uint64, len(boards))
	for i, b := range boards {
		seen, legal[i] = observe(seen, b)
	}
	values, err = p.net.Forward(seen)
	return values, legal, err
}

// atOnce is at how many boards at most the network looks at a time.
const atOnce = 512

// Moves are the moves that the policy makes on boards without holes that all have one: of equally
// good ones the first.
func (p *Policy) Moves(boards []engine.Board) ([]engine.Square, error) {
	moves := make([]engine.Square, 0, len(boards))
	for some := range slices.Chunk(boards, atOnce) {
		values, legal, err := p.values(some)
		if err != nil {
			return nil, err
		}
		for i := range some {
			moves = append(moves, best(values[64*i:], legal[i]))
		}
	}
	return moves, nil
}

// best is the legal move of most value.
func best(values []float32, legal uint64) engine.Square {
	move := engine.NoSquare
	for s := range engine.SquaresOf(legal) {
		if move == engine.NoSquare || values[s] > values[move] {
			move = s
		}
	}
	return move
}
