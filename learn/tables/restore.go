package tables

import (
	"context"
	"fmt"

	"evothello/evaluators/patterns"
	"evothello/internal/called"
	"evothello/weights"
)

// Candidate returns the candidate of a round whose tables are fitted.
func (l *Training) Candidate(round int) (*weights.Switch, error) {
	fitted := l.State.fitted(round)
	tables, err := l.open(fitted)
	if err != nil {
		return nil, fmt.Errorf("round %d: %w; `%s` makes the tables again", round, err, called.Evolve("resume", l.Path()))
	}
	return l.candidate(round, tables), nil
}

// open reads fitted tables from the directory of candidates, or else from the training directory, which has
// the champion's.
func (l *Training) open(f *Fitted) (*patterns.Tables, error) {
	return patterns.Open(f.Tables, l.Path(candidatesDir), l.Path())
}

// restore rewrites damaged or lost files of candidates. Tables without an intact copy are fitted again
// to the same games.
func (s *session) restore(ctx context.Context) error {
	for round := 1; s.State.fitted(round) != nil; round++ {
		fitted := s.State.fitted(round)
		tables, err := s.open(fitted)
		if err != nil {
			if tables, _, err = s.fitTables(ctx, round); err != nil {
				return err
			}
			if tables.Hash() != fitted.Tables {
				return fmt.Errorf("the tables of round %d are lost, and fitting again gives tables that do not match %s: "+
					"delete that file, and resume makes it again from the stored games", round, s.Path(checkpointFile))
			}
		}
		if err := s.writeCandidate(round, tables); err != nil {
			return err
		}
	}
	return s.writeDerived()
}
