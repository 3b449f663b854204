package players

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/internal/files"
	"evothello/search"
	"evothello/weights"
	"evothello/weights/probcut"
	"evothello/weights/scale"
)

// A Recipe is a player as plain data: weights with a search, a player of the Othello League, or a player of
// the roster. It holds everything that affects the player's games, so it makes the same player in every
// process. Recipes are shared and must not be changed.
type Recipe struct {
	// Name is the player's name in results. It does not affect games.
	Name string `json:"name"`
	// Player is a player of the roster, in JSON its spec. All other fields but Name are then empty.
	Player *Spec `json:"player,omitempty"`
	// League is a player of the Othello League. All other fields but Name are then empty.
	League *LeaguePlayer `json:"league,omitempty"`
	// Parameters are parameter values by name, for the program that a run tunes. All other fields but Name
	// are then empty. The program itself is not in the recipe: each process gets it on its command line.
	Parameters map[string]float64 `json:"parameters,omitempty"`
	// Weights and the fields below make a player that searches. The Switch's own search and
	// origin do not affect games.
	Weights *weights.Switch  `json:"weights,omitempty"`
	Search  *search.Settings `json:"search,omitempty"`
	Book    string           `json:"book,omitempty"` // name of an opening book, "" for none
	// Selective is a Multi-ProbCut fit for the weights, nil for a full search.
	Selective *probcut.Fit `json:"selective,omitempty"`
	// Handicap is the maximum number of discs that the player gives away with a move on purpose. If it is
	// positive, the player moves at random, and Seed is part of its random seed.
	Handicap int    `json:"handicap,omitempty"`
	Seed     uint64 `json:"seed,omitempty"`
	// Players are the parts of a composed player, which move one after the other. Players[i] moves while at
	// most Turns[i] moves have been played. While Book has a move, the player makes this move instead. From
	// Endgame empties on, moves are exact. All other fields but Name are then empty.
	Players []*Recipe     `json:"players,omitempty"`
	Turns   weights.Turns `json:"turns,omitempty"`
	Endgame int           `json:"endgame,omitempty"`
}

// Searching returns the recipe of a player that searches with weights and search settings.
func Searching(name string, w *weights.Switch, settings search.Settings) *Recipe {
	return &Recipe{Name: name, Weights: w, Search: &settings}
}

// ParseRecipe returns the recipe of a spec. name becomes the recipe's name.
func ParseRecipe(name, spec string) (*Recipe, error) {
	s, err := ParseSpec(spec)
	if err != nil {
		return nil, err
	}
	r, err := s.Recipe()
	if err == nil {
		r.Name = name
	}
	return r, err
}

// Parts returns the recipe and the recipes that it is composed of. It returns nil for a nil recipe.
func (r *Recipe) Parts() (all []*Recipe) {
	if r == nil {
		return nil
	}
	all = append(all, r)
	for _, part := range r.Players {
		all = append(all, part.Parts()...)
	}
	return all
}

// Tables returns the pattern tables of the weights of a valid recipe.
func (r *Recipe) Tables() (all []*patterns.Tables) {
	for _, part := range r.Parts() {
		if part.Weights == nil {
			continue
		}
		if t := part.Weights.PatternTables(); t != nil {
			all = append(all, t)
		}
	}
	return all
}

// Content returns everything that affects the player's games as JSON: the recipe without names.
// Two recipes with the same content play the same games.
func (r *Recipe) Content() []byte {
	data, err := json.Marshal(r.decisive())
	if err != nil {
		panic("players: " + err.Error()) // valid settings always marshal
	}
	return data
}

// decisive returns a copy that holds only what affects games.
func (r *Recipe) decisive() *Recipe {
	content := *r
	content.Name, content.Players = "", nil
	if r.Weights != nil {
		content.Weights = r.Weights.Decisive()
	}
	for _, part := range r.Players {
		content.Players = append(content.Players, part.decisive())
	}
	return &content
}

// Hash returns the SHA-256 of the content in hexadecimal. It identifies the recipe.
func (r *Recipe) Hash() string { return files.SHA256(r.Content()) }

// Validate returns an error if the recipe cannot be compiled.
func (r *Recipe) Validate() error {
	if r == nil {
		return errors.New("a recipe is null: give a player's recipe")
	}
	if r.Players != nil {
		return r.checkPlayers()
	}
	kinds := 0
	for _, is := range []bool{r.Player != nil, r.League != nil, r.Parameters != nil, r.searches()} {
		if is {
			kinds++
		}
	}
	switch {
	case kinds > 1:
		return errors.New("a recipe has more than one of player, league, parameters and weights: give only one")
	case r.Parameters != nil:
		return errors.New("a recipe of parameters needs the program that they are for: give --program")
	case r.League != nil:
		return r.League.Validate()
	case r.Player != nil:
		return r.Player.wrong
	}
	return r.checkSearching()
}

