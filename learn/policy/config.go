package policy

import (
	"encoding/json"
	"errors"
	"fmt"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/internal/settings"
	"evothello/learn/tables"
	"evothello/players"
)

// Schema is the newest version of policy.json that this program reads, and the one it writes.
const Schema = 2

// A Config is the content of policy.json: all settings that affect the trained network. Package settings
// reads the tags.
type Config struct {
	Schema    int             `json:"schema" is:"version of the format"`
	Seed      uint64          `json:"seed" is:"random seed"`
	Hidden    int             `json:"hidden" flag:"hidden WIDTH" is:"width of the hidden layer" range:"1 to 256"`
	Vector    int             `json:"vector" flag:"vector LENGTH" is:"length of the vector of a feature" range:"1 to 128"`
	Rate      float64         `json:"rate" flag:"rate RATE" is:"learning rate, more than 0" range:"0 to 1"`
	Batch     int             `json:"batch" flag:"batch SAMPLES" is:"samples in a step" range:"1 to 16384"`
	Steps     int             `json:"steps" flag:"steps STEPS" is:"optimizer steps in a round" range:"1 to 10000000"`
	GameFiles []tables.Source `json:"from,omitempty" is:"files of games with training samples"`
	HeldOut   []tables.Source `json:"held_out" is:"files of games with test samples"`
	Games     int             `json:"games" flag:"games GAMES" is:"games to play in a round; 0 to train on files alone" range:"0 to 1000000"`
	Teacher   *Opponent       `json:"teacher,omitempty" is:"player whose moves are the targets; without it the winner's are"`
	Plies     [2]int          `json:"opening_plies" is:"least and most random moves at the start of a game" range:"1 to 40"`
	Window    int             `json:"window" is:"latest rounds whose games are training data" range:"1 to 10000"`
	Pairs     int             `json:"pairs" flag:"pairs PAIRS" is:"pairs of games against each opponent after a round" range:"1 to 100000"`
	Opponents []Opponent      `json:"opponents" is:"opponents of the network after each round"`
}

// An Opponent is an opponent or a teacher: its spec, and the hash of its recipe at the start of training.
type Opponent struct {
	Spec   string `json:"player"`
	Recipe string `json:"recipe"`
}

// Defaults returns the default configuration for a seed. It trains on the winners' moves of its own
// games.
func Defaults(seed uint64) Config {
	return Config{
		Schema: Schema, Seed: seed,
		Hidden: 32, Vector: 32, Rate: 0.05,
		Batch: 256, Steps: 4000,
		Games: 2000, Plies: [2]int{6, 20}, Window: 5,
		Pairs: 50,
	}
}

// DefaultOpponents are the specs of the default opponents in the matches after each round.
var DefaultOpponents = []string{"table", "alphabeta:depth=1", "reversi-switch:depth=1"}

// NewOpponent returns the opponent of a spec.
func NewOpponent(text string) (Opponent, error) {
	r, err := recipeOf(text)
	if err != nil {
		return Opponent{}, err
	}
	return Opponent{Spec: text, Recipe: r.Hash()}, nil
}

// recipeOf returns the recipe of a spec. A player without reproducible moves is an error.
func recipeOf(text string) (*players.Recipe, error) {
	spec, err := players.ParseSpec(text)
	if err != nil {
		return nil, err
	}
	if spec.External {
		return nil, fmt.Errorf("player %s: the games of an external program cannot be repeated; name a built-in player", text)
	}
	r, err := spec.Recipe()
	if err != nil {
		return nil, err
	}
	if r.Search != nil && r.Search.Time > 0 {
		return nil, fmt.Errorf("player %s: games with a time limit cannot be repeated; give depth or nodes", text)
	}
	return r, nil
}

// recipe returns the opponent's recipe. A player that has changed since training began is an error.
func (o Opponent) recipe() (*players.Recipe, error) {
	r, err := recipeOf(o.Spec)
	if err == nil && r.Hash() != o.Recipe {
		err = fmt.Errorf("player %s has changed since training began: restore its file, or start another training", o.Spec)
	}
	return r, err
}

// ParseConfig reads a policy.json. Files of schema 1 are an error: their networks had the position before the move as
// input.
func ParseConfig(data []byte) (c Config, err error) {
	var version struct{ Schema int }
	if err := json.Unmarshal(data, &version); err == nil && version.Schema > 0 && version.Schema < Schema {
		return Config{}, files.OtherProgram{Err: fmt.Errorf("schema %d is of an earlier version of this program, "+
			"whose networks this version cannot train: start another training with evolve train policy", version.Schema)}
	}
	if err := files.DecodeJSON(data, Schema, &c); err != nil {
		return Config{}, err
	}
	return c, c.validate()
}

// Marshal returns the content of policy.json.
func (c *Config) Marshal() []byte { return files.EncodeJSON(c) }

// Hash returns the SHA-256 of policy.json in hexadecimal.
func (c *Config) Hash() string { return files.SHA256(c.Marshal()) }

// Shape returns the shape of the trained network.
func (c *Config) Shape() Shape { return ShapeOf(c.Vector, c.Hidden) }

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
	if err := settings.Check(c); err != nil {
		return err
	}
	if c.Plies[0] > c.Plies[1] {
		return fmt.Errorf("plies is %v: the smaller number must come first", c.Plies)
	}
	if c.Rate == 0 {
		return errors.New("rate is 0: must be above 0")
	}
	if c.Games == 0 && len(c.GameFiles) == 0 {
		return errors.New("there is nothing to train on: give games above 0, or files of games")
	}
	return nil
}

// validateOpenings draws openings to check that there are enough for training games and matches.
func (c *Config) validateOpenings() error {
	for plies := c.Plies[0]; plies <= c.Plies[1]; plies++ {
		if fitness.MaxPairs(engine.Standard(), plies, fitness.ForFitness) == 0 {
			return fmt.Errorf("opening_plies %d: training games have no openings of so few plies; give larger numbers", plies)
		}
	}
	_, err := c.openings()
	return err
}

// openings returns the openings of the matches. They are the same in each round, so that scores can be
// compared.
func (c *Config) openings() ([]fitness.Opening, error) {
	rng := fitness.Random(c.Seed, "openings")
	return fitness.RandomOpenings(rng, engine.Start(), c.Pairs, fitness.DefaultPlies(engine.Standard()),
		fitness.ForReference)
}
