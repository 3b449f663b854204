// Package evaluators computes the value of positions. A Scorer counts features of a position (corners held, legal
// moves, …), Weights hold the points of each feature, and an Evaluator is scorers with weights, compiled into fast
// integer code for the search.
//
// Every count and score is Black minus White unless a function says otherwise.
//
// On boards with holes, squares have the same names as on the board without holes. A hole holds no disc, is not empty,
// ends a line of discs, and counts as off the board. So corners, edges and classes of squares depend on the board's own
// shape (layout).
package evaluators

import (
	"sync"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
)

// A Feature is a countable property of a position. It also stands for the weight that multiplies
// it, the gene that evolves the weight, and its curve in a plot.
type Feature struct {
	Name    string // "table.corner": scorer, dot, short name
	Default int    // its weight in the reversi library, 0 if the library lacks the feature
	Bound   int    // evolved weights lie in −Bound…Bound
	Max     int    // the count of every position of the standard board is in −Max…Max
	Most    int    // like Max, for boards of any shape; 0 means Max
}

// most is the largest count on boards of any shape.
func (f *Feature) most() int { return max(f.Max, f.Most) }

// A Scorer is a group of features that are counted together. A file has weights for all features of a scorer or for
// none, unless the scorer is Sparse.
type Scorer struct {
	Name     string // of lower-case letters and digits
	About    string // phrase about what it counts: one side's minus the other's
	Features []Feature
	Standard bool // used by the reversi library's players, and always written to files
	Evolves  bool // its weights evolve by default
	BySquare bool // has a feature for each square: a1 b1 … h8
	// Shapes are the shapes of a network, nil for other scorers. The network has the weights of the shapes' foldings,
	// one shape after the other. The weights are compiled into tables and must be within their bounds.
	Shapes []tuples.Shape
	// OfMover is true if the counts depend on which side has just moved. Counts then takes the discs of that side as
	// black and counts for that side, so its counts need not change their sign with the colours.
	OfMover bool
	// Sparse means that files contain only those weights of the scorer that are not 0. A missing weight is 0.
	Sparse bool
	// Has reports whether a board has anything to count, such as edges. Nil means that every board has.
	Has func(playable uint64) bool

	// Counts writes the features' counts, Black's minus White's, to counts, which are all 0 before. black and white are
	// discs on a board with the squares playable. With the colours swapped every count has the opposite sign. Counts
	// defines the features: the command explain shows its counts, and tests compare the compiled Evaluator to it.
	Counts func(black, white, playable uint64, counts []int)
	// Compile returns a faster function of the sum Σ weight × count. At least one weight is not 0. If Compile is nil,
	// Counts computes the sum.
	Compile func(weights []int32, playable uint64) Term

	// compile takes the place of Compile for what has a place of its own in the Evaluator. That of a scorer
	// which the vector code does not know adds terms and edges only.
	compile func(e *tabled, weights []int32)
	// vector hands such weights to the vector code and reports whether they fit in its
	// bits. It is nil if that code does not know the scorer.
	vector func(v *vectorWeights, weights []int32) bool
}

// A Term computes a part of a position's score for own. Any number of searches may call it at the same time.
type Term func(own, opp uint64) int32

// Scorers lists every scorer. To add a scorer, write a file and an entry here; outside this module, call Register.
// Weights, genomes, files and plots then include the scorer. Parity means which side has the last move in a region of
// empty squares, so it depends on the side to move. Only patternTables can count it: all other scorers except sides2
// depend on discs only.
var Scorers = []*Scorer{
	table, possibility, edge, blank, number, corner, edgecorner, stable, frontier, edgestability,
	squares, lines1, lines2, lines3, lines4, blocks, outer, patternTables, sides2,
}

// Count returns the scorer's counts in a position, Black's minus White's. The scorer of pattern tables uses t; its
// count is 0 if t is nil.
func (s *Scorer) Count(p engine.Position, t *patterns.Tables) []int {
	counts := make([]int, len(s.Features))
	s.CountInto(counts, p, t)
	return counts
}

// CountInto writes what Count returns to counts, which has a place for each feature.
func (s *Scorer) CountInto(counts []int, p engine.Position, t *patterns.Tables) {
	clear(counts)
	switch {
	case s.OfMover && p.Side == engine.Black: // White has moved
		s.Counts(p.White(), p.Black(), ^p.Holes(), counts)
		for i := range counts {
			counts[i] = -counts[i]
		}
	case s != patternTables:
		s.Counts(p.Black(), p.White(), ^p.Holes(), counts)
	case t != nil:
		counts[0] = patternCount(p, t)
	}
}

// About describes what the scorer with this name counts; it is "" if there is no such scorer.
func About(name string) string {
	for _, s := range Scorers {
		if s.Name == name {
			return s.About
		}
	}
	return ""
}

// IsFast reports whether the vector code supports the scorer.
func (s *Scorer) IsFast() bool { return s.vector != nil }

func isFast(s *Scorer, _ []int32) bool { return s.IsFast() }

func isPlain(s *Scorer, _ []int32) bool { return !s.IsFast() }

// compileInto adds the scorer's score with the given weights to an Evaluator.
func (s *Scorer) compileInto(e *tabled, weights []int32) {
	if s.compile != nil {
		s.compile(e, weights)
		return
	}
	e.add(s.term(weights, e.playable))
}

// term returns the function that Compile makes, or else one that calls Counts.
func (s *Scorer) term(weights []int32, playable uint64) Term {
	if s.Compile != nil {
		return s.Compile(weights, playable)
	}
	buffers := sync.Pool{New: func() any { return new(make([]int, len(weights))) }}
	return func(own, opp uint64) (score int32) {
		counts := buffers.Get().(*[]int)
		clear(*counts)
		s.Counts(own, opp, playable, *counts)
		for i, count := range *counts {
			score += weights[i] * int32(count)
		}
		buffers.Put(counts)
		return score
	}
}
