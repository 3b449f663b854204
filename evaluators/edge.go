package evaluators

import "math/bits"

// edge counts, on each of the four edges and from each of its two corners, the run of discs of one
// colour that starts at the corner: length − 1 for 2 to 7 discs, and 6 for a whole edge, plus one
// for the whole edge (13 in all).
var edge = &Scorer{
	Name:     "edge",
	About:    "runs of discs of one colour along an edge from a corner: length − 1, and 13 for a whole edge",
	Features: []Feature{{Name: "edge.w", Default: 100, Bound: 2000, Max: 52}},
	Standard: true,
	Evolves:  true,
	OfEdges:  true,
	Counts: func(black, white, _ uint64, counts []int) {
		for i := range 4 {
			counts[0] += edgeRuns(edgeByte(black, i)) - edgeRuns(edgeByte(white, i))
		}
	},
	compile: func(e *tabled, weights []int32) { e.addEdges(weights[0], runsOfEdges) },
	vector:  func(v *vectorWeights, weights []int32) bool { return put(weights, &v.edge) },
}

// edgeRuns is the Edge count of one colour's discs on one edge. Bit 0 is one corner and bit 7 the
// other.
func edgeRuns(discs uint8) int {
	if discs == 0xff {
		return 13
	}
	return max(0, bits.TrailingZeros8(^discs)-1) + max(0, bits.LeadingZeros8(^discs)-1)
}

// runsOfEdges holds the Edge counts of edges.
var runsOfEdges = countEdges(func(own, opp uint8) int { return edgeRuns(own) - edgeRuns(opp) })
