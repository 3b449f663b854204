package players

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"evothello/engine"
)

// A Kind is a configurable kind of player in the roster. A spec creates a Kind, sets its options
// and compiles it to a Contestant.
type Kind interface {
	// Options are the keys that a spec may set, in the order of display in help.
	Options() []Option
	// WhyUnrepeatable returns why the player's games cannot be repeated and what to do about it, ""
	// if its games depend only on its spec.
	WhyUnrepeatable() string
	// Contestant compiles the player. The caller sets the name. Errors say which option
	// is missing or which options exclude each other.
	Contestant() (*Contestant, error)
}

// A BoardBound kind makes players that were trained on one board.
type BoardBound interface {
	Kind
	// HomeBoard returns the board, nil if it is unknown. It may read the spec's file.
	HomeBoard() *engine.Shape
}

// A recipeMaker is a kind of player that writes and compiles its recipe itself.
type recipeMaker interface {
	Kind
	// Recipe returns all that decides the player's games. The caller sets the name.
	Recipe() (*Recipe, error)
}

// An Option is a key that a spec may set. Set parses the value; its errors say which values are
// allowed.
type Option struct {
	Key string
	Set func(value string) error
}

// Count returns an Option's Set for a whole number from low to high.
func Count(into *int, low, high int) func(string) error {
	return func(value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < low || n > high {
			return fmt.Errorf("want a whole number from %d to %d", low, high)
		}
		*into = n
		return nil
	}
}

// Duration returns a Set for a positive duration. Errors describe it with want, as in "a time such as 1s".
func Duration(into *time.Duration, want string) func(string) error {
	return func(value string) error {
		d, err := time.ParseDuration(value)
		if err != nil || d <= 0 {
			return fmt.Errorf("want %s", want)
		}
		*into = d
		return nil
	}
}

// Path returns a Set for the path of a file or directory. Errors describe it with want, as in "a file's path".
func Path(into *string, want string) func(string) error {
	return func(value string) error {
		if *into = value; value == "" {
			return fmt.Errorf("want %s", want)
		}
		return nil
	}
}

// Seed returns the option of a random seed. A kind plays at random if and only if it has this option.
func Seed(into *uint64) Option {
	return Option{seedKey, func(value string) (err error) {
		if *into, err = strconv.ParseUint(value, 10, 64); err != nil {
			return fmt.Errorf("want a whole number, 0 or more")
		}
		return nil
	}}
}

const seedKey = "seed"

// A RosterEntry is a named kind of player in the roster.
type RosterEntry struct {
	Name        string      // in lower case, its words joined by -
	About       string      // one line for display
	Group       string      // EvolvedHere, TrainedHere, OfLibrary, Simple or Programs
	External    bool        // external programs, which only run on this machine
	RequiredKey string      // the key that a spec must set; "" if the name alone is a player
	MarkerFile  string      // a file that marks a directory as such a player; "" if there is none
	New         func() Kind // without any option set
}

// The groups of the roster, in the order of display.
const (
	EvolvedHere = "Evolved here"
	TrainedHere = "Trained here"
	OfLibrary   = "The reversi library's"
	Simple      = "Simple"
	Programs    = "Programs and files"
)

// Groups lists the groups of the roster in the order of display.
func Groups() []string { return []string{EvolvedHere, TrainedHere, OfLibrary, Simple, Programs} }

// in puts entries into a group.
func in(group string, entries ...RosterEntry) []RosterEntry {
	for i := range entries {
		entries[i].Group = group
	}
	return entries
}

// Register appends a kind of player to the roster. Call it at the start of a program. It panics
// if the name is taken.
func Register(e RosterEntry) {
	if _, taken := entryOf(roster, e.Name); taken || e.Name != Canonical(e.Name) {
		panic("players: the name " + e.Name + " is taken, or not in lower case with - between its words")
	}
	e.Group = cmp.Or(e.Group, Programs)
	roster = append(roster, e)
}

// Roster lists the players by name, in the order of display.
func Roster() []RosterEntry { return slices.Clone(roster) }

// Names returns the names of entries.
func Names(entries []RosterEntry) []string {
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name
	}
	return names
}

func entryOf(entries []RosterEntry, name string) (RosterEntry, bool) {
	i := slices.IndexFunc(entries, func(e RosterEntry) bool { return e.Name == Canonical(name) })
	if i < 0 {
		return RosterEntry{}, false
	}
	return entries[i], true
}

// Canonical returns a name in the roster's spelling: in lower case, words joined by -.
func Canonical(name string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), "_", "-")
}

// Plain returns a constructor of kinds without options, such as RosterEntry.New needs.
func Plain(c Contestant) func() Kind { return func() Kind { return plain{c} } }

type plain struct{ contestant Contestant }

func (plain) Options() []Option                  { return nil }
func (plain) WhyUnrepeatable() string            { return "" }
func (k plain) Contestant() (*Contestant, error) { return &k.contestant, nil }
