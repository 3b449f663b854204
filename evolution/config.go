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
//
// Genetic algorithms stand on eaopt: a genome is an eaopt.Genome, a population an eaopt.Population, generations are
// made by eaopt.ModGenerational with an eaopt.Selector of ours, and islands meet by an eaopt.Migrator. Ours are:
//   - the loop over generations, as eaopt's cannot stop, resume or wait for games, and evaluates genomes one by one;
//   - the drawing of parents (ranking), as tournaments of noisy results lose more by chance;
//   - migration (ring), as eaopt.MigRing leaves the ring open;
//   - the steady state (mgg) and differential evolution (differential), as eaopt.ModSteadyState and eaopt.DiffEvo
//     evaluate one or two genomes at a time and keep results of games that others have not played. Here a whole
//     generation of families or couples plays at once, parents again beside their children.
package evolution

import (
	"errors"
	"fmt"
	"slices"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/fitness"
	"evothello/genome"
	"evothello/internal/files"
	"evothello/internal/settings"
	"evothello/players"
	"evothello/search"
	"evothello/weights"
)

// Schema is the version of run.json.
const Schema = 3

// A Config is run.json: everything that decides the games of a run, and nothing else. Two runs with the
// same Config are the same. The tags say what a field means and, of a number, its range: package settings reads them.
type Config struct {
	Schema     int                     `json:"schema" is:"version of the format"`
	Seed       uint64                  `json:"seed" is:"random seed; without it run draws one"`
	Board      *engine.Shape           `json:"board,omitempty" is:"board that is played on, if not the standard one"`
	Population int                     `json:"population" is:"genomes in a generation" range:"2 to 4096"`
	Turns      weights.Turns           `json:"turns" is:"last moves of the game's phases, rising to 60"`
	Scorers    []string                `json:"scorers" is:"scorers whose weights evolve"`
	WholeGame  []string                `json:"whole_game,omitempty" is:"those of them with one set of weights for all phases"`
	Limits     map[string]genome.Range `json:"limits,omitempty" is:"least and greatest value of weights, by name"`
	Search     search.Settings         `json:"search" is:"search of all games"`
	Depths     []int                   `json:"depths,omitempty" is:"depths that fitness games take in turn, by generation"`
	Plies      int                     `json:"plies" is:"random moves that open each game" range:"0 to 40"`
	Pairs      int                     `json:"pairs" is:"pairs of games a genome plays in a generation, on average" range:"1 to 100000"`
	Rounds     int                     `json:"rounds" is:"rounds of a generation's games; after each the worse half drops out"`
	Panel      int                     `json:"panel" is:"opponents that a genome plays against" range:"1 to 1000"`
	Model      Model                   `json:"model" is:"how generations come from each other"`
	Start      *Start                  `json:"start,omitempty" is:"weights that the run begins with, if not random ones"`
	Opponents  []string                `json:"opponents,omitempty" is:"players in every panel besides the run's own"`
	Schedule   []Stage                 `json:"schedule,omitempty" is:"changes of depth, endgame and pairs, in order"`
	Gate       Gate                    `json:"gate" is:"match that a candidate must win to become champion"`
	Ladder     Ladder                  `json:"ladder" is:"fixed opponents that measure each champion"`
}

// A Gate is the match a generation's candidate must win to become champion.
type Gate struct {
	Every        int `json:"every" is:"generations between candidates" range:"1 to 1000000"`
	Pairs        int `json:"pairs" is:"pairs of games at most" range:"1 to 100000"`
	fitness.SPRT     // champion unless the candidate is Elo1 stronger rather than Elo0
}

// A Ladder measures each champion against opponents that take no part in fitness.
type Ladder struct {
	Pairs     int      `json:"pairs" is:"pairs of games against each opponent" range:"1 to 100000"`
	Opponents []string `json:"opponents" is:"players that take no part in fitness"`
}

