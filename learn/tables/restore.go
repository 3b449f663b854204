package tables

import (
	"context"
	"fmt"

	"evothello/evaluators/patterns"
	"evothello/internal/called"
	"evothello/weights"
)

// Candidate is the candidate of a round whose tables were learnt.
func (l *Learning) Candidate(round int) (*weights.Switch, error) {
	fitted := l.State.fitted(round)
	tables, err := l.open(fitted)
	if err != nil {
		return nil, fmt.Errorf("round %d: %w; `%s` makes them again", round, err, called.Evolve("resume", l.Dir))
	}
	return l.candidate(round, tables), nil
}

// open reads tables that were learnt: they lie among the candidates, and those of the champion
// beside it as well.
func (l *Learning) open(f *Fitted) (*patterns.Tables, error) {
	return patterns.Open(f.Tables, l.Path(candidatesDir), l.Dir)
}

// restore writes damaged or lost files of candidates again. Tables without an intact copy are
// fitted again to the same games.
func (s *session) restore(ctx context.Context) error {
	for round := 1; s.State.fitted(round) != nil; round++ {
		fitted := s.State.fitted(round)
		tables, err := s.open(fitted)
		if err != nil {
			if tables, _, err = s.learn(ctx, round); err != nil {
				return err
			}
			if tables.Hash() != fitted.Tables {
				return fmt.Errorf("the tables of round %d are lost, and come out otherwise than %s says: delete it, and resume "+
					"makes it again from the games that are there",
					round, s.Path(checkpointFile))
			}
		}
		if err := s.keepCandidate(round, tables); err != nil {
			return err
		}
	}
	return s.writeDerived()
}
