package evaluators

import (
	"math/bits"
	"slices"
	"sync"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
)

// learnt counts what tables learnt from games say of a position: the tables are not weights
// but come with them. Its one weight says how much they count beside the other scorers.
var learnt = Scorer{
	Name:     PatternsScorer,
	Features: []Feature{{Name: PatternsWeight, Bound: 24, Max: patterns.MaxValue}},
	Sparse:   true, // most players have no tables
	count:    func(_, _, _ uint64, counts []int) { counts[0] = 0 },
	compile:  func(*Evaluator, []int) {}, // by CompilePhases
	vector:   func(*vectorWeights, []int) bool { return true },
}

// PatternsScorer is the name of that scorer, PatternsWeight that of its weight.
const (
	PatternsScorer = "patterns"
	PatternsWeight = "patterns.w"
)

// UsesTables reports whether the weights count what learnt tables say.
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

// stages are evaluators for the stages of learnt tables. A leaf is valued by its own stage:
// tables of all stages speak of the same thing, discs, and can be compared.
type stages struct {
	tables *patterns.Tables
	make   func(stage int, values tuples.Values) *Evaluator
	made   [patterns.MaxStages][2]struct { // for own to move, and after own's move
		once sync.Once
		*Evaluator
	}
}

// CompilePhases prepares the weights of a game's phases, with learnt tables, which may be nil
// if no weights use them. Phases with the same networks share tables.
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

// compileWith is Compile with tables of its networks and learnt ones.
func compileWith(w *Weights, holes uint64, networks []tables, t *patterns.Tables) *Evaluator {
	rest := w.withoutNetworks()
	e := Compile(&rest, holes)
	e.tables = networks
	if w.UsesTables() {
		e.stages = stagesOf(rest, holes, networks, t)
	}
	return e
}

// stagesOf are evaluators of weights for each stage of learnt tables.
func stagesOf(rest Weights, holes uint64, networks []tables, t *patterns.Tables) *stages {
	return &stages{tables: t, make: func(stage int, values tuples.Values) *Evaluator {
		weight, staged := rest[patternsW], rest
		staged[mobilityW] += weight * t.Stages[stage].Mobility
		e := Compile(&staged, holes)
		e.tables = append(slices.Clip(networks), tables{tuples.Patterns(), values, int32(weight), patterns.MaxSum})
		return e
	}}
}

// before is the evaluator for positions with so many discs in which own is to move.
func (e *Evaluator) before(discs int) *Evaluator {
	stage := e.stages.tables.Stage(discs)
	made := &e.stages.made[stage][0]
	made.once.Do(func() { made.Evaluator = e.stages.make(stage, e.stages.tables.Values(stage)) })
	return made.Evaluator
}

// after is the evaluator for positions with so many discs after own's move.
func (e *Evaluator) after(discs int) *Evaluator {
	stage := e.stages.tables.Stage(discs)
	made := &e.stages.made[stage][1]
	made.once.Do(func() { made.Evaluator = e.stages.make(stage, e.stages.tables.ValuesAfter(stage)) })
	return made.Evaluator
}

// discs is how many discs two sets have together.
func discs(own, opp uint64) int { return bits.OnesCount64(own | opp) }
