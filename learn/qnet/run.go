package qnet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"evothello/fitness"
	"evothello/learn/nets"
	"evothello/players"
	"evothello/runs"
)

// betweenCommits is the time between checkpoints, as a multiple of the time to write one. A killed
// process loses at most that time and the current round.
const betweenCommits = 20

// Run implements runs.Training. It uses as many cores as the arena has slots. If ctx is cancelled, it discards the
// current round.
func (t *Training) Run(ctx context.Context, arena fitness.Arena, o runs.Observer) (runs.Stop, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(arena.Slots()))
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
		err := t.round(ctx, l, slots, o)
		due = due || err == nil
		return err
	})
	if due {
		err = cmp.Or(err, commit())
	}
	return stop, err
}

// Unbeaten is the reason to stop after Config.Unbeaten games in a row without a loss.
const Unbeaten runs.Stop = "unbeaten"

// Done reports whether training is finished, and returns the reason to stop.
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
func (t *Training) round(ctx context.Context, l *learner, slots []*slot, o runs.Observer) error {
	clock := runs.StartClock()
	note := t.recent()
	r, err := l.play(ctx, len(t.Rounds)+1, slots, func(done int) {
		o.Tell(runs.Stage{Number: t.Count() + done, Done: done, Of: t.Config.Round, Note: note})
	})
	if err != nil {
		return err
	}
	s := l.save()
	if !finite(s.State) || !finite(s.Target) {
		return l.fault("a weight is not finite")
	}
	t.saved = &s
	t.Rounds = append(t.Rounds, r)
	return t.AddTiming(clock.Lap(r.Round, ""))
}

// recent returns a text about the results of the last games, "" before the first round.
func (t *Training) recent() string {
	n := len(t.Rounds)
	if n == 0 {
		return ""
	}
	last, r := Trailing(t.Rounds, 1000), t.Rounds[n-1]
	return fmt.Sprintf("%.1f %% won or drawn of the last %d  ε %.3f  loss %.4f", 100*last.Unbeaten, last.Episodes,
		r.Epsilon, r.Loss)
}

// GamesIn implements runs.Training.
func (t *Training) GamesIn(round int) int { return t.Rounds[round-1].Episodes }

// ChampionAt implements runs.Training: the network of a round replaces the network of the round before.
func (t *Training) ChampionAt(round int) int { return round }

// KeptFile implements runs.Training.
func (t *Training) KeptFile() string { return playerFile }

// PlayerAt implements runs.Training.
func (t *Training) PlayerAt(_ int, file string) (*players.Recipe, error) {
	return players.ParseRecipe(t.Name(), "qnet:file="+file)
}

func finite(all []nets.Tensor) bool {
	for i := range all {
		if !all[i].Finite() {
			return false
		}
	}
	return true
}
