package tables

import (
	"errors"
	"fmt"
	"slices"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/fitness"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/internal/settings"
	"evothello/players"
	"evothello/runs"
	"evothello/search"
	"evothello/weights"
)

// Schema is the newest version of tables.json that this program reads, and the one it writes.
const Schema = 1

// A Config is the content of tables.json: all settings that affect the training games and the
// fitted tables. The same Config gives the same tables. Package settings reads the tags.
type Config struct {
	Schema int             `json:"schema" is:"version of the format"`
	Seed   uint64          `json:"seed" is:"random seed"`
	Search search.Settings `json:"search" is:"search of candidates"`
	// If Depths is empty, self-play has the depth of Search.
	Depths []int  `json:"depths,omitempty" is:"depths of self-play, used in turn, one a round"`
	Games  int    `json:"games" flag:"games GAMES" is:"games of self-play in a round; 0 to train on files alone" range:"0 to 100000000"`
	Plies  [2]int `json:"opening_plies" flag:"opening-plies LEAST,MOST" is:"least and most random moves at the start of a game" range:"0 to 40"`
	// With RandomMoveInterval N about one in N moves of a game's first half is random, in addition to the
	// opening; 0 means none.
	RandomMoveInterval int       `json:"random_every" flag:"random-every N" is:"one in so many moves of a game's first half is random; 0 for none" range:"0 to 1000"`
	Window             int       `json:"window" flag:"window ROUNDS" is:"latest rounds whose games are training data" range:"1 to 1000"`
	GameFiles          []Source  `json:"from,omitempty" is:"files of games that every round trains on as well"`
	Fit                Fitting   `json:"fit" is:"fit"`
	Gate               Gate      `json:"gate" is:"match that a candidate must win to become champion"`
	Reference          Reference `json:"reference" is:"reference opponents"`
	// Players play the training games until a candidate beats the first player in this list.
	Players []*players.Recipe `json:"players" is:"players of the first games, as recipes"`
}

// A Source is a file of games.
type Source struct {
	Path string `json:"path"`
	Sum  string `json:"sha256"` // SHA-256 of the content, in hexadecimal
}

// Fitting holds the settings of the fit; see FitOptions.
type Fitting struct {
	Stages []int   `json:"stages" is:"most discs on the board in each stage, rising to 64"`
	Ridge  float64 `json:"ridge" is:"penalty on large values in the least-squares fit, more than 0"`
	// Lookahead has a depth for each round; later rounds use the last one. Empty means 0.
	Lookahead []int `json:"lookahead,omitempty" flag:"lookahead PLIES,…" is:"depths of searches that the tables are to predict, by round; 0 for results"`
	// Rounds from Layer on need a Lookahead above 0.
	Layer int `json:"layer,omitempty" flag:"layer ROUND" is:"first round whose tables get a hidden layer, if its player has tables; 0 for none" range:"0 to 1000"`
}

// lookahead returns the depth of the searches that the tables of a round are to predict, 0 for results.
func (f *Fitting) lookahead(round int) int {
	if len(f.Lookahead) == 0 {
		return 0
	}
	return f.Lookahead[min(round, len(f.Lookahead))-1]
}

// layer reports whether the tables of a round get a hidden layer.
func (f *Fitting) layer(round int) bool { return f.Layer > 0 && round >= f.Layer }

// A Gate is a match that a round's candidate must win against the current
// player to replace it.
type Gate struct {
	Pairs        int `json:"pairs" is:"pairs of games at most" range:"1 to 100000"`
	Plies        int `json:"opening_plies" is:"random moves that open each game" range:"0 to 40"`
	fitness.SPRT     // promotes the candidate if it accepts Elo1 rather than Elo0
}

// promotionTest returns the test of a round's candidate. A round with lookahead improves the stability of
// values, so its candidate need not be stronger. Both bounds are then lower by their difference: the test
// asks whether the candidate is weaker.
func (c *Config) promotionTest(round int) fitness.SPRT {
	test := c.Gate.SPRT
	if c.Fit.lookahead(round) > 0 {
		width := test.Elo1 - test.Elo0
		test.Elo0 -= width
		test.Elo1 -= width
	}
	return test
}

