package players

import (
	"fmt"
	"slices"
	"strings"

	"evothello/internal/names"
)

// A given is a key and its value in a spec.
type given struct{ Key, Value string }

// splitGiven parses key=value,key=value. It returns the keys in the roster's spelling.
func splitGiven(text string) (keys []given) {
	for _, pair := range splitKeys(text) {
		key, value, _ := strings.Cut(pair, "=")
		keys = append(keys, given{Canonical(key), strings.TrimSpace(value)})
	}
	return keys
}

// configure sets the options of a kind from its spec. It lists them again before each key, since
// they may depend on those already set.
func configure(player string, k Kind, all []given) error {
	for i, g := range all {
		known := optionsOf(k)
		at := slices.IndexFunc(known, func(o option) bool { return o.key == g.Key })
		switch {
		case at < 0:
			return fmt.Errorf("player %s: %w", player, unknownKey(g.Key, known))
		case slices.ContainsFunc(all[:i], func(other given) bool { return other.Key == g.Key }):
			return fmt.Errorf("player %s: %s is given twice", player, g.Key)
		}
		if err := known[at].set(g.Value); err != nil {
			return fmt.Errorf("player %s: %s=%s: %w", player, g.Key, g.Value, err)
		}
	}
	return nil
}

// unknownKey returns the error of a key that is not among a player's options.
func unknownKey(key string, options []option) error {
	if len(options) == 0 {
		return fmt.Errorf("unknown key %q; this player takes none", key)
	}
	known := make([]string, len(options))
	for i, o := range options {
		known[i] = o.key
	}
	return names.New("key", key, known)
}

// commandKey is the key whose value is a command. It must be the last key: its value runs to the end.
const commandKey = "cmd"

// splitKeys splits key=value,key=value at the commas, but not inside a path or a command.
func splitKeys(text string) (pairs []string) {
	keys, command, hasCommand := strings.Cut(","+text, ","+commandKey+"=")
	for _, part := range strings.Split(keys, ",")[1:] {
		if last := len(pairs) - 1; last >= 0 && isPath(pairs[last]) && !strings.Contains(part, "=") {
			pairs[last] += "," + part
		} else {
			pairs = append(pairs, part)
		}
	}
	if hasCommand {
		pairs = append(pairs, commandKey+"="+command)
	}
	return pairs
}

func isPath(pair string) bool {
	return strings.HasPrefix(pair, "file=") || strings.HasPrefix(pair, "dir=")
}
