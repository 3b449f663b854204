package evaluators

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"evothello/internal/files"
)

// Phases are the weights of each phase of the game. Their JSON is a list with the weights of each phase. If there are
// two phases or more and a network has the same weights in all of them, the JSON is an object: the field shared has the
// weights of such networks, and the field each lists the other weights of each phase. This keeps files small, because a
// network may have thousands of weights.
type Phases []Weights

// MarshalJSON writes the weights of a network once if they are the same in all phases.
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
		Shared json.RawMessage `json:"shared"`
		Each   []Weights       `json:"each"`
	}{whole.named(whole.Uses), each})
}

// maxPhases is the maximum number of phases: one for each move, and one before the first. A short text can ask for
// thousands of weights in each.
const maxPhases = 61

// UnmarshalJSON reads both forms. It returns an error if a scorer has weights in shared and also in a phase.
func (p *Phases) UnmarshalJSON(data []byte) error {
	var divided struct {
		Shared Weights           `json:"shared"`
		Each   []json.RawMessage `json:"each"`
	}
	into := any(&divided.Each)
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		into = &divided
	}
	if err := files.DecodeStrict(data, into); err != nil {
		return err
	}
	if len(divided.Each) > maxPhases {
		return fmt.Errorf("%d phases: must be at most %d", len(divided.Each), maxPhases)
	}
	*p = nil
	for i, text := range divided.Each {
		var own Weights
		err := json.Unmarshal(text, &own)
		if err == nil {
			own, err = own.with(divided.Shared)
		}
		if err != nil {
			return fmt.Errorf("phase %d: %w", i+1, err)
		}
		*p = append(*p, own)
	}
	return nil
}

// with returns the weights of the scorers of both, which must be different ones.
func (w Weights) with(whole Weights) (both Weights, err error) {
	if whole.scorers == nil {
		return w, nil
	}
	for _, s := range Scorers {
		switch {
		case w.Uses(s) && whole.Uses(s):
			return Weights{}, fmt.Errorf(`the weights of %s are also in "shared": give them in one place`, s.Name)
		case w.Uses(s):
			both.scorers, both.values = append(both.scorers, s), append(both.values, w.Of(s)...)
		case whole.Uses(s):
			both.scorers, both.values = append(both.scorers, s), append(both.values, whole.Of(s)...)
		}
	}
	return both, both.Validate()
}

// WeightNames returns the sorted names of the weights in the first phase, including weights of scorers that this
// program lacks. phases is the JSON of Phases. The result is nil if the JSON has no phases.
func WeightNames(phases []byte) []string {
	var all struct {
		Shared map[string]any   `json:"shared"`
		Each   []map[string]any `json:"each"`
	}
	if json.Unmarshal(phases, &all) != nil && json.Unmarshal(phases, &all.Each) != nil || len(all.Each) == 0 {
		return nil
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(all.Shared)), maps.Keys(all.Each[0]))
	slices.Sort(names)
	return names
}
