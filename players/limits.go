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

// WithDefault sets a key, unless the spec sets it or the player has no such key. If the option
// does not accept the value, the spec is unchanged.
//
// A composition gives it to its players. They solve no endgames that the composition solves.
func (s Spec) WithDefault(key string, value int) (Spec, error) {
	if k, is := s.kind.(*composed); is {
		if key == endgameKey && k.endgame > 0 {
			return s, nil
		}
		var wrong error
		s.kind, _ = k.each(func(part Spec) (Spec, bool) {
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

// AtDepth sets the depth of a player that searches, even if its spec sets another one. A player
// that solves endgames then starts at no fewer empties than depth, unless its spec sets the
// endgame. known is false for players without a depth, which stay unchanged.
func (s Spec) AtDepth(depth int) (deeper Spec, known bool) {
	if k, is := s.kind.(*composed); is {
		s.kind, known = k.each(func(part Spec) (Spec, bool) { return part.AtDepth(depth) })
		return s, known
	}
	if !s.takes("depth") {
		return s, false
	}
	deeper, _ = s.with("depth", strconv.Itoa(depth)) // a wrong depth is reported when the player is compiled
	k, searches := deeper.kind.(*searching)
	if _, given := s.value("endgame"); given || !searches {
		return deeper, true
	}
	set, err := k.weights()
	if err != nil {
		return deeper, true // reported when the player is compiled
	}
	if r, err := k.recipe(set); err == nil && r.Search.Endgame > 0 {
		deeper, _ = deeper.with("endgame", strconv.Itoa(max(r.Search.Endgame, depth)))
	}
	return deeper, true
}

// AtTime sets the time for each move of a player that searches, in place of its depth. known is false for
// players without a clock, which stay unchanged.
func (s Spec) AtTime(limit time.Duration) (timed Spec, known bool) {
	if k, is := s.kind.(*composed); is {
		s.kind, known = k.each(func(part Spec) (Spec, bool) { return part.AtTime(limit) })
		return s, known
	}
	if !s.takes("time") {
		return s, false
	}
	timed, err := s.with("time", limit.String())
	return timed, err == nil
}

// LevelKey is the key of players with levels of their own.
const LevelKey = "level"

// AtLevel sets the level of a player with levels of its own, from 1. known is false for other players, which stay
// unchanged.
func (s Spec) AtLevel(level int) (other Spec, known bool) {
	if !s.takes(LevelKey) {
		return s, false
	}
	other, err := s.with(LevelKey, strconv.Itoa(level))
	return other, err == nil
}
