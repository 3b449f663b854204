// Package tournament plays round robins and rates the players.
//
// Each player plays each other on the same openings, with both colours: a pair of
// games is the unit of work, of the journal and of statistics. A pair's games depend
// on the configuration alone, so a tournament may be stopped and resumed, with any
// number of workers.
package tournament

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"evothello/engine"
	"evothello/fitness"
	"evothello/players"
	"evothello/search"
)

// Schema is the newest version of tournament.json that this program reads, and the
// one it writes.
const Schema = 1

// A Config is tournament.json: everything that decides the games.
type Config struct {
	Schema  int           `json:"schema"`
	Board   *engine.Shape `json:"board,omitempty"`   // that is played on; left out if it is the standard one
	Seed    uint64        `json:"seed"`              // of openings and of players that draw lots
	Pairs   int           `json:"pairs"`             // openings that every pairing plays with both colours
	Plies   int           `json:"plies"`             // random moves that open each pair
	Depth   *int          `json:"depth,omitempty"`   // of players whose spec names none; nil = their own
	Endgame *int          `json:"endgame,omitempty"` // likewise
	Players []Player      `json:"players"`
}

// A Player is a participant. Plays is filled in by New: it tells whether the same
// spec still means the same player.
type Player struct {
	Spec  string `json:"spec"`
	Plays string `json:"plays"`
}

// The most players and pairs a tournament may have.
const (
	MaxPlayers = 100
	MaxPairs   = 100000
)

// A Tournament is a round robin, played or not.
type Tournament struct {
	Config   Config
	specs    []players.Spec
	recipes  []*players.Recipe
	programs []string // commands that are run in it
	pairings [][2]int // players by index
	openings []fitness.Opening
	results  []*fitness.PairResult // by the pair's index, nil if it is yet to be played
	times    Times
	dir      *directory // nil if nothing is kept
}

