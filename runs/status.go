package runs

import (
	"encoding/json"
	"strings"
	"time"

	"evothello/evolution"
	"evothello/fitness"
)

// A Status is the status of a run, in the form that evolve status prints as JSON.
type Status struct {
	Dir            string          `json:"dir"`
	Seed           uint64          `json:"seed"`
	Run            string          `json:"run"` // SHA-256 of run.json
	Generation     int             `json:"generation"`
	Goal           json.RawMessage `json:"goal"` // content of goal.json
	Finished       bool            `json:"finished"`
	Stopped        Stop            `json:"stopped,omitempty"` // why it is finished
	Games          int             `json:"games"`
	Nodes          uint64          `json:"nodes"`
	Seconds        float64         `json:"seconds"`
	CPUSeconds     float64         `json:"cpu_seconds"` // CPU time of this machine, in the generations that measured it
	GamesPerSecond float64         `json:"games_per_second"`
	Redone         []Redone        `json:"redone,omitempty"`
	Promotions     int             `json:"promotions"`
	Best           float64         `json:"best"` // win rate of the last generation's best genome against its panel
	Mean           float64         `json:"mean"`
	Start          *StartStatus    `json:"start"`    // null before generation 1, without a start, or if not measured
	Champion       *ChampionStatus `json:"champion"` // null before generation 1
	Next           string          `json:"next"`     // arguments of evolve that resume the run
}

// A StartStatus is the score of the current champion against the start of the run, with its 95 % interval
// over pairs. Score and interval are ½ while the start itself is the champion.
type StartStatus struct {
	Name  string  `json:"name"`
	Score float64 `json:"score"`
	Low   float64 `json:"score_low"`
	High  float64 `json:"score_high"`
	Pairs int     `json:"pairs"` // 0 while the start is the champion
}

// A ChampionStatus is the strength of the current champion.
type ChampionStatus struct {
	Generation int           `json:"generation"`
	File       string        `json:"file"`
	Reference  []ScoreStatus `json:"ladder"`
}

