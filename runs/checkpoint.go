package runs

import (
	"errors"
	"fmt"

	"evothello/cmaes"
	"evothello/evaluators"
	"evothello/fitness"
	"evothello/genome"
	"evothello/internal/jsonfile"
	"evothello/players"
	"evothello/search"
)

// A Checkpoint is the whole state of a run after a finished generation. It is the
// commit point: every other file but run.json follows from it.
type Checkpoint struct {
	Schema     int    `json:"schema"`
	Sum        string `json:"sum"` // SHA-256 of the file with this field empty
	Run        string `json:"run"` // SHA-256 of run.json
	Generation int    `json:"generation"`
	// Population is what the next generation comes from, in generation 0 as drawn:
	// best first in model generational, island by island and best first there in model
	// islands, in no order in model mgg. Distribution is that of model cmaes.
	Population   []Individual `json:"population,omitempty"`
	Distribution *cmaes.State `json:"distribution,omitempty"`
	Champions    []Champion   `json:"champions"` // in order of promotion, the last one reigns
	History      []Row        `json:"history"`   // one a generation
}

// An Individual is a genome of a population and how it fared when it last played.
type Individual struct {
	ID     string               `json:"id"` // generation of birth, dot, number
	Phases []evaluators.Weights `json:"phases"`
	Result fitness.Pentanomial  `json:"result"` // of its pairs against the panel
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

// A Row is a generation's line of history.csv.
type Row struct {
	Generation int                 `json:"generation"`
	Best       float64             `json:"best"`      // win rate against the panel of who stood first, 0…1
	Mean       float64             `json:"mean"`      // win rate of all, of several rounds in the first, which all play
	Worst      float64             `json:"worst"`     // in that round
	Spread     float64             `json:"spread"`    // standard deviation of the win rates in that round
	Diversity  float64             `json:"diversity"` // mean distance between genomes
	Champion   int                 `json:"champion"`  // generation of the reigning champion's promotion
	Gate       fitness.Pentanomial `json:"gate"`      // the candidate against the champion
	Promoted   bool                `json:"promoted"`
	Games      int                 `json:"games"` // played in this generation, for whatever use
}

// Reigning returns the champion, nil before generation 1.
func (c *Checkpoint) Reigning() *Champion {
	if len(c.Champions) == 0 {
		return nil
	}
	return &c.Champions[len(c.Champions)-1]
}

// ChampionAt returns the champion that reigned after a generation, nil if none
// did.
func (c *Checkpoint) ChampionAt(generation int) *Champion {
	var at *Champion
	for i := range c.Champions {
		if c.Champions[i].Generation <= generation {
			at = &c.Champions[i]
		}
	}
	return at
}

// Marshal writes the checkpoint as its file holds it.
func (c *Checkpoint) Marshal() []byte {
	sealed := *c
	sealed.Sum = c.sum()
	return jsonfile.Encode(&sealed)
}

func (c *Checkpoint) sum() string {
	unsealed := *c
	unsealed.Sum = ""
	return hash(jsonfile.Encode(&unsealed))
}

// parseCheckpoint reads a checkpoint of the run with that configuration.
func parseCheckpoint(data []byte, config *Config) (*Checkpoint, error) {
	var c Checkpoint
	if err := jsonfile.Decode(data, Schema, &c); err != nil {
		return nil, err
	}
	return &c, c.validate(config)
}

func (c *Checkpoint) validate(config *Config) error {
	if err := validSchema(c.Schema); err != nil {
		return err
	}
	if c.Sum != c.sum() {
		return errors.New("its content does not match its checksum")
	}
	if c.Run != config.Hash() {
		return fmt.Errorf("it belongs to another run.json (SHA-256 %.12s…, this one is %.12s…): put the right run.json back, or start another run with --config", c.Run, config.Hash())
	}
	layout, err := config.layout()
	if err != nil {
		return err
	}
	switch {
	case c.Generation < 0 || len(c.History) != c.Generation:
		return fmt.Errorf("%d rows of history for %d generations", len(c.History), c.Generation)
	case c.Generation > 0 && len(c.Champions) == 0:
		return fmt.Errorf("no champion after %d generations", c.Generation)
	}
	if err := config.model().check(config, layout, c); err != nil {
		return err
	}
	for i, row := range c.History {
		if row.Generation != i+1 {
			return fmt.Errorf("row %d of the history is about generation %d", i+1, row.Generation)
		}
	}
	for i, champion := range c.Champions {
		if i == 0 && champion.Generation != 1 || champion.Generation > c.Generation ||
			i > 0 && champion.Generation <= c.Champions[i-1].Generation {
			return fmt.Errorf("champion %s: promoted in generation %d, out of order", champion.ID, champion.Generation)
		}
		if _, err := layout.New(champion.Phases); err != nil {
			return fmt.Errorf("champion %s: %w", champion.ID, err)
		}
		if len(champion.Ladder) != len(config.Ladder.Opponents) {
			return fmt.Errorf("champion %s: %d results for a ladder of %d", champion.ID, len(champion.Ladder), len(config.Ladder.Opponents))
		}
	}
	return nil
}

// contestant makes a genome play with the given search. Its key is its weights:
// equal genomes play the same.
func contestant(name string, g *genome.Genome, settings search.Settings) *players.Contestant {
	contestant := g.Freeze().Contestant(name, settings)
	contestant.Key = fmt.Sprint(g.Phases())
	return contestant
}

// Switch freezes a champion with its origin and the run's search.
func (c *Config) Switch(champion *Champion) *players.Switch {
	searchOfRun := c.Search
	return &players.Switch{
		Schema: players.SwitchSchema,
		Name:   fmt.Sprintf("seed %d, generation %d", c.Seed, champion.Generation),
		Turns:  c.Turns,
		Phases: champion.Phases,
		Search: &searchOfRun,
		Origin: &players.Origin{Seed: c.Seed, Run: c.Hash(), Generation: champion.Generation},
	}
}