// CheckRepeatable returns an error if anything other than the recipe affects the player's games. A player with
// a clock or a program also depends on the machine.
func (r *Recipe) CheckRepeatable() error {
	for _, part := range r.Parts() {
		if part.Search != nil && part.Search.Time > 0 {
			return errors.New("games with a time limit cannot be repeated; give depth or nodes")
		}
		if part.Player != nil {
			err := part.Player.wrong
			if err == nil {
				err = part.Player.CheckRepeatable()
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// searches reports whether the recipe has fields of a player that searches.
func (r *Recipe) searches() bool {
	return r.Weights != nil || r.Search != nil || r.Book != "" || r.Selective != nil || r.Handicap != 0 || r.Seed != 0
}

// checkSearching returns an error unless the recipe is a valid player that searches.
func (r *Recipe) checkSearching() error {
	switch {
	case r.Weights == nil || r.Search == nil:
		return errors.New("a recipe without player needs weights and search")
	case r.Handicap < 0 || r.Handicap > maxHandicap:
		return fmt.Errorf("handicap %d: must be a whole number from 0 to %d", r.Handicap, maxHandicap)
	}
	if err := r.Weights.Validate(); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	if r.Book != "" {
		if _, err := namedBook(r.Book); err != nil {
			return err
		}
	}
	if err := r.Search.Validate(); err != nil || r.Selective == nil {
		return err
	}
	return r.checkSelective()
}

// checkSelective returns an error unless the selective search fits the rest of the recipe.
func (r *Recipe) checkSelective() error {
	switch {
	case r.Search.Algorithm != search.NegaScout:
		return fmt.Errorf("search %s: only %s can be selective", r.Search.Algorithm, search.NegaScout)
	case r.Handicap > 0:
		return errors.New("handicap: a player that gives discs away must value all moves, so its search cannot be selective")
	}
	if err := r.Selective.Validate(); err != nil {
		return fmt.Errorf("selective: %w", err)
	}
	return r.Selective.Fits(r.Weights)
}

// Contestant compiles the recipe. An invalid recipe is an error.
func (r *Recipe) Contestant() (*Contestant, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	switch {
	case r.Players != nil:
		return r.composed()
	case r.League != nil:
		return r.League.contestant(r.Name), nil
	case r.Player == nil:
		return r.searching(), nil
	}
	err := r.Player.checkRequired()
	if err != nil {
		return nil, err
	}
	c, err := r.Player.Kind.Contestant()
	if err != nil {
		return nil, fmt.Errorf("player %s: %w", r.Name, err)
	}
	c.Name, c.PlaysLarge = r.Name, c.PlaysLarge && r.Player.AboutLarge != ""
	return c, nil
}

// searching compiles a valid recipe with weights.
func (r *Recipe) searching() *Contestant {
	var book *book
	how := r.Search.String()
	if r.Book != "" {
		book, _ = namedBook(r.Book)
		how += ", book " + book.name
	}
	var cuts *probcut.Cuts
	if r.Selective != nil {
		cuts = r.Selective.Cuts(r.Weights)
		how += fmt.Sprintf(", selective at %g standard errors", r.Selective.Confidence)
	}
	settings, compiled := *r.Search, sync.OnceValue(r.Weights.Compile)
	discs := sync.OnceValue(func() *scale.Scale { return scale.Of(r.Weights) })
	plain := func(searcher *search.Searcher) *searchingPlayer {
		evaluator := func(root engine.Board) evaluators.Evaluator { return compiled().At(root) }
		large := func(root engine.LargeBoard) *evaluators.LargeEvaluator { return compiled().AtLarge(root) }
		return &searchingPlayer{evaluator: evaluator, large: large, settings: settings, cuts: cuts, book: book,
			searcher: searcher}
	}
	c := &Contestant{Name: r.Name, PlaysOn: r.playsOn, PlaysLarge: r.Handicap == 0, TableBits: tableBits(settings)}
	c.New = func(s *search.Searcher) Player { return plain(s) }
	if r.Handicap > 0 {
		how += fmt.Sprintf(", gives away up to %d discs a move", r.Handicap)
		c.New = func(s *search.Searcher) Player {
			return &generousPlayer{searchingPlayer: *plain(s), loss: r.Handicap, scale: discs(), seed: r.Seed}
		}
	}
	c.About, c.how = how, how
	if name := r.Weights.Name; name != "" {
		c.About = "weights of " + name + ", " + how
		if strings.Contains(name, " ") { // a description, such as "trained in round 10"
			c.who = name
		}
	}
	return c
}

// playsOn returns an error if the weights or their search are not for a board. On boards larger than 8×8 the search is
// never selective, and books know no positions.
func (r *Recipe) playsOn(board engine.Shape) error {
	if err := r.Weights.PlaysOn(board); err != nil || !board.IsLarge() {
		return err
	}
	if err := r.Search.CheckLarge(); err != nil {
		return err
	}
	for _, w := range r.Weights.Phases {
		if err := evaluators.CheckLarge(w); err != nil {
			return err
		}
	}
	return nil
}
