package players

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"evothello/programs"
	"evothello/search"
)

// A Spec is a player as typed on a command line: NAME or NAME:key=value,…
type Spec struct {
	Text    string // as typed
	Weights string // name of a built-in weight set
	File    string // champion file
	entry   Entry
	given   []string // keys that were typed
	changes search.Settings
	book    *book
	games   int
	seed    uint64
	command programs.Command
	timeout time.Duration // 0 if not given
	deepen  bool          // the exact endgame begins no later than the depth allows
}

// canonical is a name as the roster spells it.
func canonical(name string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), "_", "-")
}

// ParseSpec reads a player spec. Unknown names, unknown keys and senseless values
// are errors that say what is known.
func ParseSpec(text string) (Spec, error) {
	name, rest, hasKeys := strings.Cut(text, ":")
	i := slices.IndexFunc(Roster, func(e Entry) bool { return e.Name == canonical(name) })
	if i < 0 {
		return Spec{}, fmt.Errorf("unknown player %q; known: %s", name, strings.Join(Names(), ", "))
	}
	s := Spec{Text: text, entry: Roster[i]}
	if !hasKeys {
		return s, nil
	}
	for _, pair := range splitKeys(rest) {
		key, value, _ := strings.Cut(pair, "=")
		key = canonical(key)
		if !slices.Contains(s.entry.keys, key) {
			return Spec{}, fmt.Errorf("player %s has no key %q; %s", text, key, s.entry.knownKeys())
		}
		if slices.Contains(s.given, key) {
			return Spec{}, fmt.Errorf("player %s: %s is given twice", text, key)
		}
		s.given = append(s.given, key)
		if err := s.set(key, strings.TrimSpace(value)); err != nil {
			return Spec{}, fmt.Errorf("player %s: %s=%s: %w", text, key, value, err)
		}
	}
	if s.File != "" && s.Weights != "" {
		return Spec{}, fmt.Errorf("player %s: give weights or file, not both", text)
	}
	return s, nil
}

// splitKeys cuts key=value,key=value at the commas, but not inside a file's path
// nor in a command, which is the last key and runs to the end.
func splitKeys(text string) (pairs []string) {
	keys, command, hasCommand := strings.Cut(","+text, ",cmd=")
	for _, part := range strings.Split(keys, ",")[1:] {
		if last := len(pairs) - 1; last >= 0 && strings.HasPrefix(pairs[last], "file=") && !strings.Contains(part, "=") {
			pairs[last] += "," + part
		} else {
			pairs = append(pairs, part)
		}
	}
	if hasCommand {
		pairs = append(pairs, "cmd="+command)
	}
	return pairs
}

// Name is the player's name in the roster.
func (s Spec) Name() string { return s.entry.Name }

// Fixed returns an error unless the player's games depend on nothing but its spec:
// no clock, no file, and not the champion, which is another one in each version.
func (s Spec) Fixed() error {
	switch {
	case slices.Contains(s.entry.keys, "timeout"):
		return fmt.Errorf("player %s: a program of somebody else's may play otherwise tomorrow; name one of ours", s.Text)
	case s.File != "":
		return fmt.Errorf("player %s: a file may change; name built-in weights", s.Text)
	case s.clocked() && slices.Contains(s.entry.keys, "games"):
		return fmt.Errorf("player %s: with a clock its games cannot be repeated; give games", s.Text)
	case s.clocked():
		return fmt.Errorf("player %s: with a clock its games cannot be repeated; give depth or nodes", s.Text)
	case canonical(s.Weights) == "champion" || s.Weights == "" && s.entry.weights == "champion":
		return fmt.Errorf("player %s: the champion changes with the program's version; name other weights", s.Text)
	}
	return nil
}

// clocked reports whether the player looks at a clock: because its spec says so,
// or by itself and no other limit takes the clock's place.
func (s Spec) clocked() bool {
	return s.gives("time") || s.entry.settings.Time > 0 && !s.gives("depth", "nodes", "games")
}

// gives reports whether any of the keys was typed.
func (s Spec) gives(keys ...string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return slices.Contains(s.given, key) })
}

func (e Entry) knownKeys() string {
	if len(e.keys) == 0 {
		return "it takes none"
	}
	return "known: " + strings.Join(e.keys, ", ")
}

// Names lists the names of the roster.
func Names() []string {
	names := make([]string, len(Roster))
	for i, e := range Roster {
		names[i] = e.Name
	}
	return names
}

