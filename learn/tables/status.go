package tables

import (
	"encoding/json"
	"fmt"

	"evothello/fitness"
	"evothello/internal/english"
	"evothello/runs"
)

// A Status is a summary of training, which evolve status prints as JSON.
type Status struct {
	Dir            string          `json:"dir"`
	Seed           uint64          `json:"seed"`
	Config         string          `json:"config"` // SHA-256 of tables.json
	Round          int             `json:"round"`  // last finished round
	Goal           json.RawMessage `json:"goal"`   // content of goal.json
	Finished       bool            `json:"finished"`
	Under          string          `json:"under_way,omitempty"` // progress of the next round
	Given          *FileGameCounts `json:"given,omitempty"`
	Games          int             `json:"games"` // number of self-play games
	Nodes          uint64          `json:"nodes"`
	Seconds        float64         `json:"seconds"`
	CPUSeconds     float64         `json:"cpu_seconds"`      // CPU time of all cores, in the stages that recorded it
	GamesPerSecond float64         `json:"games_per_second"` // self-play games per second of playing
	Promotions     int             `json:"promotions"`
	HeldOut        *Errors         `json:"held_out"` // errors of the last fit, in discs; null without held-out games
	Champion       *ChampionStatus `json:"champion"` // null before a candidate has passed the gate
	Next           string          `json:"next"`     // arguments of evolve to continue, "" if nothing is left
}

// A ChampionStatus describes the champion and its results against reference opponents.
type ChampionStatus struct {
	Round     int                `json:"round"`
	File      string             `json:"file"`
	Tables    string             `json:"tables"`
	Reference []runs.ScoreStatus `json:"ladder"`
}

// Status returns a summary of training.
func (l *Training) Status() Status {
	rounds := len(l.State.Rounds)
	s := Status{
		Dir: l.Path(), Seed: l.Config.Seed, Config: l.Config.Hash(), Round: rounds, Goal: l.GoalJSON(), Given: l.FileGames,
		Games: rounds * l.Config.Games, Seconds: l.Elapsed().Seconds(), Next: "resume " + l.Path(),
	}
	switch _, s.Finished = l.Done(); {
	case s.Finished && l.Config.Games == 0:
		s.Next = ""
	case s.Finished:
		s.Next += " --rounds N" // any N above Round
	}
	s.CPUSeconds, _ = l.CPU()
	playing := runs.Timing{}
	for _, t := range l.Timings {
		s.Nodes += t.Nodes
		if t.Stage == string(PlayingStage) {
			playing.Games += t.Games
			playing.Seconds += t.Seconds
		}
	}
	s.GamesPerSecond = fitness.GamesPerSecond(playing.Games, playing.Seconds)
	s.Under = l.underWay()
	for i := range l.State.Rounds {
		r := &l.State.Rounds[i]
		if r.Promoted {
			s.Promotions++
		}
		s.HeldOut = r.Fitted.Report.HeldOutErrors()
	}
	if r := l.State.ChampionRound(); r != nil {
		s.Champion = &ChampionStatus{Round: r.Round, File: l.ChampionFile(), Tables: r.Fitted.Tables, Reference: r.Scores()}
	}
	return s
}

// Scores returns the candidate's scores against the reference opponents.
func (r *Round) Scores() (all []runs.ScoreStatus) {
	for _, against := range r.Reference {
		all = append(all, runs.NewScoreStatus(against.Opponent, against.Result))
	}
	return all
}

// underWay describes the progress of the current round, "" if it has not begun.
func (l *Training) underWay() string {
	if f := l.State.Fitted; f != nil {
		return fmt.Sprintf("round %d is trained on %s, and its candidate plays matches",
			l.current(), english.Count(f.Report.Games, "game"))
	}
	games, whole := countGames(l.Dir, gamesFile(l.current()))
	switch {
	case whole:
		return fmt.Sprintf("round %d has its %s and is trained on them", l.current(), english.Count(games, "game"))
	case games > 0:
		return fmt.Sprintf("round %d has %d of its %s", l.current(), games, english.Count(l.Config.Games, "game"))
	}
	return ""
}