// A ScoreStatus is the score of a champion against one reference opponent, with its 95 % interval over pairs.
type ScoreStatus struct {
	Opponent string  `json:"opponent"`
	Score    float64 `json:"score"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	fitness.Elo
	// Superiority is the likelihood that the champion is stronger, nil if there are too few pairs.
	Superiority     *float64 `json:"los"`
	SuperiorityNote string   `json:"los_note,omitempty"` // why Superiority is nil
	Pairs           int      `json:"pairs"`
}

// A Comparison is the strength of a champion compared with an opponent's.
type Comparison string

// The values of Comparison: the champion is stronger, weaker or about even, or there are too few pairs.
const (
	Stronger    Comparison = "stronger"
	Weaker      Comparison = "weaker"
	Even        Comparison = "about even"
	TooFewGames Comparison = fitness.TooFewPairs
)

// Comparison returns which player is stronger, by the 95 % interval of the score.
func (r ScoreStatus) Comparison() Comparison {
	switch {
	case r.Superiority == nil:
		return TooFewGames
	case r.Low > 0.5:
		return Stronger
	case r.High < 0.5:
		return Weaker
	}
	return Even
}

// Status returns the status of the run.
func (r *Run) Status() Status {
	s := Status{
		Dir: r.Path(), Seed: r.Config.Seed, Run: r.Config.Hash(), Generation: r.State.Generation, Goal: r.GoalJSON(),
		Games: r.Games(), Seconds: r.Elapsed().Seconds(), Promotions: r.promotions(), Next: "resume " + r.Path(),
	}
	s.Stopped, s.Finished = r.Done()
	s.Redone, _ = r.Redone() // check reports damage
	s.CPUSeconds, _ = r.CPU()
	timed := 0 // games whose time is known
	for _, t := range r.Timings {
		s.Nodes += t.Nodes
		timed += t.Games
	}
	if n := len(r.History); n > 0 {
		s.Best, s.Mean = r.History[n-1].Best, r.History[n-1].Mean
	}
	s.GamesPerSecond = fitness.GamesPerSecond(timed, s.Seconds)
	if r.Config.Tunes() {
		s.Next += " " + strings.Join(r.Config.PlayerFlag(), " ") // which no file holds
	}
	if s.Finished {
		s.Next += " --generations N" // N must be above Generation
	}
	s.Start = r.startStatus()
	if champion := r.State.CurrentChampion(); champion != nil && r.State.Generation > 0 {
		s.Champion = &ChampionStatus{Generation: champion.Generation, File: r.Path(championFile)}
		s.Champion.Reference = referenceScores(champion)
	}
	return s
}

// promotions returns the number of champions that were promoted.
func (r *Run) promotions() int {
	n := len(r.State.Champions)
	if r.Config.HasStart() {
		n--
	}
	return n
}

// startStatus returns the current champion's score against the start, nil if the run has none or has not measured it.
func (r *Run) startStatus() *StartStatus {
	champion := r.State.CurrentChampion()
	if r.State.Generation == 0 || !r.Config.HasStart() || champion.Generation > 0 && champion.Start.Pairs() == 0 {
		return nil
	}
	s := &StartStatus{Name: r.Config.StartName(), Score: 0.5, Low: 0.5, High: 0.5, Pairs: champion.Start.Pairs()}
	if s.Pairs > 0 {
		s.Score = champion.Start.Score()
		s.Low, s.High = champion.Start.Interval()
	}
	return s
}

// referenceScores returns the results of a champion against each reference opponent.
func referenceScores(champion *evolution.Champion) (all []ScoreStatus) {
	for _, against := range champion.Reference {
		all = append(all, NewScoreStatus(against.Opponent, against.Result))
	}
	return all
}

// NewScoreStatus returns the ScoreStatus of a result against an opponent.
func NewScoreStatus(opponent string, result fitness.Pentanomial) ScoreStatus {
	s := ScoreStatus{Opponent: opponent, Score: result.Score(), Pairs: result.Pairs()}
	s.Low, s.High = result.Interval()
	s.Elo = result.Elo()
	s.Superiority, s.SuperiorityNote = result.ReliableSuperiority()
	return s
}

// A Progress is the progress of a run after a generation, for observers.
type Progress struct {
	Row       evolution.Row // the last generation's row, the zero Row before the first
	Start     *StartStatus  // the current champion's score against the start, nil without a start
	Reference []ScoreStatus // the current champion's scores, nil before the first champion
	Goal      Goal
	Elapsed   time.Duration // time of all processes
	CPU       time.Duration // CPU time of all processes, where it was measured
	Games     int           // number of games of all generations
	Part      float64       // finished share of the generation in progress, 0 to 1
}

// Progress returns the progress of the run.
func (r *Run) Progress() Progress {
	cpu, _ := r.CPU()
	p := Progress{Goal: r.Goal, Elapsed: r.Elapsed(), Games: r.Games(), CPU: time.Duration(cpu * float64(time.Second))}
	if n := len(r.History); n > 0 {
		p.Row, p.Start, p.Reference = r.History[n-1], r.startStatus(), referenceScores(r.State.CurrentChampion())
	}
	return p
}

// Generations returns the number of finished generations plus Part.
func (p *Progress) Generations() float64 { return float64(p.Row.Generation) + p.Part }

// Share returns the share of the goal that is reached. It may exceed 1. It is 0 without a goal.
func (p *Progress) Share() float64 {
	share := p.Effort()
	if p.Goal.Count > 0 {
		share = max(share, p.Generations()/float64(p.Goal.Count))
	}
	if p.Goal.Budget > 0 {
		share = max(share, p.Elapsed.Seconds()/p.Goal.Budget.Seconds())
	}
	return share
}

// Effort returns the spent share of the goal's games or CPU time, the larger one if the goal has both. It is
// 0 if the goal has neither.
func (p *Progress) Effort() (share float64) {
	if p.Goal.Games > 0 {
		share = float64(p.Games) / float64(p.Goal.Games)
	}
	if p.Goal.CPU > 0 {
		share = max(share, p.CPU.Seconds()/p.Goal.CPU.Seconds())
	}
	return share
}
