package evaluators

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// Values of edges for X, in points; a stable disc has seven to twelve. The X squares are written
// before and after the edge.
func TestEdgeValues(t *testing.T) {
	value := func(edge string) int {
		own, opp := parseEdge(edge, 'X'), parseEdge(edge, 'O')
		return int(edgeValues()[own.index(opp)])
	}
	for _, c := range []struct {
		edge string
		want int
	}{
		{"- -------- -", 0},
		{"- X------- -", 8},
		{"- --X----- -", 1},   // an A square
		{"- -X------ -", 3},   // a C square: alone, not yet a danger
		{"X -------- -", -20}, // an X square, the corner is open
		{"X X------- -", 8},   // an X square next to the own corner does no harm
		{"- XX------ -", 20},  // a disc that cannot be flipped
		{"- --XXXX-- -", 6},   // balanced
		{"- -XXXXX-- -", 17},
		{"- -XXXXXX- -", 29},
		{"- O------X -", 0},
		{"- OXXXX--- -", -32}, // all can be flipped along the edge
		{"- XXXXXXXX -", 78},
	} {
		assert.Equal(t, c.want, value(c.edge), c.edge)
	}
	assert.EqualValues(t, maxEdgeValue, slices.Max(edgeValues()[:]))
}

// edgeWithX extracts edges and X squares from the board: a disc on an X square belongs to two
// edges, and so does one in a corner.
func TestEdgeStabilityOfABoard(t *testing.T) {
	for _, c := range []struct {
		black string
		want  int
	}{
		{"a1", 16}, {"h8", 16},
		{"b2", -40}, {"g2", -40}, {"b7", -40}, {"g7", -40},
		{"a1 b2", 16}, {"h1 b2", -23},
		{"c3", 0},
	} {
		var black uint64
		for _, name := range strings.Fields(c.black) {
			s, err := engine.ParseSquare(name)
			require.NoError(t, err)
			black |= s.Bit()
		}
		assert.Equal(t, c.want, edgeStabilityCount(edgeValues(), black, 0, wholeBoard), c.black)
		assert.Equal(t, -c.want, edgeStabilityCount(edgeValues(), 0, black, wholeBoard), "white %s", c.black)
	}
}

func parseEdge(edge string, side rune) (discs edgeDiscs) {
	square := []int{8, -1, 0, 1, 2, 3, 4, 5, 6, 7, -1, 9}
	for i, c := range edge {
		if c == side {
			discs |= 1 << square[i]
		}
	}
	return discs
}

// No two configurations share an index, and all indexes but the last are used.
func TestEdgeConfigurationsAreNumbered(t *testing.T) {
	var taken [edgeXConfigurations]bool
	for own := range edgeDiscs(1 << 10) {
		for opp := range edgeDiscs(1 << 10) {
			if own&opp == 0 {
				i := own.index(opp)
				assert.False(t, taken[i])
				taken[i] = true
			}
		}
	}
	assert.NotContains(t, taken, false)
}

// Flips along an edge equal those of the rules on the whole board.
func TestEdgeFlipsAreThoseOfTheRules(t *testing.T) {
	for own := range edgeDiscs(1 << 8) {
		for opp := range edgeDiscs(1 << 8) {
			for i := range 8 {
				if own&opp == 0 && !(own | opp).has(i) {
					want := engine.Flips(uint64(own), uint64(opp), engine.Square(i)) // on row 1
					assert.EqualValues(t, want, own.flips(opp, i), "%b %b %d", own, opp, i)
				}
			}
		}
	}
}

func BenchmarkEdgeValues(b *testing.B) {
	for b.Loop() {
		expectEdges()
	}
}
