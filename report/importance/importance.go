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

// A Kind is a kind of parts of a player's weights.
type Kind string

// The kinds of parts. Weights are in all phases.
const (
	OfScorers Kind = "scorers" // all weights of a scorer
	OfPhases  Kind = "phases"  // all weights of a scorer in one phase
	OfWeights Kind = "weights" // one weight, but none of a network
	OfGenes   Kind = "genes"   // one weight in one phase, but none of a network
)

// Kinds lists the kinds.
func Kinds() []Kind { return []Kind{OfScorers, OfPhases, OfWeights, OfGenes} }

// A Part is a part of a player's weights that is changed as one: weights of one scorer.
type Part struct {
	Kind        Kind
	Name        string // "table", "table, moves 1–12", "table.corner"
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

// WeightNamed returns a weight that is not 0 in all phases.
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

// Times returns the weights with those of the part multiplied and rounded. It returns nil if that changes none.
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

// A Stopping says when a match has been long enough: after every batch of pairs it stops as soon as its 95 % interval
// is within Elo on each side, or within a quarter of the difference if that is more, or lies beyond decided Elo, and
// after Pairs at most. That goes by the interval and not by who is ahead, so it leaves the differences as they are.
type Stopping struct {
	Elo   float64
	Pairs int
}

// BatchPairs is how many pairs are played between two looks at the interval.
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
	Settings search.Settings // to a depth
	Openings []fitness.Opening
	Stopping Stopping

	known map[string]fitness.Pentanomial // by the hash of the other weights
}

// Lost plays the match of the player against itself with other weights and returns it from the player's side, so that
// its Elo is what the change loses.
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

// An Effect is what a change of weights does.
type Effect struct {
	Factor float64             `json:"factor"` // by which the weights are multiplied; 0 leaves them out
	Lost   fitness.Elo         `json:"lost"`   // negative where the change makes the player stronger
	Pairs  fitness.Pentanomial `json:"pentanomial"`
}

// A Result is what a part of the weights is worth.
type Result struct {
	Kind    Kind     `json:"kind"`
	Part    string   `json:"part"`
	Effects []Effect `json:"effects"` // the first of left out, halved and doubled; without changes that change nothing
}

// Factors returns the changes of parts of a kind: single weights are also halved and doubled.
func Factors(kind Kind) []float64 {
	if kind == OfWeights || kind == OfGenes {
		return []float64{0, 0.5, 2}
	}
	return []float64{0}
}

// Importances measures parts of a player's weights of some kinds. It calls measured after each. The most important
// ones of each kind come first: those that lose most where they are left out.
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
