package qnet

import (
	"cmp"
	"context"
	"errors"
	"time"

	"evothello/learn/nets"
	"evothello/runs"
)

// An Observer holds callbacks of Run. They may be nil.
type Observer struct {
	Game  func(done int) // called after each game with the number of finished games of the round
	Round func(*Round)   // called after each finished round
}

// betweenCommits is the time between checkpoints, as a multiple of the time to write one. A killed
// process loses at most that time and the current round.
const betweenCommits = 20

// Run continues training until the goal is reached or ctx is cancelled. A cancelled ctx discards the
// current round. After an error the directory holds the last finished round.
func (t *Training) Run(ctx context.Context, observer Observer) (runs.Stop, error) {
	if stop, done := t.Done(); done {
		return stop, t.writeDerived()
	}
	l, err := t.learner()
	if err != nil {
		return "", err
	}
	slots, err := t.Config.slots()
	if err != nil {
		return "", err
	}
	var committed time.Time
	var took time.Duration
	due := false
	commit := func() error {
		began := time.Now()
		err := t.commit()
		committed, took, due = time.Now(), time.Since(began), false
		return err
	}
	stop, err := runs.RunUntilDone(ctx, t, func(ctx context.Context) error {
		if due && time.Since(committed) >= betweenCommits*took {
			if err := commit(); err != nil {
				return err
			}
		}
		err := t.round(ctx, l, slots, observer)
		due = due || err == nil
		return err
	})
	if due {
		err = cmp.Or(err, commit())
	}
	return stop, err
}

// Unbeaten is the reason to stop after Config.Unbeaten games without a loss.
const Unbeaten runs.Stop = "unbeaten"

// Done reports whether training is finished, and why.
func (t *Training) Done() (runs.Stop, bool) {
	stop, done := t.Directory.Done(t.Count(), t.TimeOf(len(t.Rounds)))
	if !done && t.Config.Unbeaten > 0 && t.saved != nil && t.saved.Counts.Unbeaten >= t.Config.Unbeaten {
		return Unbeaten, true
	}
	return stop, done
}

// Count returns the number of episodes in finished rounds.
func (t *Training) Count() int {
	if t.saved == nil {
		return 0
	}
	return t.saved.Counts.Episodes
}

// Last implements runs.Trainer.
func (t *Training) Last() int { return len(t.Rounds) }

// learner returns the learner of the last checkpoint, or a new one.
func (t *Training) learner() (*learner, error) {
	if t.saved == nil {
		return newLearner(&t.Config)
	}
	l, err := resumeLearner(&t.Config, *t.saved)
	if err != nil {
		return nil, errors.New(t.Path(checkpointFile) + ": " + err.Error())
	}
	return l, nil
}

// round plays a round and trains on it. It discards a round with weights that are not finite.
func (t *Training) round(ctx context.Context, l *learner, slots []*slot, observer Observer) error {
	clock := runs.StartClock()
	r, err := l.play(ctx, len(t.Rounds)+1, slots, observer.Game)
	if err != nil {
		return err
	}
	s, err := l.save()
	if err != nil {
		return err
	}
	if !finite(s.State) || !finite(s.Target) {
		return l.fault("a weight is not finite")
	}
	t.saved = &s
	t.Rounds = append(t.Rounds, r)
	if err := t.AddTiming(clock.Lap(r.Round, "")); err != nil {
		return err
	}
	if observer.Round != nil {
		observer.Round(&r)
	}
	return nil
}

func finite(all []nets.Tensor) bool {
	for i := range all {
		if !all[i].Finite() {
			return false
		}
	}
	return true
}