// Defaults is the default configuration for a seed.
func Defaults(seed uint64) Config {
	c := Config{
		Schema: Schema,
		Seed:   seed,
		Turns:  slices.Clone(weights.DefaultTurns),
		Search: search.Settings{Depth: 3, Endgame: 8},
		Rounds: 1,
		Panel:  8,
		Gate:   Gate{Every: 4, SPRT: fitness.SPRT{Elo0: -10, Elo1: 20}},
		Ladder: Ladder{Opponents: []string{"seed-blank", "seed-switch", "alphabeta"}},
	}
	c.SetSize(256, DefaultPairs(256))
	c.PlayOn(engine.Standard())
	_ = c.SetModel(DefaultModel)
	return c
}

// HomeBoard is the board that is played on.
func (c *Config) HomeBoard() engine.Shape {
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
func (c *Config) LastMoves() weights.Turns { return c.Turns.On(c.HomeBoard()) }

// PlayOn sets the board, with its default scorers and random plies. Gate and ladder shrink where the
// board has too few openings.
func (c *Config) PlayOn(board engine.Shape) {
	c.Scorers, c.Plies = slices.Clone(genome.DefaultScorers(board)), fitness.UsualPlies(board)
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

// SetSize sets the genomes of a generation and the pairs of each, and with them the sizes of gate and
// ladder.
func (c *Config) SetSize(population, pairs int) {
	c.Population, c.Pairs = population, pairs
	c.Gate.Pairs, c.Ladder.Pairs = usualPairs(population, pairs)
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
	encoding, err := c.encoding()
	if err != nil {
		return err
	}
	if err := c.Search.ValidateFixed(); err != nil {
		return err
	}
	if err := settings.Check(c); err != nil {
		return err
	}
	if m, checks := c.Model.(checker); checks {
		if err := m.check(c); err != nil {
			return err
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
	if err := c.validateStart(encoding); err != nil {
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
	}{{"a generation", fitness.ForFitness, c.openings(c.Pairs)}, {"the gate", fitness.ForGate, c.Gate.Pairs},
		{"the ladder", fitness.ForLadder, c.Ladder.Pairs}} {
		if _, err := fitness.RandomOpenings(fitness.Random(c.Seed, "check"), c.HomeBoard().Start, n.pairs, c.Plies,
			n.use); err != nil {
			return fmt.Errorf("openings of %s: %w", n.name, err)
		}
	}
	return nil
}

// encoding says what evolves: the genes of the run's scorers.
func (c *Config) encoding() (*genome.Encoding, error) {
	var variation genome.Variation
	if m, varies := c.Model.(varied); varies {
		variation = m.variation()
	}
	e, err := genome.NewEncoding(genome.Encoding{Board: c.Board, Turns: c.Turns, Scorers: c.Scorers,
		WholeGame: c.WholeGame, Limits: c.Limits, Tables: c.tables()}, variation)
	if err == nil && e.Tables == nil && slices.Contains(c.Scorers, evaluators.PatternsScorer) {
		err = errors.New("scorer patterns counts by learnt tables: breed from a champion that has some, with --start")
	}
	return e, err
}

// Evolving lists the scorers whose weights evolve.
func (c *Config) Evolving() (scorers []*evaluators.Scorer) {
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
		if err := spec.CheckRepeatable(); err != nil {
			return nil, err
		}
		if all[i], err = spec.WithDepth(depth).WithEndgame(endgame).Recipe(); err != nil {
			return nil, err
		}
		if w := all[i].Weights; w != nil && w.PlaysOn(c.HomeBoard()) != nil {
			return nil, fmt.Errorf("player %s: %w", text, w.PlaysOn(c.HomeBoard()))
		}
	}
	return all, nil
}

// Hash is the SHA-256 of run.json in hexadecimal, which names the run in a
// champion's origin.
func (c *Config) Hash() string {
	return files.SHA256(c.Marshal())
}
