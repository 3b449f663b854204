// Package evaluators says what a position is worth. A Scorer counts features of
// a position (corners held, moves to be had, …); Weights give each feature its
// points; an Evaluator is the two compiled into fast integer code for the search.
//
// Every count and score is Black minus White unless a function says otherwise.
package evaluators

import "evothello/engine"

// A Feature is one countable property of a position, and with it the name of the
// weight that multiplies it, of the gene that evolves it and of its curve in a
// plot.
type Feature struct {
	Name    string // "table.corner": scorer, dot, short name
	Default int    // the weight it has in the seed library, 0 if that does not know it
	Bound   int    // evolved weights lie in −Bound…Bound
	Max     int    // no position counts more than Max or less than −Max
}

// A Scorer is a group of features that are counted together and weighted all or
// none.
type Scorer struct {
	Name     string
	Features []Feature
	Standard bool // used by the seed library's players, and always written to files
	Evolves  bool // unless a run says otherwise

	// count writes the scorer's counts for a position in which black and white
	// hold those discs. It is the plain definition: explain shows it, and the
	// tests hold the compiled Evaluator to it.
	count func(black, white uint64, counts []int)
}

// Scorers lists every scorer. A new one is added here, counted by its own file
// and compiled by Compile; genomes, files and plots follow by themselves. None can
// count parity, who will have the last move in a region of empty squares: that
// depends on who is to move, and a score is of discs alone, for the side that moves
// next as for the side that has just moved.
var Scorers = []Scorer{table, possibility, edge, blank, number, corner, edgecorner, stable, frontier, edgestability}

// NumFeatures is the number of features of all scorers together.
const NumFeatures = 22

// Features lists the features of all scorers in the order of Weights and Counts.
var Features = func() (all [NumFeatures]Feature) {
	n := 0
	for _, s := range Scorers {
		n += copy(all[n:], s.Features)
	}
	if n != NumFeatures || all[NumFeatures-1].Name == "" {
		panic("evaluators: NumFeatures does not match Scorers")
	}
	return all
}()

// Indexes into Features, Weights and Counts: where each scorer starts.
const (
	iTable         = 0
	iPossibility   = 10
	iEdge          = 11
	iBlank         = 12
	iNumber        = 15
	iCorner        = 16
	iEdgeCorner    = 17
	iStable        = 19
	iFrontier      = 20
	iEdgeStability = 21
)

// Counts holds a position's features.
type Counts [NumFeatures]int

// Count counts all features of a position.
func Count(p engine.Position) (c Counts) {
	n := 0
	for _, s := range Scorers {
		s.count(p.Black(), p.White(), c[n:n+len(s.Features)])
		n += len(s.Features)
	}
	return c
}
