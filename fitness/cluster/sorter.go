package cluster

import (
	"evothello/fitness"
	"evothello/players"
)

// A sorter tells which pairs may be played elsewhere: those whose games depend on nothing
// but the pair. Clocks differ between machines, and other people's programs stay on the
// machine that named them.
type sorter map[*players.Recipe]bool

func (s sorter) travels(p *fitness.Pair) bool { return s.fixed(p.A) && s.fixed(p.B) }

func (s sorter) fixed(r *players.Recipe) bool {
	fixed, known := s[r]
	if !known {
		fixed = isFixed(r)
		s[r] = fixed
	}
	return fixed
}

func isFixed(r *players.Recipe) bool {
	if r.League != nil {
		return true
	}
	if r.Weights != nil {
		return r.Search != nil && r.Search.Time == 0
	}
	spec, err := players.ParseSpec(r.Player)
	return err == nil && !spec.Foreign && spec.Fixed() == nil
}
