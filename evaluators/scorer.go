// Package evaluators computes the value of positions. A Scorer counts features of a position
// (corners held, legal moves, …), Weights give each feature its points, and an Evaluator is both
// compiled into fast integer code for the search.
//
// Every count and score is Black minus White unless a function says otherwise.
//
// On boards with holes, squares have the same names, and corners and edges the same places, as on
// the board without holes. A hole holds no disc, is not empty, ends a line of discs, and counts as
// off the board.
package evaluators

import (
	"fmt"
	"iter"

	"evothello/engine"
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
	compile func(e *tabled, weights []int)
	// vector hands such weights to the vector code and reports whether they fit in its
	// bits. It is nil if that code does not know the scorer.
	vector func(v *vectorWeights, weights []int) bool
}

// Scorers lists every scorer. A new one is a file of its own and an entry here. The places of its
// weights follow from the list, and genomes, files and plots follow from them. Only learnt can
// count parity, that is, which side has the last move in a region of empty squares. Parity depends
// on the side to move, and the other scorers depend on discs only.
var Scorers = []Scorer{
	table, possibility, edge, blank, number, corner, edgecorner, stable, frontier, edgestability,
	squares, lines1, lines2, lines3, lines4, blocks, learnt,
}

// NumFeatures is the number of features of all scorers together, as the constant that an array
// needs. A program panics at its start if it does not match Scorers.
const NumFeatures = 1472

// Features lists the features of all scorers in the order of Weights and Counts.
var Features = featuresOf(Scorers)

func featuresOf(scorers []Scorer) [NumFeatures]Feature {
	var all []Feature
	for _, s := range scorers {
		all = append(all, s.Features...)
	}
	if len(all) != NumFeatures {
		panic(fmt.Sprintf("evaluators: NumFeatures is %d, but Scorers have %d features", NumFeatures, len(all)))
	}
	return [NumFeatures]Feature(all)
}

// Counts holds a position's features.
type Counts [NumFeatures]int

// Count counts all features of a position.
func Count(p engine.Position) (c Counts) {
	for s, counts := range groups(Scorers, c[:]) {
		s.count(p.Black(), p.White(), ^p.Holes(), counts)
	}
	return c
}

// groups iterates over the scorers, each with its part of values, which has one value per feature.
func groups(scorers []Scorer, values []int) iter.Seq2[*Scorer, []int] {
	return func(visit func(*Scorer, []int) bool) {
		for i := range scorers {
			n := len(scorers[i].Features)
			if !visit(&scorers[i], values[:n:n]) {
				return
			}
			values = values[n:]
		}
	}
}
