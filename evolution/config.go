// Package evolution is how generation g+1 follows from generation g, and nothing else:
// it reads no file, looks at no clock, and the same configuration always takes the same
// steps.
//
// A generation's genomes play a panel: opponents that all of them meet on the same
// openings, in a race of one round or several. A model (CMA-ES or a genetic algorithm)
// breeds the next generation from the outcome, and names a candidate. The candidate
// becomes champion if it passes the gate, a sequential test against the reigning
// champion. A new champion climbs the ladder: it is measured against fixed opponents,
// each of them a rung, that never take part in fitness. Parents are the population before,
// where a model keeps one. (Generation 0 is drawn and has not played.)
package evolution

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/fitness"
	"evothello/genome"
	"evothello/players"
	"evothello/search"
	"evothello/weights"
)

// Schema is the version of run.json.
const Schema = 2

// A Config is run.json: everything that decides the games of a run, and nothing
// else. Two runs with the same Config are the same.
type Config struct {
	Common
	Model Model // how generations come from each other
	Course
}

// Common is what run.json says before the model.
type Common struct {
	Schema     int                     `json:"schema"`
	Seed       uint64                  `json:"seed"`
	Board      *engine.Shape           `json:"board,omitempty"`      // that is played on; left out if it is the standard one
	Population int                     `json:"population"`           // genomes in a generation
	Turns      weights.Turns           `json:"turns"`                // last moves of the phases
	Scorers    []string                `json:"scorers"`              // whose weights evolve
	WholeGame  []string                `json:"whole_game,omitempty"` // those of them that have one set of weights for all phases
	Limits     map[string]genome.Range `json:"limits,omitempty"`     // least and greatest value of weights, by name
	Search     search.Settings         `json:"search"`               // of all games of the run
	Depths     []int                   `json:"depths,omitempty"`     // that fitness games take turns at, by generation, in place of Search's
	Plies      int                     `json:"plies"`                // random moves that open each game
	Pairs      int                     `json:"pairs"`                // pairs of games a genome plays in a generation, on average
	Rounds     int                     `json:"rounds,omitempty"`     // that a generation's games are dealt out in; left out if 1
	Panel      int                     `json:"panel"`                // opponents it plays them against
}

// Course is what run.json says after the model: where the run begins, and whom it meets.
type Course struct {
	Start     *Start   `json:"start,omitempty"`     // random genomes if missing
	Opponents []string `json:"opponents,omitempty"` // who sit in every panel besides the run's own
	Schedule  []Stage  `json:"schedule,omitempty"`  // in order
	Gate      Gate     `json:"gate"`
	Ladder    Ladder   `json:"ladder"`
}

// A Gate is the match a generation's candidate must win to become champion.
type Gate struct {
	Every        int `json:"every"` // generations between candidates
	Pairs        int `json:"pairs"` // at most
	fitness.SPRT     // champion unless the candidate is Elo1 stronger rather than Elo0
}

// A Ladder measures each champion against opponents that take no part in fitness.
type Ladder struct {
	Pairs     int      `json:"pairs"` // against each of them
	Opponents []string `json:"opponents"`
}

// Defaults is the configuration of a run of which nothing but the seed is given.
func Defaults(seed uint64) Config {
	c := Config{
		Common: Common{
			Schema:  Schema,
			Seed:    seed,
			Turns:   weights.DefaultTurns,
			Scorers: genome.DefaultScorers(engine.Standard()),
			Search:  search.Settings{Depth: 3, Endgame: 8},
			Plies:   fitness.UsualPlies(engine.Standard()),
			Rounds:  1,
			Panel:   8,
		},
		Course: Course{
			Gate:   Gate{Every: 4, SPRT: fitness.SPRT{Elo0: 0, Elo1: 30}},
			Ladder: Ladder{Opponents: []string{"seed-blank", "seed-switch", "alphabeta"}},
		},
	}
	c.Population, c.Pairs = 256, DefaultPairs(256)
	c.Gate.Pairs, c.Ladder.Pairs = usualPairs(c.Population, c.Pairs)
	_ = c.SetModel(DefaultModel)
	return c
}

// Home is the board that is played on.
func (c *Config) Home() engine.Shape {
	if c.Board != nil {
		return *c.Board
	}
	return engine.Standard()
}

// Place says on which board the run plays, for people: " on Diamond", "" for the standard
// board.
func (c *Config) Place() string {
	if c.Board == nil {
		return ""
	}
	return " on " + c.Board.Name
}

// LastMoves are the last moves of the phases on the board that is played on.
func (c *Config) LastMoves() weights.Turns { return c.Turns.On(c.Home()) }

// PlayOn sets the board, and with it the scorers and the random plies where they were the
// usual ones. Gate and ladder shrink where the board has too few openings.
func (c *Config) PlayOn(board engine.Shape) {
	was := c.Home()
	if slices.Equal(c.Scorers, genome.DefaultScorers(was)) {
		c.Scorers = genome.DefaultScorers(board)
	}
	if c.Plies == fitness.UsualPlies(was) {
		c.Plies = fitness.UsualPlies(board)
	}
	if c.Board = &board; board.IsStandard() {
		c.Board = nil
		return
	}
	c.Gate.Pairs = min(c.Gate.Pairs, fitness.MostPairs(board, c.Plies, fitness.ForGate))
	c.Ladder.Pairs = min(c.Ladder.Pairs, fitness.MostPairs(board, c.Plies, fitness.ForLadder))
}

