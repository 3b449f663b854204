package qnet

import (
	"encoding/json"

	"evothello/runs"
)

// A Status is a summary of training, which evolve status prints as JSON.
type Status struct {
	Dir        string          `json:"dir"`
	Seed       uint64          `json:"seed"`
	Config     string          `json:"config"` // SHA-256 of qnet.json
	Board      string          `json:"board"`
	Opponent   string          `json:"opponent"`
	Episodes   int             `json:"episodes"`
	Goal       json.RawMessage `json:"goal"` // content of goal.json
	Finished   bool            `json:"finished"`
	Stop       runs.Stop       `json:"stop,omitempty"` // why it is finished
	Wins       int             `json:"wins"`           // in all rounds, like draws and losses
	Draws      int             `json:"draws"`
	Losses     int             `json:"losses"`
	Last       Record          `json:"last_100"`    // the last 100 episodes, or a few more to fill whole rounds
	Thousand   Record          `json:"last_1000"`   // the last 1,000 episodes, or a few more to fill whole rounds
	Best       Record          `json:"best_1000"`   // the best 1,000 successive episodes: biased upwards
	Epsilon    float64         `json:"epsilon"`     // share of random moves at the end of the last round
	Loss       float64         `json:"loss"`        // mean loss of the last round
	Steps      int             `json:"steps"`       // moves of the network in all rounds
	Trained    int             `json:"trained"`     // training steps in all rounds
	Weights    int             `json:"weights"`     // number of the network's weights
	Seconds    float64         `json:"seconds"`     // wall-clock time of all processes
	CPUSeconds float64         `json:"cpu_seconds"` // CPU time of all cores, in the rounds that recorded it
	PerSecond  float64         `json:"per_second"`  // episodes per second
	Player     string          `json:"player"`      // path of the network file, "" if there is none yet
}

// A Record is the score of a range of episodes.
type Record struct {
	From     int     `json:"from"` // number of the first episode, from 1
	Episodes int     `json:"episodes"`
	Unbeaten float64 `json:"unbeaten"` // share of wins and draws
	Wins     float64 `json:"wins"`     // share of wins
}

// Records divides successive rounds into records of at least the given number of episodes. The last record
// may have fewer.
func Records(rounds []Round, episodes int) (all []Record) {
	from, played, wins, draws := 1, 0, 0, 0
	for i, r := range rounds {
		played, wins, draws = played+r.Episodes, wins+r.Wins, draws+r.Draws
		if played >= episodes || i == len(rounds)-1 {
			all = append(all, record(from, played, wins, draws))
			from, played, wins, draws = from+played, 0, 0, 0
		}
	}
	return all
}

func record(from, played, wins, draws int) Record {
	n := float64(played)
	return Record{From: from, Episodes: played, Unbeaten: float64(wins+draws) / n, Wins: float64(wins) / n}
}

// Trailing returns the record of the last rounds. It takes the fewest rounds that have at least the given number of
// episodes, or all rounds if they have fewer.
func Trailing(rounds []Round, episodes int) Record {
	played, wins, draws, all := 0, 0, 0, 0
	for _, r := range rounds {
		all += r.Episodes
	}
	for i := len(rounds) - 1; i >= 0 && played < episodes; i-- {
		played, wins, draws = played+rounds[i].Episodes, wins+rounds[i].Wins, draws+rounds[i].Draws
	}
	if played == 0 {
		return Record{From: 1}
	}
	return record(all-played+1, played, wins, draws)
}

// Status returns a summary of training.
func (t *Training) Status() Status {
	c := &t.Config
	s := Status{
		Dir: t.Path(), Seed: c.Seed, Config: c.Hash(),
		Board: c.Board.Name, Opponent: c.Opponent, Episodes: t.Count(), Goal: t.GoalJSON(),
		Last: Trailing(t.Rounds, 100), Thousand: Trailing(t.Rounds, 1000), Epsilon: c.Epsilon.From,
		Weights: c.Spec().Weights(), Seconds: t.Elapsed().Seconds(),
	}
	s.Stop, s.Finished = t.Done()
	s.CPUSeconds, _ = t.CPU()
	for i, r := range t.Rounds {
		s.Wins, s.Draws, s.Losses = s.Wins+r.Wins, s.Draws+r.Draws, s.Losses+r.Losses
		s.Epsilon, s.Loss, s.Steps, s.Trained = r.Epsilon, r.Loss, r.Steps, r.Trained
		if here := Trailing(t.Rounds[:i+1], 1000); here.Episodes > s.Best.Episodes || here.Unbeaten > s.Best.Unbeaten {
			s.Best = here
		}
	}
	if s.Seconds > 0 {
		s.PerSecond = float64(s.Episodes) / s.Seconds
	}
	if t.saved != nil {
		s.Player = t.PlayerPath()
	}
	return s
}
