package analysis

import (
	"cmp"
	"math/bits"
	"slices"

	"evothello/engine"
	"evothello/evaluators"
)

// A Reason is a named feature in which the end of one line is better for the mover than the end of
// another.
type Reason struct {
	Feature string
	Count   int             // how much more of it: moves, discs, empty squares or corners; 0 if it is no number
	Squares []engine.Square // the corners that only the better line has
	Discs   float64         // its part of the loss
}

// A namedFeature is what people call a group of the evaluators' features.
type namedFeature struct {
	name    string
	weights []string // of scorers
	group   string   // of patterns; "" for none
	counted string   // the weight whose feature is its number; "" for none
}

// namedFeatures lists the features that a reason may name.
var namedFeatures = []namedFeature{
	{"mobility", []string{"possibility.w"}, "mobility", "possibility.w"},
	{
		"corners", []string{"table.corner", "table.c", "table.x", "corner.w", "blank.w2", "blank.w3"}, "corners",
		"table.corner",
	},
	{"edges", []string{"edge.w", "edgecorner.w1", "edgecorner.w2", "edgestability.w"}, "edges", ""},
	{"stable", []string{"stable.w"}, "", "stable.w"},
	{"frontier", []string{"frontier.w", "blank.w1"}, "", "frontier.w"},
}

// reasons returns why the end of the better line is better for the mover at a position. It returns none
// unless the named features explain at least half of the loss.
func (c *Valuer) reasons(at engine.Position, better, worse *Line) []Reason {
	switch finished := better.End.Over(); {
	case better.Square == worse.Square, finished != worse.End.Over():
		return nil
	case finished:
		loss := better.Discs - worse.Discs
		return weightiest(placesOf(at.Side, better.End, worse.End), loss)
	}
	all, loss := c.changes(at, better.End, worse.End)
	return weightiest(all, max(loss, better.Discs-worse.Discs))
}

// changes returns how much better one end is than another in each named feature, and in all, in discs.
func (c *Valuer) changes(at engine.Position, better, worse engine.Position) (all []Reason, loss float64) {
	w := c.weights.At(at.Board)
	sign := 1
	if at.Side == engine.White {
		sign = -1
	}
	patternTables := c.weights.PatternTables()
	more, less := counts(better), counts(worse)
	change := func(feature string) int { return sign * (more[feature] - less[feature]) }
	for _, f := range namedFeatures {
		points := 0
		for _, name := range f.weights {
			points += w.Get(name) * change(name)
		}
		if f.group != "" && w.UsesTables() {
			points += w.Get(evaluators.PatternsWeight) * sign *
				(tablesOf(patternTables, better).Group(f.group) - tablesOf(patternTables, worse).Group(f.group))
		}
		r := Reason{Feature: f.name, Discs: c.Discs(at.Board, points)}
		if f.counted != "" {
			r.Count = change(f.counted)
		}
		switch {
		case f.name == "corners" && r.Count > 0:
			r.Squares = cornersLost(at.Side, better, worse)
		case f.counted != "" && f.name != "corners" && r.Count <= 0, r.Count < 0:
			continue // the sentence would be wrong
		}
		all = append(all, r)
	}
	return all, c.Discs(at.Board, sign*(w.Score(better, patternTables)-w.Score(worse, patternTables)))
}

// counts returns the features of a position that reasons may name.
func counts(p engine.Position) map[string]int {
	all := map[string]int{}
	for _, s := range evaluators.Scorers {
		if s.Shapes == nil && s.Name != evaluators.PatternsScorer {
			for i, count := range s.Count(p, nil) {
				all[s.Features[i].Name] = count
			}
		}
	}
	return all
}

// placesOf compares two finished games by where a side's discs are: in corners, and on edges between them.
func placesOf(side engine.Side, better, worse engine.Position) (all []Reason) {
	lines := engine.NewLines(^better.Holes())
	corners, edges := lines.Safe(), uint64(0)
	for _, edge := range lines.Edges() {
		for _, s := range edge {
			edges |= s.Bit()
		}
	}
	for _, place := range []struct {
		name    string
		squares uint64
	}{{"corners", corners}, {"edges", edges &^ corners}} {
		count := func(p engine.Position) int {
			discs := bits.OnesCount64(p.Black()&place.squares) - bits.OnesCount64(p.White()&place.squares)
			if side == engine.White {
				return -discs
			}
			return discs
		}
		discs := count(better) - count(worse)
		r := Reason{Feature: place.name, Count: discs, Discs: float64(discs)}
		if place.name == "corners" {
			r.Squares = cornersLost(side, better, worse)
			r.Count = len(r.Squares)
		}
		if r.Count > 0 {
			all = append(all, r)
		}
	}
	return all
}

// cornersLost returns the corners that a side has in one position only.
func cornersLost(side engine.Side, better, worse engine.Position) []engine.Square {
	corners := engine.NewLines(^better.Holes()).Safe()
	own := func(p engine.Position) uint64 {
		if side == engine.White {
			return p.White()
		}
		return p.Black()
	}
	return slices.Collect(engine.SquaresOf(corners & own(better) &^ own(worse)))
}

// weightiest returns the one or two reasons that explain most of a loss in discs, or none if these
// explain less than half of it. The second one explains at least a fifth.
func weightiest(all []Reason, loss float64) []Reason {
	slices.SortStableFunc(all, func(a, b Reason) int { return cmp.Compare(b.Discs, a.Discs) })
	explained, n := 0.0, 0
	for n < min(len(all), 2) && all[n].Discs > 0 && (n == 0 || all[n].Discs >= loss/5) {
		explained += all[n].Discs
		n++
	}
	if loss <= 0 || explained < loss/2 {
		return nil
	}
	return all[:n]
}
