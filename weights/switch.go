// Package weights is a player's weights by game phase as data: the phases, the Switch
// that has a set of weights for each, the file that champions are exchanged in, the
// sets that come with the program, and the one form in which a search uses them.
package weights

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/internal/jsonfile"
	"evothello/search"
)

// Schema is the newest champion file this program reads, and the one it writes.
const Schema = 1

// A Switch is a player's weights by game phase, and the exchange format of
// champions: runs freeze into it, matches and games read it, and a person can
// write one by hand.
type Switch struct {
	Schema int                  `json:"schema"`
	Name   string               `json:"name,omitempty"`
	Turns  Turns                `json:"turns"`
	Phases []evaluators.Weights `json:"phases"`           // a set for each turn
	Search *search.Settings     `json:"search,omitempty"` // how it was bred to play: to a depth, without clock or node limit
	Origin *Origin              `json:"origin,omitempty"` // where it comes from
	Note   string               `json:"note,omitempty"`
}

// DefaultSearch is how a champion plays of which nothing else is said.
var DefaultSearch = search.Settings{Depth: 4, Endgame: 8}

// Settings are how the Switch was bred to play, DefaultSearch if it does not say.
func (s *Switch) Settings() search.Settings {
	if s.Search != nil {
		return *s.Search
	}
	return DefaultSearch
}

// An Origin names the run that bred a Switch: its seed, the SHA-256 of its
// run.json and the generation.
type Origin struct {
	Seed       uint64 `json:"seed"`
	Run        string `json:"run"`
	Generation int    `json:"generation"`
}

// At returns the weights that score searches from the given board.
func (s *Switch) At(b engine.Board) *evaluators.Weights {
	return &s.Phases[s.Turns.Phase(b.Discs())]
}

// SameWeights reports whether two Switches value every position alike, however their
// phases are divided.
func (s *Switch) SameWeights(other *Switch) bool {
	for move := range 61 {
		if s.Phases[s.Turns.Phase(move+4)] != other.Phases[other.Turns.Phase(move+4)] {
			return false
		}
	}
	return true
}

// Read reads a champion file. Errors name what is wrong in it.
func Read(data []byte) (*Switch, error) {
	var s Switch
	if err := jsonfile.Decode(data, Schema, &s); err != nil {
		var registration struct{ Cmd *string }
		if json.Unmarshal(data, &registration) == nil && registration.Cmd != nil {
			return nil, errors.New("not a champion file but the registration of a program, which plays as external:file=REGISTRATION.json")
		}
		return nil, fmt.Errorf("not a champion file: %w", err)
	}
	return &s, s.Validate()
}

// Validate returns an error that says what keeps the Switch from playing.
func (s *Switch) Validate() error {
	if s.Schema != Schema {
		return fmt.Errorf(`"schema" is %d, want %d`, s.Schema, Schema)
	}
	if err := s.Turns.Validate(); err != nil {
		return err
	}
	if len(s.Phases) != len(s.Turns) {
		return fmt.Errorf("%d phases for %d turns: want as many", len(s.Phases), len(s.Turns))
	}
	for i := range s.Phases {
		if err := s.Phases[i].Validate(); err != nil {
			return fmt.Errorf("phase %d: %w", i+1, err)
		}
	}
	if s.Search != nil {
		return s.Search.ValidateFixed()
	}
	return nil
}

// Evaluators are a Switch compiled for the search. They are immutable and may be
// shared by any number of searches.
type Evaluators struct {
	turns  Turns
	phases []*evaluators.Evaluator
}

// Compile prepares a valid Switch for the search.
func (s *Switch) Compile() *Evaluators {
	e := &Evaluators{turns: slices.Clone(s.Turns), phases: make([]*evaluators.Evaluator, len(s.Phases))}
	for i := range s.Phases {
		e.phases[i] = evaluators.Compile(&s.Phases[i])
	}
	return e
}

// At returns the evaluator that scores all leaves of a search from the given board.
func (e *Evaluators) At(b engine.Board) *evaluators.Evaluator {
	return e.phases[e.turns.Phase(b.Discs())]
}
