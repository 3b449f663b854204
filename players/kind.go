package players

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"evothello/engine"
)

// A Kind is a sort of player of the roster. A spec makes one, sets its options and has
// it made ready.
type Kind interface {
	// Options are what a spec may say, in the order in which help lists them.
	Options() []Option
	// Varies says why the player may play otherwise when its games are played again,
	// and what to do about it; "" if its games depend on nothing but its spec.
	Varies() string
	// Contestant makes the player ready; its name is the caller's to set. Errors say
	// what is missing or does not go together.
	Contestant() (*Contestant, error)
}

// A Homed kind makes players that were taught on one board.
type Homed interface {
	Kind
	// Home is that board, nil if it is not known. It may read the spec's file.
	Home() *engine.Shape
}

// An Option is a key that a spec may give a value. Set reads the value; its errors say
// what is wanted.
type Option struct {
	Key string
	Set func(value string) error
}

// Count sets a whole number from low to high.
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

// Duration sets a positive length of time; want says what it is, as "a time such as 1s".
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

// Path sets the path of a file or directory; want says what it is, as "a file's path".
func Path(into *string, want string) func(string) error {
	return func(value string) error {
		if *into = value; value == "" {
			return fmt.Errorf("want %s", want)
		}
		return nil
	}
}

// Seed sets a seed. A kind that has this option, and only such a kind, draws lots.
func Seed(into *uint64) Option {
	return Option{seedKey, func(value string) (err error) {
		if *into, err = strconv.ParseUint(value, 10, 64); err != nil {
			return fmt.Errorf("want a whole number, 0 or more")
		}
		return nil
	}}
}

const seedKey = "seed"

// An Entry is one name of the roster.
type Entry struct {
	Name  string // in lower case, its words joined by -
	About string // one line for people
	// Foreign says that the players are other people's programs, which run on this
	// machine alone.
	Foreign bool
	Needs   string      // a key that a spec must give; "" if the name alone is a player
	Holds   string      // a file in directories that are such players' and may be named alone; "" if there are none
	New     func() Kind // with no option set yet
}

// Register adds a kind of player to the roster, after those that are there. It is meant
// for the start of a program; a name that is taken panics.
func Register(e Entry) {
	if _, taken := entryOf(roster, e.Name); taken || e.Name != Canonical(e.Name) {
		panic("players: the name " + e.Name + " is taken, or not spelt as the roster does")
	}
	roster = append(roster, e)
}

// Roster lists the players by name, in the order in which they are shown.
func Roster() []Entry { return slices.Clone(roster) }

// Names lists the names of some entries.
func Names(entries []Entry) []string {
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name
	}
	return names
}

func entryOf(entries []Entry, name string) (Entry, bool) {
	i := slices.IndexFunc(entries, func(e Entry) bool { return e.Name == Canonical(name) })
	if i < 0 {
		return Entry{}, false
	}
	return entries[i], true
}

// Canonical is a name as the roster spells it.
func Canonical(name string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), "_", "-")
}

// Plain makes kinds without options, whose games depend on nothing but the lots they draw.
func Plain(c Contestant) func() Kind { return func() Kind { return plain{c} } }

type plain struct{ contestant Contestant }

func (plain) Options() []Option                  { return nil }
func (plain) Varies() string                     { return "" }
func (k plain) Contestant() (*Contestant, error) { return &k.contestant, nil }
