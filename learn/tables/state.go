package tables

import (
	"fmt"

	"evothello/evaluators/patterns"
	"evothello/fitness"
	"evothello/internal/files"
)

// A State is the state of training. All other files can be made again from it and tables.json, except the
// games, which can be played again.
type State struct {
	Rounds []Round `json:"rounds"` // finished rounds
	Fitted *Fitted `json:"fitted"` // tables of the unfinished round, nil before they are fitted
}

// A Round is the result of a round.
type Round struct {
	Round int `json:"round"` // from 1 on
	// Player is the round whose candidate played this round's games, 0 for the configured players.
	Player    int                 `json:"player"`
	Fitted    Fitted              `json:"fitted"`
	Gate      fitness.Pentanomial `json:"gate"` // the candidate's pairs against the player
	Promoted  bool                `json:"promoted"`
	Reference []ReferenceScore    `json:"reference"` // the candidate's results, by opponent
}

// Fitted identifies the tables that were fitted to the training games of a round.
type Fitted struct {
	Tables string    `json:"tables"` // hash of the tables
	Report FitReport `json:"report"`
}

// A ReferenceScore is a candidate's result against a reference opponent.
type ReferenceScore struct {
	Opponent string              `json:"opponent"`
	Result   fitness.Pentanomial `json:"result"`
}

// Player returns the round whose candidate was promoted last, 0 for the configured players.
func (s *State) Player() int {
	for i := len(s.Rounds) - 1; i >= 0; i-- {
		if s.Rounds[i].Promoted {
			return s.Rounds[i].Round
		}
	}
	return 0
}

// ChampionRound returns the round of the champion, nil if no candidate has passed the gate yet.
func (s *State) ChampionRound() *Round {
	if player := s.Player(); player > 0 {
		return &s.Rounds[player-1]
	}
	return nil
}

// fitted returns the tables of a round, nil if they are not fitted yet.
func (s *State) fitted(round int) *Fitted {
	switch {
	case round <= len(s.Rounds):
		return &s.Rounds[round-1].Fitted
	case round == len(s.Rounds)+1:
		return s.Fitted
	}
	return nil
}

// A checkpoint is the file format of the state.
type checkpoint struct {
	files.Checked
	Tables string `json:"tables"` // SHA-256 of tables.json
	State
}

const checkpointSchema = 1

func (s *State) marshal(c *Config) []byte {
	return files.EncodeChecked(&checkpoint{Checked: files.Checked{Schema: checkpointSchema}, Tables: c.Hash(), State: *s})
}

// parseState reads the checkpoint of a configuration.
func parseState(data []byte, c *Config) (*State, error) {
	var file checkpoint
	if err := files.DecodeChecked(data, checkpointSchema, &file); err != nil {
		return nil, err
	}
	if err := Format.CheckConfig(file.Tables, c.Hash()); err != nil {
		return nil, err
	}
	return &file.State, file.validate(c)
}

// validate returns an error if the rounds cannot be those of the configuration.
func (s *State) validate(c *Config) error {
	player := 0
	for i := range s.Rounds {
		r := &s.Rounds[i]
		if r.Round != i+1 || r.Player != player || len(r.Reference) != len(c.Reference.Opponents) {
			return fmt.Errorf("entry %d is round %d of player %d with %d reference results: must be round %d of "+
				"player %d with %d", i+1, r.Round, r.Player, len(r.Reference), i+1, player, len(c.Reference.Opponents))
		}
		if err := patterns.CheckHash(r.Fitted.Tables); err != nil {
			return fmt.Errorf("round %d: %w", r.Round, err)
		}
		if r.Promoted {
			player = r.Round
		}
	}
	if s.Fitted != nil {
		return patterns.CheckHash(s.Fitted.Tables)
	}
	return nil
}
