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
	"evothello/learn/nets"
	"evothello/players/people"
)

// inputs returns the number of inputs of a network: people.Planes and people.Patterns. No input depends on a position
// after a move.
func inputs() int { return people.Inputs(1) }

// SpecOf returns the shape of a policy network, from the widths of its hidden layers and the length of
// the embedding of a tuple configuration.
func SpecOf(hidden []int, vector int) nets.Spec {
	return nets.Spec{
		Inputs: inputs(), Hidden: hidden, Outputs: 64,
		Lookup: nets.Lookup{Inputs: people.PatternCount, Vocabulary: tuples.Patterns().Len, Width: vector},
	}
}

// appendInputs appends a network's inputs for a board without holes, and returns the legal moves.
func appendInputs(into []float32, b engine.Board) (inputs []float32, legal uint64) {
	planes := people.Planes(b)
	from := len(into)
	into = append(into, make([]float32, 64*len(planes))...)
	for i, set := range planes {
		plane := into[from+64*i:]
		for ; set != 0; set &= set - 1 {
			plane[bits.TrailingZeros64(set)] = 1
		}
	}
	for _, configuration := range people.Patterns(b) {
		into = append(into, float32(configuration))
	}
	return into, planes[0]
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
	header, weights, err := readPlayer(path)
	if err != nil {
		return nil, err
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
