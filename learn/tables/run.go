package tables

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"evothello/evaluators/patterns"
	"evothello/players"
	"evothello/runs"
	"evothello/search"
)

// A Stage is a part of a round.
type Stage string

// The stages of a round, in order.
const (
	Reading Stage = "reading"  // games that are given in files
	Playing Stage = "playing"  // games to learn from
	Learns  Stage = "fitting"  // tables to games
	Matches Stage = "matching" // of the candidate
)

// A Progress is how far a round has come, as observers are told.
type Progress struct {
	Round   int // from 1 on
	Stage   Stage
	Done    int       // of the stage: games played, or times that all games were read
	Of      int       // how many there will be, at most; 0 if there is no telling
	Fit     FitReport // of fitting
	Goal    runs.Goal
	Elapsed time.Duration // so far, in all processes
}

// An Observer is told how learning goes on. Its fields may be nil.
type Observer struct {
	Progress func(Progress)             // as often as there is news
	Given    func(Given)                // when files of games have been read
	Fitted   func(round int, f *Fitted) // when tables have been fitted, for the first time or again
	Round    func(*Round)               // after each finished round
}

// A session is learning at work.
type session struct {
	*Learning
	workers  int
	observer Observer
}

// Run goes on learning, with so many workers (0 is one a core), until the goal is reached or
// ctx is cancelled. Games are on disk soon after they were played, and so is every finished
// stage before the next begins. An error other than that of a cancelled ctx leaves the
// directory as it was after the last of them.
func (l *Learning) Run(ctx context.Context, workers int, observer Observer) (runs.Stop, error) {
	s := &session{l, workersOr(workers), observer}
	if err := s.restore(ctx); errors.Is(err, context.Canceled) {
		return runs.Interrupted, nil
	} else if err != nil {
		return "", err
	}
	return runs.Work(ctx, l, s.round)
}

// Done reports whether the goal is reached, and why.
func (l *Learning) Done() (runs.Stop, bool) {
	left := l.Spent(l.Count()) - l.Spent(l.now()) // of a round that takes as long as the last
	return l.Directory.Done(l.Count(), left)
}

// Count is how many rounds are finished.
func (l *Learning) Count() int { return len(l.State.Rounds) }

// Last implements runs.Trainer: also of rounds that are made again the times count.
func (l *Learning) Last() int { return Format.Most }

// took notes what a stage took.
func (l *Learning) took(clock runs.Clock, round int, stage Stage, games int, nodes uint64) error {
	t := clock.Took(round, string(stage))
	t.Games, t.Nodes = games, nodes
	return l.Took(t)
}

// now is the round that is under way.
func (l *Learning) now() int { return len(l.State.Rounds) + 1 }

// round goes on with the round that is under way, to its end.
func (s *session) round(ctx context.Context) error {
	if s.State.Fitted == nil {
		if err := s.fit(ctx); err != nil {
			return err
		}
	}
	return s.match(ctx)
}

// firstOf is the first round of whose games round learns.
func (l *Learning) firstOf(round int) int { return max(1, round-l.Config.Window+1) }

// tell tells the observer of a stage.
func (s *session) tell(p Progress) {
	if s.observer.Progress != nil {
		p.Goal, p.Elapsed = s.Goal, s.Elapsed()
		if p.Round == 0 {
			p.Round = s.now()
		}
		s.observer.Progress(p)
	}
}

// gather reads the files of games, unless it is done.
func (s *session) gather(ctx context.Context) error {
	if len(s.Config.From) == 0 {
		return nil
	}
	clock := runs.StartClock()
	s.tell(Progress{Stage: Reading})
	again, err := s.Learning.gather(ctx)
	if err != nil || !again {
		return err
	}
	if s.observer.Given != nil {
		s.observer.Given(*s.Given)
	}
	return s.took(clock, s.now(), Reading, 0, 0)
}

// play plays the games of a round, as far as they are not there.
func (s *session) play(ctx context.Context, round int) error {
	field, err := s.field(round)
	if err != nil {
		return err
	}
	path := s.gamesFile(round)
	games, err := openStore(path, s.Config.name(round, field))
	if err != nil {
		return err
	}
	defer games.close()
	if games.whole {
		return nil
	}
	c := contest{seed: s.Config.Seed, round: round, plies: s.Config.Plies, lots: s.Config.Lots}
	for _, r := range field {
		ready, err := r.Contestant()
		if err != nil {
			return err
		}
		c.players = append(c.players, ready)
	}
	clock, from := runs.StartClock(), games.games
	var nodes uint64
	tell := func() { s.tell(Progress{Round: round, Stage: Playing, Done: games.games, Of: s.Config.Games}) }
	tell()
	err = c.playAll(ctx, s.workers, from, s.Config.Games, func(b batch) error {
		nodes += b.nodes
		err := games.add(b.games, b.chunk)
		tell()
		return err
	})
	if games.games > from {
		err = errors.Join(err, s.took(clock, round, Playing, games.games-from, nodes))
	}
	if err != nil {
		return err
	}
	return games.end()
}

