package policy

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"evothello/fitness"
	"evothello/internal/files"
	"evothello/learn/tables"
	"evothello/players"
	"evothello/runs"
)

// A Stage is a part of a round.
type Stage string

// The stages of a round, in order. Files are read once, before the first.
const (
	Reading  Stage = "reading"  // games in files
	Playing  Stage = "playing"  // games to learn from
	Learning Stage = "learning" // steps
	Matches  Stage = "matches"  // agreement counted, then pairs against opponents
)

// A Progress is how far a round has come, as observers are told.
type Progress struct {
	Round    int // from 1 on
	Stage    Stage
	Done, Of int     // games, steps or pairs of the stage
	Loss     float64 // of the round's steps so far
}

// An Observer is told how training goes on. Its fields may be nil.
type Observer struct {
	Progress func(Progress)
	Given    func(tables.Given, Samples) // when files of games have been read
	Round    func(*Round)                // after each finished round
}

// A session is training at work.
type session struct {
	*Training
	workers  int
	observer Observer
	experts  Samples
}

// Run goes on training, with so many workers for games and matches (0 is one a core), until the
// goal is reached or ctx is cancelled. Every finished round is on disk before the next begins; an
// error leaves the directory as it was after the last of them.
func (t *Training) Run(ctx context.Context, workers int, observer Observer) (runs.Stop, error) {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	s := &session{Training: t, workers: workers, observer: observer}
	if t.learner == nil {
		var err error
		if t.learner, err = t.readLearner(); err != nil {
			return "", fmt.Errorf("%w; resume goes on from the round before", err)
		}
	}
	return runs.Work(ctx, t, func(ctx context.Context) error {
		err := s.nextRound(ctx)
		if err != nil {
			t.learner = nil // it may have learnt half of what is on no disk
			err = fmt.Errorf("round %d: %w", t.Count()+1, err)
		}
		return err
	})
}

// Done reports whether the goal is reached, and why.
func (t *Training) Done() (runs.Stop, bool) { return t.Directory.Done(t.Count(), t.Spent(t.Count())) }

func (s *session) tell(p Progress) {
	if s.observer.Progress != nil {
		p.Round = s.Count() + 1
		s.observer.Progress(p)
	}
}

// nextRound plays games, learns from the samples, and measures what was learnt.
func (s *session) nextRound(ctx context.Context) error {
	if err := s.read(ctx); err != nil {
		return err
	}
	r := Round{Round: s.Count() + 1}
	clock := runs.StartClock()
	games, err := s.samples(ctx)
	if err != nil {
		return err
	}
	took := []runs.Timing{clock.Took(r.Round, string(Playing))}
	r.Samples = len(s.experts.Taught) + len(games.Taught)
	if r.Samples == 0 {
		return errors.New("the games have no samples: give more games")
	}
	if err := s.learn(ctx, &r, games.Taught); err != nil {
		return err
	}
	took = append(took, clock.Took(r.Round, string(Learning)))
	if err := s.measure(ctx, &r, games.HeldOut); err != nil {
		return err
	}
	took = append(took, clock.Took(r.Round, string(Matches)))
	if err := s.commit(&State{Rounds: append(slices.Clip(s.State.Rounds), r)}); err != nil {
		return err
	}
	for _, t := range took {
		if err := s.Took(t); err != nil {
			return err
		}
	}
	if s.observer.Round != nil {
		s.observer.Round(&r)
	}
	return nil
}

// read reads the files of games, unless it is done.
func (s *session) read(ctx context.Context) error {
	if len(s.Config.From)+len(s.Config.HeldOut) == 0 || len(s.experts.Taught)+len(s.experts.HeldOut) > 0 {
		return nil
	}
	s.tell(Progress{Stage: Reading})
	var given tables.Given
	var err error
	if s.experts, given, err = readSamples(ctx, s.Config.From, s.Config.HeldOut); err != nil {
		return err
	}
	if s.observer.Given != nil {
		s.observer.Given(given, s.experts)
	}
	return nil
}

