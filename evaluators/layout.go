package evaluators

import (
	"math/bits"
	"sync/atomic"

	"evothello/engine"
)

// A layout holds what scorers count by on a board: its corners, its edges, and the classes of its squares.
// docs/reference/scorers.md defines them for boards of any shape.
type layout struct {
	playable uint64
	corners  uint64
	edges    []edgeLine
	rated    []ratedEdge
	classes  [10]uint64 // the squares of each class, in the order of table.Features
	class    [64]uint8  // of each square, as an index into table.Features
}

// An edgeLine is an edge of a board.
type edgeLine struct {
	squares uint64
	ends    [2]edgeEnd
}

// An edgeEnd is an edge as seen from one of its corners.
type edgeEnd struct {
	corner, c uint64
	behind    uint64   // up to four squares, from behind the C square on
	runs      []uint64 // the first two squares, the first three, and so on, the whole edge left out
}

// lastLayout is the last one of a board with holes.
var lastLayout atomic.Pointer[layout]

var wholeLayout = newLayout(wholeBoard)

// layoutOf returns the layout of a board.
func layoutOf(playable uint64) *layout {
	if playable == wholeBoard {
		return wholeLayout
	}
	l := lastLayout.Load()
	if l == nil || l.playable != playable {
		l = newLayout(playable)
		lastLayout.Store(l)
	}
	return l
}

func newLayout(playable uint64) *layout {
	lines := engine.NewLines(playable)
	l := &layout{playable: playable, corners: lines.Safe()}
	edges := lines.Edges()
	for _, squares := range edges {
		l.edges = append(l.edges, newEdgeLine(squares))
	}
	l.rated = ratedEdges(edges, playable)
	for s := range engine.SquaresOf(playable) {
		l.class[s] = uint8(l.classOf(s))
		l.classes[l.class[s]] |= s.Bit()
	}
	return l
}

func newEdgeLine(squares []engine.Square) (e edgeLine) {
	n := len(squares)
	for _, s := range squares {
		e.squares |= s.Bit()
	}
	for end := range e.ends {
		at := func(k int) uint64 {
			if end == 1 {
				k = n - 1 - k
			}
			return squares[k].Bit()
		}
		from := edgeEnd{corner: at(0), c: at(1)}
		run := at(0)
		for k := 1; k < n-1; k++ {
			run |= at(k)
			from.runs = append(from.runs, run)
		}
		for k := 2; k < min(n, 6); k++ {
			from.behind |= at(k)
		}
		e.ends[end] = from
	}
	return e
}

// Classes of squares, as indexes into table.Features.
const (
	classCorner = iota
	classC
	classA1
	classA2
	classB1
	classB2
	classB3
	classX
	classO1
	classO2
)

// classOf returns the class of a square. The first rule that fits decides.
func (l *layout) classOf(s engine.Square) int {
	left, right, up, down := l.reach(s, -1, 0), l.reach(s, 1, 0), l.reach(s, 0, -1), l.reach(s, 0, 1)
	x, y := min(left, right), min(up, down)
	ring, along := min(x, y), max(x, y)-min(x, y)
	switch c, a2 := l.fromCorners(s); {
	case l.corners&s.Bit() != 0:
		return classCorner
	case c:
		return classC
	case ring > 0 && isMiddle(left, right) && isMiddle(up, down):
		return classB1
	case l.corners&engine.Neighbours[s] != 0:
		return classX
	case a2:
		return classA2
	case ring == 0:
		return classB3
	case ring%2 == 0 && along == 0:
		return classA1
	case ring%2 == 0:
		return classB2
	case along < 2:
		return classO1
	}
	return classO2
}

// isMiddle reports whether a square with so many squares on one side and on the other is in the middle.
func isMiddle(before, after int) bool { return max(before, after)-min(before, after) <= 1 }

// reach counts the squares beyond a square in a direction, up to a hole or the end of the board.
func (l *layout) reach(s engine.Square, dx, dy int) int {
	return bits.OnesCount64(lineFrom(s, dx, dy, l.playable))
}

// fromCorners reports whether a square is next to a corner along an edge, and whether it is the one behind.
func (l *layout) fromCorners(s engine.Square) (c, a2 bool) {
	for i := range l.edges {
		for j := range l.edges[i].ends {
			end := &l.edges[i].ends[j]
			c = c || end.c == s.Bit()
			a2 = a2 || len(end.runs) > 1 && end.runs[1]&^end.runs[0] == s.Bit()
		}
	}
	return c, a2
}
