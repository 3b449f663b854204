package evaluators

import (
	"math/bits"
	"slices"
	"sync"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
)

// learnt is the value of learnt tables. The tables are not weights but accompany them. Its only
// weight scales the tables' value against the other scorers.
var learnt = Scorer{
	Name:     PatternsScorer,
	Features: []Feature{{Name: PatternsWeight, Bound: 24, Max: patterns.MaxValue}},
	Sparse:   true, // most players have no tables
	count:    func(_, _, _ uint64, counts []int) { counts[0] = 0 },
	compile:  func(*Evaluator, []int) {}, // CompilePhases does it
	vector:   func(*vectorWeights, []int) bool { return true },
}

// PatternsScorer is the name of the scorer of learnt tables, and PatternsWeight the name of its weight.
const (
	PatternsScorer = "patterns"
	PatternsWeight = "patterns.w"
)

// UsesTables reports whether the weights use learnt tables.
func (w *Weights) UsesTables() bool { return w[patternsW] != 0 }

var patternsW, mobilityW = mustIndex(PatternsWeight), mustIndex("possibility.w")

func mustIndex(name string) int {
	i, ok := Index(name)
	if !ok {
		panic("evaluators: no feature " + name)
	}
	return i
}

// CountWith is Count with learnt tables, which may be nil.
func CountWith(p engine.Position, t *patterns.Tables) Counts {
	c := Count(p)
	if t != nil {
		own, opp := p.Sets()
		c[patternsW] = t.Value(own, opp, engine.Mobility(own, opp)&^p.Holes(), engine.Mobility(opp, own)&^p.Holes())
		if p.Side == engine.White {
			c[patternsW] = -c[patternsW]
		}
	}
	return c
}

// stages holds evaluators for the stages of learnt tables. Each leaf is evaluated by its own stage:
// the values of all stages have the same unit, discs, and can be compared.
type stages struct {
	tables *patterns.Tables
	make   func(stage int, values tuples.Values) *Evaluator
	made   [patterns.MaxStages][2]struct { // for own to move, and after own's move
		once sync.Once
		*Evaluator
	}
}

// CompilePhases prepares the weights of a game's phases with learnt tables. The tables may be nil if
// no weights use them. Phases with the same networks share their tables.
func CompilePhases(phases []Weights, holes uint64, t *patterns.Tables) []*Evaluator {
	all, networks := make([]*Evaluator, len(phases)), make([][]tables, len(phases))
	for i := range phases {
		w := &phases[i]
		if like := slices.IndexFunc(phases[:i], w.sameNetworks); like >= 0 {
			networks[i] = networks[like]
		} else {
			networks[i] = w.networks()
		}
		all[i] = compileWith(w, holes, networks[i], t)
	}
	return all
}

// compileWith is Compile with the tables of networks and learnt tables.
func compileWith(w *Weights, holes uint64, networks []tables, t *patterns.Tables) *Evaluator {
	rest := w.withoutNetworks()
	e := Compile(&rest, holes)
	e.tables = networks
	if w.UsesTables() {
		e.stages = stagesOf(rest, holes, networks, t)
	}
	return e
}

// stagesOf returns evaluators of weights for each stage of learnt tables.
func stagesOf(rest Weights, holes uint64, networks []tables, t *patterns.Tables) *stages {
	return &stages{tables: t, make: func(stage int, values tuples.Values) *Evaluator {
		weight, staged := rest[patternsW], rest
		staged[mobilityW] += weight * t.Stages[stage].Mobility
		e := Compile(&staged, holes)
		e.tables = append(slices.Clip(networks), tables{tuples.Patterns(), values, int32(weight), patterns.MaxSum})
		return e
	}}
}

// before returns the evaluator for positions with that many discs where own is to move.
func (e *Evaluator) before(discs int) *Evaluator {
	stage := e.stages.tables.Stage(discs)
	made := &e.stages.made[stage][0]
	made.once.Do(func() { made.Evaluator = e.stages.make(stage, e.stages.tables.Values(stage)) })
	return made.Evaluator
}

// after returns the evaluator for positions with that many discs after own's move.
func (e *Evaluator) after(discs int) *Evaluator {
	stage := e.stages.tables.Stage(discs)
	made := &e.stages.made[stage][1]
	made.once.Do(func() { made.Evaluator = e.stages.make(stage, e.stages.tables.ValuesAfter(stage)) })
	return made.Evaluator
}

// discs returns the number of discs in two sets.
func discs(own, opp uint64) int { return bits.OnesCount64(own | opp) }
