package roster

import (
	"context"
	"math"
	"math/bits"
	"sync"

	"evothello/engine/large"
	"evothello/evaluators"
	"evothello/players"
)

// class names the square's class among the features of the Table scorer. The rule is that
// of the reversi library, y-tetsu/reversi, which lays its table out for any size
// (reversi/strategies/table.py): the outer ring has corner, c and a2 from each corner, and
// b3 between. Inside it rings alternate: those at an odd distance from the edge have x at
// their corners, o1 beside them and o2 between, those at an even one a1 and b2. The four
// squares in the middle are b1.
func class(size int, s large.Square) string {
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

// A table is a board's squares by what a disc on them is worth, those left out where that
// is nothing.
type table []worth

type worth struct {
	squares large.Set
	points  int
}

// tableOf lays out the table of a board with the reversi library's weights.
func tableOf(size int) table {
	if known, ok := tables.Load(size); ok {
		return known.(table)
	}
	byPoints, weights := map[int]*large.Set{}, evaluators.Defaults()
	var t table
	for y := range size {
		for x := range size {
			s := large.At(x, y)
			points := weights.Get("table." + class(size, s))
			if byPoints[points] == nil {
				byPoints[points] = &large.Set{}
			}
			byPoints[points][y] |= 1 << x
		}
	}
	for points, squares := range byPoints {
		if points != 0 {
			t = append(t, worth{*squares, points})
		}
	}
	tables.Store(size, t)
	return t
}

var tables sync.Map // by board size

// score is what the discs are worth to the mover.
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

// tablePlayer looks one ply ahead with the Table scorer alone: a move that ends the game,
// too, is worth what the table says of the discs. Of equal moves it makes the first.
type tablePlayer struct{}

const tableAbout = "looks one ply ahead with the Table scorer alone"

// NewGame implements players.LargePlayer.
func (tablePlayer) NewGame(uint64) {}

// Move implements players.LargePlayer.
func (tablePlayer) Move(_ context.Context, at large.Position) (players.LargeResult, error) {
	t, best, r := tableOf(at.Size), math.MinInt, players.LargeResult{Depth: 1, Nodes: 1}
	for s := range at.Moves().Squares() {
		after := at.Board.Play(s)
		if points := -t.score(&after); points > best {
			best, r.Move = points, s
		}
		r.Nodes++
	}
	return r, nil
}
