package players

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/search"
	"evothello/weights"
)

// A Spec is a player as typed on a command line: NAME or NAME:key=value,… The name is a name of
// the roster, or the path of a champion file or of a run's directory.
type Spec struct {
	RosterEntry        // the roster's entry of the name
	Text        string // as typed; results use it as the player's name
	where       string // the boards that the entries are limited to, for errors, such as " on this board"
	given       []given
	alone       bool // cannot be part of a composition
	inFile      bool // its spec stands in a file
	kind        Kind // with the given options set
}

// ParseSpec parses a player spec. The errors of unknown names, unknown keys and invalid values
// list the valid ones.
func ParseSpec(text string) (Spec, error) {
	if s, known, err := parseComposed(text); known {
		return s, err
	}
	if s, known := among(roster, text); known {
		return s, s.configure()
	}
	entry, file, keys, err := playerAt(text)
	if err != nil {
		return Spec{}, err
	}
	if info, wrong := os.Stat(file); wrong == nil && info.Mode().IsRegular() {
		library, err := libraryPlayer(file)
		if err != nil {
			return Spec{}, err
		}
		if library != "" {
			return parseLibrary(text, library, keys)
		}
	}
	s := Spec{RosterEntry: entry, Text: text, given: []given{{"file", file}}}
	if keys != "" {
		s.given = append(s.given, splitGiven(keys)...)
	}
	return s, s.configure()
}

// among returns the spec of one of the entries, not yet configured.
func among(entries []RosterEntry, text string) (s Spec, known bool) {
	name, keys, hasKeys := strings.Cut(text, ":")
	if s.RosterEntry, known = entryOf(entries, name); !known {
		return s, false
	}
	if s.Text = text; hasKeys {
		s.given = splitGiven(keys)
	}
	return s, true
}

// playerAt finds the player in the file or directory that a text names: a champion file, a run,
// or another trainer's directory. keys is the text after the path and a colon.
func playerAt(text string) (entry RosterEntry, path, keys string, err error) {
	entry, _ = entryOf(roster, "switch")
	path = text
	info, err := os.Stat(path)
	if colon := strings.LastIndexByte(text, ':'); err != nil && colon > 0 {
		path, keys = text[:colon], text[colon+1:]
		info, err = os.Stat(path)
	}
	switch {
	case err != nil:
		return entry, "", "", unknownPlayer(text)
	case !info.IsDir():
		return entry, path, keys, nil
	}
	dir := files.At(path)
	if champion := "champion.json"; dir.Has(champion) {
		return entry, dir.Path(champion), keys, nil
	} else if _, err := dir.Stat(champion); !files.IsMissing(err) {
		return entry, "", "", err
	}
	for _, other := range roster {
		if other.MarkerFile != "" && dir.Has(other.MarkerFile) {
			return other, path, keys, nil
		}
	}
	return entry, "", "", &NoPlayer{"player " + text, path}
}

// NoPlayer is the error of a directory that holds no player.
type NoPlayer struct {
	Player string // its name in messages
	Dir    string
}

// Error implements error.
func (n *NoPlayer) Error() string {
	return n.Player + ": the directory has no champion.json: name a run that has played, or a champion's file"
}

