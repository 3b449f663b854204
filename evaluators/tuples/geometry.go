package tuples

import (
	"fmt"
	"math/bits"

	"evothello/engine"
)

// Slots is the maximum number of places in a geometry, over all its shapes.
const Slots = 64

// A Geometry is a list of shapes whose tables lie one after the other in one slice of values. The value of a position
// is the sum of the table values at all places of all shapes.
type Geometry struct {
	Shapes []Shape
	Starts []int // where each shape's table begins in the values
	Len    int   // number of values, without padding

	slots  int
	places [Slots][]engine.Square
	lookup *lookup
	blocks int // number of groups of 16 slots to look up
}

// A lookup is the data for computing a position's configurations. The vector code contains the
// offsets of its fields.
type lookup struct {
	// rows holds what the own discs of a row add to the configurations, by the row's byte. The
	// opponent's discs add twice as much. All sums are modulo 2^16.
	rows    [8][256]configurations
	squares [65]configurations // the same for an own disc on one square; the last one is 0
	starts  [Slots]uint32      // index in the values of each slot's table
}

// configurations holds a number of 16 bits for each slot, four in a word, the first in the lowest
// bits.
type configurations [Slots / 4]uint64

// of returns the number of a slot.
func (c *configurations) of(slot int) uint32 { return uint32(uint16(c[slot/4] >> (16 * (slot % 4)))) }

// NewGeometry returns the geometry of the shapes, with their tables in this order. It panics if they have too many
// places or squares.
func NewGeometry(shapes ...Shape) *Geometry {
	g := &Geometry{Shapes: shapes, lookup: new(lookup)}
	for _, s := range shapes {
		if s.Configurations() > 1<<16 || g.slots+len(s.Places) > Slots {
			panic(fmt.Sprintf("tuples: no room for the shape %s", s.Name))
		}
		for _, place := range s.Places {
			for i, square := range place {
				g.lookup.squares[square][g.slots/4] += uint64(power3(i)) << (16 * (g.slots % 4))
			}
			g.places[g.slots], g.lookup.starts[g.slots] = place, uint32(g.Len)
			g.slots++
		}
		g.Starts = append(g.Starts, g.Len)
		g.Len += s.Configurations()
	}
	for slot := g.slots; slot < Slots; slot++ {
		g.lookup.starts[slot] = uint32(g.Len) // the index of a 0
	}
	g.blocks = (g.slots + 15) / 16
	for row := range g.lookup.rows {
		for discs := 1; discs < 256; discs++ {
			sum := g.lookup.rows[row][discs&(discs-1)]
			g.add(&sum, &g.lookup.squares[8*row+bits.TrailingZeros8(uint8(discs))])
			g.lookup.rows[row][discs] = sum
		}
	}
	return g
}

// First returns a geometry that uses the same values, but looks up the first n shapes only.
func (g *Geometry) First(n int) *Geometry {
	first := *g
	first.slots = 0
	for _, s := range g.Shapes[:n] {
		first.slots += len(s.Places)
	}
	first.blocks = (first.slots + 15) / 16
	return &first
}

// Shares reports whether two geometries use the same values. One of them may look up fewer shapes.
func (g *Geometry) Shares(other *Geometry) bool { return g.lookup == other.lookup }

// Wider returns g or other, whichever looks up more shapes. The two must use the same values.
func (g *Geometry) Wider(other *Geometry) *Geometry {
	if other.slots > g.slots {
		return other
	}
	return g
}

// Values holds the tables of a geometry's shapes, one after the other. It has Len numbers and two
// zeros as padding, because the vector code reads four bytes at a time.
type Values []int16

// NewValues returns values that are all 0.
func (g *Geometry) NewValues() Values { return make(Values, g.Len+2) }

// Add adds other to v, number by number. Both must be values of the same geometry.
func (v Values) Add(other Values) {
	for i, value := range other {
		v[i] += value
	}
}

// Entries calls visit for each place, in the order of shapes and places, with the index of its configuration in Values.
// Configurations are from own's view.
func (g *Geometry) Entries(own, opp uint64, visit func(entry int)) {
	at := g.find(own, opp)
	for slot := range g.slots {
		visit(int(g.lookup.starts[slot] + at.of(slot)))
	}
}

// find returns the configurations of a position, as far as the geometry looks up. It counts the opponent's discs
// twice: with all discs, and once more.
func (g *Geometry) find(own, opp uint64) (at configurations) {
	g.addRows(&at, own|opp)
	g.addRows(&at, opp)
	return at
}

// addRows adds what discs of own add.
func (g *Geometry) addRows(to *configurations, discs uint64) {
	rows := &g.lookup.rows
	a, b, c, d := &rows[0][discs&0xff], &rows[1][discs>>8&0xff], &rows[2][discs>>16&0xff], &rows[3][discs>>24&0xff]
	e, f, h, k := &rows[4][discs>>32&0xff], &rows[5][discs>>40&0xff], &rows[6][discs>>48&0xff], &rows[7][discs>>56]
	for i := range 4 * g.blocks {
		i &= 15
		to[i] += a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + h[i] + k[i]
	}
}
