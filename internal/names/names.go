// Package names makes the errors of unknown names. An error suggests the known name that the user may have meant.
package names

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Unknown is the error of an unknown name. It suggests the nearest known name, or lists the known names if none is
// near.
type Unknown struct {
	What    string // the kind of thing, such as "board"
	Name    string
	Nearest string // "" if none is near
	Known   []string
}

// New returns the error of an unknown name. what is the kind of thing, such as "board".
func New(what, name string, known []string) *Unknown {
	return &Unknown{What: what, Name: name, Nearest: Nearest(name, known), Known: known}
}

// Error implements error.
func (u *Unknown) Error() string {
	text := fmt.Sprintf("unknown %s %q; ", u.What, u.Name)
	if u.Nearest != "" {
		return text + "did you mean " + u.Nearest + "?"
	}
	if len(u.Known) <= most {
		return text + "known: " + strings.Join(u.Known, ", ")
	}
	return fmt.Sprintf("%sknown: %s and %d more", text, strings.Join(u.Known[:few], ", "), len(u.Known)-few)
}

// An error lists at most this number of known names, or a few of them if there are more.
const most, few = 25, 10

// longest is the longest name that is treated as mistyped, in letters.
const longest = 64

// Nearest returns the known name that the user may have meant, "" if none is near. A near name differs from the given
// name in at most about a third of the letters, or begins with it.
func Nearest(name string, known []string) (nearest string) {
	name = strings.ToLower(name)
	letters := utf8.RuneCountInString(name)
	if letters > longest {
		return ""
	}
	fewest := max(1, (letters+1)/3)
	for _, k := range known {
		if n := mistakes(name, strings.ToLower(k)); n <= fewest && n < letters {
			nearest, fewest = k, n-1
		}
	}
	for _, k := range known {
		if nearest == "" && letters > 2 && strings.HasPrefix(strings.ToLower(k), name) {
			nearest = k
		}
	}
	return nearest
}

// mistakes counts letters that are wrong, missing or superfluous. Two adjacent letters in the wrong
// order count as one mistake, but only once.
func mistakes(typed, meant string) int {
	fewest := levenshtein.ComputeDistance(typed, meant)
	letters := []rune(typed)
	for i := 1; i < len(letters); i++ {
		letters[i-1], letters[i] = letters[i], letters[i-1]
		fewest = min(fewest, 1+levenshtein.ComputeDistance(string(letters), meant))
		letters[i-1], letters[i] = letters[i], letters[i-1]
	}
	return fewest
}
