package policy

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"evothello/internal/jsonfile"
	"evothello/learn"
)

// A State is how far training has come, but for the network.
type State struct {
	Rounds []Round `json:"rounds"` // those that are finished
}

// A Round is what came of a round.
type Round struct {
	Round    int          `json:"round"`    // from 1 on
	Lessons  int          `json:"lessons"`  // positions there were to learn from
	Loss     float64      `json:"loss"`     // mean cross-entropy of the round's steps, in nats
	HeldOut  Agreement    `json:"held_out"` // with moves of games that nothing is learnt from
	Ladder   []learn.Rung `json:"ladder"`
	Training string       `json:"training"` // SHA-256 of the file that training goes on from
}

// An Agreement counts positions in which a player makes a given move.
type Agreement struct {
	Positions int `json:"positions"`
	Same      int `json:"same"`
}

// Share is how often it is the same, 0…1.
func (a Agreement) Share() float64 {
	if a.Positions == 0 {
		return 0
	}
	return float64(a.Same) / float64(a.Positions)
}

// A checkpoint is the state as its file holds it.
type checkpoint struct {
	Schema int    `json:"schema"`
	Sum    string `json:"sum"` // SHA-256 of the file with this field empty
	Net    string `json:"net"` // SHA-256 of net.json
	State
}

const checkpointSchema = 1

func (s *State) marshal(c *Config) []byte {
	file := checkpoint{Schema: checkpointSchema, Net: c.Hash(), State: *s}
	file.Sum = file.sum()
	return jsonfile.Encode(&file)
}

func (c *checkpoint) sum() string {
	unsealed := *c
	unsealed.Sum = ""
	sum := sha256.Sum256(jsonfile.Encode(&unsealed))
	return hex.EncodeToString(sum[:])
}

// parseState reads the checkpoint of a configuration.
func parseState(data []byte, c *Config) (*State, error) {
	var file checkpoint
	if err := jsonfile.Decode(data, checkpointSchema, &file); err != nil {
		return nil, err
	}
	if file.Sum != file.sum() {
		return nil, errors.New("its content does not match its checksum")
	}
	if own := c.Hash(); file.Net != own {
		return nil, fmt.Errorf("it belongs to another net.json (SHA-256 %.12s…, this one is %.12s…)", file.Net, own)
	}
	for i := range file.Rounds {
		if r := &file.Rounds[i]; r.Round != i+1 || len(r.Ladder) != len(c.Opponents) {
			return nil, fmt.Errorf("round %d is not what follows from the one before", i+1)
		}
	}
	return &file.State, nil
}
