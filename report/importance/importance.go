// Package importance measures in games which weights of a player matter, and lists the largest ones.
package importance

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"evothello/evaluators"
	"evothello/fitness"
	"evothello/internal/names"
	"evothello/players"
	"evothello/search"
	"evothello/weights"
)

// A Kind is a way to divide a player's weights into parts.
type Kind string

// The kinds of parts. Parts without a phase contain the weights of all phases.
const (
	OfScorers Kind = "scorers" // all weights of a scorer
	OfPhases  Kind = "phases"  // all weights of a scorer in one phase
	OfWeights Kind = "weights" // one weight, not of a network
	OfGenes   Kind = "genes"   // one weight in one phase, not of a network
)

// Kinds lists the kinds.
func Kinds() []Kind { return []Kind{OfScorers, OfPhases, OfWeights, OfGenes} }

// A Part is a set of weights of one scorer that are changed together.
type Part struct {
	Kind        Kind
	Name        string // such as "table", "table, moves 1–12" or "table.corner"
	scorer      *evaluators.Scorer
	first, last int // of the scorer's features
	phases      []int
}

// Parts returns the parts of a kind that have a weight other than 0.
func Parts(w *weights.Switch, kind Kind) (parts []Part) {
	turns := w.Turns.On(w.HomeBoard())
	add := func(part Part, perPhase bool) {
		for phase, weights := range w.Phases {
			values := weights.Of(part.scorer)[part.first : part.last+1]
			if slices.ContainsFunc(values, func(v int32) bool { return v != 0 }) {
				part.phases = append(part.phases, phase)
			}
		}
		switch {
		case len(part.phases) == 0:
		case !perPhase:
			parts = append(parts, part)
		default:
			for _, phase := range part.phases {
				one := part
				one.Name, one.phases = fmt.Sprintf("%s, moves %s", part.Name, turns.Moves(phase)), []int{phase}
				parts = append(parts, one)
			}
		}
	}
	for _, s := range evaluators.Scorers {
		switch {
		case kind == OfScorers || kind == OfPhases:
			add(Part{Kind: kind, Name: s.Name, scorer: s, last: len(s.Features) - 1}, kind == OfPhases)
		case s.Shapes == nil: // networks have hundreds
			for i, f := range s.Features {
				add(Part{Kind: kind, Name: f.Name, scorer: s, first: i, last: i}, kind == OfGenes)
			}
		}
	}
	return parts
}

// WeightNamed returns the part of a weight by name. A weight that is 0 in all phases is an error.
func WeightNamed(w *weights.Switch, name string) (Part, error) {
	var known []string
	for _, p := range Parts(w, OfWeights) {
		if p.Name == name {
			return p, nil
		}
		known = append(known, p.Name)
	}
	for _, s := range evaluators.Scorers {
		if slices.ContainsFunc(s.Features, func(f evaluators.Feature) bool { return f.Name == name }) {
			return Part{}, fmt.Errorf("weight %s is 0 in all phases or belongs to a network: name one of %v", name, known)
		}
	}
	return Part{}, names.New("weight", name, known)
}

// Times returns the weights with those of the part multiplied by factor and rounded. It returns nil if none
// of them changes.
func (p *Part) Times(w *weights.Switch, factor float64) (*weights.Switch, error) {
	phases := slices.Clone(w.Phases)
	changed := false
	for _, phase := range p.phases {
		before := phases[phase]
		phases[phase] = p.times(before, factor)
		changed = changed || !phases[phase].Equal(before)
	}
	if !changed {
		return nil, nil
	}
	times := weights.New(w.Turns, w.Board, phases, w.PatternTables())
	if err := times.Validate(); err != nil {
		return nil, fmt.Errorf("%s times %.3g: %w", p.Name, factor, err)
	}
	return times, nil
}

// times returns the weights of a phase with those of the part multiplied and rounded.
func (p *Part) times(w evaluators.Weights, factor float64) evaluators.Weights {
	var scorers []*evaluators.Scorer
	var values []int32
	for s, weights := range w.All() {
		scorers, values = append(scorers, s), append(values, weights...)
		if s != p.scorer {
			continue
		}
		own := values[len(values)-len(weights):]
		for i := p.first; i <= p.last; i++ {
			product := math.Round(float64(own[i]) * factor)
			own[i] = int32(min(max(product, math.MinInt32), math.MaxInt32)) // one that does not fit stays too large
		}
	}
	return evaluators.NewWeights(scorers, values)
}

