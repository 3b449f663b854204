package players

import (
	"cmp"
	"strconv"
	"time"
)

// WithDepth sets the depth of a player that searches, unless its spec sets it.
func (s Spec) WithDepth(depth int) Spec {
	s, _ = s.WithDefault("depth", depth) // a wrong depth is reported when the player is compiled
	return s
}

// WithEndgame sets the number of empties from which the player solves, unless its spec sets it.
func (s Spec) WithEndgame(empties int) Spec {
	s, _ = s.WithDefault("endgame", empties) // a wrong number is reported when the player is compiled
	return s
}

// WithDefault sets a key, unless the spec sets it or the player has no such key. If the key does not accept
// the value, it returns the unchanged spec and an error.
//
// For a composed player it sets the key of each part, but not the endgame if the composition itself solves
// endgames.
func (s Spec) WithDefault(key string, value int) (Spec, error) {
	if k, is := s.Kind.(*composed); is {
		if key == endgameKey && k.Endgame > 0 {
			return s, nil
		}
		var wrong error
		s.Kind, _ = k.each(func(part Spec) (Spec, bool) {
			part, err := part.WithDefault(key, value)
			wrong = cmp.Or(wrong, err)
			return part, true
		})
		return s, wrong
	}
	if _, given := s.value(key); given || !s.takes(key) {
		return s, nil
	}
	return s.with(key, strconv.Itoa(value))
}

// AtDepth sets the depth of a player that searches, even if its spec sets another one. It raises the empties
// from which the player solves endgames to at least depth, unless the spec sets them. known is false for
// players without a depth, which stay unchanged.
func (s Spec) AtDepth(depth int) (deeper Spec, known bool) {
	if k, is := s.Kind.(*composed); is {
		s.Kind, known = k.each(func(part Spec) (Spec, bool) { return part.AtDepth(depth) })
		return s, known
	}
	if !s.takes("depth") {
		return s, false
	}
	deeper, _ = s.with("depth", strconv.Itoa(depth)) // a wrong depth is reported when the player is compiled
	if _, searches := deeper.Kind.(*searching); !searches || s.Sets(endgameKey) {
		return deeper, true
	}
	// An error is reported when the player is compiled.
	if r, err := deeper.Recipe(); err == nil && r.Search.Endgame > 0 {
		deeper, _ = deeper.with(endgameKey, strconv.Itoa(max(r.Search.Endgame, depth)))
	}
	return deeper, true
}

// AtTime gives a player that searches a time per move in place of its depth. known is false for players
// without a clock, which stay unchanged.
func (s Spec) AtTime(limit time.Duration) (timed Spec, known bool) {
	return s.set("time", limit.String())
}

// AtLevel sets the level, from 1, of a player that has levels. known is false for other players, which stay
// unchanged.
func (s Spec) AtLevel(level int) (other Spec, known bool) { return s.set("level", strconv.Itoa(level)) }

// set sets a key of the player, or of those that it is composed of. known is false if none has it.
func (s Spec) set(key, value string) (changed Spec, known bool) {
	if k, is := s.Kind.(*composed); is {
		s.Kind, known = k.each(func(part Spec) (Spec, bool) { return part.set(key, value) })
		return s, known
	}
	if !s.takes(key) {
		return s, false
	}
	changed, err := s.with(key, value)
	return changed, err == nil
}
