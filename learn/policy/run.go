package policy

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"evothello/fitness"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/learn/tables"
	"evothello/players"
	"evothello/runs"
)

// A Stage is a part of a round.
type Stage string

// The stages of a round, in order. Reading comes once per call of Run, before the other stages.
const (
	Reading       Stage = "reading"  // reads game files
	Playing       Stage = "playing"  // plays training games
	TrainingSteps Stage = "training" // takes optimizer steps
	Matches       Stage = "matches"  // counts agreement, then plays pairs against opponents
)

// A session is one call of Run.
type session struct {
	*Training
	workers int
	runs.Observer
	experts Samples
}

// Run implements runs.Training. It trains on as many cores as the arena has slots, and plays games on all slots.
func (t *Training) Run(ctx context.Context, arena fitness.Arena, o runs.Observer) (runs.Stop, error) {
	s := &session{Training: t, workers: arena.Slots(), Observer: o}
	if t.learner == nil {
		var err error
		if t.learner, err = t.readLearner(); err != nil {
			return "", fmt.Errorf("%w; resume continues from the round before", err)
		}
	}
	return runs.RunUntilDone(ctx, t, func(ctx context.Context) error {
		err := s.nextRound(ctx)
		if err != nil {
			t.learner = nil // it may be ahead of the files
			err = fmt.Errorf("round %d: %w", t.Count()+1, err)
		}
		return err
	})
}

// Done reports whether training has reached its goal, and returns the reason to stop.
func (t *Training) Done() (runs.Stop, bool) { return t.Directory.Done(t.Count(), t.TimeOf(t.Count())) }

func (s *session) tell(what Stage, done, of int, note string) {
	s.Tell(runs.Stage{Number: s.Count() + 1, What: string(what), Done: done, Of: of, Note: note})
}

// nextRound plays games, trains on the samples and measures the new player.
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
	took := []runs.Timing{clock.Lap(r.Round, string(Playing))}
	r.Samples = len(s.experts.Training) + len(games.Training)
	if r.Samples == 0 {
		return errors.New("the games of this round have no training samples: give more --games, or more files with --from")
	}
	if err := s.train(ctx, &r, games.Training); err != nil {
		return err
	}
	took = append(took, clock.Lap(r.Round, string(TrainingSteps)))
	if err := s.measure(ctx, &r, games.HeldOut); err != nil {
		return err
	}
	took = append(took, clock.Lap(r.Round, string(Matches)))
	if err := s.commit(&State{Rounds: append(slices.Clip(s.State.Rounds), r)}); err != nil {
		return err
	}
	for _, t := range took {
		if err := s.AddTiming(t); err != nil {
			return err
		}
	}
	texts := []string{english.Count(r.Samples, "sample"), fmt.Sprintf("loss %.3f", r.Loss),
		fmt.Sprintf("agreement %.1f %%", 100*r.HeldOut.Share())}
	for _, against := range r.Scores() {
		texts = append(texts, fmt.Sprintf("%.0f %% vs %s", 100*against.Score, against.Opponent))
	}
	s.Say(texts...)
	return nil
}

// read reads the game files unless they have been read.
func (s *session) read(ctx context.Context) error {
	if len(s.Config.GameFiles)+len(s.Config.HeldOut) == 0 || len(s.experts.Training)+len(s.experts.HeldOut) > 0 {
		return nil
	}
	s.tell(Reading, 0, 0, "")
	var given tables.FileGameCounts
	var err error
	if s.experts, given, err = readSamples(ctx, s.Config.GameFiles, s.Config.HeldOut); err != nil {
		return err
	}
	s.Say(fmt.Sprintf("%s They give %s to train on, and %d held-out ones.", given,
		english.Count(len(s.experts.Training), "position"), len(s.experts.HeldOut)))
	return nil
}

// samples returns the samples of the games in the window.
func (s *session) samples(ctx context.Context) (all Samples, err error) {
	if s.Config.Games == 0 {
		return all, nil
	}
	now := s.Count() + 1
	for round := s.windowStart(); round < now; round++ {
		l, err := s.samplesOf(ctx, round)
		if err != nil {
			return all, err
		}
		all.add(l)
	}
	l, err := s.samplesOf(ctx, now)
	if err != nil {
		return all, err
	}
	all.HeldOut = l.HeldOut // of this round alone, whose players are the strongest
	all.Training = append(all.Training, l.Training...)
	return all, nil
}

// samplesOf returns the samples of a round's games. It plays them if they have no file.
func (s *session) samplesOf(ctx context.Context, round int) (Samples, error) {
	l, err := s.readSamples(round)
	if files.IsMissing(err) {
		return s.play(ctx, round)
	}
	return l, err
}

