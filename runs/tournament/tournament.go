// Package tournament plays round robin tournaments and rates the players.
//
// Each player plays each other player on the same openings, with both colours. A pair of games is the unit of work, of
// the journal and of statistics. The games of a pair depend on the configuration alone, so a tournament can be
// interrupted and resumed, with any number of workers.
package tournament

import (
	"fmt"
	"slices"

	"evothello/engine"
	"evothello/fitness"
	"evothello/players"
	"evothello/search"
)

// Schema is the version of tournament.json that this program writes, and the newest that it reads.
const Schema = 1

// A Config is the content of tournament.json: everything that affects the games.
type Config struct {
	Schema  int           `json:"schema"`
	Board   *engine.Shape `json:"board,omitempty"`   // nil is the standard board
	Seed    uint64        `json:"seed"`              // random seed of openings and of players with random moves
	Pairs   int           `json:"pairs"`             // openings per pairing, each played with both colours
	Plies   int           `json:"opening_plies"`     // length of the random openings
	Depth   *int          `json:"depth,omitempty"`   // depth of players whose spec has none; nil means their default
	Endgame *int          `json:"endgame,omitempty"` // endgame of players whose spec has none; nil means their default
	Players []Player      `json:"players"`

	ListPerfect bool `json:"list_perfect,omitempty"` // lists games at whose end one side has all squares
	OneColour   bool `json:"one_colour,omitempty"`   // counts only games with the first player as Black
}

// A Player is a participant. New sets Plays, a description of the player. If Plays differs from the stored
// description, the spec now stands for another player.
type Player struct {
	Spec  string `json:"spec"`
	Plays string `json:"plays"`
}

// The maximum numbers of players and of pairs per pairing.
const (
	MaxPlayers = 100
	MaxPairs   = 100000
)

// A Tournament is a round robin tournament.
type Tournament struct {
	Config Config
	// Again is called when all pairs that workers returned must be played again, because a worker turned out to be wrong.
	// It may be nil.
	Again func(pairs int, reason string)

	specs    []players.Spec
	recipes  []*players.Recipe
	programs []string // commands of external programs
	pairings [][2]int // indices of the two players
	openings []fitness.Opening
	results  []*fitness.PairResult // by index of the pair, nil if it is not played yet
	times    Times
	dir      *openDirectory // nil if there is no directory

	elsewhere map[int]bool // pairs that workers returned
	dropped   int          // results that had to be played again
}

// New returns a tournament. An invalid setting is an error.
func New(c Config) (*Tournament, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	c.Schema = Schema
	c.Players = append([]Player(nil), c.Players...)
	t := &Tournament{Config: c, times: Times{}, elsewhere: map[int]bool{}}
	for i := range c.Players {
		spec, err := c.spec(i)
		if err != nil {
			return nil, PlayerError{err}
		}
		if slices.ContainsFunc(t.specs, func(other players.Spec) bool { return other.Text == spec.Text }) {
			return nil, fmt.Errorf("player %s is listed twice: %s", spec.Text, duplicateRemedy(spec)) // results are by name
		}
		t.specs = append(t.specs, spec)
		recipe, err := spec.Recipe()
		if err != nil {
			return nil, PlayerError{err}
		}
		contestant, err := recipe.Contestant()
		if err != nil {
			return nil, PlayerError{err}
		}
		if err := contestant.CheckBoard(c.HomeBoard()); err != nil {
			return nil, PlayerError{err}
		}
		t.Config.Players[i].Plays = identity(recipe, contestant)
		if runs := contestant.Runs; runs != "" && !slices.Contains(t.programs, runs) {
			t.programs = append(t.programs, runs)
		}
		t.recipes = append(t.recipes, recipe)
	}
	t.pairUp()
	return t, t.drawOpenings()
}

// pairUp lists the pairings of all players, without results.
func (t *Tournament) pairUp() {
	for i := range t.Config.Players {
		for j := range i {
			t.pairings = append(t.pairings, [2]int{j, i})
		}
	}
	t.results = make([]*fitness.PairResult, len(t.pairings)*t.Config.Pairs)
}

// gamesInPair returns the number of games that count in each pair.
func (c *Config) gamesInPair() int {
	if c.OneColour {
		return 1
	}
	return 2
}

// HomeBoard returns the board of the tournament.
func (c *Config) HomeBoard() engine.Shape {
	if c.Board != nil {
		return *c.Board
	}
	return engine.Standard()
}

// SetBoard sets the board. If Plies is the default of the old board, it becomes the default of the new one.
func (c *Config) SetBoard(board engine.Shape) {
	if c.Plies == fitness.DefaultPlies(c.HomeBoard()) {
		c.Plies = fitness.DefaultPlies(board)
	}
	if c.Board = &board; board.IsStandard() {
		c.Board = nil
	}
}

