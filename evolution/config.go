// Package evolution computes generation g+1 from generation g. It reads no files and no clock, and the same
// configuration always gives the same generations.
//
// The genomes of a generation play against a panel: opponents that all genomes meet on the same openings. These
// games are a race with one or more rounds; after each round the worse half drops out. An optimizer (CMA-ES or a
// genetic algorithm) computes the next generation from the results and proposes a candidate. The candidate becomes
// champion if it passes the gate, a sequential test against the current champion. Each new champion plays the
// reference: reference opponents that never take part in fitness. Generation 0 is random and has not played.
//
// Genetic algorithms use eaopt: a genome is an eaopt.Genome, a population an eaopt.Population. eaopt.ModGenerational
// makes generations with our eaopt.Selector, and islands use our eaopt.Migrator. These parts replace parts of eaopt:
//   - the loop over generations, because eaopt's cannot be stopped and resumed, and evaluates one genome at a time;
//   - the selection of parents (ranking), because tournament selection loses more by chance if results are noisy;
//   - migration (ring), because eaopt.MigRing does not close the ring;
//   - the steady state of ga-library, because eaopt.ModSteadyState compares new results with old ones. Here parents
//     play again with their children.
package evolution

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/fitness"
	"evothello/genome"
	"evothello/genome/parameters"
	"evothello/internal/files"
	"evothello/internal/settings"
	"evothello/players"
	"evothello/search"
	"evothello/weights"
)

// Schema is the version of run.json.
const Schema = 3

// A Config is the content of run.json: all settings that determine the games of a run, and no others. Two runs with the
// same Config play the same games. The field tag "is" describes a field, the field tag "range" gives the range of a
// number; package settings reads both.
type Config struct {
	Schema      int                     `json:"schema" is:"version of the format"`
	Seed        uint64                  `json:"seed" flag:"seed N" is:"seed of all random numbers; if not given, random and printed"`
	Board       *engine.Shape           `json:"board,omitempty" flag:"board BOARD" is:"board to play on: a name, a file, or 10, 12 … 26"`
	Population  int                     `json:"population" flag:"population GENOMES" is:"genomes in a generation" range:"2 to 4096"`
	Turns       weights.Turns           `json:"turns,omitempty" flag:"turns MOVES,…" is:"last moves of the phases of a game, up to 60"`
	Scorers     []string                `json:"scorers,omitempty" flag:"scorers SCORERS" is:"scorers whose weights evolve, see evolve scorers"`
	Parameters  parameters.List         `json:"parameters,omitempty" is:"parameters of a program that evolve, in place of scorers' weights"`
	Shared      []string                `json:"shared,omitempty" flag:"shared SCORERS" is:"scorers with one set of weights for all phases, such as lines2"`
	Limits      map[string]genome.Range `json:"limits,omitempty" is:"least and greatest value of weights, by name"`
	Search      search.Settings         `json:"search" is:"search of all games"`
	Depths      []int                   `json:"depths,omitempty" is:"search depths of fitness games; generations use them in turn"`
	Plies       int                     `json:"opening_plies" flag:"opening-plies PLIES" is:"random moves that open each game; 0 needs random_every" range:"0 to 40"`
	RandomEvery int                     `json:"random_every,omitempty" flag:"random-every N" is:"play one move in N at random in fitness games, of either side" range:"0 to 1000"`
	Pairs       int                     `json:"pairs" flag:"pairs PAIRS" is:"pairs of games that a genome plays in a generation, on average" range:"1 to 100000"`
	Rounds      int                     `json:"rounds" flag:"rounds ROUNDS" is:"rounds of a race: after each the worse half of the genomes drops out"`
	Panel       int                     `json:"panel" is:"opponents that each genome plays against; 0: fixed opponents only" range:"0 to 1000"`
	Optimizer   Optimizer               `json:"optimizer" is:"optimizer of evolution"`
	Start       *Start                  `json:"start,omitempty" flag:"start WEIGHTS" is:"weights to start from: a player, a champion file, or random"`
	Opponents   []string                `json:"opponents,omitempty" flag:"opponent PLAYER" is:"player that every genome plays too; repeatable"`
	Copies      Copies                  `json:"copies,omitempty" is:"opponents from files and programs, as recipes, by name"`
	Schedule    []ScheduleEntry         `json:"schedule,omitempty" flag:"schedule CHANGE" is:"change from a generation on, such as 100:depth=4,pairs=96; repeatable"`
	Restart     Restart                 `json:"restart,omitzero" is:"when the optimizer begins anew"`
	Gate        Gate                    `json:"gate" is:"match that a candidate must win to become champion"`
	Reference   Reference               `json:"reference" is:"reference opponents that measure each champion"`

	playerFlag []string // see SetPlayer
	restarted  int      // how often the optimizer has started again, see inForce
	narrowed   float64  // factor of the initial step size, 0 for 1, see alternated
}