// samples returns the samples of the last rounds' games. It plays this round's games unless their samples are
// there.
func (s *session) samples(ctx context.Context) (all Samples, err error) {
	if s.Config.Games == 0 {
		return all, nil
	}
	now := s.Count() + 1
	for round := s.firstRound(); round < now; round++ {
		l, err := readSampleFile(s.samplesFile(round))
		if files.IsMissing(err) {
			continue
		}
		if err != nil {
			return all, err
		}
		all.add(l)
	}
	l, err := readSampleFile(s.samplesFile(now))
	if files.IsMissing(err) {
		l, err = s.play(ctx)
	}
	if err != nil {
		return all, err
	}
	all.HeldOut = l.HeldOut // those of this round alone, which was played by the best
	all.Taught = append(all.Taught, l.Taught...)
	return all, nil
}

// play plays the games of this round.
func (s *session) play(ctx context.Context) (l Samples, err error) {
	where := generator{seed: s.Config.Seed, round: s.Count() + 1, plies: s.Config.Plies, workers: s.workers}
	if s.Count() > 0 {
		if where.policy, err = s.learner.policy(); err != nil {
			return l, err
		}
	}
	if s.Config.Teacher != nil {
		r, err := s.Config.Teacher.recipe()
		if err != nil {
			return l, fmt.Errorf("the teacher: %w", err)
		}
		if where.teacher, err = r.Contestant(); err != nil {
			return l, fmt.Errorf("the teacher: %w", err)
		}
	}
	tell := func(played int) { s.tell(Progress{Stage: Playing, Done: played, Of: s.Config.Games}) }
	tell(0)
	if l, err = where.teach(ctx, s.Config.Games, tell); err != nil {
		return l, err
	}
	return l, files.Write(s.samplesFile(where.round), l.marshal())
}

// learn learns from the samples, and writes what training goes on from.
func (s *session) learn(ctx context.Context, r *Round, games []Sample) (err error) {
	rng := fitness.Random(s.Config.Seed, "lessons", r.Round)
	tell := func(step int, loss float64) {
		s.tell(Progress{Stage: Learning, Done: step, Of: s.Config.Steps, Loss: loss})
	}
	tell(0, 0)
	if r.Loss, err = s.learner.learn(ctx, rng, s.experts.Taught, games, s.Config.Steps, tell); err != nil {
		return err
	}
	data, err := s.learner.save(s.trainingFile(r.Round), r.Round)
	r.Training = files.SHA256(data)
	return err
}

// measured is by how many positions at most a round is measured.
const measured = 20_000

// measure counts agreements, and plays the matches.
func (s *session) measure(ctx context.Context, r *Round, games []Sample) error {
	done := 0
	tell := func() { s.tell(Progress{Stage: Matches, Done: done, Of: s.Config.Pairs * len(s.Config.Opponents)}) }
	tell()
	player, err := s.learner.policy()
	if err != nil {
		return err
	}
	by := games
	if len(s.experts.HeldOut) > 0 {
		by = s.experts.HeldOut
	}
	if r.HeldOut, err = player.measure(ctx, some(fitness.Random(s.Config.Seed, "held out"), by, measured)); err != nil {
		return err
	}
	candidate := s.Path(trainingDir, "candidate.net")
	if err := s.learner.savePlayer(candidate, r.Round); err != nil {
		return err
	}
	a := &players.Recipe{Name: fmt.Sprintf("round %d", r.Round), Player: "net:file=" + candidate}
	openings, err := s.Config.openings()
	if err != nil {
		return err
	}
	lots := fitness.Random(s.Config.Seed, "lots").Uint64()
	for _, opponent := range s.Config.Opponents {
		b, err := opponent.recipe()
		if err != nil {
			return err
		}
		tally, _, err := fitness.Match(ctx, fitness.Local{Workers: s.workers}, a, b, openings, lots, nil,
			func(fitness.PairResult) {
				done++
				tell()
			})
		if err != nil {
			return err
		}
		r.Ladder = append(r.Ladder, tables.Rung{Opponent: opponent.Spec, Result: tally.Pairs})
	}
	return nil
}