func (c *Config) validate() error {
	switch {
	case len(c.Players) < 2:
		return fmt.Errorf("a tournament needs two players or more, not %d", len(c.Players))
	case len(c.Players) > MaxPlayers:
		return fmt.Errorf("%d players: must be at most %d", len(c.Players), MaxPlayers)
	case c.OneColour && len(c.Players) != 2:
		return fmt.Errorf("one_colour is for two players, not for %d", len(c.Players))
	case c.Pairs < 1 || c.Pairs > MaxPairs:
		return fmt.Errorf("%d pairs: must be 1 to %d", c.Pairs, MaxPairs)
	case c.Depth != nil && (*c.Depth < 1 || *c.Depth > search.MaxDepth):
		return fmt.Errorf("depth %d: must be 1 to %d", *c.Depth, search.MaxDepth)
	case c.Endgame != nil && (*c.Endgame < 0 || *c.Endgame > search.MaxDepth):
		return fmt.Errorf("endgame %d: must be 0 to %d", *c.Endgame, search.MaxDepth)
	}
	return nil
}

// CheckDuplicates returns an error if two players have the same recipe and different specs. It is for new
// tournaments only: an existing tournament may have such players.
func (t *Tournament) CheckDuplicates() error {
	first := map[string]players.Spec{} // by the recipe's hash
	for i, recipe := range t.recipes {
		hash := recipe.Hash()
		if other, there := first[hash]; there {
			return fmt.Errorf("players %s and %s play the same: %s", other.Text, t.specs[i].Text, duplicateRemedy(other))
		}
		first[hash] = t.specs[i]
	}
	return nil
}

// duplicateRemedy returns the advice for the error of a duplicate player.
func duplicateRemedy(spec players.Spec) string {
	if spec.IsRandom() {
		return "leave one out, or give them different seeds, such as seed=1 and seed=2"
	}
	return "leave one out"
}

// spec parses the spec of player i and adds the depth and endgame of the tournament.
func (c *Config) spec(i int) (players.Spec, error) {
	spec, err := players.SpecOn(c.HomeBoard(), c.Players[i].Spec)
	if err != nil {
		return spec, err
	}
	if c.Depth != nil {
		spec = spec.WithDepth(*c.Depth)
	}
	if c.Endgame != nil {
		spec = spec.WithEndgame(*c.Endgame)
	}
	return spec, nil
}

// Programs returns the quoted commands of the external programs in the tournament.
func (t *Tournament) Programs() []string { return t.programs }

// identity returns a description of a recipe that changes when its games change.
func identity(r *players.Recipe, c *players.Contestant) string {
	switch {
	case r.League != nil:
		return fmt.Sprintf("%s (weights %.12s)", c.About, r.Hash())
	case r.Players != nil:
		return fmt.Sprintf("%s (players %.12s)", c.About, r.Hash())
	case r.Weights == nil: // it plays without weights
		return c.About
	}
	return fmt.Sprintf("%s (weights %.12s)", c.About, r.Weights.Hash())
}

// drawOpenings draws different openings for all pairs of a pairing. With 0 plies all openings are the start position.
func (t *Tournament) drawOpenings() (err error) {
	c := &t.Config
	if c.Plies > 0 || c.Pairs == 1 {
		t.openings, err = fitness.RandomOpenings(fitness.Random(c.Seed, "tournament"), c.HomeBoard().Start, c.Pairs, c.Plies,
			fitness.ForAnything)
		return err
	}
	for range c.Pairs {
		t.openings = append(t.openings, fitness.OpeningFromPosition(c.HomeBoard().Start))
	}
	return nil
}

// RepeatingPlayers returns the players that would repeat the same pair of games. These are the players without
// random moves, if there are two or more and all pairs begin at the start position; otherwise it returns nil.
// Repeated pairs make the statistics wrong.
func (t *Tournament) RepeatingPlayers() (names []string) {
	if t.Config.Plies > 0 || t.Config.Pairs == 1 {
		return nil
	}
	for _, spec := range t.specs {
		if !spec.IsRandom() {
			names = append(names, spec.Text)
		}
	}
	if len(names) < 2 {
		return nil
	}
	return names
}

// Pairs returns the number of played pairs and the number of all pairs.
func (t *Tournament) Pairs() (played, all int) {
	for _, r := range t.results {
		if r != nil {
			played++
		}
	}
	return played, len(t.results)
}

// Tallies returns the tally of each pairing so far, in the order of the pairings.
func (t *Tournament) Tallies() []fitness.Tally {
	tallies := make([]fitness.Tally, len(t.pairings))
	for i, r := range t.results {
		switch tally := &tallies[i/t.Config.Pairs]; {
		case r == nil:
		case t.Config.OneColour:
			tally.AddFirst(*r)
		default:
			tally.Add(*r)
		}
	}
	return tallies
}

// pair returns pair number i. The pairs are sorted by pairing, so that a worker can use the same players for many
// pairs.
func (t *Tournament) pair(i int) fitness.Pair {
	pairing, k := t.pairings[i/t.Config.Pairs], i%t.Config.Pairs
	a, b := pairing[0], pairing[1]
	return fitness.Pair{
		A: t.recipes[a], B: t.recipes[b], Opening: t.openings[k],
		Seed: fitness.Random(t.Config.Seed, "tournament pair", a, b, k).Uint64(),
	}
}