// Copies are the recipes of players, by their names in the settings opponents and reference.opponents.
type Copies map[string]*players.Recipe

// A Gate is the match a generation's candidate must win to become champion.
type Gate struct {
	Every        int `json:"every" is:"most generations between candidates; early ones come more often" range:"1 to 1000000"`
	Pairs        int `json:"pairs" is:"pairs of games at most" range:"1 to 100000"`
	fitness.SPRT     // the candidate wins if the test accepts Elo1
}

// A Reference is the match of each new champion against reference opponents that take no part in fitness.
type Reference struct {
	Pairs     int      `json:"pairs" is:"pairs of games against each opponent" range:"1 to 100000"`
	Opponents []string `json:"opponents" is:"players that take no part in fitness"`
}

// Defaults returns the default configuration with the given random seed.
func Defaults(seed uint64) Config {
	c := Config{
		Schema:    Schema,
		Seed:      seed,
		Turns:     slices.Clone(weights.DefaultTurns),
		Search:    search.Settings{Depth: 3, Endgame: 8},
		Rounds:    1,
		Panel:     8,
		Gate:      Gate{Every: 4, SPRT: fitness.SPRT{Elo0: -10, Elo1: 20}},
		Reference: Reference{Opponents: []string{"reversi-blank", "reversi-switch", "alphabeta"}},
	}
	c.SetSize(256, DefaultPairs(256))
	c.SetBoard(engine.Standard())
	_ = c.SetOptimizer(DefaultOptimizer)
	return c
}

// HomeBoard returns the board of the run: Board, or the standard board if Board is nil.
func (c *Config) HomeBoard() engine.Shape {
	if c.Board != nil {
		return *c.Board
	}
	return engine.Standard()
}

// OnBoard returns text for messages that names the board, such as " on Diamond". It is "" for the standard board.
func (c *Config) OnBoard() string {
	if c.Board == nil {
		return ""
	}
	return " on " + c.Board.Name
}

// Tunes reports whether the run evolves parameters of a program instead of our scorers' weights.
func (c *Config) Tunes() bool { return c.Parameters != nil }

// ShowsSquares reports whether pictures can show what a disc on each square is worth. This needs weights of our scorers
// and a board within 8×8.
func (c *Config) ShowsSquares() bool { return !c.Tunes() && !c.HomeBoard().IsLarge() }

// LastMoves returns the number of the last move of each phase on the run's board. If the run tunes a program, there is
// one phase.
func (c *Config) LastMoves() weights.Turns {
	if c.Tunes() {
		return weights.Turns{60}.On(c.HomeBoard())
	}
	return c.Turns.On(c.HomeBoard())
}

// SetBoard sets the board, with its default scorers and default length of openings. If the board has too few
// openings, it reduces the pairs of gate and reference.
func (c *Config) SetBoard(board engine.Shape) {
	c.Scorers, c.Plies = slices.Clone(genome.DefaultScorers(board)), fitness.DefaultPlies(board)
	if c.Board = &board; board.IsStandard() {
		c.Board = nil
		return
	}
	c.Gate.Pairs = min(c.Gate.Pairs, fitness.MaxPairs(board, c.Plies, fitness.ForGate))
	c.Reference.Pairs = min(c.Reference.Pairs, fitness.MaxPairs(board, c.Plies, fitness.ForReference))
}

// DefaultPairs returns the default number of pairs per genome, 8 to 128. It falls with the population, so that the
// games per generation stay about the same.
func DefaultPairs(population int) int { return min(max(2048/max(population, 1), 8), 128) }

// SetSize sets the population and the pairs per genome, and from these the pairs of gate and reference.
func (c *Config) SetSize(population, pairs int) {
	c.Population, c.Pairs = population, pairs
	c.Gate.Pairs, c.Reference.Pairs = defaultMatchPairs(population, pairs)
	if c.Tunes() {
		c.Gate.Pairs, c.Reference.Pairs = max(c.Gate.Pairs, tunedGatePairs), max(c.Reference.Pairs, tunedReferencePairs)
	}
}

// defaultMatchPairs returns the default maximum numbers of pairs of gate and reference: a share of a generation's
// pairs, with upper limits. 256 pairs give the reference opponents intervals of about ±4 %.
func defaultMatchPairs(population, pairs int) (gate, reference int) {
	const maxGate, maxReference = 2000, 256
	all := min(population, MaxPopulation) * pairs
	return max(1, min(all/4, maxGate)), max(1, min(all/8, maxReference))
}

// MaxPopulation is the maximum number of genomes in a generation.
const MaxPopulation = 4096

// Validate returns nil, or an error with the first invalid setting and its valid values.
func (c *Config) Validate() error {
	if err := c.validate(); err != nil {
		return err
	}
	return c.validateOpenings()
}

