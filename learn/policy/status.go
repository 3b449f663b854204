package policy

import (
	"encoding/json"

	"evothello/runs"
)

// A Status is a summary of training, which evolve status prints as JSON.
type Status struct {
	Dir        string          `json:"dir"`
	Seed       uint64          `json:"seed"`
	Config     string          `json:"config"` // SHA-256 of policy.json
	Weights    int             `json:"weights"`
	Round      int             `json:"round"` // last finished round
	Goal       json.RawMessage `json:"goal"`  // content of goal.json
	Finished   bool            `json:"finished"`
	Seen       int             `json:"seen"` // samples in all batches, with repetitions
	Seconds    float64         `json:"seconds"`
	CPUSeconds float64         `json:"cpu_seconds"`      // over all cores, in rounds that recorded it
	Training   float64         `json:"training_seconds"` // the part of Seconds spent on optimizer steps
	Last       *Round          `json:"last"`             // null before the first round
	Player     string          `json:"player,omitempty"` // path of the player's file
}

// Status returns a summary of training.
func (t *Training) Status() Status {
	s := Status{
		Dir: t.Path(), Seed: t.Config.Seed, Config: t.Config.Hash(),
		Weights: t.Config.Shape().Weights(), Round: t.Count(), Goal: t.GoalJSON(),
		Seen: t.Count() * t.Config.Steps * t.Config.Batch, Seconds: t.Elapsed().Seconds(),
	}
	_, s.Finished = t.Done()
	s.CPUSeconds, _ = t.CPU()
	for _, one := range t.Timings {
		if one.Stage == string(TrainingSteps) {
			s.Training += one.Seconds
		}
	}
	if t.Count() > 0 {
		s.Last, s.Player = &t.State.Rounds[t.Count()-1], t.PlayerPath()
	}
	return s
}

// Scores returns the player's score against each opponent after the round.
func (r *Round) Scores() (all []runs.ScoreStatus) {
	for _, against := range r.Reference {
		all = append(all, runs.NewScoreStatus(against.Opponent, against.Result))
	}
	return all
}
