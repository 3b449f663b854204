package evaluators

import (
	"math/bits"
	"slices"

	"evothello/engine"
)

// edgecorner looks at each edge. On a full edge w1 counts the discs. On any other
// edge w2 counts 1 for the side that has more of its two corners.
var edgecorner = &Scorer{
	Name:  "edgecorner",
	About: "discs on full edges; on other edges, the side with more of the two corners",
	Features: []Feature{
		{Name: "edgecorner.w1", Default: 1, Bound: 250, Max: 32, Most: 192},
		{Name: "edgecorner.w2", Default: 8, Bound: 500, Max: 4, Most: 64},
	},
	Counts: func(black, white, playable uint64, counts []int) {
		l := layoutOf(playable)
		for i := range l.edges {
			w1, w2 := edgeCorners(&l.edges[i], black, white)
			counts[0] += w1
			counts[1] += w2
		}
	},
	compile: func(e *tabled, weights []int32) {
		if e.playable == wholeBoard {
			e.addEdges(weights[0], fullEdges)
			e.addEdges(weights[1], cornersOfEdges)
			return
		}
		edges, w1, w2 := layoutOf(e.playable).edges, weights[0], weights[1]
		e.add(func(own, opp uint64) (score int32) {
			for i := range edges {
				n1, n2 := edgeCorners(&edges[i], own, opp)
				score += w1*int32(n1) + w2*int32(n2)
			}
			return score
		})
	},
}

// edgeCorners returns the EdgeCorner counts of one edge, own minus opp.
func edgeCorners(e *edgeLine, own, opp uint64) (w1, w2 int) {
	if (own|opp)&e.squares == e.squares {
		return bits.OnesCount64(own&e.squares) - bits.OnesCount64(opp&e.squares), 0
	}
	corners := e.ends[0].corner | e.ends[1].corner
	more := bits.OnesCount64(own&corners) - bits.OnesCount64(opp&corners)
	return 0, min(max(more, -1), 1)
}

// row1 is an edge of eight squares, the bits of whose set are those of edgeByte.
var row1 = newEdgeLine(slices.Collect(engine.SquaresOf(0xff)))

// fullEdges and cornersOfEdges hold the w1 and w2 counts of edges.
var (
	fullEdges = countEdges(func(own, opp uint8) int {
		full, _ := edgeCorners(&row1, uint64(own), uint64(opp))
		return full
	})
	cornersOfEdges = countEdges(func(own, opp uint8) int {
		_, more := edgeCorners(&row1, uint64(own), uint64(opp))
		return more
	})
)
