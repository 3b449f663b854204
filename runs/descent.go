package runs

import (
	"bytes"
	"encoding/json"
	"fmt"

	"evothello/evolution"
	"evothello/internal/files"
)

// Descent returns where the reigning champion's genes come from, by the births in the journal. It returns nil if the
// run's model has no parents, and of a champion that an earlier version promoted.
func (r *Run) Descent() (*evolution.Descent, error) {
	champion := r.State.Reigning()
	if champion == nil || len(champion.From) == 0 {
		return nil, nil
	}
	journal, err := files.ReadInternal(r.Path(journalFile), files.MaxJournal)
	if err != nil {
		return nil, err
	}
	births := make([][][]string, champion.Generation+1) // by generation
	generation := 0
	for line := range bytes.Lines(journal) {
		if generation++; generation > champion.Generation {
			break
		}
		var outcome struct {
			Births [][]string `json:"births"`
		}
		if err := json.Unmarshal(line, &outcome); err != nil {
			return nil, fmt.Errorf("%s: line %d is damaged: %w", r.Path(journalFile), generation, err)
		}
		births[generation] = outcome.Births
	}
	return evolution.NewDescent(champion, func(generation int) [][]string { return births[generation] }), nil
}
