package policy

import (
	"fmt"

	"evothello/internal/files"
	"evothello/learn/tables"
)

// A State is the state of training without the network: the results of all rounds.
type State struct {
	Rounds []Round `json:"rounds"` // finished rounds
}

// A Round is the results of one round.
type Round struct {
	Round     int                     `json:"round"`    // from 1 on
	Samples   int                     `json:"samples"`  // number of training samples
	Loss      float64                 `json:"loss"`     // mean cross-entropy over the round's steps, in nats
	HeldOut   Agreement               `json:"held_out"` // on held-out samples
	Reference []tables.ReferenceScore `json:"reference"`
	Training  string                  `json:"training"` // SHA-256 of the learner file
}

// An Agreement counts positions, and among them those where the player makes the target move.
type Agreement struct {
	Positions int `json:"positions"`
	Same      int `json:"same"`
}

// Share returns the share of positions where the player makes the target move, 0…1; 0 without positions.
func (a Agreement) Share() float64 {
	if a.Positions == 0 {
		return 0
	}
	return float64(a.Same) / float64(a.Positions)
}

// A checkpoint is the file format of the state.
type checkpoint struct {
	files.Checked
	Policy string `json:"policy"` // SHA-256 of policy.json
	State
}

const checkpointSchema = 1

func (s *State) marshal(c *Config) []byte {
	return files.EncodeChecked(&checkpoint{Checked: files.Checked{Schema: checkpointSchema}, Policy: c.Hash(), State: *s})
}

// parseState reads the checkpoint of a configuration.
func parseState(data []byte, c *Config) (*State, error) {
	var file checkpoint
	if err := files.DecodeChecked(data, checkpointSchema, &file); err != nil {
		return nil, err
	}
	if err := Format.CheckConfig(file.Policy, c.Hash()); err != nil {
		return nil, err
	}
	for i := range file.Rounds {
		if r := &file.Rounds[i]; r.Round != i+1 || len(r.Reference) != len(c.Opponents) {
			return nil, fmt.Errorf("entry %d is round %d with %d reference results: must be round %d with %d", i+1, r.Round,
				len(r.Reference), i+1, len(c.Opponents))
		}
	}
	return &file.State, nil
}