// A Stopping is the rule that ends a match. After each batch of pairs the match ends if one of these holds:
// the 95 % interval is within ± Elo, or within ± a quarter of the difference if that is more; the interval
// lies beyond ± decided Elo; Pairs pairs are played. The rule depends on the interval and not on who is
// ahead, so it does not bias the differences.
type Stopping struct {
	Elo   float64
	Pairs int
}

// BatchPairs is the number of pairs between two checks of a Stopping.
const BatchPairs = 64

// decided is an Elo difference that no more pairs are spent on: 91 % of the points.
const decided = 400

// enough reports whether a match has been long enough.
func (s Stopping) enough(n fitness.Pentanomial) bool {
	elo := n.Elo()
	if n.Pairs() >= s.Pairs || elo.Low >= decided || elo.High <= -decided {
		return true
	}
	width := elo.HalfWidth()
	return !math.IsInf(width, 0) && width <= max(s.Elo, math.Abs(float64(elo.Points))/4)
}

// A Comparer plays a player against itself with other weights, always on the same openings.
type Comparer struct {
	Weights  *weights.Switch
	Settings search.Settings // search settings, to a fixed depth
	Openings []fitness.Opening
	Stopping Stopping

	known map[string]fitness.Pentanomial // by the hash of the other weights
}

// Lost plays a match between the player and itself with changed weights. It returns the result for the
// unchanged player, so the result's Elo is the loss by the change.
func (c *Comparer) Lost(ctx context.Context, arena fitness.Arena,
	changed *weights.Switch) (fitness.Pentanomial, error) {
	hash := changed.Hash()
	if n, known := c.known[hash]; known {
		return n, nil
	}
	a, b := players.Searching("as it is", c.Weights, c.Settings), players.Searching("changed", changed, c.Settings)
	var sum fitness.Pentanomial
	for from := 0; from < min(len(c.Openings), c.Stopping.Pairs); from += BatchPairs {
		batch := c.Openings[from:min(from+BatchPairs, len(c.Openings), c.Stopping.Pairs)]
		tally, _, err := fitness.Match(ctx, arena, a, b, batch, 0, nil, nil)
		if err != nil {
			return sum, err
		}
		if sum = sum.Plus(tally.Pairs); c.Stopping.enough(sum) {
			break
		}
	}
	if c.known == nil {
		c.known = map[string]fitness.Pentanomial{}
	}
	c.known[hash] = sum
	return sum, nil
}

// An Effect is the effect of a change of weights.
type Effect struct {
	Factor float64             `json:"factor"` // factor of the weights; 0 leaves them out
	Lost   fitness.Elo         `json:"lost"`   // Elo that the change loses; negative if it makes the player stronger
	Pairs  fitness.Pentanomial `json:"pentanomial"`
}

// A Result is the importance of a part of the weights.
type Result struct {
	Kind    Kind     `json:"kind"`
	Part    string   `json:"part"`
	Effects []Effect `json:"effects"` // one for each of the kind's Factors that changes a weight
}

// Factors returns the factors to multiply parts of a kind by. Single weights are left out, halved and
// doubled; other parts are only left out.
func Factors(kind Kind) []float64 {
	if kind == OfWeights || kind == OfGenes {
		return []float64{0, 0.5, 2}
	}
	return []float64{0}
}

// Importances measures all parts of some kinds. It calls measured after each part. The results are sorted by
// kind, and then by the loss when the part is left out, largest first.
func (c *Comparer) Importances(ctx context.Context, arena fitness.Arena, kinds []Kind,
	measured func(done, all int, i Result)) (all []Result, err error) {
	c.known = nil // what a banned worker returned is not known any more; the arena may know the rest
	var parts []Part
	for _, kind := range kinds {
		parts = append(parts, Parts(c.Weights, kind)...)
	}
	for done, part := range parts {
		i := Result{Kind: part.Kind, Part: part.Name}
		for _, factor := range Factors(part.Kind) {
			changed, err := part.Times(c.Weights, factor)
			if err != nil {
				return nil, err
			}
			if changed == nil {
				continue
			}
			n, err := c.Lost(ctx, arena, changed)
			if err != nil {
				return nil, err
			}
			i.Effects = append(i.Effects, Effect{factor, n.Elo(), n})
		}
		all = append(all, i)
		measured(done+1, len(parts), i)
	}
	slices.SortStableFunc(all, func(a, b Result) int {
		return cmp.Or(cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)),
			cmp.Compare(b.Effects[0].Lost.Points, a.Effects[0].Lost.Points))
	})
	return all, nil
}
