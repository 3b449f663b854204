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

var updateEdges = flag.Bool("update-edges", false, "write edges.values anew")

// edges.values contains the computed values of edges.
func TestEdgeValuesAreThoseExpected(t *testing.T) {
	expected := expectEdges()
	if *updateEdges {
		file := make([]byte, edgeXConfigurations)
		for i := range file {
			file[i] = byte(expected[i])
		}
		require.NoError(t, os.WriteFile("edges.values", file, 0o644))
	}
	assert.True(t, *expected == *edgeValues(), "run go test ./evaluators -update-edges")
}

// edgeUnit is one point on IAGO's scale, on which a stable disc has a value of 700 to 1200.
const edgeUnit = 100

// expectEdges computes the values of edges. It begins with the stability of each disc, and then
// takes into account five times the moves of either side on the edge and their probabilities. That
// is a value for the side to move. Half the difference between the two sides' values is what a
// score of discs alone can use.
func expectEdges() *edgeTable {
	var expected [edgeXConfigurations]float64
	var byDiscs [11][][2]edgeDiscs // configurations by number of discs
	for own := range edgeDiscs(1 << 10) {
		for opp := range edgeDiscs(1 << 10) {
			if own&opp == 0 {
				expected[own.index(opp)] = staticEdge(own, opp)
				n := bits.OnesCount16(uint16(own | opp))
				byDiscs[n] = append(byDiscs[n], [2]edgeDiscs{own, opp})
			}
		}
	}
	for range 5 {
		for n := 9; n >= 1; n-- { // a move leads to a configuration with more discs, which is computed already
			for _, edge := range byDiscs[n] {
				expected[edge[0].index(edge[1])] = expectedEdge(&expected, edge[0], edge[1])
			}
		}
	}
	var values edgeTable
	for _, edges := range byDiscs {
		for _, edge := range edges {
			own, opp := edge[0], edge[1]
			both := (expected[own.index(opp)] - expected[opp.index(own)]) / 2
			values[own.index(opp)] = int16(math.Round(both / edgeUnit))
		}
	}
	return &values
}

// Stability of a disc: it can be flipped now, it may be flipped later, or it can never be flipped.
const (
	unstable = iota
	semistable
	stableForEver
)

// staticWorth is the value of a disc by its kind of square and its stability. X squares are the last
// two. Corners are always stable.
var staticWorth = [10][3]float64{
	{2: 700}, {-25, 200, 1200}, {75, 200, 1000}, {50, 200, 1000},
	{50, 200, 1000}, {75, 200, 1000}, {-25, 200, 1200}, {2: 700},
	{unstable: -2000}, {unstable: -2000},
}

// staticEdge is the value of an edge's discs without moves, own minus opp.
func staticEdge(own, opp edgeDiscs) (worth float64) {
	for i, byStability := range staticWorth {
		switch {
		case own.has(i):
			worth += byStability[own.stability(opp, i)]
		case opp.has(i):
			worth -= byStability[opp.stability(own, i)]
		}
	}
	return worth
}

func (own edgeDiscs) has(i int) bool { return own>>i&1 != 0 }

// stability returns the stability of own's disc i.
func (own edgeDiscs) stability(opp edgeDiscs, i int) int {
	discs := own | opp
	if x := i - 8; x >= 0 {
		if discs.has(7 * x) {
			return semistable
		}
		return unstable
	}
	left, right := own.runEnd(i, -1), own.runEnd(i, +1)
	leftOpen, rightOpen := left >= 0 && !discs.has(left), right <= 7 && !discs.has(right)
	leftHeld, rightHeld := left >= 0 && !leftOpen, right <= 7 && !rightOpen // by opp
	switch {
	case leftOpen && rightHeld || leftHeld && rightOpen:
		return unstable
	case leftOpen && rightOpen || leftHeld && rightHeld && discs&0xff != 0xff:
		return semistable
	}
	return stableForEver
}

// runEnd is the first square from i on in a direction that own does not hold, −1 or 8 if it
// holds all.
func (own edgeDiscs) runEnd(i, step int) int {
	for i >= 0 && i <= 7 && own.has(i) {
		i += step
	}
	return i
}

// expectedEdge is the value of an edge for own, who moves next. It makes the best move if that is
// possible, otherwise the next best, and so on. Not moving on the edge is always possible.
func expectedEdge(expected *[edgeXConfigurations]float64, own, opp edgeDiscs) (value float64) {
	type choice struct{ probability, value float64 }
	choices := make([]choice, 1, 11)
	choices[0] = choice{1, expected[own.index(opp)]}
	for i := range 10 {
		if !(own | opp).has(i) {
			flips := own.flips(opp, i)
			after := expected[(opp &^ flips).index(own|flips|1<<i)]
			choices = append(choices, choice{own.chance(opp, i), -after})
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

// flips returns the discs on the edge that a move to i flips.
func (own edgeDiscs) flips(opp edgeDiscs, i int) (flips edgeDiscs) {
	if i > 7 {
		return 0
	}
	for _, step := range [2]int{-1, 1} {
		end := opp.runEnd(i+step, step)
		if end < 0 || end > 7 || !own.has(end) {
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
func (own edgeDiscs) chance(opp edgeDiscs, i int) float64 {
	switch {
	case i > 7:
		return 0.5
	case own.flips(opp, i) != 0:
		return 1
	case i == 0 || i == 7:
		switch x := 8 + i/7; {
		case own.has(x):
			return 0.001
		case opp.has(x):
			return 0.9
		}
		return 0.1
	}
	chance := [3][3]float64{{.1, .4, .7}, {.05, .3}, {.01}}[own.beside(i)][opp.beside(i)]
	if opp.flips(own, i) != 0 {
		chance /= 2
	}
	return chance
}

// beside counts the discs on the two squares next to i, which is not a corner.
func (own edgeDiscs) beside(i int) int { return int(own>>(i-1)&1 + own>>(i+1)&1) }
