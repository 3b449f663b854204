// Package policy trains policy networks: players that do not search, but choose a move by one
// evaluation of a neural network. The targets are the moves of experts, of a player that searches, or
// of the winners of the network's own games. Training goes in rounds and can be stopped and resumed.
package policy

import (
	"fmt"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/learn/nets"
	"evothello/players/human"
)

// A Policy is a network that chooses moves without search. It is safe for concurrent use.
type Policy struct{ net *network }

// playerKind is the file type of players.
const playerKind = "evothello policy"

// An origin is the header of a player's file.
type origin struct {
	Shape    Shape  `json:"shape"`
	Features int    `json:"features"` // version of the features
	Seed     uint64 `json:"seed"`
	Round    int    `json:"round"`
	Training string `json:"training"` // SHA-256 of policy.json
}

// features is the version of the features that are the input of networks.
const features = 2

// PlayerFile is the name of the player's file in a training directory.
const PlayerFile = "player.policy"

// Load reads a policy from a file or a training directory. Errors have one line and name the file.
func Load(path string) (*Policy, error) {
	net, err := load(path)
	if err != nil {
		return nil, err
	}
	return newPolicy(net), nil
}

// load reads the network of a player's file or of a training directory. Errors have one line and name the file.
func load(path string) (*network, error) {
	path, err := Format.PlayerFile(path)
	if err != nil {
		return nil, err
	}
	var header origin
	weights, err := nets.Load(path, playerKind, &header)
	if err != nil {
		return nil, &files.Damaged{Path: path, Err: err}
	}
	s := header.Shape
	if header.Features != features || s.Features != human.Features() {
		return nil, fmt.Errorf("%s has other input features than this program's networks: train it again", path)
	}
	if s.Vector < 1 || s.Vector > human.MaxVector || s.Hidden < 1 || s.Hidden > human.MaxHidden {
		return nil, fmt.Errorf("%s has vectors of %d and a hidden layer of %d: must be 1 to %d and 1 to %d; "+
			"train it again", path, s.Vector, s.Hidden, human.MaxVector, human.MaxHidden)
	}
	net, err := networkOf(s, "", weights)
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return net, nil
}

// newPolicy returns the policy of a network, which it changes.
func newPolicy(n *network) *Policy {
	n.round()
	return &Policy{n}
}

// values returns the network's values of the 64 squares of each board, board after board, and the legal moves. Those
// of other squares are 0.
func (p *Policy) values(boards []engine.Board, workers int) (values []float32, legal []uint64) {
	values, legal = make([]float32, 64*len(boards)), make([]uint64, len(boards))
	parallel(workers, len(boards), func(i int) {
		var l look
		p.net.forward(&l, boards[i])
		legal[i] = boards[i].Moves()
		for k, m := range l.moves {
			values[64*i+int(m.Square)] = l.values[k]
		}
	})
	return values, legal
}

// moves returns the policy's move on each board: the legal move with the highest value. The boards must have no holes
// and a legal move.
func (p *Policy) moves(boards []engine.Board, workers int) []engine.Square {
	moves := make([]engine.Square, len(boards))
	values, legal := p.values(boards, workers)
	for i := range moves {
		moves[i] = best(values[64*i:], legal[i])
	}
	return moves
}

// best returns the legal move with the highest value, of equal ones the one that human.Prefers.
func best(values []float32, legal uint64) engine.Square {
	move := engine.NoSquare
	for s := range engine.SquaresOf(legal) {
		if move == engine.NoSquare || values[s] > values[move] || values[s] == values[move] && human.Prefers(s, move) {
			move = s
		}
	}
	return move
}
