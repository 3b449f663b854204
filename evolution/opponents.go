package evolution

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/players"
	"evothello/weights"
)

// CopyPlayer returns the copy of a player for Copies, and the player's name there. The copy is nil if the player's spec
// alone determines its games. A player with a clock is an error. If the spec has no depth, the copy has no search
// settings: the player searches like the run.
func CopyPlayer(board engine.Shape, text string) (name string, copied *players.Recipe, err error) {
	spec, err := players.SpecOn(board, text)
	if err != nil || spec.CheckRepeatable() == nil {
		return text, nil, err
	}
	recipe, err := spec.Recipe()
	switch {
	case err != nil:
		return "", nil, err
	case spec.External && recipe.Player == nil:
		return "", nil, fmt.Errorf("player %s: an opponent made of several players cannot contain an external program", text)
	case spec.External:
		return recipe.Player.String(), recipe, nil
	case recipe.Player != nil: // its spec names a file, which may change
		return "", nil, spec.CheckRepeatable()
	case recipe.Search != nil && !spec.Sets("depth") && !spec.Sets("nodes") && !spec.Sets("time"):
		for _, key := range []string{"endgame", "search"} {
			if spec.Sets(key) {
				return "", nil, fmt.Errorf("player %s sets %s but no depth: give depth as well", text, key)
			}
		}
		recipe.Search = nil
	}
	if err := checkCopy(recipe); err != nil {
		return "", nil, fmt.Errorf("player %s: %w", text, err)
	}
	return text, recipe, nil
}

// CopyOpponents copies each opponent whose spec alone does not determine its games: players from files, programs, and
// the strongest player, which changes with the program's version. A copy that the draft already has is kept, unless the
// opponent is in typed, the opponents from the command line.
func (d *Draft) CopyOpponents(typed []string) error {
	copies := Copies{}
	for _, opponents := range [][]string{d.Opponents, d.Reference.Opponents} {
		for i, text := range opponents {
			if stored := d.Copies[text]; stored != nil && !slices.Contains(typed, text) {
				copies[text] = stored
				continue
			}
			name, copied, err := CopyPlayer(d.HomeBoard(), text)
			if err != nil {
				return err
			}
			if copied != nil {
				opponents[i], copies[name] = name, copied
			}
		}
	}
	d.Copies, d.given["copies"] = nil, true
	if len(copies) > 0 {
		d.Copies = copies
	}
	return nil
}

// checkCopy returns an error unless a recipe without programs can stand in a configuration.
func checkCopy(r *players.Recipe) error {
	checked := *r
	if r.Weights != nil && r.Search == nil {
		settings := weights.DefaultSearch
		checked.Search = &settings
	}
	if err := checked.Validate(); err != nil {
		return err
	}
	return checked.CheckRepeatable()
}

// player returns the recipe of an opponent. depth and endgame are the settings for players without them.
func (c *Config) player(text string, depth, endgame int) (*players.Recipe, error) {
	copied := c.Copies[text]
	if copied == nil {
		spec, err := players.SpecOn(c.HomeBoard(), text)
		if err != nil {
			return nil, err
		}
		if err := spec.CheckRepeatable(); err != nil {
			return nil, err
		}
		return spec.WithDepth(depth).WithEndgame(endgame).Recipe()
	}
	recipe := *copied
	if recipe.Name = text; recipe.Weights != nil && recipe.Search == nil {
		settings := c.Search
		settings.Depth, settings.Endgame = depth, endgame
		recipe.Search = &settings
	}
	return &recipe, nil
}

// Programs returns the sorted names of opponents that are programs. Programs run on this machine only, and a run with a
// program as opponent cannot be repeated.
func (c *Config) Programs() (names []string) {
	for name, r := range c.Copies {
		if r.Player != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// validatePlayers checks the players that the configuration has a copy of.
func (c *Config) validatePlayers() error {
	for _, name := range slices.Sorted(maps.Keys(c.Copies)) {
		if !slices.Contains(c.Opponents, name) && !slices.Contains(c.Reference.Opponents, name) {
			return fmt.Errorf("copies: %s is neither in opponents nor in reference.opponents: leave it out", name)
		}
		if err := validatePlayer(name, c.Copies[name]); err != nil {
			return fmt.Errorf("copies: %s: %w", name, err)
		}
	}
	return nil
}

// validatePlayer checks a player that the configuration has a copy of. Only a program is known by its spec, which is
// then its name. It need not be installed.
func validatePlayer(name string, r *players.Recipe) error {
	switch {
	case r == nil || r.Parameters != nil:
		return errors.New("want a player's recipe, not null or parameters")
	case r.Player != nil && (r.Player.Text != name || !r.Player.External):
		return errors.New(`"player" must be an external program, and its spec must be its name in copies`)
	case r.Player != nil:
		return r.Validate()
	}
	return checkCopy(r)
}

// sameEvaluator reports whether two opponents evaluate positions alike.
func (c *Config) sameEvaluator(a, b string) bool {
	one, other := c.weightsOf(a), c.weightsOf(b)
	if one != nil && other != nil {
		return one.SameWeights(other)
	}
	if c.Copies[a] != nil || c.Copies[b] != nil {
		return a == b
	}
	first, err := players.ParseSpec(a)
	second, wrong := players.ParseSpec(b)
	return err == nil && wrong == nil && first.SameEvaluator(second)
}

// weightsOf returns an opponent's weights, nil if it has none that are valid.
func (c *Config) weightsOf(text string) *weights.Switch {
	if r := c.Copies[text]; r != nil {
		if r.Weights == nil || r.Weights.Validate() != nil {
			return nil
		}
		return r.Weights
	}
	spec, err := players.ParseSpec(text)
	if err != nil {
		return nil
	}
	w, _ := spec.Switch() // an error if it has none
	return w
}

// openTables opens the pattern tables of the start and of copied players, if they are not open.
func (c *Config) openTables(open func(hash string) (*patterns.Tables, error)) (err error) {
	if open == nil {
		open = TablesIn()
	}
	if c.Start != nil && c.Start.Tables != "" && c.Start.patternTables == nil {
		if c.Start.patternTables, err = open(c.Start.Tables); err != nil {
			return err
		}
	}
	for _, r := range c.Copies {
		for _, part := range r.Parts() {
			if part.Weights == nil || part.Weights.Tables == "" || part.Weights.PatternTables() != nil {
				continue
			}
			tables, err := open(part.Weights.Tables)
			if err != nil {
				return err
			}
			part.Weights.SetPatternTables(tables)
		}
	}
	return nil
}

// Tables returns the pattern tables that a run's directory needs: the tables of its start and of copied players.
func (c *Config) Tables() (all []*patterns.Tables) {
	if t := c.PatternTables(); t != nil {
		all = append(all, t)
	}
	for _, r := range c.Copies {
		all = append(all, r.Tables()...)
	}
	return all
}