// validate is Validate without counting openings, which takes a second.
func (c *Config) validate() error {
	if err := files.CheckSchema(c.Schema, Schema); err != nil {
		return err
	}
	if err := cmp.Or(c.validateParameters(), c.validateLarge(), c.validatePlayers()); err != nil {
		return err
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
	if err := cmp.Or(c.checkPanel(), c.checkOptimizer(), c.Restart.check()); err != nil {
		return err
	}
	if err := c.Gate.Validate(); err != nil {
		return fmt.Errorf("gate: %w", err)
	}
	if _, err := c.referenceOpponents(); err != nil {
		return fmt.Errorf("reference: %w", err)
	}
	if err := c.validateRounds(c.Pairs); err != nil {
		return err
	}
	if err := c.validateStart(encoding); err != nil {
		return err
	}
	return c.validateSchedule()
}

func (c *Config) checkPanel() error {
	if c.Panel == 0 && len(c.Opponents) == 0 {
		return errors.New("panel is 0: must be 1 or more if opponents is empty")
	}
	return nil
}

func (c *Config) checkOptimizer() error {
	if m, checks := c.Optimizer.(checker); checks {
		return m.check(c)
	}
	return nil
}

// validateOpenings checks that the board has enough openings for each use in a generation.
func (c *Config) validateOpenings() error {
	if c.fromStart() {
		if c.RandomEvery == 0 {
			return fmt.Errorf("%w: opening_plies is 0, so games differ by random moves alone: set random_every, such as 10, "+
				"or opening_plies above 0", fitness.ErrTooFewOpenings)
		}
		return nil
	}
	for _, n := range []struct {
		name  string
		use   fitness.Use
		pairs int
	}{{"a generation", fitness.ForFitness, c.openingsNeeded(c.Pairs)}, {"the gate", fitness.ForGate, c.Gate.Pairs},
		{"the reference opponents", fitness.ForReference, max(c.Reference.Pairs, c.startPairs())}} {
		if _, err := fitness.RandomOpenings(fitness.Random(c.Seed, "check"), c.HomeBoard().Start, n.pairs, c.Plies,
			n.use); err != nil {
			return fmt.Errorf("openings of %s: %w", n.name, err)
		}
	}
	for _, s := range c.Schedule {
		if _, err := fitness.RandomOpenings(fitness.Random(c.Seed, "check"), c.HomeBoard().Start,
			c.openingsNeeded(c.gameSettings(s.From).Pairs), c.Plies, fitness.ForFitness); err != nil {
			return fmt.Errorf("schedule: from generation %d: %w", s.From, err)
		}
	}
	return nil
}

// encoding returns the encoding of the run's weights as genes.
func (c *Config) encoding() (*genome.Encoding, error) {
	var variation genome.Variation
	if m, varies := c.Optimizer.(varied); varies {
		variation = m.variation()
	}
	e, err := genome.NewEncoding(genome.Encoding{Board: c.Board, Turns: c.Turns, Scorers: c.Scorers,
		Shared: c.Shared, Limits: c.Limits, Tables: c.tables(), Parameters: c.Parameters.Bounds()}, variation)
	if err == nil && e.Tables == nil && slices.Contains(c.Scorers, evaluators.PatternsScorer) {
		err = errors.New("scorer patterns needs pattern tables: start from a champion that has them, with --start")
	}
	return e, err
}

// EvolvingScorers returns the scorers whose weights evolve, in the order of evaluators.Scorers.
func (c *Config) EvolvingScorers() (scorers []*evaluators.Scorer) {
	for _, s := range evaluators.Scorers {
		if slices.Contains(c.Scorers, s.Name) {
			scorers = append(scorers, s)
		}
	}
	return scorers
}

// referenceOpponents returns the reference opponents. Without search settings in their specs they use those of the
// run.
func (c *Config) referenceOpponents() ([]*players.Recipe, error) {
	return c.recipes(c.Reference.Opponents, c.Search.Depth, c.Search.Endgame)
}

// recipes returns the recipes of opponents. depth and endgame are the settings for players without them.
func (c *Config) recipes(opponents []string, depth, endgame int) (all []*players.Recipe, err error) {
	all = make([]*players.Recipe, len(opponents))
	for i, text := range opponents {
		if all[i], err = c.player(text, depth, endgame); err != nil {
			return nil, err
		}
		if w := all[i].Weights; w != nil && w.PlaysOn(c.HomeBoard()) != nil {
			return nil, fmt.Errorf("player %s: %w", text, w.PlaysOn(c.HomeBoard()))
		}
	}
	return all, nil
}

// Hash returns the SHA-256 of run.json in hexadecimal. It identifies the run in a champion's origin.
func (c *Config) Hash() string {
	return files.SHA256(c.Marshal())
}
