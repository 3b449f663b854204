package evolution

import (
	"encoding/json"
	"fmt"
	"slices"

	"evothello/evaluators"
	"evothello/fitness"
	"evothello/genome"
	"evothello/weights"
)

// A State is everything that the next generation depends on, except the configuration.
type State struct {
	Generation int
	Optimizer  OptimizerState
	Champions  []Champion       // in order of promotion; the last one is the current champion
	encoding   *genome.Encoding // constant during a run
}

// A Champion is a genome that was promoted, with its results at the gate and against the reference opponents. If the
// run has a start, the start is the champion of generation 0, without results.
type Champion struct {
	Generation int                 `json:"generation"`
	ID         string              `json:"id"`
	Phases     evaluators.Phases   `json:"phases,omitempty"`
	Parameters map[string]float64  `json:"parameters,omitempty"` // of a program, in place of Phases
	Gate       fitness.Pentanomial `json:"gate"`                 // pairs at the gate, see Row.Gate; empty for the first
	Start      fitness.Pentanomial `json:"start,omitzero"`       // against the start of the run; empty without one
	Reference  []ReferenceScore    `json:"reference"`

	genome *genome.Genome // of Phases or Parameters
}

// startChampion returns the champion of generation 0, nil if the run has no start.
func (c *Config) startChampion(e *genome.Encoding) (*Champion, error) {
	if !c.HasStart() {
		return nil, nil
	}
	start, err := c.Start.genome(e)
	if err != nil {
		return nil, err
	}
	if c.Tunes() {
		start = e.Layout.Start()
	}
	return c.champion(&Row{}, e, Individual{ID: "start", Genome: start}), nil
}

// HasStart reports whether the run starts from given weights, or from parameters of a program.
func (c *Config) HasStart() bool { return c.Start != nil || c.Tunes() }

// StartValues is the name of the start of a run that evolves the parameters of a program.
const StartValues = "the start values"

// StartName returns the name of the run's start for messages, "" without a start.
func (c *Config) StartName() string {
	switch {
	case c.Tunes():
		return StartValues
	case c.Start != nil:
		return c.Start.Name
	}
	return ""
}

// champion returns a member that the gate has promoted, without its results against reference opponents.
func (c *Config) champion(row *Row, e *genome.Encoding, m Individual) *Champion {
	champion := &Champion{Generation: row.Generation, ID: m.ID, Gate: row.Gate, genome: m.Genome}
	if c.Tunes() {
		champion.Parameters = c.Parameters.Values(m.Genome)
	} else {
		champion.Phases = e.Phases(m.Genome)
	}
	return champion
}

// encode sets the genome of a stored champion of a run. If no genome encodes its weights or parameters, that is an
// error.
func (c *Champion) encode(of *Config, e *genome.Encoding) (err error) {
	if of.Tunes() {
		c.genome, err = of.Parameters.Genome(e.Layout, c.Parameters)
	} else {
		c.genome, err = e.Genome(c.Phases)
	}
	return err
}

// A ReferenceScore is a champion's result against one reference opponent.
type ReferenceScore struct {
	Opponent string              `json:"opponent"`
	Result   fitness.Pentanomial `json:"result"`
}

// An Outcome is the result of a generation, an entry in the journal of its run.
type Outcome struct {
	Row      Row       `json:"row"`
	Champion *Champion `json:"champion,omitempty"` // the new champion, nil if none was promoted
	Nodes    uint64    `json:"-"`                  // positions searched in all games, by this version of the search
}

// A Row is the statistics of a generation, a row of history.csv.
type Row struct {
	Generation int     `json:"generation"`
	Best       float64 `json:"best"` // win rate of the best genome against the panel, 0…1
	// Mean, Worst and Spread (the standard deviation) describe the win rates in the first round, which all genomes
	// play.
	Mean      float64             `json:"mean"`
	Worst     float64             `json:"worst"`
	Spread    float64             `json:"spread"`
	Diversity float64             `json:"diversity"`           // mean distance between genomes
	Genes     []float64           `json:"genes,omitempty"`     // spread of each group of genes, see geneSpreads
	Selection *float64            `json:"selection,omitempty"` // selection differential, see step.selected
	Heredity  *Heredity           `json:"heredity,omitempty"`  // nil in optimizers without parents
	Champion  int                 `json:"champion"`            // generation in which the current champion was promoted
	Gate      fitness.Pentanomial `json:"gate"`                // against the champion; if GateCompares, the opponents
	Promoted  bool                `json:"promoted"`
	Games     int                 `json:"games"` // all games of the generation: fitness, gate and reference
}

