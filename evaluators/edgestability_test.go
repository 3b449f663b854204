package evaluators

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

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
		assert.Equal(t, c.want, edgeStabilityCount(edgeValues(), black, 0), c.black)
		assert.Equal(t, -c.want, edgeStabilityCount(edgeValues(), 0, black), "white %s", c.black)
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
				assert.Equal(t, edgeLength(8).index(own, opp), i)
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
					assert.EqualValues(t, want, edgeLength(8).flips(own, opp, i), "%b %b %d", own, opp, i)
				}
			}
		}
	}
}

// The values of six squares that are stable, in danger, or give the corner away, beside those of eight.
func TestShorterEdges(t *testing.T) {
	value := func(n edgeLength, edge string) int {
		var own, opp edgeDiscs
		for i, c := range edge {
			switch c {
			case 'X':
				own |= 1 << i
			case 'O':
				opp |= 1 << i
			}
		}
		return int(int8(edgesFiles[int(n)][n.index(own, opp)]))
	}
	for _, c := range []struct {
		six, seven, eight string // the edge, then its two X squares
		want              [3]int
	}{
		{"--------", "---------", "----------", [3]int{}},
		{"X-------", "X--------", "X---------", [3]int{8, 8, 8}},
		{"------X-", "-------X-", "--------X-", [3]int{-20, -20, -20}},
		{"XXXXXX--", "XXXXXXX--", "XXXXXXXX--", [3]int{58, 68, 78}},
		{"-XXXX---", "-XXXXX---", "-XXXXXX---", [3]int{20, 25, 29}},
	} {
		assert.Equal(t, c.want, [3]int{value(6, c.six), value(7, c.seven), value(8, c.eight)}, c.six)
	}
}

// On every board the count is the sum of the values of its straight edges, as slowEdgeStability finds them.
func TestEdgeStabilityOnAnyBoard(t *testing.T) {
	files := map[int]string{6: edges6File, 7: edges7File, 8: edgesFile}
	rapid.Check(t, func(t *rapid.T) {
		p := anyPositionOnAnyBoard(t)
		playable := ^p.Holes()
		want := slowEdgeStability(files, p.Black(), p.White(), playable)
		require.Equal(t, want, edgestability.Count(p, nil)[0])
		require.Equal(t, want, ratedEdgesCount(layoutOf(playable).rated, p.Black(), p.White()))
		require.Equal(t, len(layoutOf(playable).rated) > 0, edgestability.Has(playable))
	})
}

// slowEdgeStability looks for edges among all rows and columns.
func slowEdgeStability(files map[int]string, own, opp, playable uint64) (count int) {
	on := func(x, y int) bool { return x >= 0 && x < 8 && y >= 0 && y < 8 && playable&engine.At(x, y).Bit() != 0 }
	// end reports whether the line through a square in a direction ends there.
	end := func(x, y, dx, dy int) bool { return !on(x+dx, y+dy) || !on(x-dx, y-dy) }
	for _, d := range [2][2]int{{1, 0}, {0, 1}} {
		dx, dy := d[0], d[1]
		for x := range 8 {
			for y := range 8 {
				if !on(x, y) || on(x-dx, y-dy) {
					continue // not the first square of a line
				}
				n, isEdge := 0, true
				for ; on(x+n*dx, y+n*dy); n++ {
					isEdge = isEdge && end(x+n*dx, y+n*dy, dy, dx) && end(x+n*dx, y+n*dy, 1, 1) && end(x+n*dx, y+n*dy, 1, -1)
				}
				squares := make([][2]int, n, n+2)
				for k := range squares {
					squares[k] = [2]int{x + k*dx, y + k*dy}
				}
				for _, k := range [2]int{1, n - 2} { // the X squares are beside the C squares
					for _, side := range [2]int{-1, 1} {
						if at := [2]int{x + k*dx + side*dy, y + k*dy + side*dx}; on(at[0], at[1]) {
							squares = append(squares, at)
						}
					}
				}
				values := files[n]
				if !isEdge || values == "" || len(squares) != n+2 {
					continue
				}
				index, power := 0, 1
				for _, s := range squares {
					bit := engine.At(s[0], s[1])
					index += power * int(own>>bit&1+2*(opp>>bit&1))
					power *= 3
				}
				count += int(int8(values[index]))
			}
		}
	}
	return count
}

func BenchmarkEdgeValues(b *testing.B) {
	for b.Loop() {
		edgeLength(8).expectEdges()
	}
}
