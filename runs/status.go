package runs

import (
	"encoding/json"
	"time"

	"evothello/evolution"
	"evothello/fitness"
)

// A Status is how a run stands, in the form that evolve status prints as JSON.
type Status struct {
	Dir            string          `json:"dir"`
	Seed           uint64          `json:"seed"`
	Run            string          `json:"run"` // SHA-256 of run.json
	Generation     int             `json:"generation"`
	Goal           json.RawMessage `json:"goal"` // as goal.json has it
	Finished       bool            `json:"finished"`
	Games          int             `json:"games"`
	Nodes          uint64          `json:"nodes"`
	Seconds        float64         `json:"seconds"`
	CPUSeconds     float64         `json:"cpu_seconds"` // of this machine's cores, over generations that measured it
	GamesPerSecond float64         `json:"games_per_second"`
	Promotions     int             `json:"promotions"`
	Best           float64         `json:"best"` // of the last generation, against its panel
	Mean           float64         `json:"mean"`
	Champion       *ChampionStatus `json:"champion"` // null before generation 1
	Next           string          `json:"next"`     // arguments of evolve that go on with the run
}

// A ChampionStatus is how strong the reigning champion is.
type ChampionStatus struct {
	Generation int          `json:"generation"`
	File       string       `json:"file"`
	Ladder     []RungStatus `json:"ladder"`
}

// A RungStatus is the champion's score against one fixed opponent with its 95 %
// interval over pairs.
type RungStatus struct {
	Opponent string  `json:"opponent"`
	Score    float64 `json:"score"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	Elo      float64 `json:"elo"`
	EloError float64 `json:"elo_error"`
	// likelihood that the champion is the stronger one, nil if the pairs are too few to say
	Superiority    *float64 `json:"los"`
	SuperiorityNote string   `json:"los_note,omitempty"` // why it is nil
	Pairs          int      `json:"pairs"`
}

// A Verdict says what a rung's interval means.
type Verdict string

// The verdicts on a champion against an opponent.
const (
	Stronger  Verdict = "stronger"
	Weaker    Verdict = "weaker"
	Even      Verdict = "about even"
	TooLittle Verdict = fitness.TooFewPairs
)

// Verdict judges by the interval.
func (r RungStatus) Verdict() Verdict {
	switch {
	case r.Superiority == nil:
		return TooLittle
	case r.Low > 0.5:
		return Stronger
	case r.High < 0.5:
		return Weaker
	}
	return Even
}

// Status sums the run up.
func (r *Run) Status() Status {
	s := Status{
		Dir: r.Dir, Seed: r.Config.Seed, Run: r.Config.Hash(), Generation: r.State.Generation, Goal: r.GoalJSON(),
		Games: r.Games(), Seconds: r.Elapsed().Seconds(), Promotions: len(r.State.Champions), Next: "resume " + r.Dir,
	}
	_, s.Finished = r.Done()
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
	if s.Finished {
		s.Next += " --generations N" // any N above Generation
	}
	if champion := r.State.CurrentChampion(); champion != nil {
		s.Champion = &ChampionStatus{Generation: champion.Generation, File: r.Path(championFile)}
		s.Champion.Ladder = ladder(champion)
	}
	return s
}

// ladder is how a champion fared against each opponent.
func ladder(champion *evolution.Champion) (all []RungStatus) {
	for _, rung := range champion.Ladder {
		all = append(all, Rung(rung.Opponent, rung.Result))
	}
	return all
}

// Rung says what a result against an opponent means.
func Rung(opponent string, result fitness.Pentanomial) RungStatus {
	s := RungStatus{Opponent: opponent, Score: result.Score(), Pairs: result.Pairs()}
	s.Low, s.High = result.Interval()
	s.Elo, s.EloError = result.Elo()
	s.Superiority, s.SuperiorityNote = result.ReliableSuperiority()
	return s
}

// A Progress is how a run stands after a generation, as observers are told.
type Progress struct {
	Row     evolution.Row // of the generation, the zero Row before the first
	Ladder  []RungStatus  // of the reigning champion, nil before there is one
	Goal    Goal
	Elapsed time.Duration // in all processes
}

// Progress is how the run stands.
func (r *Run) Progress() Progress {
	p := Progress{Goal: r.Goal, Elapsed: r.Elapsed()}
	if n := len(r.History); n > 0 {
		p.Row, p.Ladder = r.History[n-1], ladder(r.State.CurrentChampion())
	}
	return p
}
