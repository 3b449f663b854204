package players

import "strings"

// A Given is a key with its value as a spec gives it.
type Given struct{ Key, Value string }

// SplitSpec cuts NAME:key=value,key=value into the name and the keys, spelt as the roster
// spells them.
func SplitSpec(text string) (name string, keys []Given) {
	name, rest, hasKeys := strings.Cut(text, ":")
	if hasKeys {
		for _, pair := range splitKeys(rest) {
			key, value, _ := strings.Cut(pair, "=")
			keys = append(keys, Given{canonical(key), strings.TrimSpace(value)})
		}
	}
	return canonical(name), keys
}
