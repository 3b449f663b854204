// Package evaluators says what a position is worth. A Scorer counts features of
// a position (corners held, moves to be had, …); Weights give each feature its
// points; an Evaluator is the two compiled into fast integer code for the search.
//
// Every count and score is Black minus White unless a function says otherwise.
//
// On boards with holes, squares have the names and corners and edges the places that they
// have on the board without. A hole holds no disc, is not empty, ends a line of discs, and
// has no board behind it.
package evaluators

import (
	"fmt"
	"iter"

	"evothello/engine"
	"evothello/evaluators/tuples"
)

// A Feature is one countable property of a position, and with it the name of the
// weight that multiplies it, of the gene that evolves it and of its curve in a
// plot.
type Feature struct {
	Name    string // "table.corner": scorer, dot, short name
	Default int    // the weight it has in the reversi library, 0 if that does not know it
	Bound   int    // evolved weights lie in −Bound…Bound
	Max     int    // no position counts more than Max or less than −Max
}

// A Scorer is a group of features that are counted together and weighted all or
// none.
type Scorer struct {
	Name     string
	Features []Feature
	Standard bool // used by the reversi library's players, and always written to files
	Evolves  bool // unless a run says otherwise
	OfEdges  bool // counts on the edges of the board alone
	// Shapes are those of a network, whose weights are those of the shapes' foldings, one
	// shape after the other; other scorers have none. The weights are looked up in tables and
	// must lie within their bounds.
	Shapes []tuples.Shape
	Sparse bool // its weights may be given in part, the others being 0, and only those that are not 0 are written

	// count writes the scorer's counts for a position in which black and white
	// hold those discs of a board with those squares. It is the plain definition:
	// explain shows it, and the tests hold the compiled Evaluator to it.
	count func(black, white, playable uint64, counts []int)
	// compile adds the terms to an Evaluator that score the features with the given
	// weights, at least one of them not 0.
	compile func(e *Evaluator, weights []int)
	// vector hands such weights to the vector code and reports whether they fit in its
	// bits. It is nil if that code does not know the scorer.
	vector func(v *vectorWeights, weights []int) bool
}

// Scorers lists every scorer. A new one is a file of its own and a line here: where
// its weights lie follows from the list, and genomes, files and plots follow by
// themselves. None but learnt can count parity, who will have the last move in a region of
// empty squares: that depends on who is to move, and their scores are of discs alone, for the
// side that moves next as for the side that has just moved.
var Scorers = []Scorer{table, possibility, edge, blank, number, corner, edgecorner, stable, frontier, edgestability,
	squares, lines1, lines2, lines3, lines4, blocks, learnt}

// NumFeatures is the number of features of all scorers together, which Go wants to
// have as a constant. Programs with another number than that of Scorers do not start.
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

// groups visits the scorers, each with its part of values, which are one for each
// feature of theirs.
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