// InitialState returns the state of generation 0, before the first games.
func InitialState(c *Config) (*State, error) {
	encoding, err := c.encoding()
	if err != nil {
		return nil, err
	}
	start, err := c.Start.genome(encoding)
	if err != nil {
		return nil, err
	}
	s := &State{Optimizer: c.Optimizer.initialize(c, encoding.Layout, start), encoding: encoding}
	return s, s.addStart(c)
}

// addStart makes the start of the run the first champion.
func (s *State) addStart(c *Config) error {
	start, err := c.startChampion(s.encoding)
	if start != nil {
		s.Champions = append([]Champion{*start}, s.Champions...)
	}
	return err
}

// Restore returns the state after a generation from its stored parts: the JSON of its OptimizerState, and the champions
// except the one of generation 0. It returns an error if these parts cannot belong to a run with this configuration.
func Restore(c *Config, generation int, optimizer json.RawMessage, champions []Champion) (*State, error) {
	encoding, err := c.encoding()
	if err != nil {
		return nil, err
	}
	s := &State{Generation: generation, Champions: champions, encoding: encoding}
	begins := c.Restart.begins(promotions(s.championsBefore(generation)), generation)
	if s.Optimizer, err = c.Optimizer.restore(optimizer, c.inForce(begins), encoding.Layout); err != nil {
		return nil, err
	}
	if generation < 0 || generation > 0 && len(champions) == 0 && !c.HasStart() {
		return nil, fmt.Errorf("no champion after %d generations", generation)
	}
	before := 0
	for i, champion := range champions {
		late := i == 0 && champion.Generation > 1 && !c.HasStart() // the first candidate needs no match
		rises := champion.Generation > before && champion.Generation <= generation
		before = champion.Generation
		if late || !rises {
			return nil, fmt.Errorf("champion %s: promoted in generation %d: generations must rise from 1 to at most %d",
				champion.ID, champion.Generation, generation)
		}
		if err := champions[i].encode(c, encoding); err != nil {
			return nil, fmt.Errorf("champion %s: %w", champion.ID, err)
		}
		if len(champion.Reference) != len(c.Reference.Opponents) {
			return nil, fmt.Errorf("champion %s: %d results for %d reference opponents", champion.ID, len(champion.Reference),
				len(c.Reference.Opponents))
		}
	}
	return s, s.addStart(c)
}

// championsBefore returns the champions of earlier generations.
func (s *State) championsBefore(generation int) []Champion {
	n := slices.IndexFunc(s.Champions, func(c Champion) bool { return c.Generation >= generation })
	if n < 0 {
		return s.Champions
	}
	return s.Champions[:n]
}

// CurrentChampion returns the current champion, nil if there is none yet.
func (s *State) CurrentChampion() *Champion {
	if len(s.Champions) == 0 {
		return nil
	}
	return &s.Champions[len(s.Champions)-1]
}

// ChampionAt returns the champion after a generation, nil if there was none.
func (s *State) ChampionAt(generation int) *Champion {
	var champion *Champion
	for i := range s.Champions {
		if s.Champions[i].Generation <= generation {
			champion = &s.Champions[i]
		}
	}
	return champion
}

// Switch returns the weights of a champion, with its origin and the search settings of the run. It is not for runs that
// tune a program, which have no weights.
func (c *Config) Switch(champion *Champion) *weights.Switch {
	searchOfRun := c.Search
	s := weights.New(c.Turns, c.Board, champion.Phases, c.tables())
	s.Name, s.Origin = c.nameOf(champion), c.originOf(champion)
	s.Search = &searchOfRun
	return s
}

func (c *Config) nameOf(champion *Champion) string {
	if champion.Generation == 0 {
		return "start: " + c.StartName()
	}
	return fmt.Sprintf("seed %d%s, generation %d", c.Seed, c.OnBoard(), champion.Generation)
}

func (c *Config) originOf(champion *Champion) *weights.Origin {
	return &weights.Origin{Seed: c.Seed, Run: c.Hash(), Generation: champion.Generation}
}

// ChampionFile returns the content of a champion's file: its weights, or the parameters of the program.
func (c *Config) ChampionFile(champion *Champion) []byte {
	if !c.Tunes() {
		return c.Switch(champion).File()
	}
	file := weights.Parameters{Schema: weights.Schema, Name: c.nameOf(champion), Parameters: champion.Parameters,
		Origin: c.originOf(champion)}
	return file.File()
}
