package players

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/formats"
	"evothello/internal/files"
	"evothello/search"
	"evothello/weights"
)

// A Spec is a player as typed on a command line: NAME or NAME:key=value,… NAME is a name of the roster, the
// path of a champion file, or a run's directory. A spec is parsed once.
type Spec struct {
	RosterEntry        // the roster's entry of the name
	Text        string // as typed; results use it as the player's name
	Kind        Kind   // kind of player, with the options that the spec sets
	given       []given
	inFile      bool  // its spec stands in a file
	wrong       error // error of a spec in JSON; Recipe.Validate reports it
}

// ParseSpec parses a player spec. The errors for unknown names, unknown keys and invalid values list the
// valid ones.
func ParseSpec(text string) (Spec, error) {
	if s, known, err := parseComposed(text); known {
		return s, err
	}
	name, keys, hasKeys := strings.Cut(text, ":")
	if entry, known := entryOf(name); known {
		s := Spec{RosterEntry: entry, Text: text}
		if hasKeys {
			s.given = splitGiven(keys)
		}
		return s, s.configure()
	}
	entry, file, keys, err := playerAt(text)
	if err != nil {
		return Spec{}, err
	}
	s := Spec{RosterEntry: entry, Text: text, given: []given{{"file", file}}}
	if keys != "" {
		s.given = append(s.given, splitGiven(keys)...)
	}
	var data []byte // the reader of weights reports that it cannot be read
	if info, wrong := os.Stat(file); wrong == nil && info.Mode().IsRegular() {
		data, _ = files.Read(file, files.MaxWeights)
	}
	library, err := libraryPlayer(file, data)
	switch {
	case err != nil:
		return Spec{}, err
	case library != "":
		return parseLibrary(text, library, keys)
	}
	err = s.configure()
	if k, weighs := s.Kind.(*searching); weighs && data != nil && k.File.Path == file {
		k.File.content.load = func() (*weights.Switch, error) { return formats.ParseSwitch(file, data) }
	}
	return s, err
}

// SpecOn parses a player spec and checks that the player suits the size of the board.
func SpecOn(board engine.Shape, text string) (Spec, error) {
	s, err := ParseSpec(text)
	if err != nil {
		return s, err
	}
	return s, s.CheckSize(board)
}

// CheckSize returns an error if the kind of player, or one of its settings, does not suit boards of this size.
func (s Spec) CheckSize(board engine.Shape) error {
	if !board.IsLarge() {
		return nil
	}
	if s.AboutLarge == "" {
		return fmt.Errorf("player %s plays only on boards up to 8×8; players for larger boards: %s", s.Text,
			strings.Join(Names(RosterOn(board)), ", "))
	}
	if k, composes := s.Kind.(*composed); composes {
		for _, part := range k.Parts {
			if err := part.CheckSize(board); err != nil {
				return err
			}
		}
	}
	for _, o := range optionsOf(s.Kind) {
		if o.small && s.Sets(o.key) {
			return s.wrapError(fmt.Errorf("%s is for boards up to 8×8: leave it out", o.key))
		}
	}
	return nil
}

// MarshalText returns the spec with all keys but without a path, because the recipe of a player from a file
// holds the content of the file.
func (s *Spec) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText parses the spec of a player of the roster. It accepts an unknown player, so that a file with
// one can be read; Recipe.Validate then returns the error.
func (s *Spec) UnmarshalText(text []byte) error {
	*s, s.wrong = ParseSpec(string(text))
	if _, is := s.Kind.(recipeKind); is {
		s.wrong = fmt.Errorf("player %s needs the weights in its recipe, not in a spec", text)
	}
	s.Text = string(text)
	return nil
}

// configure makes a new kind and sets the given options. A book and an exact endgame are options of all players: if the
// kind has none of its own, it becomes a part of a composition.
func (s *Spec) configure() error {
	s.Kind = copyOf(s.Default)
	var outer, own []given
	for _, g := range s.given {
		if (g.Key == bookKey || g.Key == endgameKey) && !s.takes(g.Key) {
			outer = append(outer, g)
		} else {
			own = append(own, g)
		}
	}
	if outer == nil {
		return configure(s.Text, s.Kind, own)
	}
	part := *s
	part.given = own
	if err := part.configure(); err != nil {
		return err
	}
	s.Kind = &composed{Parts: parts{part}, turns: weights.Turns{60}}
	return configure(s.Text, s.Kind, outer)
}

// CheckRepeatable returns an error if anything other than the spec affects the player's games: a clock, a file,
// or weights that may change with the program's version.
func (s Spec) CheckRepeatable() error {
	if s.inFile {
		return fmt.Errorf("player %s: its file may change: give %s", s.Text, &s)
	}
	if why := s.Kind.WhyUnrepeatable(); why != "" {
		return fmt.Errorf("player %s: %s", s.Text, why)
	}
	return nil
}

