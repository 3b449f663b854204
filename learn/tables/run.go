package tables

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"evothello/evaluators/patterns"
	"evothello/fitness"
	"evothello/internal/english"
	"evothello/players"
	"evothello/runs"
	"evothello/search"
)

// A Stage is a part of a round.
type Stage string

// The stages of a round, in order.
const (
	ReadingStage Stage = "reading"  // reads game files
	PlayingStage Stage = "playing"  // plays training games
	FittingStage Stage = "fitting"  // fits tables to the games
	MatchStage   Stage = "matching" // plays the candidate's matches
)

// A session is one call of Run.
type session struct {
	*Training
	workers int
	runs.Observer
}

// Run implements runs.Training. Games are written to disk soon after they are played, and each finished stage before
// the next begins.
func (l *Training) Run(ctx context.Context, arena fitness.Arena, o runs.Observer) (runs.Stop, error) {
	s := &session{l, arena.Slots(), o}
	if err := s.restore(ctx); errors.Is(err, context.Canceled) {
		return runs.Interrupted, nil
	} else if err != nil {
		return "", err
	}
	return runs.RunUntilDone(ctx, l, s.round)
}

// Done reports whether the goal is reached, and why.
func (l *Training) Done() (runs.Stop, bool) {
	left := l.TimeOf(l.Count()) - l.TimeOf(l.current()) // if the round takes as long as the last
	return l.Directory.Done(l.Count(), left)
}

// Count returns the number of finished rounds.
func (l *Training) Count() int { return len(l.State.Rounds) }

// Last implements runs.Trainer. It returns Format.MaxCount, because the timings of repeated rounds count as well.
func (l *Training) Last() int { return Format.MaxCount }

// recordTiming records the time, games and nodes of a stage.
func (l *Training) recordTiming(clock runs.Clock, round int, stage Stage, games int, nodes uint64) error {
	t := clock.Lap(round, string(stage))
	t.Games, t.Nodes = games, nodes
	return l.AddTiming(t)
}

// current returns the number of the unfinished round.
func (l *Training) current() int { return len(l.State.Rounds) + 1 }

// round finishes the current round.
func (s *session) round(ctx context.Context) error {
	if s.State.Fitted == nil {
		if err := s.fit(ctx); err != nil {
			return err
		}
	}
	return s.playMatches(ctx)
}

// windowStart returns the first round whose games are training data of a round. With lookahead one
// round's games are enough.
func (l *Training) windowStart(round int) int {
	if l.Config.Fit.lookahead(round) > 0 {
		return round
	}
	return max(1, round-l.Config.Window+1)
}

// tell reports a stage of a round to the observer.
func (s *session) tell(round int, what Stage, done, of int, note string) {
	games := what == PlayingStage || what == MatchStage
	s.Tell(runs.Stage{Number: round, What: string(what), Done: done, Of: of, Games: games, Note: note})
}

// gather reads the game files unless they have been read.
func (s *session) gather(ctx context.Context) error {
	if len(s.Config.GameFiles) == 0 {
		return nil
	}
	clock := runs.StartClock()
	s.tell(s.current(), ReadingStage, 0, 0, "")
	copied, err := s.Training.gather(ctx)
	if err != nil || !copied {
		return err
	}
	s.Say(s.FileGames.String())
	return s.recordTiming(clock, s.current(), ReadingStage, 0, 0)
}

// play plays the missing games of a round.
func (s *session) play(ctx context.Context, round int) error {
	recipes, err := s.selfPlayers(round)
	if err != nil {
		return err
	}
	games, err := openStore(s.Dir, gamesFile(round), s.Config.gamesID(round, recipes))
	if err != nil {
		return err
	}
	defer games.close()
	if games.complete {
		return nil
	}
	g := generator{seed: s.Config.Seed, round: round, plies: s.Config.Plies, lots: s.Config.RandomMoveInterval}
	for _, r := range recipes {
		compiled, err := r.Contestant()
		if err != nil {
			return err
		}
		g.players = append(g.players, compiled)
	}
	clock, from := runs.StartClock(), games.games
	var nodes uint64
	notify := func() {
		s.tell(round, PlayingStage, games.games, s.Config.Games, "")
	}
	notify()
	err = g.playAll(ctx, s.workers, from, s.Config.Games, func(b batch) error {
		nodes += b.nodes
		err := games.add(b.games, b.chunk)
		notify()
		return err
	})
	if games.games > from {
		err = cmp.Or(err, s.recordTiming(clock, round, PlayingStage, games.games-from, nodes))
	}
	if err != nil {
		return err
	}
	return games.end()
}

// selfPlayers returns the players of a round's games: the last promoted candidate, or the configured
// players before the first promotion.
func (l *Training) selfPlayers(round int) ([]*players.Recipe, error) {
	before := State{Rounds: l.State.Rounds[:round-1]}
	player := before.Player()
	if player == 0 {
		return l.Config.Players, nil
	}
	r, err := l.recipe(player, l.Config.selfPlay(round))
	return []*players.Recipe{r}, err
}

