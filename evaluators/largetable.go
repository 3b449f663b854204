package evaluators

import (
	"math/bits"

	"evothello/engine"
)

// squareClass returns the class of a square in the Table scorer. The rule is that of the reversi library
// (y-tetsu/reversi, reversi/strategies/table.py), which defines its table for any size. In the outer ring
// the squares from each corner on are corner, c and a2, and those in between b3. Inside, the rings
// alternate: those at an odd distance from the edge have x at their corners, o1 beside them and o2 in
// between; those at an even distance have a1 at their corners and b2 in between. The four central squares
// are b1.
func squareClass(size int, s engine.Square) string {
	x, y := min(s.Col(), size-1-s.Col()), min(s.Row(), size-1-s.Row())
	ring, along := min(x, y), max(x, y)-min(x, y)
	switch middle := size/2 - 1; {
	case ring == middle:
		return "b1"
	case ring == 0:
		return [...]string{"corner", "c", "a2", "b3"}[min(along, 3)]
	case ring%2 == 0:
		return [...]string{"a1", "b2"}[min(along, 1)]
	}
	return [...]string{"x", "o1", "o2"}[min(along, 2)]
}

// A largeTable is the Table scorer of a board: groups of squares with the points of a disc on them. Squares with 0
// points are left out.
type largeTable []squareGroup

type squareGroup struct {
	squares engine.LargeSet
	points  int
}

func newLargeTable(size int, w Weights) (t largeTable) {
	byPoints := map[int]*engine.LargeSet{}
	for y := range size {
		for x := range size {
			s := engine.At(x, y)
			points := w.Get("table." + squareClass(size, s))
			if byPoints[points] == nil {
				byPoints[points] = &engine.LargeSet{}
			}
			byPoints[points][y] |= 1 << x
		}
	}
	for points, squares := range byPoints {
		if points != 0 {
			t = append(t, squareGroup{*squares, points})
		}
	}
	return t
}

// score returns the table's points for the side to move.
func (t largeTable) score(b *engine.LargeBoard) (points int) {
	for i := range t {
		discs := 0
		for y, squares := range t[i].squares[:b.Size] {
			discs += bits.OnesCount32(b.Mover[y]&squares) - bits.OnesCount32(b.Opponent[y]&squares)
		}
		points += discs * t[i].points
	}
	return points
}
