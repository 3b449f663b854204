// Package policy trains policy networks: players that do not search, but choose a move by one
// evaluation of a neural network. The targets are the moves of experts, of a player that searches, or
// of the winners of the network's own games. Training goes in rounds and can be stopped and resumed.
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

// planes is the number of input planes of 64 squares with values 0 or 1: the mover's moves and discs,
// the opponent's discs and moves. The inputs after them are the configurations of the tuples of the
// pattern tables: lines, edges and corners. No input depends on a position after a move.
const planes = 4

// places is the number of tuples.
var places = func() int {
	var at tuples.Position
	var space [tuples.Slots]uint32
	tuples.Patterns().Find(0, 0, &at)
	return len(at.Entries(tuples.Patterns(), &space))
}()

// inputs returns the number of inputs of a network.
func inputs() int { return 64*planes + places }

// SpecOf returns the shape of a policy network, from the widths of its hidden layers and the length of
// the embedding of a tuple configuration.
func SpecOf(hidden []int, vector int) nets.Spec {
	return nets.Spec{
		Inputs: inputs(), Hidden: hidden, Outputs: 64,
		Lookup: nets.Lookup{Inputs: places, Vocabulary: tuples.Patterns().Len, Width: vector},
	}
}

// appendInputs appends a network's inputs for a board without holes, and returns the legal moves.
func appendInputs(into []float32, b engine.Board) (inputs []float32, legal uint64) {
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

// A Policy is a network that chooses a move. It is safe for concurrent use.
type Policy struct{ net *nets.Net }

// playerKind is the file type of players.
const playerKind = "evothello policy"

// An origin is the header of a player's file.
type origin struct {
	Spec     nets.Spec `json:"spec"`
	Features int       `json:"features"` // version of the inputs
	Seed     uint64    `json:"seed"`
	Round    int       `json:"round"`
	Training string    `json:"training"` // SHA-256 of net.json
}

// features is the version of the inputs of networks.
const features = 1

// PlayerFile is the name of the player's file in a training directory.
const PlayerFile = "player.net"

// Load reads a policy from a file or a training directory. Errors have one line and name the file.
func Load(path string) (*Policy, error) {
	path, err := Format.PlayerFile(path)
	if err != nil {
		return nil, err
	}
	var header origin
	weights, err := nets.Load(path, playerKind, &header)
	if err != nil {
		return nil, &files.Damaged{Path: path, Err: err}
	}
	want := SpecOf(header.Spec.Hidden, header.Spec.Lookup.Width)
	if header.Features != features || !same(header.Spec, want) {
		return nil, fmt.Errorf("%s has other inputs than this program's networks: train it again", path)
	}
	net, err := nets.FromWeights(header.Spec, weights)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Policy{net}, nil
}

func same(a, b nets.Spec) bool {
	return a.Inputs == b.Inputs && slices.Equal(a.Hidden, b.Hidden) && a.Outputs == b.Outputs && a.Lookup == b.Lookup
}

// values returns the network's outputs for the 64 squares of each board, board after board, and the
// legal moves.
func (p *Policy) values(boards []engine.Board) (values []float32, legal []uint64, err error) {
	in, legal := make([]float32, 0, len(boards)*inputs()), make([]uint64, len(boards))
	for i, b := range boards {
		in, legal[i] = appendInputs(in, b)
	}
	values, err = p.net.Forward(in)
	return values, legal, err
}

// maxBatch is the largest number of boards that the network evaluates at a time.
const maxBatch = 512

// Moves returns the policy's move on each board: the legal move with the highest output, the first of
// equal ones. The boards must have no holes and a legal move.
func (p *Policy) Moves(boards []engine.Board) ([]engine.Square, error) {
	moves := make([]engine.Square, 0, len(boards))
	for chunk := range slices.Chunk(boards, maxBatch) {
		values, legal, err := p.values(chunk)
		if err != nil {
			return nil, err
		}
		for i := range chunk {
			moves = append(moves, best(values[64*i:], legal[i]))
		}
	}
	return moves, nil
}

// best returns the legal move with the highest value, the first of equal ones.
func best(values []float32, legal uint64) engine.Square {
	move := engine.NoSquare
	for s := range engine.SquaresOf(legal) {
		if move == engine.NoSquare || values[s] > values[move] {
			move = s
		}
	}
	return move
}
