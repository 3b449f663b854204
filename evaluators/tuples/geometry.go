package tuples

import (
	"fmt"
	"math/bits"

	"evothello/engine"
)

// Slots is how many places of shapes a geometry can have.
const Slots = 64

// A Geometry is a list of shapes and the order of their tables in one slice of values. A
// position looks up all places of each shape.
type Geometry struct {
	Shapes []Shape
	Starts []int // where in the values each shape's table begins
	Len    int   // how many values there are in all

	slots  int
	places [Slots][]engine.Square
	lookup *lookup
	blocks int // how many times 16 slots are looked up
}

// A lookup is what it takes to find a position's configurations: the vector code knows the
// offsets of its fields.
type lookup struct {
	// What the own discs of a row, by byte, add to the configuration of each slot, modulo
	// 2^16, and so do the opponent's twice.
	rows    [8][256]configurations
	squares [64]configurations // and so does the disc on one square
	starts  [Slots]uint32      // where in the values the tables of the slots begin
}

// configurations are a number of 16 bits for each slot, four in a word, the first
// in the lowest bits.
type configurations [Slots / 4]uint64

// A slot's number never carries over into the next one's.
func (c *configurations) add(d *configurations) {
	for i := range c {
		c[i] += d[i]
	}
}

// of is the number of a slot.
func (c *configurations) of(slot int) uint32 { return uint32(uint16(c[slot/4] >> (16 * (slot % 4)))) }

// NewGeometry lays the shapes' tables out one behind the other. It panics if they have too
// many places or squares.
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
		g.lookup.starts[slot] = uint32(g.Len) // a value that is 0
	}
	g.blocks = (g.slots + 15) / 16
	for row := range g.lookup.rows {
		for discs := 1; discs < 256; discs++ {
			sum := g.lookup.rows[row][discs&(discs-1)]
			sum.add(&g.lookup.squares[8*row+bits.TrailingZeros8(uint8(discs))])
			g.lookup.rows[row][discs] = sum
		}
	}
	return g
}

// First is a geometry that looks up the first n shapes only, in values of the whole.
func (g *Geometry) First(n int) *Geometry {
	first := *g
	first.slots = 0
	for _, s := range g.Shapes[:n] {
		first.slots += len(s.Places)
	}
	first.blocks = (first.slots + 15) / 16
	return &first
}

// Shares reports whether two geometries have the same values, though one may look up fewer
// of them.
func (g *Geometry) Shares(other *Geometry) bool { return g.lookup == other.lookup }

// Wider is the one of two such geometries that looks up more.
func (g *Geometry) Wider(other *Geometry) *Geometry {
	if other.slots > g.slots {
		return other
	}
	return g
}

// Values are the tables of a geometry's shapes, one behind the other: Len numbers and two
// that are 0. The vector code reads four bytes at a time.
type Values []int16

// NewValues are values that are all 0.
func (g *Geometry) NewValues() Values { return make(Values, g.Len+2) }

// Add adds other values of the same geometry.
func (v Values) Add(other Values) {
	for i, value := range other {
		v[i] += value
	}
}

// Entries calls visit with the index in Values of what each place of each shape counts for
// own, in the order of shapes and places.
func (g *Geometry) Entries(own, opp uint64, visit func(entry int)) {
	at := g.find(own, opp)
	for slot := range g.slots {
		visit(int(g.lookup.starts[slot] + at.of(slot)))
	}
}

// find returns the configurations of a position.
func (g *Geometry) find(own, opp uint64) (at configurations) {
	for row := range 8 {
		a, b := &g.lookup.rows[row][own>>(8*row)&0xff], &g.lookup.rows[row][opp>>(8*row)&0xff]
		for i := range at {
			at[i] += a[i] + 2*b[i]
		}
	}
	return at
}
