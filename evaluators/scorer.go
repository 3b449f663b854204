// Package evaluators computes the value of positions. A Scorer counts features of a position
// (corners held, legal moves, …), Weights give each feature of the scorers in use its points, and an
// Evaluator is both compiled into fast integer code for the search.
//
// Every count and score is Black minus White unless a function says otherwise.
//
// On boards with holes, squares have the same names, and corners and edges the same places, as on
// the board without holes. A hole holds no disc, is not empty, ends a line of discs, and counts as
// off the board.
package evaluators

import (
	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
)

// A Feature is a countable property of a position. It also stands for the weight that multiplies
// it, the gene that evolves the weight, and its curve in a plot.
type Feature struct {
	Name    string // "table.corner": scorer, dot, short name
	Default int    // its weight in the reversi library, 0 if that does not have it
	Bound   int    // evolved weights lie in −Bound…Bound
	Max     int    // the count of every position is in −Max…Max
}

// A Scorer is a group of features that are counted together. Files give weights to all of them or
// to none.
type Scorer struct {
	Name     string
	Features []Feature
	Standard bool // used by the reversi library's players, and always written to files
	Evolves  bool // by default
	OfEdges  bool // depends only on the edges of the board
	BySquare bool // has a feature for each square: a1 b1 … h8
	// Shapes are the shapes of a network, nil for other scorers. Its weights are those of the
	// shapes' foldings, one shape after the other. They are compiled into tables and must be within
	// their bounds.
	Shapes []tuples.Shape
	// Sparse scorers may have only some weights in files, the others being 0. Files then contain
	// only weights that are not 0.
	Sparse bool

	// count writes the scorer's counts for a position with the given discs, on a board with the
	// given squares. It is the plain definition: explain displays it, and tests compare the
	// compiled Evaluator to it.
	count func(black, white, playable uint64, counts []int)
	// compile adds the features with the given weights to an Evaluator. At least one weight is
	// not 0.
	compile func(e *tabled, weights []int32)
	// vector hands such weights to the vector code and reports whether they fit in its
	// bits. It is nil if that code does not know the scorer.
	vector func(v *vectorWeights, weights []int32) bool
}

// Scorers lists every scorer. A new one is a file of its own and an entry here: weights, genomes,
// files and plots follow. Only learnt can count parity, that is, which side has the last move in a
// region of empty squares. Parity depends on the side to move, and the other scorers depend on discs
// only.
var Scorers = []*Scorer{
	table, possibility, edge, blank, number, corner, edgecorner, stable, frontier, edgestability,
	squares, lines1, lines2, lines3, lines4, blocks, learnt,
}

// Count counts the scorer's features in a position. The scorer of learnt tables counts by the given
// ones, and nothing if they are nil.
func (s *Scorer) Count(p engine.Position, t *patterns.Tables) []int {
	counts := make([]int, len(s.Features))
	switch {
	case s != learnt:
		s.count(p.Black(), p.White(), ^p.Holes(), counts)
	case t != nil:
		counts[0] = learntCount(p, t)
	}
	return counts
}
