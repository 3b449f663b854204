package cluster

import (
	"evothello/fitness"
	"evothello/players"
)

// A distributable says which pairs remote workers may play: those whose games depend on the pair alone.
// Clocks differ between machines, and external programs run only on the machine that named them.
type distributable map[*players.Recipe]bool

func (d distributable) travels(p *fitness.Pair) bool { return d.fixed(p.A) && d.fixed(p.B) }

func (d distributable) fixed(r *players.Recipe) bool {
	fixed, known := d[r]
	if !known {
		fixed = isFixed(r)
		d[r] = fixed
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
	return err == nil && !spec.External && spec.CheckRepeatable() == nil
}
