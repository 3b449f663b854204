package evaluators

import "math/bits"

// edgecorner looks at each of the four edges. On a full edge w1 counts the discs. On any other
// edge w2 counts 1 for the side that has more of its two corners.
var edgecorner = &Scorer{
	Name:  "edgecorner",
	About: "discs on full edges; on other edges, the side with more of the two corners",
	Features: []Feature{
		{Name: "edgecorner.w1", Default: 1, Bound: 250, Max: 32},
		{Name: "edgecorner.w2", Default: 8, Bound: 500, Max: 4},
	},
	Counts: func(black, white, _ uint64, counts []int) {
		for i := range 4 {
			w1, w2 := edgeCorners(edgeByte(black, i), edgeByte(white, i))
			counts[0] += w1
			counts[1] += w2
		}
	},
	compile: func(e *tabled, weights []int32) {
		e.addEdges(weights[0], fullEdges)
		e.addEdges(weights[1], cornersOfEdges)
	},
}

// edgeCorners returns the EdgeCorner counts of one edge, own minus opp.
func edgeCorners(own, opp uint8) (w1, w2 int) {
	if own|opp == 0xff {
		return bits.OnesCount8(own) - bits.OnesCount8(opp), 0
	}
	const corners = 0x81
	more := bits.OnesCount8(own&corners) - bits.OnesCount8(opp&corners)
	return 0, min(max(more, -1), 1)
}

// fullEdges and cornersOfEdges hold the w1 and w2 counts of edges.
var (
	fullEdges = countEdges(func(own, opp uint8) int {
		full, _ := edgeCorners(own, opp)
		return full
	})
	cornersOfEdges = countEdges(func(own, opp uint8) int {
		_, more := edgeCorners(own, opp)
		return more
	})
)