// A Reference holds the settings of each candidate's matches against reference opponents.
type Reference struct {
	Pairs     int               `json:"pairs" is:"pairs of games against each opponent" range:"1 to 100000"`
	Plies     int               `json:"opening_plies" is:"random moves that open each game" range:"0 to 40"`
	Opponents []*players.Recipe `json:"opponents" is:"opponents of each candidate, as recipes"`
}

// Defaults returns the default configuration for a seed, without players and opponents.
func Defaults(seed uint64) Config {
	const plies = 8
	c := Config{
		Schema:             Schema,
		Seed:               seed,
		Search:             search.Settings{Depth: 3, Endgame: 10},
		Plies:              [2]int{6, 20},
		RandomMoveInterval: 40,
		Window:             6,
		Fit:                Fitting{Stages: slices.Clone(DefaultStages), Ridge: DefaultRidge},
		Gate:               Gate{Plies: plies, SPRT: fitness.SPRT{Elo0: 0, Elo1: 20}},
		Reference:          Reference{Plies: plies},
	}
	c.SetGames(100_000)
	return c
}

// selfPlay returns the search settings of self-play in a round.
func (c *Config) selfPlay(round int) search.Settings {
	s := c.Search
	if len(c.Depths) > 0 {
		s.Depth = c.Depths[(round-1)%len(c.Depths)]
	}
	return s
}

// Depth returns the search depth of self-play as text, such as "depth 3".
func (c *Config) Depth() string {
	if len(c.Depths) == 0 {
		return fmt.Sprintf("depth %d", c.Search.Depth)
	}
	return "depths " + english.Numbers(c.Depths) + " in turn, by round"
}

// SetSearch sets the search settings of candidates. Players and opponents that had the same settings get the new
// settings too.
func (c *Config) SetSearch(settings search.Settings) {
	for _, all := range [][]*players.Recipe{c.Players, c.Reference.Opponents} {
		for i, r := range all {
			if r != nil && r.Search != nil && *r.Search == c.Search {
				changed := *r
				changed.Search = &settings
				all[i] = &changed
			}
		}
	}
	c.Search = settings
}

// SetGames sets the number of games in a round. It also sets the gate pairs to 2 % of the games, 200 to 1000, and the
// reference pairs to 0.5 %, 20 to 500. For 0 games it computes these pairs as for 100,000 games.
func (c *Config) SetGames(games int) {
	c.Games = games
	if games == 0 {
		games = 100_000 // an estimate: the games come from files
	}
	c.Gate.Pairs, c.Reference.Pairs = min(max(games/50, 200), 1000), min(max(games/200, 20), 500)
}

// The specs of the default players and opponents. Players that use only features play the fastest games.
var (
	DefaultPlayers   = []string{"evolved-cmaes"}
	DefaultOpponents = []string{"evolved-cmaes", "reversi-blank", "reversi-switch"}
)

// ParseConfig parses and validates a tables.json. It reads the pattern tables of the players' weights from
// dir. Unlike Validate it does not count openings.
func ParseConfig(data []byte, dir string) (c Config, err error) {
	if err := files.DecodeJSON(data, Schema, &c); err != nil {
		return Config{}, err
	}
	for _, r := range c.recipes() {
		if r == nil || r.Weights == nil {
			continue
		}
		if r.Weights, err = weights.Read(files.EncodeJSON(r.Weights), dir); err != nil {
			return Config{}, fmt.Errorf("the weights of %s: %w", r.Name, err)
		}
	}
	return c, c.validate()
}

// recipes returns all players and reference opponents.
func (c *Config) recipes() []*players.Recipe { return slices.Concat(c.Players, c.Reference.Opponents) }

// TableFiles returns the contents of the players' table files, by file name.
func (c *Config) TableFiles() map[string][]byte {
	files := map[string][]byte{}
	for _, r := range c.recipes() {
		if r.Weights == nil || r.Weights.Tables == "" {
			continue
		}
		files[patterns.FileName(r.Weights.Tables)] = r.Weights.PatternTables().File()
	}
	return files
}

// Marshal returns the content of tables.json.
func (c *Config) Marshal() []byte { return files.EncodeJSON(c) }

// Hash returns the SHA-256 of tables.json in hexadecimal.
func (c *Config) Hash() string { return files.SHA256(c.Marshal()) }

