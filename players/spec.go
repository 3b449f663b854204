package players

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"evothello/engine"
	"evothello/internal/called"
	"evothello/internal/names"
	"evothello/search"
	"evothello/weights"
)

// A Spec is a player as typed on a command line: NAME or NAME:key=value,… The name is
// one of the roster, or the path of a champion's file or of a run's directory.
type Spec struct {
	Entry        // what the roster says of the name
	Text  string // as typed; results call the player so
	where string // names the boards in the error of an unknown key, such as " on this board"
	given []given
	kind  Kind // with those set
}

// ParseSpec reads a player spec. Unknown names, unknown keys and senseless values
// are errors that say what is known.
func ParseSpec(text string) (Spec, error) {
	if s, known, err := ParseAmong(roster, text, ""); known {
		return s, err
	}
	entry, file, keys, err := playerAt(text)
	if err != nil {
		return Spec{}, err
	}
	s := Spec{Entry: entry, Text: text, given: []given{{"file", file}}}
	if keys != "" {
		s.given = append(s.given, splitGiven(keys)...)
	}
	return s, s.configure()
}

// ParseAmong reads the spec of one of those entries; known is false if it begins with the name
// of none. where says in the error of an unknown key to which boards the entries are limited,
// such as " on this board".
func ParseAmong(entries []Entry, text, where string) (s Spec, known bool, err error) {
	name, keys, hasKeys := strings.Cut(text, ":")
	entry, known := entryOf(entries, name)
	if !known {
		return Spec{}, false, nil
	}
	s = Spec{Entry: entry, Text: text, where: where}
	if hasKeys {
		s.given = splitGiven(keys)
	}
	return s, true, s.configure()
}

// playerAt finds the file or directory that a text names: a champion's file, a run, or another
// training. keys is the text after the path and a colon.
func playerAt(text string) (entry Entry, path, keys string, err error) {
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
	holds := func(file string) bool {
		_, err := os.Stat(filepath.Join(path, file))
		return err == nil
	}
	if champion := "champion.json"; holds(champion) {
		return entry, filepath.Join(path, champion), keys, nil
	}
	for _, other := range roster {
		if other.Holds != "" && holds(other.Holds) {
			return other, path, keys, nil
		}
	}
	return entry, "", "", &NoPlayer{"player " + text, path}
}

// NoPlayer is the error of a directory that holds no player.
type NoPlayer struct {
	Player string // as messages call it
	Dir    string
}

// Error implements error.
func (n *NoPlayer) Error() string {
	return n.Player + ": the directory has no champion.json: name a run that has played, or a champion's file"
}

