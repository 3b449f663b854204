package evaluators

import (
	"fmt"
	"math/bits"

	"evothello/engine"
)

// CheckLarge returns an error if weights use a scorer that is not counted on boards larger than 8×8. Only Standard
// scorers are counted there.
func CheckLarge(w Weights) error {
	for scorer := range w.All() {
		if !scorer.Standard {
			return fmt.Errorf("its weights use scorer %s, which works only on boards up to 8×8; "+
				"larger boards have the scorers table, possibility, edge and blank", scorer.Name)
		}
	}
	return nil
}

// A LargeEvaluator computes the values of positions on boards of one size larger than 8×8. It is immutable.
type LargeEvaluator struct {
	table       largeTable
	possibility int
	edge        int
	blank       [3]int
}

// CompileLarge returns the evaluator of weights on boards of size rows and columns. The weights must pass CheckLarge.
func CompileLarge(w Weights, size int) *LargeEvaluator {
	return &LargeEvaluator{
		table: newLargeTable(size, w), possibility: w.Get("possibility.w"), edge: w.Get("edge.w"),
		blank: [3]int{w.Get("blank.w1"), w.Get("blank.w2"), w.Get("blank.w3")},
	}
}

// TableScore returns the points of the scorer table for the side to move.
func (e *LargeEvaluator) TableScore(b *engine.LargeBoard) int { return e.table.score(b) }

// Score is the value of an unfinished game for the side to move. moves are its legal moves, and replies the opponent's.
func (e *LargeEvaluator) Score(b *engine.LargeBoard, moves, replies *engine.LargeSet) int {
	score := e.table.score(b) + e.possibility*(moves.Count()-replies.Count())
	if e.edge != 0 {
		score += e.edge * (largeEdge(b, &b.Mover) - largeEdge(b, &b.Opponent))
	}
	if e.blank != [3]int{} {
		own, opp := largeBlank(b, &b.Mover), largeBlank(b, &b.Opponent)
		for i, w := range e.blank {
			score += w * (own[i] - opp[i])
		}
	}
	return score
}

// largeEdge is the Edge count of one colour's discs.
func largeEdge(b *engine.LargeBoard, discs *engine.LargeSet) (n int) {
	last := b.Size - 1
	for _, corner := range corners(last) {
		for _, d := range corner.edges {
			if !discs.Has(corner.square) {
				continue
			}
			k := 1
			for k < last && discs.Has(corner.along(d, k)) {
				n, k = n+1, k+1
			}
			// A whole edge counts one more, once for both of its ends: seen from its upper or left one.
			if k == last && d[0]+d[1] > 0 && discs.Has(corner.along(d, last)) {
				n++
			}
		}
	}
	return n
}

// largeBlank are the Blank counts of one colour's discs.
func largeBlank(b *engine.LargeBoard, discs *engine.LargeSet) (n [3]int) {
	empty := b.Empty()
	last := b.Size - 1
	for y := range b.Size {
		for dy := -1; dy <= 1; dy++ {
			if y+dy < 0 || y-dy < 0 || y+dy > last || y-dy > last {
				continue
			}
			inside := uint32(1)<<last - 2 // without the first and the last column
			n[0] += bits.OnesCount32(discs[y] & inside & (empty[y+dy] >> 1))
			n[0] += bits.OnesCount32(discs[y] & inside & (empty[y+dy] << 1))
			if dy != 0 {
				n[0] += bits.OnesCount32(discs[y] & empty[y+dy])
			}
		}
	}
	for _, corner := range corners(last) {
		if !empty.Has(corner.square) {
			continue
		}
		if across := [2]int{corner.edges[0][0], corner.edges[1][1]}; discs.Has(corner.along(across, 1)) {
			n[1]++
		}
		for _, d := range corner.edges {
			if !discs.Has(corner.along(d, 1)) {
				continue
			}
			for k := 2; k < min(b.Size, 6); k++ {
				if empty.Has(corner.along(d, k)) {
					n[2]++
				}
			}
		}
	}
	return n
}

// A cornerOf is a corner with the directions of its two edges, along a row and along a column.
type cornerOf struct {
	square engine.Square
	edges  [2][2]int
}

// along returns the square k steps from the corner.
func (c *cornerOf) along(d [2]int, k int) engine.Square {
	return engine.At(c.square.Col()+k*d[0], c.square.Row()+k*d[1])
}

func corners(last int) [4]cornerOf {
	return [4]cornerOf{
		{engine.At(0, 0), [2][2]int{{1, 0}, {0, 1}}}, {engine.At(last, 0), [2][2]int{{-1, 0}, {0, 1}}},
		{engine.At(0, last), [2][2]int{{1, 0}, {0, -1}}}, {engine.At(last, last), [2][2]int{{-1, 0}, {0, -1}}},
	}
}