// Validate returns an error that names the first invalid setting and its valid values.
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
	if err := c.Search.ValidateFixed(); err != nil {
		return err
	}
	for _, depth := range c.Depths {
		if depth < 1 || depth > search.MaxDepth {
			return fmt.Errorf("depths: depth %d: must be 1 to %d", depth, search.MaxDepth)
		}
	}
	if err := settings.Check(c); err != nil {
		return err
	}
	if c.Plies[0] > c.Plies[1] {
		return fmt.Errorf("plies is %v: the smaller number must come first", c.Plies)
	}
	if c.Games == 0 && len(c.GameFiles) == 0 {
		return errors.New("there is nothing to train on: give games above 0, or files of games")
	}
	if err := c.Fit.validate(); err != nil {
		return fmt.Errorf("fit: %w", err)
	}
	if err := c.Gate.Validate(); err != nil {
		return fmt.Errorf("gate: %w", err)
	}
	if len(c.Players) == 0 {
		return errors.New("no players: give at least one, whose games the first round trains on")
	}
	for _, r := range c.Players {
		if err := validateRecipe(r); err != nil {
			return fmt.Errorf("players: %w", err)
		}
	}
	for _, r := range c.Reference.Opponents {
		if err := validateRecipe(r); err != nil {
			return fmt.Errorf("reference: %w", err)
		}
	}
	return nil
}

// CheckGoal returns an error if later rounds would repeat the first: without self-play each round
// trains on the same games.
func (c *Config) CheckGoal(goal runs.Goal) error {
	if c.Games == 0 && goal.Count != 1 {
		return errors.New("without self-play all rounds would train on the same games: give --rounds 1")
	}
	return nil
}

// maxLookahead is the largest depth of a lookahead. Each ply takes three times as long, for millions of
// positions.
const maxLookahead = 10

func (f *Fitting) validate() error {
	before := 3
	for _, discs := range f.Stages {
		if discs <= before || discs > 64 {
			return fmt.Errorf("stages %v must rise strictly, from 4 or more discs to 64", f.Stages)
		}
		before = discs
	}
	if before != 64 || len(f.Stages) > patterns.MaxStages {
		return fmt.Errorf("stages %v must end with 64 discs, and be at most %d stages", f.Stages, patterns.MaxStages)
	}
	for _, depth := range f.Lookahead {
		if depth < 0 || depth > maxLookahead {
			return fmt.Errorf("lookahead: depth %d: must be 0 to %d", depth, maxLookahead)
		}
	}
	if n := len(f.Lookahead); f.Layer > 0 && (n == 0 || slices.Contains(f.Lookahead[min(f.Layer, n)-1:], 0)) {
		return fmt.Errorf("layer: a hidden layer is trained on searches: lookahead must be above 0 in round %d and later",
			f.Layer)
	}
	if !(f.Ridge > 0 && f.Ridge <= 1e9) {
		return fmt.Errorf("ridge is %g: must be above 0 and at most 1e+09", f.Ridge)
	}
	return nil
}

// validateRecipe returns an error unless the player can play on the standard board and its games are
// reproducible.
func validateRecipe(r *players.Recipe) error {
	if r == nil {
		return errors.New("one of them is null: must be a recipe")
	}
	if err := r.Validate(); err != nil {
		return fmt.Errorf("%s: %w", r.Name, err)
	}
	if r.Player != nil {
		return r.Player.CheckRepeatable()
	}
	if err := r.Search.ValidateFixed(); err != nil {
		return fmt.Errorf("player %s: %w", r.Name, err)
	}
	if err := r.Weights.PlaysOn(engine.Standard()); err != nil {
		return fmt.Errorf("player %s: %w", r.Name, err)
	}
	return nil
}

// Recipes returns the recipes of specs. A spec without a depth gets the candidates' depth, and a spec without an
// endgame the candidates' endgame.
func (c *Config) Recipes(specs []string) ([]*players.Recipe, error) {
	all := make([]*players.Recipe, len(specs))
	for i, text := range specs {
		spec, err := players.ParseSpec(text)
		if err != nil {
			return nil, err
		}
		if all[i], err = spec.WithDepth(c.Search.Depth).WithEndgame(c.Search.Endgame).Recipe(); err != nil {
			return nil, err
		}
	}
	return all, nil
}