// unknownPlayer returns the error for an unknown name, with the nearest known one.
func unknownPlayer(text string) error {
	name, _, _ := strings.Cut(text, ":")
	if strings.ContainsAny(text, `/\`) || strings.HasSuffix(text, ".json") {
		return fmt.Errorf("player %s: no such file or directory, and no name of the roster; `%s` shows those", text,
			called.Play("list"))
	}
	unknown := names.New("player", name, Names(roster))
	if unknown.Nearest != "" {
		return fmt.Errorf("%w `%s` shows all", unknown, called.Play("list"))
	}
	return fmt.Errorf("%w; or a champion's file, or a run's directory", unknown)
}

// configure makes the kind anew with what is given.
func (s *Spec) configure() error {
	s.kind = s.New()
	return configure(s.Text, s.where, s.kind.Options, s.given)
}

// Fixed returns an error unless the player's games depend on nothing but its spec:
// no clock, no file, and not the champion, which is another one in each version.
func (s Spec) Fixed() error {
	if why := s.kind.Varies(); why != "" {
		return fmt.Errorf("player %s: %s", s.Text, why)
	}
	return nil
}

// DrawsLots reports whether the player's games from one position differ by seed.
func (s Spec) DrawsLots() bool { return s.takes(seedKey) }

// takes reports whether the player has an option.
func (s Spec) takes(key string) bool {
	return slices.ContainsFunc(s.kind.Options(), func(o Option) bool { return o.Key == key })
}

// value is what the spec gives a key.
func (s Spec) value(key string) (value string, given bool) {
	for _, g := range s.given {
		if g.Key == key {
			return g.Value, true
		}
	}
	return "", false
}

// with gives a key another value. If the option does not take it, the spec stays as it is.
func (s Spec) with(key string, value int) (Spec, error) {
	changed := s
	changed.given = slices.DeleteFunc(slices.Clone(s.given), func(g given) bool { return g.Key == key })
	// In front, because a command is last.
	changed.given = slices.Insert(changed.given, 0, given{key, strconv.Itoa(value)})
	if err := changed.configure(); err != nil {
		return s, err
	}
	return changed, nil
}

// WithDepth sets the depth of a player that searches, unless its spec names one.
func (s Spec) WithDepth(depth int) Spec {
	s, _ = s.WithDefault("depth", depth) // the player's own error comes when it is made ready
	return s
}

// WithEndgame does the same for the empties from which it plays exactly.
func (s Spec) WithEndgame(empties int) Spec {
	s, _ = s.WithDefault("endgame", empties) // likewise
	return s
}

// WithDefault gives a key a value, unless the spec gives it one or the player has no such key.
// If the option does not take the value, the spec stays as it is.
func (s Spec) WithDefault(key string, value int) (Spec, error) {
	if _, given := s.value(key); given || !s.takes(key) {
		return s, nil
	}
	return s.with(key, value)
}

// AtDepth sets the depth of a player that searches, whatever its spec says. One that
// plays endgames exactly then does so from as many empties, unless its spec names
// them. Players without a depth ignore it.
func (s Spec) AtDepth(depth int) (deeper Spec, known bool) {
	if !s.takes("depth") {
		return s, false
	}
	deeper, _ = s.with("depth", depth) // the player's own error comes when it is made ready
	k, searches := deeper.kind.(*searching)
	if _, given := s.value("endgame"); given || !searches {
		return deeper, true
	}
	set, err := k.weights()
	if err != nil {
		return deeper, true // the error comes when the player is made ready
	}
	if r, err := k.recipe(set); err == nil && r.Search.Endgame > 0 {
		deeper, _ = deeper.with("endgame", max(r.Search.Endgame, depth))
	}
	return deeper, true
}

// Recipe is the player as plain data. It reads the spec's file.
func (s Spec) Recipe() (r *Recipe, err error) {
	switch k := s.kind.(type) {
	case *searching:
		w, err := k.weights()
		if err != nil {
			return nil, err // which names the file
		}
		if r, err = k.recipe(w); err != nil {
			return nil, s.blame(err)
		}
	case *leagueFile:
		p, err := k.player()
		if err != nil {
			return nil, s.blame(err)
		}
		r = &Recipe{League: p}
	default:
		if _, err := k.Contestant(); err != nil {
			return nil, s.blame(err)
		}
		r = &Recipe{Player: s.full()}
	}
	r.Name = s.Text
	return r, nil
}

// full is the spec with all that was set since it was typed.
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

// blame names the player in an error.
func (s Spec) blame(err error) error { return fmt.Errorf("player %s: %w", s.Text, err) }

// Contestant makes the player ready. It reads the spec's file.
func (s Spec) Contestant() (*Contestant, error) {
	r, err := s.Recipe()
	if err != nil {
		return nil, err
	}
	if r.Player == "" {
		return r.Contestant()
	}
	c, err := s.kind.Contestant() // of the spec's own roster
	if err != nil {
		return nil, s.blame(err)
	}
	c.Name = s.Text
	return c, nil
}

// Switch returns the weights that the spec's player uses, or an error if it uses
// none.
func (s Spec) Switch() (*weights.Switch, error) {
	j, judges := s.kind.(judging)
	if !judges {
		return nil, fmt.Errorf("player %s has no weights", s.Text)
	}
	return j.weights()
}

// Home is the board that the spec's player was bred or taught on, nil if that is the standard
// board or none. It may read the spec's file.
func (s Spec) Home() *engine.Shape {
	if k, homed := s.kind.(Homed); homed {
		return k.Home()
	}
	if w, err := s.Switch(); err == nil {
		return w.Board
	}
	return nil // who has no weights plays anywhere
}

// SameEvaluator reports whether two players judge positions alike: by the same weights, however
// they search, or without weights as the same player of the roster.
func (s Spec) SameEvaluator(other Spec) bool {
	a, errA := s.Switch()
	b, errB := other.Switch()
	if errA != nil || errB != nil {
		return s.Name == other.Name
	}
	return a.SameWeights(b)
}

// Settings returns the given settings with the changes that the spec names. A depth
// or node limit takes the place of a clock, and a clock that of a depth.
func (s Spec) Settings(settings search.Settings) (search.Settings, error) {
	k, searches := s.kind.(*searching)
	if !searches {
		return settings, nil
	}
	settings, err := k.settings(settings)
	if err != nil {
		return settings, s.blame(err)
	}
	return settings, nil
}