// IsRandom reports whether the player moves at random: its games depend on the seed.
func (s Spec) IsRandom() bool { return s.takes(seedKey) }

// takes reports whether the player has an option.
func (s Spec) takes(key string) bool {
	return slices.ContainsFunc(optionsOf(s.Kind), func(o option) bool { return o.key == key })
}

// value returns the value that the spec gives a key.
func (s Spec) value(key string) (value string, given bool) {
	for _, g := range s.given {
		if g.Key == key {
			return g.Value, true
		}
	}
	return "", false
}

// Sets reports whether the spec sets a key.
func (s Spec) Sets(key string) bool {
	_, given := s.value(key)
	return given
}

// with sets a key to another value. If the option does not accept it, the spec is unchanged.
func (s Spec) with(key, value string) (Spec, error) {
	changed := s
	changed.given = slices.DeleteFunc(slices.Clone(s.given), func(g given) bool { return g.Key == key })
	// Insert in front, because cmd is always the last key.
	changed.given = slices.Insert(changed.given, 0, given{key, value})
	changed.Kind = copyOf(s.Kind)
	if err := configure(s.Text, changed.Kind, []given{{key, value}}); err != nil {
		return s, err
	}
	return changed, nil
}

// Recipe returns the player as plain data that can be compiled. It reads the spec's file.
func (s Spec) Recipe() (r *Recipe, err error) {
	if err := s.checkRequired(); err != nil {
		return nil, err
	}
	if _, weighs := s.Kind.(weighingKind); weighs {
		if _, err := s.Switch(); err != nil {
			return nil, err // it names the file
		}
	}
	if k, is := s.Kind.(recipeKind); is {
		r, err = k.recipe()
	} else {
		r = &Recipe{Player: &s}
		_, err = s.Kind.Contestant()
	}
	if _, names := s.Kind.(*composed); err != nil && !names {
		err = s.wrapError(err)
	}
	if err != nil {
		return nil, err
	}
	r.Name = s.Text
	return r, nil
}

// checkRequired returns an error unless the spec sets the key that its kind needs.
func (s Spec) checkRequired() error {
	for _, o := range optionsOf(s.Kind) {
		if o.required != "" && !s.Sets(o.key) {
			return s.wrapError(errors.New(o.required))
		}
	}
	return nil
}

// String returns the spec with all keys, including those set after parsing.
func (s *Spec) String() string {
	if s.given == nil {
		return s.Name
	}
	keys := make([]string, len(s.given))
	for i, g := range s.given {
		keys[i] = g.Key + "=" + g.Value
	}
	return s.Name + ":" + strings.Join(keys, ",")
}

// wrapError adds the player's name to an error.
func (s Spec) wrapError(err error) error { return fmt.Errorf("player %s: %w", s.Text, err) }

// Contestant compiles the player.
func (s Spec) Contestant() (*Contestant, error) {
	r, err := s.Recipe()
	if err != nil {
		return nil, err
	}
	c, err := r.Contestant()
	if k, is := s.Kind.(*searching); is && err == nil && k.who != "" && k.hasDefaultWeights() {
		c.who = k.who
	}
	return c, err
}

// ContestantOn compiles the player. A player that cannot play on the board is an error.
func (s Spec) ContestantOn(board engine.Shape) (*Contestant, error) {
	c, err := s.Contestant()
	if err == nil {
		err = c.CheckBoard(board)
	}
	return c, err
}

// Switch returns the player's weights, or an error if it has none.
func (s Spec) Switch() (*weights.Switch, error) {
	k, weighs := s.Kind.(weighingKind)
	if !weighs {
		return nil, fmt.Errorf("player %s has no weights: name one that has, such as evolved, or a run's directory", s.Text)
	}
	return k.weights()
}

// HomeBoard returns the board that the player was trained on, nil for the standard board or for
// players without training. It may read the spec's file.
func (s Spec) HomeBoard() *engine.Shape {
	if k, bound := s.Kind.(boundKind); bound {
		return k.HomeBoard()
	}
	if w, err := s.Switch(); err == nil {
		return w.Board
	}
	return nil // a player without weights plays on any board
}

// SameEvaluator reports whether two players give positions the same values. Either they have the same
// weights, with any search, or they have no weights and are the same player of the roster.
func (s Spec) SameEvaluator(other Spec) bool {
	a, errA := s.Switch()
	b, errB := other.Switch()
	if errA != nil || errB != nil {
		return s.Name == other.Name
	}
	return a.SameWeights(b)
}

// Settings returns the search settings with the spec's changes. A depth or node limit replaces a clock, and a
// clock replaces a depth.
func (s Spec) Settings(settings search.Settings) (search.Settings, error) {
	k, searches := s.Kind.(*searching)
	if !searches {
		return settings, nil
	}
	settings, err := k.settings(settings)
	if err != nil {
		return settings, s.wrapError(err)
	}
	return settings, nil
}