// currentPlayer returns the opponent of the gate match of the current round.
func (l *Training) currentPlayer() (*players.Recipe, error) {
	player := l.State.Player()
	if player == 0 {
		return l.Config.Players[0], nil
	}
	return l.recipe(player, l.Config.Search)
}

// recipe returns the player made of a round's candidate and search settings.
func (l *Training) recipe(round int, settings search.Settings) (*players.Recipe, error) {
	trained, err := l.Candidate(round)
	if err != nil {
		return nil, err
	}
	return players.Searching(fmt.Sprintf("round %d", round), trained, settings), nil
}

// DisplayedRound returns the round whose tables are shown in reports. It is the champion's round, or the last
// finished one if no candidate has passed the gate.
func (l *Training) DisplayedRound() int {
	if reigning := l.State.ChampionRound(); reigning != nil {
		return reigning.Round
	}
	return len(l.State.Rounds)
}

// SampleFile returns the name of a file with training games of the displayed tables. The file may be missing,
// since games may be left out of a copied directory.
func (l *Training) SampleFile() string {
	if l.Config.Games == 0 {
		return givenFile
	}
	return gamesFile(l.DisplayedRound())
}

// Sample iterates over the first games of the SampleFile. most is the maximum number of games.
func (l *Training) Sample(most int) iter.Seq2[Game, error] {
	return first(most, readGames(l.Dir, l.SampleFile()))
}

// gamesID identifies the games of a round by a hash of everything that they depend on.
func (c *Config) gamesID(round int, recipes []*players.Recipe) gamesID {
	content := []any{"round", round, c.Seed, c.Games, c.Plies, c.RandomMoveInterval}
	for _, r := range recipes {
		content = append(content, r.Hash())
	}
	data, err := json.Marshal(content)
	if err != nil {
		panic("tables: " + err.Error()) // numbers and texts always marshal
	}
	return sha256.Sum256(data)
}

// trainingGames iterates over the training games of a round.
func (l *Training) trainingGames(round int) iter.Seq2[Game, error] {
	var files, given []string
	if len(l.Config.GameFiles) > 0 {
		given = append(given, givenFile)
	}
	for r := l.windowStart(round); r <= round; r++ {
		files = append(files, gamesFile(r))
	}
	if files = append(given, files...); l.Config.Fit.lookahead(round) > 0 {
		slices.Reverse(files) // it takes the first games only
	}
	return func(visit func(Game, error) bool) {
		for _, file := range files {
			for g, err := range readGames(l.Dir, file) {
				if !visit(g, err) || err != nil {
					return
				}
			}
		}
	}
}

// fit makes the candidate of the current round.
func (s *session) fit(ctx context.Context) error {
	tables, fitted, err := s.fitTables(ctx, s.current())
	if err != nil {
		return err
	}
	if err := s.writeCandidate(s.current(), tables); err != nil {
		return err
	}
	state := *s.State
	state.Fitted = fitted
	return s.commit(&state)
}

// fitTables fits tables to the training games of a round. It plays missing games first.
func (s *session) fitTables(ctx context.Context, round int) (*patterns.Tables, *Fitted, error) {
	if err := s.gather(ctx); err != nil {
		return nil, nil, err
	}
	for r := s.windowStart(round); r <= round; r++ {
		if err := s.play(ctx, r); err != nil {
			return nil, nil, err
		}
	}
	clock, c := runs.StartClock(), &s.Config.Fit
	notify := func(r FitReport) { s.tell(round, FittingStage, r.Passes, 0, r.note()) }
	notify(FitReport{})
	from, err := s.startTables(round)
	if err != nil {
		return nil, nil, err
	}
	tables, report, err := Fit(ctx, s.trainingGames(round), FitOptions{
		Stages: c.Stages, From: from, Ridge: c.Ridge, Lookahead: c.lookahead(round), Layer: c.layer(round),
		Workers: s.workers, OnPass: notify,
	})
	if err != nil {
		return nil, nil, err
	}
	fitted := &Fitted{Tables: tables.Hash(), Report: report}
	s.Say("trained on "+english.Count(report.Games, "game"), english.Count(report.Passes, "pass"),
		cmp.Or(report.note(), "no game held out"))
	return tables, fitted, s.recordTiming(clock, round, FittingStage, 0, 0)
}

// startTables returns the tables from which the fit of a round starts: the tables of the round before. The
// first round starts from the first player's tables, nil if it has none.
func (l *Training) startTables(round int) (*patterns.Tables, error) {
	if round > 1 {
		return l.open(&l.State.Rounds[round-2].Fitted)
	}
	if first := l.Config.Players[0]; first.Weights != nil {
		return first.Weights.PatternTables(), nil
	}
	return nil, nil
}
