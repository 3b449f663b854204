package dqn

import (
	"context"
	"errors"
	"time"

	"evothello/learn/nets"
	"evothello/runs"
)

// An Observer is told how learning goes on. Its fields may be nil.
type Observer struct {
	Game  func(done int) // of the round, after each finished game
	Round func(*Round)   // after each finished round
}

// betweenCommits is how many times as long as writing it took what was learnt may be in memory
// alone. A kill costs so much, and the round that is under way.
const betweenCommits = 20

// Run goes on learning until the goal is reached or ctx is cancelled, which costs the round
// that is under way. An error leaves the directory as it was after the last round that
// was sound.
func (t *Training) Run(ctx context.Context, observer Observer) (runs.Stop, error) {
	if stop, done := t.Done(); done {
		return stop, t.writeDerived()
	}
	l, err := t.learner()
	if err != nil {
		return "", err
	}
	table, err := t.Config.table()
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
	stop, err := runs.Work(ctx, t, func(ctx context.Context) error {
		if due && time.Since(committed) >= betweenCommits*took {
			if err := commit(); err != nil {
				return err
			}
		}
		err := t.round(ctx, l, table, observer)
		due = due || err == nil
		return err
	})
	if due {
		err = errors.Join(err, commit())
	}
	return stop, err
}

// Unbeaten is why learning stops that has won for long enough.
const Unbeaten runs.Stop = "unbeaten"

// Done reports whether learning is finished, and why.
func (t *Training) Done() (runs.Stop, bool) {
	stop, done := t.Directory.Done(t.Count(), t.Spent(len(t.Rounds)))
	if !done && t.Config.Unbeaten > 0 && t.saved != nil && t.saved.Counts.Unbeaten >= t.Config.Unbeaten {
		return Unbeaten, true
	}
	return stop, done
}

// Count is how many episodes were played and learnt from.
func (t *Training) Count() int {
	if t.saved == nil {
		return 0
	}
	return t.saved.Counts.Episodes
}

// Last implements runs.Trainer.
func (t *Training) Last() int { return len(t.Rounds) }

// learner goes on from the checkpoint, or begins.
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

// round plays a round and learns from it. What came of it counts only if all of it are
// numbers.
func (t *Training) round(ctx context.Context, l *learner, table []*seat, observer Observer) error {
	clock := runs.StartClock()
	r, err := l.play(ctx, len(t.Rounds)+1, table, observer.Game)
	if err != nil {
		return err
	}
	s, err := l.save()
	if err != nil {
		return err
	}
	if !finite(s.State) || !finite(s.Target) {
		return l.fault("a weight is no number")
	}
	t.saved = &s
	t.Rounds = append(t.Rounds, r)
	if err := t.Took(clock.Took(r.Round, "")); err != nil {
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
