package evaluators

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

// edgeCounts are what a feature counts on each configuration of an edge, own minus opp.
type edgeCounts [edgeConfigurations]int8

// countEdges counts once what all evaluators weigh, each its own way.
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

// edgeScores are what each configuration of an edge is worth to own.
type edgeScores [edgeConfigurations]int32

// addEdges adds a feature that looks along edges only. All of them together are looked
// up at once.
func (e *Evaluator) addEdges(weight int, counts *edgeCounts) {
	if weight == 0 {
		return
	}
	if e.edges == nil {
		e.edges = new(edgeScores)
	}
	scores := e.edges
	for i, count := range counts {
		scores[i] += int32(weight) * int32(count)
	}
}

// score sums the four edges.
func (scores *edgeScores) score(own, opp uint64) int32 {
	return scores[ternary[edgeByte(own, 0)]+2*ternary[edgeByte(opp, 0)]] +
		scores[ternary[edgeByte(own, 1)]+2*ternary[edgeByte(opp, 1)]] +
		scores[ternary[edgeByte(own, 2)]+2*ternary[edgeByte(opp, 2)]] +
		scores[ternary[edgeByte(own, 3)]+2*ternary[edgeByte(opp, 3)]]
}
