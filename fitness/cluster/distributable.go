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

// isReproducible reports whether other machines may play a recipe: compositions and parameters of programs stay here.
func isReproducible(r *players.Recipe) bool {
	return r.Players == nil && r.Parameters == nil && r.CheckRepeatable() == nil
}