func (s *Spec) set(key, value string) (err error) {
	switch key {
	case "depth":
		s.changes.Depth, err = parseCount(value, 1, search.MaxDepth)
	case "endgame":
		s.changes.Endgame, err = parseCount(value, 0, search.MaxDepth)
	case "nodes":
		var nodes int
		nodes, err = parseCount(value, 1, 1<<50)
		s.changes.Nodes = uint64(nodes)
	case "time":
		s.changes.Time, err = time.ParseDuration(value)
		if err != nil || s.changes.Time <= 0 {
			err = fmt.Errorf("want a time per move such as 0.5s or 200ms")
		}
	case "search":
		s.changes.Algorithm, err = search.ParseAlgorithm(value)
	case "book":
		s.book, err = namedBook(value)
	case "games":
		s.games, err = parseCount(value, 1, 1_000_000)
	case "seed":
		if s.seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			err = fmt.Errorf("want a whole number, 0 or more")
		}
	case "weights":
		s.Weights = value
		_, err = namedWeights(value)
	case "cmd":
		s.command, err = programs.ParseCommand(value)
	case "timeout":
		s.timeout, err = time.ParseDuration(value)
		if err != nil || s.timeout <= 0 {
			err = fmt.Errorf("want the time a move may take at most, such as 10s")
		}
	case "file":
		if s.File = value; value == "" {
			err = fmt.Errorf("want a file's path")
		}
	}
	return err
}

func parseCount(value string, low, high int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("want a whole number from %d to %d", low, high)
	}
	return n, nil
}

// WithDepth sets the depth of a player that searches, unless its spec names one.
func (s Spec) WithDepth(depth int) Spec { return s.withDefault("depth", strconv.Itoa(depth)) }

// WithEndgame does the same for the empties from which it plays exactly.
func (s Spec) WithEndgame(empties int) Spec {
	return s.withDefault("endgame", strconv.Itoa(empties))
}

// AtDepth sets the depth of a player that searches, whatever its spec says. One that
// plays endgames exactly then does so from as many empties, unless its spec names
// them. Whoever does not search to a depth does not heed it.
func (s Spec) AtDepth(depth int) (deeper Spec, heeded bool) {
	if !slices.Contains(s.entry.keys, "depth") {
		return s, false
	}
	s.given = slices.DeleteFunc(slices.Clone(s.given), func(key string) bool { return key == "depth" })
	s.deepen = true
	return s.WithDepth(depth), true
}

func (s Spec) withDefault(key, value string) Spec {
	if slices.Contains(s.entry.keys, key) && !slices.Contains(s.given, key) && s.set(key, value) == nil {
		s.given = append(slices.Clone(s.given), key)
	}
	return s
}

// DrawsLots reports whether the player's games from one position differ by seed.
func (s Spec) DrawsLots() bool { return slices.Contains(s.entry.keys, "seed") }

// Contestant makes the contestant the spec describes; it reads the spec's file.
func (s Spec) Contestant() (*Contestant, error) { return s.entry.make(s) }

// Switch returns the weights that the spec's player uses, or an error if it uses
// none.
func (s Spec) Switch() (*Switch, error) {
	switch {
	case s.entry.Name == "table":
		return tableOnly, nil
	case !slices.Contains(s.entry.keys, "weights"):
		return nil, fmt.Errorf("player %s has no weights", s.Text)
	case s.File != "":
		return LoadSwitch(s.File)
	case s.Weights != "":
		return namedWeights(s.Weights)
	}
	return namedWeights(s.entry.weights)
}

// Akin reports whether two players judge positions alike: by the same weights, however
// they search, or without weights as the same player of the roster.
func (s Spec) Akin(other Spec) bool {
	a, errA := s.Switch()
	b, errB := other.Switch()
	if errA != nil || errB != nil {
		return s.entry.Name == other.entry.Name
	}
	for move := range 61 {
		if a.Phases[Phase(a.Turns, move+4)] != b.Phases[Phase(b.Turns, move+4)] {
			return false
		}
	}
	return true
}

// contestant searches with the weights as the player's entry says, as far as the
// spec does not change it.
func (s Spec) contestant(sw *Switch) (*Contestant, error) {
	settings, err := s.Settings(s.entry.settings)
	if err != nil {
		return nil, err
	}
	book := s.book
	if !s.gives("book") && s.entry.book != "" {
		book = books()[canonical(s.entry.book)]
	}
	return sw.contestant(s.Text, settings, book), nil
}

// Settings returns the given settings with the changes that the spec names. A depth
// or node limit takes the place of a clock, and a clock that of a depth.
func (s Spec) Settings(settings search.Settings) (search.Settings, error) {
	if s.gives("depth", "nodes", "time") {
		settings.Depth, settings.Nodes, settings.Time = s.changes.Depth, s.changes.Nodes, s.changes.Time
	}
	if s.gives("endgame") {
		settings.Endgame = s.changes.Endgame
	}
	if s.gives("search") {
		settings.Algorithm = s.changes.Algorithm
	}
	if s.deepen && settings.Endgame > 0 && !slices.Contains(s.given, "endgame") {
		settings.Endgame = max(settings.Endgame, settings.Depth)
	}
	if err := settings.Validate(); err != nil {
		return settings, fmt.Errorf("player %s: %w", s.Text, err)
	}
	return settings, nil
}
