package runs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"evothello/evaluators"
	"evothello/internal/english"
	"evothello/internal/files"
)

// changedScorer returns a files.OtherProgram if a scorer has other weights in the first champion of a journal than in
// this program, nil if there is none. Programs may register scorers of their own, which change.
func changedScorer(journal []byte) error {
	var first struct {
		Champion struct {
			Phases json.RawMessage `json:"phases"`
		} `json:"champion"`
	}
	line, _, _ := bytes.Cut(journal, []byte("\n"))
	if json.Unmarshal(line, &first) != nil {
		return nil
	}
	weights := map[string][]string{} // by scorer
	for _, name := range evaluators.WeightNames(first.Champion.Phases) {
		scorer, _, _ := strings.Cut(name, ".")
		weights[scorer] = append(weights[scorer], name)
	}
	for _, s := range evaluators.Scorers {
		had := weights[s.Name]
		if had == nil {
			continue
		}
		var has []string
		for _, f := range s.Features {
			has = append(has, f.Name)
		}
		lacks := slices.ContainsFunc(had, func(name string) bool { return !slices.Contains(has, name) })
		if lacks || len(had) < len(has) && !s.Sparse {
			return files.OtherProgram{Err: fmt.Errorf("scorer %s has changed since the run began: it had %s and now "+
				"has %s; use the program that began the run, or start another run", s.Name,
				english.Count(len(had), "weight"), english.Count(len(has), "weight"))}
		}
	}
	return nil
}
