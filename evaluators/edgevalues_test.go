package evaluators

import (
	"cmp"
	"flag"
	"math"
	"math/bits"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var updateEdges = flag.Bool("update-edges", false, "write edges.values, edges6.values and edges7.values anew")

// The files contain the computed values of edges.
func TestEdgeValuesAreThoseExpected(t *testing.T) {
	for n, name := range map[edgeLength]string{6: "edges6.values", 7: "edges7.values", 8: "edges.values"} {
		expected := n.expectEdges()
		if *updateEdges {
			require.NoError(t, os.WriteFile(name, expected, 0o644))
		}
		assert.True(t, string(expected) == edgesFiles[int(n)], "%s: run go test ./evaluators -update-edges", name)
		for _, value := range expected {
			assert.LessOrEqual(t, int8(value), int8(maxEdgeValue))
		}
	}
}

// edgeUnit is one point on IAGO's scale, on which a stable disc has a value of 700 to 1200.
const edgeUnit = 100

// An edgeLength is the number of squares of an edge. The discs on it have the bits from 0 on, those on its X
// squares the two bits after them, in the order of the corners.
type edgeLength int

// ways returns the number of ways to fill the edge and its X squares.
func (n edgeLength) ways() int { return int(math.Pow(3, float64(n+2))) }

// index returns the number of a way, with a digit in base three for each square.
func (n edgeLength) index(own, opp edgeDiscs) (index int) {
	for i := int(n) + 1; i >= 0; i-- {
		index = 3*index + int(own>>i&1) + 2*int(opp>>i&1)
	}
	return index
}

// expectEdges computes the values of edges. It begins with the stability of each disc, and then
// takes into account five times the moves of either side on the edge and their probabilities. That
// is a value for the side to move. Half the difference between the two sides' values is what a
// score of discs alone can use.
func (n edgeLength) expectEdges() []byte {
	expected := make([]float64, n.ways())
	byDiscs := make([][][2]edgeDiscs, n+3) // configurations by number of discs
	for own := range edgeDiscs(1 << (n + 2)) {
		for opp := range edgeDiscs(1 << (n + 2)) {
			if own&opp == 0 {
				expected[n.index(own, opp)] = n.staticEdge(own, opp)
				discs := bits.OnesCount16(uint16(own | opp))
				byDiscs[discs] = append(byDiscs[discs], [2]edgeDiscs{own, opp})
			}
		}
	}
	for range 5 {
		for discs := n + 1; discs >= 1; discs-- { // a move leads to one with more discs, which is computed already
			for _, edge := range byDiscs[discs] {
				expected[n.index(edge[0], edge[1])] = n.expectedEdge(expected, edge[0], edge[1])
			}
		}
	}
	values := make([]byte, n.ways())
	for _, edges := range byDiscs {
		for _, edge := range edges {
			own, opp := edge[0], edge[1]
			both := (expected[n.index(own, opp)] - expected[n.index(opp, own)]) / 2
			values[n.index(own, opp)] = byte(int8(math.Round(both / edgeUnit)))
		}
	}
	return values
}

// Stability of a disc: it can be flipped now, it may be flipped later, or it can never be flipped.
const (
	unstable = iota
	semistable
	stableForEver
)

// staticWorth is the value of a disc by its stability. Its square is a corner, a C, A or B square, as many
// squares from the nearer corner as the index says. Corners are always stable.
var staticWorth = [4][3]float64{{2: 700}, {-25, 200, 1200}, {75, 200, 1000}, {50, 200, 1000}}

// worth is the value of a disc on square i.
func (n edgeLength) worth(i, stability int) float64 {
	if i < int(n) {
		return staticWorth[min(i, int(n)-1-i)][stability]
	}
	return map[int]float64{unstable: -2000}[stability] // an X square
}

// staticEdge is the value of an edge's discs without moves, own minus opp.
func (n edgeLength) staticEdge(own, opp edgeDiscs) (worth float64) {
	for i := range int(n) + 2 {
		switch {
		case own.has(i):
			worth += n.worth(i, n.stability(own, opp, i))
		case opp.has(i):
			worth -= n.worth(i, n.stability(opp, own, i))
		}
	}
	return worth
}

func (own edgeDiscs) has(i int) bool { return own>>i&1 != 0 }

// stability returns the stability of own's disc i.
func (n edgeLength) stability(own, opp edgeDiscs, i int) int {
	discs, last := own|opp, int(n)-1
	if x := i - int(n); x >= 0 {
		if discs.has(last * x) {
			return semistable
		}
		return unstable
	}
	left, right := n.runEnd(own, i, -1), n.runEnd(own, i, +1)
	leftOpen, rightOpen := left >= 0 && !discs.has(left), right <= last && !discs.has(right)
	leftHeld, rightHeld := left >= 0 && !leftOpen, right <= last && !rightOpen // by opp
	whole := edgeDiscs(1)<<n - 1
	switch {
	case leftOpen && rightHeld || leftHeld && rightOpen:
		return unstable
	case leftOpen && rightOpen || leftHeld && rightHeld && discs&whole != whole:
		return semistable
	}
	return stableForEver
}

// runEnd is the first square from i on in a direction that own does not hold, −1 or n if it holds all.
func (n edgeLength) runEnd(own edgeDiscs, i, step int) int {
	for i >= 0 && i < int(n) && own.has(i) {
		i += step
	}
	return i
}

// expectedEdge is the value of an edge for own, who moves next. It makes the best move if that is
// possible, otherwise the next best, and so on. Not moving on the edge is always possible.
func (n edgeLength) expectedEdge(expected []float64, own, opp edgeDiscs) (value float64) {
	type choice struct{ probability, value float64 }
	choices := make([]choice, 1, 11)
	choices[0] = choice{1, expected[n.index(own, opp)]}
	for i := range int(n) + 2 {
		if !(own | opp).has(i) {
			flips := n.flips(own, opp, i)
			after := expected[n.index(opp&^flips, own|flips|1<<i)]
			choices = append(choices, choice{n.chance(own, opp, i), -after})
		}
	}
	slices.SortFunc(choices, func(a, b choice) int { return cmp.Compare(b.value, a.value) })
	left := 1.0
	for _, c := range choices {
		value += float64(left * c.probability * c.value)
		left -= float64(left * c.probability)
	}
	return value
}

// flips returns the discs on the edge that a move of own to i flips.
func (n edgeLength) flips(own, opp edgeDiscs, i int) (flips edgeDiscs) {
	if i >= int(n) {
		return 0
	}
	for _, step := range [2]int{-1, 1} {
		end := n.runEnd(opp, i+step, step)
		if end < 0 || end >= int(n) || !own.has(end) {
			continue
		}
		for j := i + step; j != end; j += step {
			flips |= 1 << j
		}
	}
	return flips
}

// chance is the probability that own can move to i. A move that flips along the edge is certain.
// Otherwise it depends on discs off the edge, for which the discs on the edge are a weak sign.
func (n edgeLength) chance(own, opp edgeDiscs, i int) float64 {
	last := int(n) - 1
	switch {
	case i > last:
		return 0.5
	case n.flips(own, opp, i) != 0:
		return 1
	case i == 0 || i == last:
		switch x := int(n) + i/last; {
		case own.has(x):
			return 0.001
		case opp.has(x):
			return 0.9
		}
		return 0.1
	}
	chance := [3][3]float64{{.1, .4, .7}, {.05, .3}, {.01}}[own.beside(i)][opp.beside(i)]
	if n.flips(opp, own, i) != 0 {
		chance /= 2
	}
	return chance
}

// beside counts the discs on the two squares next to i, which is not a corner.
func (own edgeDiscs) beside(i int) int { return int(own>>(i-1)&1 + own>>(i+1)&1) }
