package players

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/weights"
)

// A Kind is a kind of player with its settings: a pointer to a structure. A spec sets the exported fields that
// have the tag `key`, also in embedded structures. Such a field is a non-empty string, a whole number, a
// duration, a type with UnmarshalText such as File, or a pointer to one of these. The pointer is nil if the
// spec does not set the field. Other tags:
//
//	range     the whole numbers that the field may have, as "1 to 60"
//	want      the valid values, for the error of an invalid one: "want …"
//	required  the error if the spec does not set the field
//	with      the name of another field, without which the spec may not set this one
//	board     "small" if the setting is for boards up to 8×8 only
//
// A kind plays at random if and only if it has the key seed. Seeded adds this key.
type Kind interface {
	// WhyUnrepeatable returns why the player's games cannot be repeated and what to do about it, ""
	// if its games depend only on its spec.
	WhyUnrepeatable() string
	// Contestant compiles the player. The caller sets the name.
	Contestant() (*Contestant, error)
}

// A boundKind makes players that were trained on one board.
type boundKind interface {
	// HomeBoard returns the board, nil if it is unknown. It may read the spec's file.
	HomeBoard() *engine.Shape
}

// A weighingKind evaluates positions with weights.
type weighingKind interface {
	weights() (*weights.Switch, error)
}

// A recipeKind has recipes that do not need its spec.
type recipeKind interface {
	// recipe returns all that decides the player's games. The caller sets the name.
	recipe() (*Recipe, error)
}

// Seeded is the random seed of a player that moves at random. Kinds embed it.
type Seeded struct {
	Seed uint64 `key:"seed" want:"a whole number, 0 or more"`
}

// A RosterEntry is a named kind of player in the roster.
type RosterEntry struct {
	Name       string // in lower case, words joined by -
	About      string // one line for display
	AboutLarge string // description on boards larger than 8×8; "" if it does not play on them
	Group      string // EvolvedHere, TrainedHere, OfLibrary, Simple or Programs
	External   bool   // whether it is an external program, which runs only on this machine
	MarkerFile string // file that marks a directory as such a player; "" if there is none
	Default    Kind   // settings of a spec that is only the name
}

// copyOf returns a copy of a kind, for a spec to set. Both share what their files hold.
func copyOf(k Kind) Kind {
	known := reflect.ValueOf(k).Elem()
	copied := reflect.New(known.Type())
	copied.Elem().Set(known)
	return copied.Interface().(Kind)
}

// Keys returns the keys that a spec may set.
func (e RosterEntry) Keys() (keys []string) {
	for _, o := range optionsOf(e.Default) {
		keys = append(keys, o.key)
	}
	return keys
}

// RequiredKey returns the key that a spec must set, "" if none is required.
func (e RosterEntry) RequiredKey() string {
	for _, o := range optionsOf(e.Default) {
		if o.required != "" {
			return o.key
		}
	}
	return ""
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

// onLarge returns an entry that also plays on boards larger than 8×8. about describes it there; "" is About.
func (e RosterEntry) onLarge(about string) RosterEntry {
	e.AboutLarge = cmp.Or(about, e.About)
	return e
}

// Register appends a kind of player to the roster. It must be called at the start of the program. It panics
// if the name is taken or not in canonical spelling.
func Register(e RosterEntry) {
	if _, taken := entryOf(e.Name); taken || e.Name != Canonical(e.Name) {
		panic("players: the name " + e.Name + " is taken, or not in lower case with - between its words")
	}
	e.Group = cmp.Or(e.Group, Programs)
	roster = append(roster, e)
}

// Roster lists the players by name, in the order of display.
func Roster() []RosterEntry { return slices.Clone(roster) }

// RosterOn lists the players that play on boards of this size. Some of them play on one board only.
func RosterOn(board engine.Shape) []RosterEntry {
	return slices.DeleteFunc(Roster(), func(e RosterEntry) bool { return board.IsLarge() && e.AboutLarge == "" })
}

// Names returns the names of entries.
func Names(entries []RosterEntry) []string {
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name
	}
	return names
}

func entryOf(name string) (RosterEntry, bool) {
	i := slices.IndexFunc(roster, func(e RosterEntry) bool { return e.Name == Canonical(name) })
	if i < 0 {
		return RosterEntry{}, false
	}
	return roster[i], true
}

// Canonical returns a name in the roster's spelling: in lower case, words joined by -.
func Canonical(name string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), "_", "-")
}

// Plain returns a kind of player that has no settings and always compiles to c.
func Plain(c Contestant) Kind { return &plain{c} }

type plain struct{ contestant Contestant }

// WhyUnrepeatable implements Kind.
func (*plain) WhyUnrepeatable() string { return "" }

// Contestant implements Kind.
func (k *plain) Contestant() (*Contestant, error) {
	c := k.contestant
	return &c, nil
}
