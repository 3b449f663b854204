package evaluators

// edgeByte extracts an edge: 0 is row 1, 1 is row 8, 2 is column a, 3 is column h. The
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

// ternary converts the set of one colour's discs on an edge to a base-3 number with the digits 0
// and 1. ternary[own] + 2·ternary[opp] is the index of the whole edge.
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

// edgeCounts holds a feature's count for each configuration of an edge, own minus opp.
type edgeCounts [edgeConfigurations]int8

// countEdges computes the edgeCounts of a feature. They are computed once and shared by all evaluators.
func countEdges(count func(own, opp uint8) int) *edgeCounts {
	var counts edgeCounts
	for own := range 256 {
		for opp := range 256 {
			if own&opp == 0 {
				counts[ternary[own]+2*ternary[opp]] = int8(count(uint8(own), uint8(opp)))
			}
		}
	}
	return &counts
}

// edgeScores holds the score of each configuration of an edge, for own.
type edgeScores [edgeConfigurations]int32

// addEdges adds a feature that depends only on edges. One lookup then scores all such features
// together.
func (e *counted) addEdges(weight int32, counts *edgeCounts) {
	if weight == 0 {
		return
	}
	if e.edges == nil {
		e.edges = new(edgeScores)
	}
	scores := e.edges
	for i, count := range counts {
		scores[i] += weight * int32(count)
	}
}

// score sums the four edges.
func (scores *edgeScores) score(own, opp uint64) int32 {
	return scores[ternary[edgeByte(own, 0)]+2*ternary[edgeByte(opp, 0)]] +
		scores[ternary[edgeByte(own, 1)]+2*ternary[edgeByte(opp, 1)]] +
		scores[ternary[edgeByte(own, 2)]+2*ternary[edgeByte(opp, 2)]] +
		scores[ternary[edgeByte(own, 3)]+2*ternary[edgeByte(opp, 3)]]
}
