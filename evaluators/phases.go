package evaluators

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Phases are the weights of each phase of the game. Networks may have thousands, which are often the same throughout.
// So in JSON the phases are a list, or, if a network has the same weights in all of several phases, an object with the
// fields whole_game, the weights of such networks, and each, the list of the others.
type Phases []Weights

// MarshalJSON writes networks that are the same in all phases once.
func (p Phases) MarshalJSON() ([]byte, error) {
	if len(p) < 2 {
		return json.Marshal([]Weights(p))
	}
	whole := p[0].only(func(s *Scorer, weights []int32) bool {
		differs := func(w Weights) bool { return !slices.Equal(w.Of(s), weights) }
		return s.Sparse && s.Shapes != nil && !slices.ContainsFunc(p, differs)
	})
	if whole.scorers == nil {
		return json.Marshal([]Weights(p))
	}
	var each []Weights
	for _, w := range p {
		each = append(each, w.only(func(s *Scorer, _ []int32) bool { return !whole.Uses(s) }))
	}
	return json.Marshal(struct {
		WholeGame json.RawMessage `json:"whole_game"`
		Each      []Weights       `json:"each"`
	}{whole.named(whole.Uses), each})
}

// UnmarshalJSON reads both forms. In the second one it is an error if a scorer stands in whole_game and in a phase.
func (p *Phases) UnmarshalJSON(data []byte) error {
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return json.Unmarshal(data, (*[]Weights)(p))
	}
	var divided struct {
		WholeGame Weights   `json:"whole_game"`
		Each      []Weights `json:"each"`
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&divided); err != nil {
		return err
	}
	*p = nil
	for i, own := range divided.Each {
		for s := range divided.WholeGame.All() {
			if own.Uses(s) {
				return fmt.Errorf("phase %d: the weights of %s stand in whole_game already: give them in one place", i+1, s.Name)
			}
		}
		w := Weights{}
		for _, s := range Scorers {
			for _, part := range []Weights{own, divided.WholeGame} {
				if part.Uses(s) {
					w.scorers, w.values = append(w.scorers, s), append(w.values, part.Of(s)...)
				}
			}
		}
		if err := w.Validate(); err != nil {
			return fmt.Errorf("phase %d: %w", i+1, err)
		}
		*p = append(*p, w)
	}
	return nil
}

// WeightNames returns the sorted names of the weights in the first one of phases in JSON, also of scorers that this
// program lacks; none if they are no phases.
func WeightNames(phases []byte) []string {
	var all struct {
		WholeGame map[string]any   `json:"whole_game"`
		Each      []map[string]any `json:"each"`
	}
	if json.Unmarshal(phases, &all) != nil && json.Unmarshal(phases, &all.Each) != nil || len(all.Each) == 0 {
		return nil
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(all.WholeGame)), maps.Keys(all.Each[0]))
	slices.Sort(names)
	return names
}
