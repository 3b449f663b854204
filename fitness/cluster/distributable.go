package cluster

import (
	"evothello/fitness"
	"evothello/players"
)

// distributable decides which pairs remote workers may play: those whose games depend on the pair alone. It
// caches the decision for each recipe.
type distributable map[*players.Recipe]bool

// mayRunRemotely reports whether remote workers may play a pair.
func (d distributable) mayRunRemotely(p *fitness.Pair) bool {
	return d.reproducible(p.A) && d.reproducible(p.B)
}

func (d distributable) reproducible(r *players.Recipe) bool {
	reproducible, known := d[r]
	if !known {
		reproducible = isReproducible(r)
		d[r] = reproducible
	}
	return reproducible
}

// isReproducible reports whether the games of a recipe depend on the recipe alone. Search limits by clock
// depend on the machine, and external programs exist only on the machine that named them.
func isReproducible(r *players.Recipe) bool {
	if r.League != nil {
		return true
	}
	if r.Weights != nil {
		return r.Search != nil && r.Search.Time == 0
	}
	return r.Player != nil && r.Validate() == nil && !r.Player.External && r.Player.CheckRepeatable() == nil
}