// New prepares a tournament. Errors name the setting that makes no sense.
func New(c Config) (*Tournament, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	c.Schema = Schema
	c.Players = append([]Player(nil), c.Players...)
	t := &Tournament{Config: c, times: Times{}}
	for i := range c.Players {
		spec, err := c.spec(i)
		if err != nil {
			return nil, PlayerError{err}
		}
		if slices.ContainsFunc(t.specs, func(other players.Spec) bool { return other.Text == spec.Text }) {
			return nil, fmt.Errorf("player %s is named twice: %s", spec.Text, leaveOut(spec)) // results go by names
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

// HomeBoard is the board that is played on.
func (c *Config) HomeBoard() engine.Shape {
	if c.Board != nil {
		return *c.Board
	}
	return engine.Standard()
}

// PlayOn sets the board, and with it the random plies where they were the usual ones.
func (c *Config) PlayOn(board engine.Shape) {
	if c.Plies == fitness.UsualPlies(c.HomeBoard()) {
		c.Plies = fitness.UsualPlies(board)
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
		return fmt.Errorf("%d players: at most %d", len(c.Players), MaxPlayers)
	case c.Pairs < 1 || c.Pairs > MaxPairs:
		return fmt.Errorf("%d pairs: must be 1 to %d", c.Pairs, MaxPairs)
	case c.Depth != nil && (*c.Depth < 1 || *c.Depth > search.MaxDepth):
		return fmt.Errorf("depth %d: must be 1 to %d", *c.Depth, search.MaxDepth)
	case c.Endgame != nil && (*c.Endgame < 0 || *c.Endgame > search.MaxDepth):
		return fmt.Errorf("endgame %d: must be 0 to %d", *c.Endgame, search.MaxDepth)
	}
	return nil
}

// CheckDifferent returns an error that names two players who play the same: by the same recipe,
// whatever they are called. It is for tournaments that begin; one that is kept goes on as it is.
func (t *Tournament) CheckDifferent() error {
	first := map[string]players.Spec{} // by the recipe's hash
	for i, recipe := range t.recipes {
		hash := recipe.Hash()
		if other, there := first[hash]; there {
			return fmt.Errorf("players %s and %s play the same: %s", other.Text, t.specs[i].Text, leaveOut(other))
		}
		first[hash] = t.specs[i]
	}
	return nil
}

// leaveOut says what to do about a player who is there twice.
func leaveOut(spec players.Spec) string {
	if spec.IsRandom() {
		return "leave one out, or let them differ by seed=1 and seed=2"
	}
	return "leave one out"
}

// spec reads a player's spec and adds the tournament's depth and endgame.
func (c *Config) spec(i int) (players.Spec, error) {
	spec, err := players.ParseSpec(c.Players[i].Spec)
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

// Programs are the commands that playing has run: other people's programs. They are
// quoted.
func (t *Tournament) Programs() []string { return t.programs }

// identity says how a recipe plays, and with which weights.
func identity(r *players.Recipe, c *players.Contestant) string {
	switch {
	case r.League != nil:
		return fmt.Sprintf("%s (weights %.12s)", c.About, r.Hash())
	case r.Weights == nil: // it plays without weights
		return c.About
	}
	return fmt.Sprintf("%s (weights %.12s)", c.About, r.Weights.Hash())
}

// drawOpenings draws different openings for all pairs of a pairing. With no plies
// all begin at the start position.
func (t *Tournament) drawOpenings() (err error) {
	c := &t.Config
	if c.Plies > 0 || c.Pairs == 1 {
		t.openings, err = fitness.RandomOpenings(fitness.Random(c.Seed, "tournament"), c.HomeBoard().Start, c.Pairs, c.Plies,
			fitness.ForAnything)
		return err
	}
	for range c.Pairs {
		t.openings = append(t.openings, fitness.OpeningOf(&engine.Game{Start: c.HomeBoard().Start}))
	}
	return nil
}

// Repeats names the players who draw no lots if all pairs of two of them are the same,
// which the statistics know nothing of: there are several, from the start position.
func (t *Tournament) Repeats() (names []string) {
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

// Pairs counts the pairs of all pairings, and those that have been played.
func (t *Tournament) Pairs() (played, all int) {
	for _, r := range t.results {
		if r != nil {
			played++
		}
	}
	return played, len(t.results)
}

// Tallies sums up what has been played of every pairing, in the order of pairs.
func (t *Tournament) Tallies() []fitness.Tally {
	tallies := make([]fitness.Tally, len(t.pairings))
	for i, r := range t.results {
		if r != nil {
			tallies[i/t.Config.Pairs].Add(*r)
		}
	}
	return tallies
}

// pair is the i-th pair: pairing by pairing, so that a player at the board stays
// there as long as can be.
func (t *Tournament) pair(i int) fitness.Pair {
	pairing, k := t.pairings[i/t.Config.Pairs], i%t.Config.Pairs
	a, b := pairing[0], pairing[1]
	return fitness.Pair{
		A: t.recipes[a], B: t.recipes[b], Opening: t.openings[k],
		Seed: fitness.Random(t.Config.Seed, "tournament pair", a, b, k).Uint64(),
	}
}

// A Played pair is what an observer is told.
type Played struct {
	Pairing int    // its place in Tallies
	A, B    string // the players
	Result  fitness.PairResult
}

// Play has the arena play the pairs that have not been played, and tells the observer,
// if there is one, of each, one call at a time. If ctx is cancelled it returns ctx's
// error; what has been played counts.
func (t *Tournament) Play(ctx context.Context, arena fitness.Arena, observe func(Played)) error {
	var pairs []fitness.Pair
	var index []int // in the tournament
	for i, r := range t.results {
		if r == nil {
			pairs, index = append(pairs, t.pair(i)), append(index, i)
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	_, err := arena.Play(ctx, pairs, func(i int, r fitness.PairResult) {
		if err := t.keep(index[i], r); err != nil {
			stop(err)
			return
		}
		a, b := t.pairings[index[i]/t.Config.Pairs][0], t.pairings[index[i]/t.Config.Pairs][1]
		t.times.add(t.Config.Players[a].Spec, t.Config.Players[b].Spec, r)
		if observe != nil {
			observe(Played{Pairing: index[i] / t.Config.Pairs, A: pairs[i].A.Name, B: pairs[i].B.Name, Result: r})
		}
	})
	return errors.Join(err, t.sync(), t.writeTimes())
}

// keep writes a pair to the journal, if there is one, and remembers it.
func (t *Tournament) keep(i int, r fitness.PairResult) error {
	if t.dir != nil {
		if err := t.dir.add(i, r); err != nil {
			return err
		}
	}
	t.results[i] = &r
	return nil
}

func (t *Tournament) sync() error {
	if t.dir == nil {
		return nil
	}
	return t.dir.journal.Sync()
}