// learnerAfter returns the learner after a round. It trains again up to that round if the learner is not stored.
func (s *session) learnerAfter(ctx context.Context, round int) (*learner, error) {
	if round == s.Count() {
		return s.learner, nil
	}
	if l, err := s.readLearnerAfter(round); err == nil {
		return l, nil
	}
	if err := s.RemoveAll(againDir); err != nil {
		return nil, err
	}
	defer s.RemoveAll(againDir)
	dir, err := s.Inner(againDir)
	if err != nil {
		return nil, err
	}
	again, err := Create(dir, s.Config, runs.Goal{Count: round})
	if err != nil {
		return nil, err
	}
	defer again.Close()
	_, err = again.Run(ctx, fitness.Local{Workers: s.workers}, runs.Observer{Stage: s.Stage})
	if err != nil || ctx.Err() != nil {
		return nil, errors.Join(err, ctx.Err())
	}
	if again.State.Rounds[round-1].Training != s.State.Rounds[round-1].Training {
		return nil, fmt.Errorf("%s is missing, and this version of the program would train another network than the one "+
			"that played its games: restore the file, or continue with the version that began training",
			s.Path(samplesFile(round+1)))
	}
	return again.learner, nil
}

// play plays the games of a round.
func (s *session) play(ctx context.Context, round int) (l Samples, err error) {
	g := generator{seed: s.Config.Seed, round: round, plies: s.Config.Plies, workers: s.workers}
	if round > 1 {
		before, err := s.learnerAfter(ctx, round-1)
		if err != nil {
			return l, err
		}
		g.policy = before.policy()
	}
	if s.Config.Teacher != nil {
		r, err := s.Config.Teacher.recipe()
		if err != nil {
			return l, fmt.Errorf("the teacher: %w", err)
		}
		if g.teacher, err = r.Contestant(); err != nil {
			return l, fmt.Errorf("the teacher: %w", err)
		}
	}
	notify := func(played int) { s.tell(Playing, played, s.Config.Games, "") }
	notify(0)
	if l, err = g.generate(ctx, s.Config.Games, notify); err != nil {
		return l, err
	}
	return l, s.Write(samplesFile(g.round), l.marshal())
}

// train trains on the samples and writes the learner file.
func (s *session) train(ctx context.Context, r *Round, games []Sample) (err error) {
	rng := fitness.Random(s.Config.Seed, "lessons", r.Round)
	notify := func(step int, loss float64) {
		s.tell(TrainingSteps, step, s.Config.Steps, fmt.Sprintf("loss %.3f", loss))
	}
	if r.Loss, err = s.learner.train(ctx, rng, s.experts.Training, games, s.workers, notify); err != nil {
		return err
	}
	data, err := s.learner.file(r.Round)
	if err != nil {
		return err
	}
	r.Training = files.SHA256(data)
	return s.Write(learnerFile(r.Round), data)
}

// maxHeldOut is the largest number of held-out samples that measure a round.
const maxHeldOut = 20_000

// measure counts agreement with held-out samples and plays the matches.
func (s *session) measure(ctx context.Context, r *Round, games []Sample) error {
	done := 0
	notify := func() {
		s.tell(Matches, done, s.Config.Pairs*len(s.Config.Opponents), "")
	}
	notify()
	heldOut := games
	if len(s.experts.HeldOut) > 0 {
		heldOut = s.experts.HeldOut
	}
	heldOut = subsample(fitness.Random(s.Config.Seed, "held out"), heldOut, maxHeldOut)
	var err error
	if r.HeldOut, err = s.learner.policy().measure(ctx, heldOut, s.workers); err != nil {
		return err
	}
	const candidate = trainingDir + "/candidate.policy"
	if err := s.savePlayer(candidate, r.Round); err != nil {
		return err
	}
	a, err := players.ParseRecipe(fmt.Sprintf("round %d", r.Round), "policy:file="+s.Path(candidate))
	if err != nil {
		return err
	}
	openings, err := s.Config.openings()
	if err != nil {
		return err
	}
	seed := fitness.Random(s.Config.Seed, "lots").Uint64()
	arena := fitness.Local{Workers: s.workers}
	for _, opponent := range s.Config.Opponents {
		b, err := opponent.recipe()
		if err != nil {
			return err
		}
		tally, _, err := fitness.Match(ctx, arena, a, b, openings, seed, nil, func(fitness.PairResult) {
			done++
			notify()
		})
		if err != nil {
			return err
		}
		r.Reference = append(r.Reference, tables.ReferenceScore{Opponent: opponent.Spec, Result: tally.Pairs})
	}
	return nil
}