// unknownPlayer returns the error for an unknown name, with the nearest known one. The roster is too long for a line.
func unknownPlayer(text string) error {
	name, _, _ := strings.Cut(text, ":")
	if first, _, several := strings.Cut(name, ","); several && slices.Contains(Names(roster), Canonical(first)) {
		return fmt.Errorf("player %s: name one player; several are several arguments or flags", text)
	}
	if strings.ContainsAny(text, `/\`) || strings.HasSuffix(text, ".json") {
		return fmt.Errorf("player %s: no such file or directory, and no name of the roster; `%s` shows those",
			text, called.Play("list"))
	}
	run := filepath.Join("runs", text)
	if info, err := os.Stat(run); err == nil && info.IsDir() && text != "" {
		return fmt.Errorf("unknown player %q; did you mean %s?", name, run)
	}
	unknown := names.New("player", name, Names(roster))
	if unknown.Nearest != "" {
		return fmt.Errorf("%w `%s` shows all", unknown, called.Play("list"))
	}
	return fmt.Errorf("unknown player %q: name one that `%s` shows, a champion's file or a run's directory", name,
		called.Play("list"))
}

// configure makes a new kind and sets the given options. A book and an exact endgame are options of all players: if the
// kind has none of its own, it becomes a part of a composition.
func (s *Spec) configure() error {
	s.kind = s.New()
	var outer, own []given
	for _, g := range s.given {
		if !s.alone && (g.Key == bookKey || g.Key == endgameKey) && !s.takes(g.Key) {
			outer = append(outer, g)
		} else {
			own = append(own, g)
		}
	}
	if outer == nil {
		return configure(s.Text, s.where, s.kind.Options, s.given)
	}
	part := *s
	part.given = own
	if err := part.configure(); err != nil {
		return err
	}
	k := &composed{parts: []Spec{part}, turns: weights.Turns{60}}
	s.kind = k
	return configure(s.Text, s.where, k.Options, outer)
}

// CheckRepeatable returns an error unless the player's games depend only on its spec: it has no clock and
// no file, and is not the champion, which changes with the program's version.
func (s Spec) CheckRepeatable() error {
	if s.inFile {
		return fmt.Errorf("player %s: its file may change: give %s", s.Text, s.full())
	}
	if why := s.kind.WhyUnrepeatable(); why != "" {
		return fmt.Errorf("player %s: %s", s.Text, why)
	}
	return nil
}

// IsRandom reports whether the player moves at random, so that its games depend on the seed.
func (s Spec) IsRandom() bool { return s.takes(seedKey) }

// takes reports whether the player has an option.
func (s Spec) takes(key string) bool {
	return slices.ContainsFunc(s.kind.Options(), func(o Option) bool { return o.Key == key })
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

// IsProgram reports whether a spec names an external program, which need not be installed.
func IsProgram(text string) bool {
	name, _, _ := strings.Cut(text, ":")
	entry, known := entryOf(roster, name)
	return known && entry.External
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
	if err := changed.configure(); err != nil {
		return s, err
	}
	return changed, nil
}

// Recipe returns the player as plain data. It reads the spec's file.
func (s Spec) Recipe() (r *Recipe, err error) {
	switch k := s.kind.(type) {
	case recipeMaker:
		if r, err = k.Recipe(); err != nil {
			return nil, s.wrapError(err)
		}
	case *searching:
		w, err := k.weights()
		if err != nil {
			return nil, err // it names the file
		}
		if r, err = k.recipe(w); err != nil {
			return nil, s.wrapError(err)
		}
	case *composed:
		if r, err = k.recipe(); err != nil {
			return nil, err // it names the player
		}
	case *leagueFile:
		p, err := k.player()
		if err != nil {
			return nil, s.wrapError(err)
		}
		r = &Recipe{League: p}
	default:
		if _, err := k.Contestant(); err != nil {
			return nil, s.wrapError(err)
		}
		r = &Recipe{Player: s.full()}
	}
	r.Name = s.Text
	return r, nil
}

// full returns the spec with all keys, including those set after parsing.
func (s Spec) full() string {
	var keys []string
	for _, g := range s.given {
		keys = append(keys, g.Key+"="+g.Value)
	}
	if len(keys) == 0 {
		return s.Name
	}
	return s.Name + ":" + strings.Join(keys, ",")
}

// wrapError adds the player's name to an error.
func (s Spec) wrapError(err error) error { return fmt.Errorf("player %s: %w", s.Text, err) }

// Contestant compiles the player. It reads the spec's file.
func (s Spec) Contestant() (*Contestant, error) {
	r, err := s.Recipe()
	if err != nil {
		return nil, err
	}
	if _, compiles := s.kind.(recipeMaker); r.Player == "" && !compiles {
		c, err := r.Contestant()
		if k, is := s.kind.(*searching); is && err == nil && k.who != "" && k.setNamed+k.file == "" && k.library == nil {
			c.who = k.who
		}
		return c, err
	}
	c, err := s.kind.Contestant() // a roster player
	if err != nil {
		return nil, s.wrapError(err)
	}
	c.Name = s.Text
	return c, nil
}

// Switch returns the player's weights, or an error if it has none.
func (s Spec) Switch() (*weights.Switch, error) {
	j, judges := s.kind.(withWeights)
	if !judges {
		return nil, fmt.Errorf("player %s has no weights: name one that has, such as evolved, or a run's directory", s.Text)
	}
	return j.weights()
}

// HomeBoard returns the board that the player was trained on, nil for the standard board or for
// players without training. It may read the spec's file.
func (s Spec) HomeBoard() *engine.Shape {
	if k, homed := s.kind.(BoardBound); homed {
		return k.HomeBoard()
	}
	if w, err := s.Switch(); err == nil {
		return w.Board
	}
	return nil // a player without weights plays on any board
}

// SameEvaluator reports whether two players evaluate positions alike: they have the same weights,
// with any search, or they have no weights and are the same player of the roster.
func (s Spec) SameEvaluator(other Spec) bool {
	a, errA := s.Switch()
	b, errB := other.Switch()
	if errA != nil || errB != nil {
		return s.Name == other.Name
	}
	return a.SameWeights(b)
}

// Settings returns the settings with the spec's changes. A depth or node limit replaces a clock,
// and a clock replaces a depth.
func (s Spec) Settings(settings search.Settings) (search.Settings, error) {
	k, searches := s.kind.(*searching)
	if !searches {
		return settings, nil
	}
	settings, err := k.settings(settings)
	if err != nil {
		return settings, s.wrapError(err)
	}
	return settings, nil
}