// field are the players of a round's games: those who are given, or the one who has learnt most.
func (l *Learning) field(round int) ([]*players.Recipe, error) {
	before := State{Rounds: l.State.Rounds[:round-1]}
	player := before.Player()
	if player == 0 {
		return l.Config.Players, nil
	}
	r, err := l.recipe(player, l.Config.selfPlay(round))
	return []*players.Recipe{r}, err
}

// player is who must be beaten in the round that is under way.
func (l *Learning) player() (*players.Recipe, error) {
	player := l.State.Player()
	if player == 0 {
		return l.Config.Players[0], nil
	}
	return l.recipe(player, l.Config.Search)
}

// recipe is the candidate of a round, who searches as it is told.
func (l *Learning) recipe(round int, settings search.Settings) (*players.Recipe, error) {
	learnt, err := l.Candidate(round)
	if err != nil {
		return nil, err
	}
	return players.Searching(fmt.Sprintf("round %d", round), learnt, settings), nil
}

// Shown is the finished round whose tables are shown: the champion's, or the last if no
// candidate has passed the gate.
func (l *Learning) Shown() int {
	if reigning := l.State.Reigning(); reigning != nil {
		return reigning.Round
	}
	return len(l.State.Rounds)
}

// SampleFile is the file of some of the games that the tables that are shown were learnt from.
// It may be missing: who hands a directory on may leave its games out.
func (l *Learning) SampleFile() string {
	if l.Config.Games == 0 {
		return l.givenFile()
	}
	return l.gamesFile(l.Shown())
}

// Sample are the first games of the SampleFile.
func (l *Learning) Sample(most int) iter.Seq2[Game, error] {
	return func(visit func(Game, error) bool) {
		n := 0
		for g, err := range readGames(l.SampleFile()) {
			if n++; n > most || !visit(g, err) {
				return
			}
		}
	}
}

// name names the games of a round by all that decides them.
func (c *Config) name(round int, field []*players.Recipe) name {
	content := []any{"round", round, c.Seed, c.Games, c.Plies, c.Lots}
	for _, r := range field {
		content = append(content, r.Hash())
	}
	data, err := json.Marshal(content)
	if err != nil {
		panic("learn: " + err.Error()) // numbers and texts always marshal
	}
	return sha256.Sum256(data)
}

// games are those that a round learns from.
func (l *Learning) games(round int) iter.Seq2[Game, error] {
	var files []string
	if len(l.Config.From) > 0 {
		files = append(files, l.givenFile())
	}
	for r := l.firstOf(round); r <= round; r++ {
		files = append(files, l.gamesFile(r))
	}
	return func(visit func(Game, error) bool) {
		for _, file := range files {
			for g, err := range readGames(file) {
				if !visit(g, err) || err != nil {
					return
				}
			}
		}
	}
}

// fit learns from the games of the round that is under way, and makes a candidate.
func (s *session) fit(ctx context.Context) error {
	tables, fitted, err := s.learn(ctx, s.now())
	if err != nil {
		return err
	}
	if err := s.keepCandidate(s.now(), tables); err != nil {
		return err
	}
	state := *s.State
	state.Fitted = fitted
	return s.commit(&state)
}

// learn fits tables to the games of a round, which are played if they are not there.
func (s *session) learn(ctx context.Context, round int) (*patterns.Tables, *Fitted, error) {
	if err := s.gather(ctx); err != nil {
		return nil, nil, err
	}
	for r := s.firstOf(round); r <= round; r++ {
		if err := s.play(ctx, r); err != nil {
			return nil, nil, err
		}
	}
	clock, c := runs.StartClock(), &s.Config.Fit
	tell := func(r FitReport) { s.tell(Progress{Round: round, Stage: Learns, Done: r.Passes, Fit: r}) }
	tell(FitReport{})
	from, err := s.tablesBefore(round)
	if err != nil {
		return nil, nil, err
	}
	tables, report, err := Fit(ctx, s.games(round), FitOptions{
		Stages: c.Stages, From: from, Ridge: c.Ridge, Workers: s.workers, Passed: tell,
	})
	if err != nil {
		return nil, nil, err
	}
	fitted := &Fitted{Tables: tables.Hash(), Report: report}
	if s.observer.Fitted != nil {
		s.observer.Fitted(round, fitted)
	}
	return tables, fitted, s.took(clock, round, Learns, 0, 0)
}

// tablesBefore are those of the round before, and in the first those of the player if it has
// any, else nil.
func (l *Learning) tablesBefore(round int) (*patterns.Tables, error) {
	if round > 1 {
		return l.open(&l.State.Rounds[round-2].Fitted)
	}
	if first := l.Config.Players[0]; first.Weights != nil {
		return first.Weights.Learnt(), nil
	}
	return nil, nil
}
