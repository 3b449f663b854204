package evaluators

import "math/bits"

// edge counts, on each of the four edges and from each of its two corners, the
// run of discs of one colour that starts at the corner: length − 1 for 2 to 7
// discs, 6 for a whole edge, and one more once for a whole edge (13 in all).
var edge = Scorer{
	Name:     "edge",
	Features: []Feature{{Name: "edge.w", Default: 100, Bound: 2000, Max: 52}},
	Standard: true,
	Evolves:  true,
	count: func(black, white uint64, counts []int) {
		for i := range 4 {
			counts[0] += edgeRuns(edgeByte(black, i)) - edgeRuns(edgeByte(white, i))
		}
	},
}

// edgeRuns is the Edge count of one colour's discs on one edge, bit 0 being one
// corner and bit 7 the other.
func edgeRuns(discs uint8) int {
	if discs == 0xff {
		return 13
	}
	return max(0, bits.TrailingZeros8(^discs)-1) + max(0, bits.LeadingZeros8(^discs)-1)
}

// edgeByte extracts an edge: 0 row 1, 1 row 8, 2 column a, 3 column h. The
// multiplication gathers a column's bits, row 1 first.
func edgeByte(discs uint64, i int) uint8 {
	switch i {
	case 0:
		return uint8(discs)
	case 1:
		return uint8(discs >> 56)
	case 2:
		return uint8((discs & 0x0101010101010101) * 0x0102040810204080 >> 56)
	}
	return uint8((discs >> 7 & 0x0101010101010101) * 0x0102040810204080 >> 56)
}

// ternary turns an edge's eight discs of one colour into digits 0 and 1 of a
// base-3 number; ternary[own] + 2·ternary[opp] is the index of the whole edge.
var ternary = func() (index [256]uint16) {
	for discs := range index {
		for bit, power := 0, 1; bit < 8; bit, power = bit+1, 3*power {
			index[discs] += uint16(discs >> bit & 1 * power)
		}
	}
	return index
}()

// edgeConfigurations is the number of ways to fill an edge, 3⁸.
const edgeConfigurations = 6561

// compileEdges fills the table that scores a whole edge at once: its runs, the Blank
// scorer's w3 and the EdgeCorner scorer, which look along edges only.
func compileEdges(w *Weights) *[edgeConfigurations]int32 {
	var scores [edgeConfigurations]int32
	for own := range 256 {
		for opp := range 256 {
			if own&opp != 0 {
				continue
			}
			a, b := uint8(own), uint8(opp)
			full, corners := edgeCorners(a, b)
			scores[ternary[a]+2*ternary[b]] = int32(w[iEdge]*(edgeRuns(a)-edgeRuns(b)) + w[iBlank+2]*edgeBlanks(a, b) +
				w[iEdgeCorner]*full + w[iEdgeCorner+1]*corners)
		}
	}
	return &scores
}

func (e *Evaluator) edgeScore(own, opp uint64) int32 {
	return e.edges[ternary[edgeByte(own, 0)]+2*ternary[edgeByte(opp, 0)]] +
		e.edges[ternary[edgeByte(own, 1)]+2*ternary[edgeByte(opp, 1)]] +
		e.edges[ternary[edgeByte(own, 2)]+2*ternary[edgeByte(opp, 2)]] +
		e.edges[ternary[edgeByte(own, 3)]+2*ternary[edgeByte(opp, 3)]]
}
