package policy

import (
	"evothello/learn"
	"evothello/runs"
)

// A Status is how training stands, in the form that evolve net status prints as JSON.
type Status struct {
	Dir      string     `json:"dir"`
	Seed     uint64     `json:"seed"`
	Net      string     `json:"net"` // SHA-256 of net.json
	Weights  int        `json:"weights"`
	Round    int        `json:"round"` // the last that is finished
	Goal     learn.Goal `json:"goal"`
	Finished bool       `json:"finished"`
	Seen     int        `json:"seen"` // positions that steps have learnt from, one as often as it was drawn
	Seconds  float64    `json:"seconds"`
	Learning float64    `json:"learning_seconds"` // of which steps took
	Last     *Round     `json:"last"`             // null before the first
	Player   string     `json:"player,omitempty"` // its file
}

// Status sums training up.
func (t *Training) Status() Status {
	s := Status{
		Dir: t.Dir, Seed: t.Config.Seed, Net: t.Config.Hash(), Weights: t.Config.Spec().Weights(), Round: t.round(), Goal: t.Goal,
		Seen: t.round() * t.Config.Steps * t.Config.Batch, Seconds: t.Elapsed().Seconds(),
	}
	_, s.Finished = t.Done()
	for _, one := range t.Timings {
		s.Learning += one.Learning
	}
	if t.round() > 0 {
		s.Last, s.Player = &t.State.Rounds[t.round()-1], t.PlayerPath()
	}
	return s
}

// Rungs are how the round's player fared against each opponent.
func (r *Round) Rungs() (all []runs.RungStatus) {
	for _, rung := range r.Ladder {
		all = append(all, runs.Rung(rung.Opponent, rung.Result))
	}
	return all
}
