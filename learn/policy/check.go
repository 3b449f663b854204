package policy

import (
	"fmt"

	"evothello/internal/files"
)

// Check implements runs.Trainer.
func (t *Training) Check() (all []*files.Damaged) {
	add := func(damaged *files.Damaged) {
		if damaged != nil {
			all = append(all, damaged)
		}
	}
	add(t.CheckContent(historyFile, historyCSV(&t.Config, t.State.Rounds)))
	for round := max(1, t.windowStart()-1); round <= t.Count()+1; round++ {
		if _, err := t.readSamples(round); err != nil && !files.IsMissing(err) {
			add(t.Damage(samplesFile(round), err).Drop("resume plays its games again"))
		}
	}
	if t.Count() == 0 {
		return all
	}
	_, before := t.checkLearner(t.Count() - 1)
	l, newest := t.checkLearner(t.Count())
	switch {
	case newest == nil:
		add(before)
		add(t.checkPlayer(l))
	case before == nil:
		newest.Err = fmt.Errorf("%w; resume continues from the round before", newest.Err)
		newest.Mend = func() (string, error) { return t.RestorePrevious(t.Count() - 1) }
		add(newest)
	default:
		newest.Mend, before.Mend = nil, nil
		add(newest)
		add(before)
	}
	return all
}

// checkLearner checks the learner file after a round, and returns the learner if it is sound.
func (t *Training) checkLearner(round int) (*learner, *files.Damaged) {
	if round == 0 {
		return nil, nil
	}
	switch l, err := t.readLearnerAfter(round); {
	case err == nil:
		return l, nil
	case files.IsMissing(err):
		return nil, t.Damagedf(learnerFile(round), "is missing")
	default:
		return nil, t.Damage(learnerFile(round), err).Drop("the one after it is sound")
	}
}

// checkPlayer checks the player's file, which follows from the learner.
func (t *Training) checkPlayer(l *learner) *files.Damaged {
	player, err := l.player(t.Count())
	if err != nil {
		return t.Damagedf(learnerFile(t.Count()), "has no player: %w", err)
	}
	return t.CheckContent(PlayerFile, player)
}