// DefaultPairs is how many pairs each genome of a generation plays if nothing else
// is said: together about as many in small generations and large.
func DefaultPairs(population int) int { return min(max(2048/max(population, 1), 8), 128) }

// SetSize sets the genomes of a generation and the pairs of each, and with them the
// sizes of gate and ladder where they were the usual ones.
func (c *Config) SetSize(population, pairs int) {
	gate, ladder := usualPairs(c.Population, c.Pairs)
	newGate, newLadder := usualPairs(population, pairs)
	if c.Gate.Pairs == gate {
		c.Gate.Pairs = newGate
	}
	if c.Ladder.Pairs == ladder {
		c.Ladder.Pairs = newLadder
	}
	c.Population, c.Pairs = population, pairs
}

// usualPairs is how many pairs gate and ladder play at most if nothing else is said: a share of a
// generation, within reason. 64 pairs give the ladder intervals of some ±8 %.
func usualPairs(population, pairs int) (gate, ladder int) {
	const mostOfGate, mostOfLadder = 2000, 64
	games := min(population, MaxPopulation) * pairs
	return max(1, min(games/4, mostOfGate)), max(1, min(games/8, mostOfLadder))
}

// MaxPopulation is how many genomes a generation may have.
const MaxPopulation = 4096

// Validate returns an error that names the first setting that cannot work, and
// what would.
func (c *Config) Validate() error {
	if c.Schema != Schema {
		return fmt.Errorf(`"schema" is %d, want %d`, c.Schema, Schema)
	}
	layout, err := c.layout()
	if err != nil {
		return err
	}
	if err := c.Search.ValidateFixed(); err != nil {
		return err
	}
	if err := c.Model.validate(c); err != nil {
		return err
	}
	for _, n := range []struct {
		name               string
		value, least, most int
	}{
		{"population", c.Population, 2, MaxPopulation},
		{"pairs", c.Pairs, 1, 100000},
		{"panel", c.Panel, 1, 1000},
		{"gate every", c.Gate.Every, 1, 1000000},
		{"gate pairs", c.Gate.Pairs, 1, 100000},
		{"ladder pairs", c.Ladder.Pairs, 1, 100000},
		{"plies", c.Plies, 0, fitness.MaxPlies},
	} {
		if n.value < n.least || n.value > n.most {
			return fmt.Errorf("%s is %d: must be %d to %d", n.name, n.value, n.least, n.most)
		}
	}
	if err := c.Gate.Validate(); err != nil {
		return fmt.Errorf("gate: %w", err)
	}
	if _, err := c.opponents(); err != nil {
		return fmt.Errorf("ladder: %w", err)
	}
	if err := c.validateRounds(c.Pairs); err != nil {
		return err
	}
	if err := c.validateStart(layout); err != nil {
		return err
	}
	if err := c.validateSchedule(); err != nil {
		return err
	}
	return c.validateOpenings()
}

// validateOpenings draws as many as a generation needs of each use.
func (c *Config) validateOpenings() error {
	for _, n := range []struct {
		name  string
		use   fitness.Use
		pairs int
	}{{"a generation", fitness.ForFitness, c.openings(c.Pairs)}, {"the gate", fitness.ForGate, c.Gate.Pairs}, {"the ladder", fitness.ForLadder, c.Ladder.Pairs}} {
		if _, err := fitness.RandomOpenings(fitness.Random(c.Seed, "check"), c.Home().Start, n.pairs, c.Plies, n.use); err != nil {
			return fmt.Errorf("openings of %s: %w", n.name, err)
		}
	}
	return nil
}

func (c *Config) layout() (*genome.Layout, error) {
	l, err := genome.NewLayout(c.Board, c.Turns, c.Scorers, c.Limits, c.Model.kick())
	if err != nil {
		return nil, err
	}
	if slices.Contains(c.Scorers, evaluators.PatternsScorer) {
		if l.Tables = c.Learnt(); l.Tables == nil {
			return nil, errors.New("scorer patterns counts by learnt tables: breed from a champion that has some, with --start")
		}
	}
	return l, l.SharePhases(c.WholeGame)
}

// Evolving lists the scorers whose weights evolve.
func (c *Config) Evolving() (scorers []evaluators.Scorer) {
	for _, s := range evaluators.Scorers {
		if slices.Contains(c.Scorers, s.Name) {
			scorers = append(scorers, s)
		}
	}
	return scorers
}

// opponents are the ladder's, who search as the run does where their specs do not say
// otherwise.
func (c *Config) opponents() ([]*players.Recipe, error) {
	return c.recipes(c.Ladder.Opponents, c.Search.Depth, c.Search.Endgame)
}

// recipes are those of specs, who search as deep as given where their specs do not say
// otherwise.
func (c *Config) recipes(specs []string, depth, endgame int) ([]*players.Recipe, error) {
	all := make([]*players.Recipe, len(specs))
	for i, text := range specs {
		spec, err := players.ParseSpec(text)
		if err != nil {
			return nil, err
		}
		if err := spec.Fixed(); err != nil {
			return nil, err
		}
		if all[i], err = spec.WithDepth(depth).WithEndgame(endgame).Recipe(); err != nil {
			return nil, err
		}
		if w := all[i].Weights; w != nil && w.PlaysOn(c.Home()) != nil {
			return nil, fmt.Errorf("player %s: %w", text, w.PlaysOn(c.Home()))
		}
	}
	return all, nil
}

// Hash is the SHA-256 of run.json in hexadecimal, which names the run in a
// champion's origin.
func (c *Config) Hash() string {
	sum := sha256.Sum256(c.Marshal())
	return hex.EncodeToString(sum[:])
}
