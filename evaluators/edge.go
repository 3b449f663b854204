package evaluators

// edge counts, on each edge and from each of its two corners, the run of discs of one colour that
// starts at the corner: length − 1, at most the edge's length − 2, and one more for a whole edge. A
// whole edge of eight squares counts 13.
var edge = &Scorer{
	Name:     "edge",
	About:    "runs of discs of one colour along an edge from a corner: length − 1, and 13 for a whole edge of 8",
	Features: []Feature{{Name: "edge.w", Default: 100, Bound: 2000, Max: 52, Most: 192}},
	Standard: true,
	Evolves:  true,
	Has:      func(playable uint64) bool { return len(layoutOf(playable).edges) > 0 },
	Counts: func(black, white, playable uint64, counts []int) {
		counts[0] = edgeCount(layoutOf(playable), black, white)
	},
	compile: func(e *tabled, weights []int32) {
		if e.playable == wholeBoard {
			e.addEdges(weights[0], runsOfEdges)
			return
		}
		layout, weight := layoutOf(e.playable), weights[0]
		e.add(func(own, opp uint64) int32 { return weight * int32(edgeCount(layout, own, opp)) })
	},
	vector: func(v *vectorWeights, weights []int32) bool { return put(weights, &v.edge) },
}

// edgeCount is the count, own minus opp.
func edgeCount(l *layout, own, opp uint64) (n int) {
	if (own|opp)&l.corners == 0 {
		return 0
	}
	for i := range l.edges {
		n += l.edges[i].runs(own) - l.edges[i].runs(opp)
	}
	return n
}

// runs is the Edge count of one colour's discs on one edge.
func (e *edgeLine) runs(discs uint64) (n int) {
	if discs&e.squares == e.squares {
		n++
	}
	for i := range e.ends {
		for _, run := range e.ends[i].runs {
			if discs&run != run {
				break
			}
			n++
		}
	}
	return n
}

// runsOfEdges holds the Edge counts of edges.
var runsOfEdges = countEdges(func(own, opp uint8) int { return row1.runs(uint64(own)) - row1.runs(uint64(opp)) })
