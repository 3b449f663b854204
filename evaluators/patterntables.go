package evaluators

import (
	"math/bits"
	"slices"
	"sync"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
)

// patternTables is the value of pattern tables. The tables are not weights but accompany them. Its only
// weight scales the tables' value against the other scorers.
var patternTables = &Scorer{
	Name:     PatternsScorer,
	About:    "the value of tables that were trained on games, for players that have them",
	Features: []Feature{{Name: PatternsWeight, Bound: 24, Max: patterns.MaxValue}},
	Sparse:   true,                      // most players have no tables
	compile:  func(*tabled, []int32) {}, // CompilePhases does it
	vector:   func(*vectorWeights, []int32) bool { return true },
}

// PatternsScorer is the name of the scorer of pattern tables, and PatternsWeight the name of its weight.
const (
	PatternsScorer = "patterns"
	PatternsWeight = "patterns.w"
)

// UsesTables reports whether the weights use pattern tables.
func (w Weights) UsesTables() bool { return w.Uses(patternTables) }

// patternCount is the count of pattern tables.
func patternCount(p engine.Position, t *patterns.Tables) int {
	own, opp := p.Sets()
	value := t.Value(own, opp, engine.Mobility(own, opp)&^p.Holes(), engine.Mobility(opp, own)&^p.Holes())
	if p.Side == engine.White {
		return -value
	}
	return value
}

// staged is the Evaluator of weights with pattern tables: an evaluator for each stage of the game. Each
// leaf is evaluated by its own stage. The values of all stages have the same unit, discs, and can be
// compared.
type staged struct {
	tables *patterns.Tables
	stages [65]uint8 // the stage by the number of discs
	make   func(stage int, after bool) *tabled
	made   [patterns.MaxStages][2]struct { // for own to move, and after own's move
		once sync.Once
		*tabled
	}
}

// CompilePhases returns an Evaluator for the weights of each phase, on a board with the given holes. The pattern tables
// t may be nil if no weights use them. Phases with the same networks share the networks' tables.
func CompilePhases(phases Phases, holes uint64, t *patterns.Tables) []Evaluator {
	all, networks, compiled := make([]Evaluator, len(phases)), make([]Weights, len(phases)), make([][]tables, len(phases))
	for i, w := range phases {
		networks[i] = w.only(isNetwork)
		if like := slices.IndexFunc(networks[:i], networks[i].Equal); like >= 0 {
			compiled[i] = compiled[like]
		} else {
			var e tabled
			for s, weights := range networks[i].All() {
				s.compileInto(&e, weights)
			}
			compiled[i] = e.tables
		}
		all[i] = compileWith(w.only(isNoNetwork), holes, compiled[i], t)
	}
	return all
}

// compileWith is Compile with the tables of networks and pattern tables.
func compileWith(w Weights, holes uint64, networks []tables, t *patterns.Tables) Evaluator {
	if !w.UsesTables() {
		e := compile(w, ^holes)
		e.tables = networks
		return e.simplest()
	}
	var stages [65]uint8
	for discs := range stages {
		stages[discs] = uint8(t.Stage(discs))
	}
	return &staged{tables: t, stages: stages, make: func(stage int, after bool) *tabled {
		const mobility = "possibility.w"
		weight, w := w.Get(PatternsWeight), w
		w.Set(mobility, w.Get(mobility)+weight*t.Stages[stage].Mobility)
		e, values := compile(w, ^holes), t.Values
		if after {
			values = t.ValuesAfter
		}
		e.tables = append(slices.Clip(networks), tables{geometry: tuples.Patterns(), values: values(stage),
			weight: int32(weight), most: patterns.MaxSum})
		e.hidden = newHidden(t, stage, weight, after)
		return e
	}}
}

// before returns the evaluator for positions with that many discs where own is to move.
func (e *staged) before(discs int) *tabled {
	stage := e.stages[discs]
	made := &e.made[stage][0]
	made.once.Do(func() { made.tabled = e.make(int(stage), false) })
	return made.tabled
}

// after returns the evaluator for positions with that many discs after own's move.
func (e *staged) after(discs int) *tabled {
	stage := e.stages[discs]
	made := &e.made[stage][1]
	made.once.Do(func() { made.tabled = e.make(int(stage), true) })
	return made.tabled
}

// Score implements Evaluator.
func (e *staged) Score(own, opp, ownMoves, oppMoves uint64) int32 {
	return e.before(discs(own, opp)).Score(own, opp, ownMoves, oppMoves)
}

// BestChild implements Evaluator.
func (e *staged) BestChild(own, opp, moves uint64, low, enough int32) (best int32, reached uint64) {
	return e.after(discs(own, opp)+1).BestChild(own, opp, moves, low, enough)
}

// BestMove implements Evaluator.
func (e *staged) BestMove(own, opp, moves uint64) (best int32, move uint64) {
	return e.after(discs(own, opp)+1).BestMove(own, opp, moves)
}

// Values implements Evaluator.
func (e *staged) Values(own, opp, moves uint64, values *[64]int32) {
	e.after(discs(own, opp)+1).Values(own, opp, moves, values)
}

// Refute implements Evaluator.
func (e *staged) Refute(list *engine.Children, n int, first uint64, enough int32) (refuted uint64) {
	return e.after(discs(list.Own[0], list.Opp[0])+1).Refute(list, n, first, enough)
}

// discs returns the number of discs in two sets.
func discs(own, opp uint64) int { return bits.OnesCount64(own | opp) }
