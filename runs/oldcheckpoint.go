package runs

import (
	"encoding/json"
	"fmt"

	"evothello/evolution"
	"evothello/sittings"
)

// An oldCheckpoint is one of version 1 or 2, with the whole history in it. Resume puts
// a new one in its place.
type oldCheckpoint struct {
	sittings.Seal
	Run          string               `json:"run"`
	Generation   int                  `json:"generation"`
	Population   json.RawMessage      `json:"population,omitempty"`   // one of the two
	Distribution json.RawMessage      `json:"distribution,omitempty"` // is the model's state
	Champions    []evolution.Champion `json:"champions"`
	History      []evolution.Row      `json:"history"`
}

// parseOldCheckpoint reads an old checkpoint and makes the journal of its past.
func parseOldCheckpoint(data []byte, config *evolution.Config) (*evolution.State, *past, error) {
	var c oldCheckpoint
	if err := sittings.Decode(data, Schema, &c); err != nil {
		return nil, nil, err
	}
	if c.Schema < 1 {
		return nil, nil, fmt.Errorf(`"schema" is %d, want 1 to %d`, c.Schema, Schema)
	}
	if err := checkConfig(c.Run, config); err != nil {
		return nil, nil, err
	}
	if len(c.History) != c.Generation {
		return nil, nil, fmt.Errorf("%d rows of history for %d generations", len(c.History), c.Generation)
	}
	model := c.Population
	if model == nil {
		model = c.Distribution
	}
	state, err := evolution.Restore(config, c.Generation, model, c.Champions)
	if err != nil {
		return nil, nil, err
	}
	p := &past{}
	next := c.Champions
	for i, row := range c.History {
		if row.Generation != i+1 {
			return nil, nil, fmt.Errorf("row %d of the history is about generation %d", i+1, row.Generation)
		}
		o := evolution.Outcome{Row: row}
		if len(next) > 0 && next[0].Generation == row.Generation {
			o.Champion, next = &next[0], next[1:]
		}
		p.add(&o)
		p.journal = append(p.journal, journalLine(&o)...)
	}
	return state, p, nil
}
