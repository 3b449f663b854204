package evolution

import (
	"encoding/json"
	"fmt"

	"evothello/evaluators"
	"evothello/fitness"
	"evothello/genome"
	"evothello/weights"
)

// A State is all that the next generation depends on, besides the configuration.
type State struct {
	Generation int
	Model      ModelState
	Champions  []Champion       // in order of promotion, the last one reigns
	encoding   *genome.Encoding // laid out once: neither the genes nor their limits ever change
}

// A Champion is a genome that was promoted, the match that made it champion and
// its measure against the ladder.
type Champion struct {
	Generation int                  `json:"generation"`
	ID         string               `json:"id"`
	Phases     []evaluators.Weights `json:"phases"`
	Gate       fitness.Pentanomial  `json:"gate"` // against the champion before; none for the first
	Ladder     []Rung               `json:"ladder"`
}

// A Rung is a champion's result against one opponent of the ladder.
type Rung struct {
	Opponent string              `json:"opponent"`
	Result   fitness.Pentanomial `json:"result"`
}

// An Outcome is what a generation adds to the history of its run.
type Outcome struct {
	Row      Row       `json:"row"`
	Champion *Champion `json:"champion,omitempty"` // if one was promoted
	Nodes    uint64    `json:"-"`                  // positions searched in all its games; they change with the search
}

// A Row is a generation in figures.
type Row struct {
	Generation int     `json:"generation"`
	Best       float64 `json:"best"` // win rate against the panel of who stood first, 0…1
	// win rate of all, of several rounds in the first, which all play
	Mean      float64             `json:"mean"`
	Worst     float64             `json:"worst"`              // in that round
	Spread    float64             `json:"spread"`             // standard deviation of the win rates in that round
	Diversity float64             `json:"diversity"`          // mean distance between genomes
	Heredity  *Heredity           `json:"heredity,omitempty"` // of models of parents and offspring
	Champion  int                 `json:"champion"`           // generation of the reigning champion's promotion
	Gate      fitness.Pentanomial `json:"gate"`               // the candidate against the champion
	Promoted  bool                `json:"promoted"`
	Games     int                 `json:"games"` // played in this generation, for whatever use
}

// Genesis is the state of generation 0: genomes drawn, nothing played.
func Genesis(c *Config) (*State, error) {
	encoding, err := c.encoding()
	if err != nil {
		return nil, err
	}
	start, err := c.Start.genome(encoding)
	if err != nil {
		return nil, err
	}
	return &State{Model: c.Model.begin(c, encoding.Layout, start), encoding: encoding}, nil
}

// Restore makes the state after a generation of what a run has kept of it: the JSON of
// its ModelState, and its champions. It refuses what cannot be of this run.
func Restore(c *Config, generation int, model json.RawMessage, champions []Champion) (*State, error) {
	encoding, err := c.encoding()
	if err != nil {
		return nil, err
	}
	s := &State{Generation: generation, Champions: champions, encoding: encoding}
	if s.Model, err = c.Model.restore(model, c, encoding.Layout); err != nil {
		return nil, err
	}
	if generation < 0 || generation > 0 && len(champions) == 0 {
		return nil, fmt.Errorf("no champion after %d generations", generation)
	}
	for i, champion := range champions {
		if i == 0 && champion.Generation != 1 || champion.Generation > generation ||
			i > 0 && champion.Generation <= champions[i-1].Generation {
			return nil, fmt.Errorf("champion %s: promoted in generation %d, out of order", champion.ID, champion.Generation)
		}
		if _, err := encoding.Genome(champion.Phases); err != nil {
			return nil, fmt.Errorf("champion %s: %w", champion.ID, err)
		}
		if len(champion.Ladder) != len(c.Ladder.Opponents) {
			return nil, fmt.Errorf("champion %s: %d results for a ladder of %d", champion.ID, len(champion.Ladder),
				len(c.Ladder.Opponents))
		}
	}
	return s, nil
}

// Reigning returns the champion, nil before generation 1.
func (s *State) Reigning() *Champion {
	if len(s.Champions) == 0 {
		return nil
	}
	return &s.Champions[len(s.Champions)-1]
}

// ChampionAt returns the champion that reigned after a generation, nil if none
// did.
func (s *State) ChampionAt(generation int) *Champion {
	var at *Champion
	for i := range s.Champions {
		if s.Champions[i].Generation <= generation {
			at = &s.Champions[i]
		}
	}
	return at
}

// Switch freezes a champion with its origin and the run's search.
func (c *Config) Switch(champion *Champion) *weights.Switch {
	searchOfRun := c.Search
	s := weights.New(c.Turns, c.Board, champion.Phases, c.tables())
	s.Name = fmt.Sprintf("seed %d%s, generation %d", c.Seed, c.Place(), champion.Generation)
	s.Search = &searchOfRun
	s.Origin = &weights.Origin{Seed: c.Seed, Run: c.Hash(), Generation: champion.Generation}
	return s
}
