package large

import (
	"context"
	"math"
	"math/bits"

	"evothello/engine/large"
	"evothello/evaluators"
)

// squareClass returns the class of a square in the Table scorer. The rule is that of the reversi library
// (y-tetsu/reversi, reversi/strategies/table.py), which defines its table for any size. In the outer ring
// the squares from each corner on are corner, c and a2, and those in between b3. Inside, the rings
// alternate: those at an odd distance from the edge have x at their corners, o1 beside them and o2 in
// between; those at an even distance have a1 at their corners and b2 in between. The four central squares
// are b1.
func squareClass(size int, s large.Square) string {
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

// A table is the Table scorer of a board: groups of squares with the points of a disc on them. Squares with 0
// points are left out.
type table []squareGroup

type squareGroup struct {
	squares large.Set
	points  int
}

func newTable(size int, w evaluators.Weights) (t table) {
	byPoints := map[int]*large.Set{}
	for y := range size {
		for x := range size {
			s := large.At(x, y)
			points := w.Get("table." + squareClass(size, s))
			if byPoints[points] == nil {
				byPoints[points] = &large.Set{}
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
func (t table) score(b *large.Board) (points int) {
	for i := range t {
		discs := 0
		for y, squares := range t[i].squares[:b.Size] {
			discs += bits.OnesCount32(b.Mover[y]&squares) - bits.OnesCount32(b.Opponent[y]&squares)
		}
		points += discs * t[i].points
	}
	return points
}

// A tablePlayer searches one ply with the Table scorer only. It values a finished game by the table, too. Of
// equal moves it makes the first.
type tablePlayer struct {
	weights evaluators.Weights
	size    int // of the board that table is for
	table   table
}

// Table returns a player that looks one ply ahead with the Table scorer of weights.
func Table(w evaluators.Weights) Player { return &tablePlayer{weights: w} }

// NewGame implements Player.
func (*tablePlayer) NewGame(uint64) {}

// Move implements Player.
func (p *tablePlayer) Move(_ context.Context, at large.Position) (Result, error) {
	if p.size != at.Size {
		p.size, p.table = at.Size, newTable(at.Size, p.weights)
	}
	best, r := math.MinInt, Result{Depth: 1, Nodes: 1}
	for s := range at.Moves().Squares() {
		after := at.Board.Play(s)
		if points := -p.table.score(&after); points > best {
			best, r.Move = points, s
		}
		r.Nodes++
	}
	return r, nil
}
