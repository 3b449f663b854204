package evaluators

// edgestability sums the values of the four edges, each with its two X squares, by the stability of
// their discs and the moves that may follow. It is the edge table of IAGO, as computed by
// edgeValues. Other scorers also see runs and corners. This one also sees wedges, edges of five or
// six discs, and C and X squares that give the corner away. On boards with holes it counts the edges that a
// ratedEdge can stand for.
var edgestability = &Scorer{
	Name:  "edgestability",
	About: "the values of edges of six to eight squares with their X squares, from IAGO's table, which looks moves ahead",
	// A row or a column has one edge of six squares or more at most.
	Features: []Feature{{Name: "edgestability.w", Bound: 50, Max: 4 * maxEdgeValue, Most: 16 * maxEdgeValue}},
	Evolves:  true,
	Has:      func(playable uint64) bool { return len(layoutOf(playable).rated) > 0 },
	Counts: func(black, white, playable uint64, counts []int) {
		if playable == wholeBoard {
			counts[0] = edgeStabilityCount(edgeValues(), black, white)
			return
		}
		counts[0] = ratedEdgesCount(layoutOf(playable).rated, black, white)
	},
	Compile: func(weights []int32, playable uint64) Term {
		weight := weights[0]
		if playable == wholeBoard {
			values := edgeValues()
			return func(own, opp uint64) int32 { return weight * int32(edgeStabilityCount(values, own, opp)) }
		}
		rated := layoutOf(playable).rated
		return func(own, opp uint64) int32 { return weight * int32(ratedEdgesCount(rated, own, opp)) }
	},
	vector: func(v *vectorWeights, weights []int32) bool {
		v.edgeValues, v.edgeXIndex = edgeValues(), &edgeXIndex
		return put(weights, &v.edgeStability)
	},
}

// edgeDiscs are one side's discs on an edge, bits 0 to 7 from one corner to the other, and on its X
// squares: bit 8 is next to the corner of bit 0, bit 9 next to that of bit 7.
type edgeDiscs uint16

// edgeWithX extracts an edge, numbered as for edgeByte, and its X squares.
func edgeWithX(discs uint64, i int) edgeDiscs {
	const b2, g2, b7, g7 = 9, 14, 49, 54
	x := [4][2]int{{b2, g2}, {b7, g7}, {b2, b7}, {g2, g7}}[i]
	return edgeDiscs(edgeByte(discs, i)) | edgeDiscs(discs>>x[0]&1<<8|discs>>x[1]&1<<9)
}

// edgeXConfigurations is the number of ways to fill an edge and two X squares, 3¹⁰.
const edgeXConfigurations = 9 * edgeConfigurations

// index returns the table index of an edge with the discs own and opp.
func (own edgeDiscs) index(opp edgeDiscs) int {
	x := own>>8 + own>>9 + 2*(opp>>8+opp>>9) // 0, 1, 3 or 4 for each side's X squares
	return int(ternary[own&0xff]) + 2*int(ternary[opp&0xff]) + int(x)*edgeConfigurations
}

// edgeStabilityCount is the count on the board without holes, own minus opp. The plain and the compiled count are the
// same.
func edgeStabilityCount(values *edgeTable, own, opp uint64) (count int) {
	for i := range 4 {
		count += int(values[edgeWithX(own, i).index(edgeWithX(opp, i))])
	}
	return count
}

// edgeXIndex holds what the four X squares add to the index of each edge, numbered as for
// edgeByte. The vector code for AVX2 uses it. Its index is own's discs on b2, g2, b7, g7 and, four
// bits higher, the opponent's.
var edgeXIndex = func() (index [4][256]uint16) {
	for i := range index {
		for discs := range index[i] {
			for side, value := range [2]uint16{1, 2} {
				x := [4][2]int{{0, 1}, {2, 3}, {0, 2}, {1, 3}}[i]
				set := uint16(discs >> (4 * side))
				index[i][discs] += value * edgeConfigurations * (set>>x[0]&1 + 3*(set>>x[1]&1))
			}
		}
	}
	return index
}()
