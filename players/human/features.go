package human

import (
	"math/bits"
	"sync"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
)

// patternCount is the number of places of tuples.Patterns on a board.
const patternCount = 46

// FeatureCount is the number of features that a move has.
const FeatureCount = patternCount + 5

// A Move is a legal move and its features. Each feature is an index below Features. It stands for a weight of
// patterns.Folding that occurs on the board after the move, or for a property that countFeatures adds. A
// rotation or reflection of the board does not change the features.
type Move struct {
	Square   engine.Square
	Features [FeatureCount]int32
}

// The numbers of features other than patterns. Larger numbers of moves and of flipped discs count as the largest.
const (
	discCounts = 65
	moveCounts = 32
	flipCounts = 24
	squareKind = 10 // squares that no turn or mirror maps to each other
	regionKind = 6  // by size, each for an even and an odd number of squares
)

// Features is the number of different features.
var Features = sync.OnceValue(func() int {
	return patterns.Folding().Weights + discCounts + 2*moveCounts + flipCounts + squareKind*regionKind
})

// AppendMoves appends the legal moves of a board without holes, in the order of squares.
func AppendMoves(into []Move, b engine.Board) []Move {
	var at tuples.Position
	var space [tuples.Slots]uint32
	of := patterns.Folding().Of
	for s := range engine.SquaresOf(b.Moves()) {
		flips := b.Flips(s)
		after := engine.Board{Mover: b.Mover | flips | s.Bit(), Opponent: b.Opponent &^ flips}
		m := Move{Square: s}
		tuples.Patterns().Find(after.Mover, after.Opponent, &at)
		for i, entry := range at.Entries(tuples.Patterns(), &space) {
			m.Features[i] = of[entry] - 1
		}
		m.countFeatures(b, after, flips)
		into = append(into, m)
	}
	return into
}

// countFeatures sets the features other than patterns: the number of discs, the moves that each side has after the
// move, the number of turned discs, and the kind of the square with the size of its empty region.
func (m *Move) countFeatures(before, after engine.Board, flips uint64) {
	own, opponent := engine.Mobilities(after.Mover, after.Opponent)
	from := patterns.Folding().Weights
	for i, f := range [...]struct{ number, of int }{
		{bits.OnesCount64(before.Mover | before.Opponent), discCounts},
		{bits.OnesCount64(own), moveCounts},
		{bits.OnesCount64(opponent), moveCounts},
		{bits.OnesCount64(flips), flipCounts},
		{kindOf(m.Square)*regionKind + regionOf(before, m.Square), squareKind * regionKind},
	} {
		m.Features[patternCount+i] = int32(from + min(f.number, f.of-1))
		from += f.of
	}
}

// kindOf returns the kind of a square, by its distances from the edges.
func kindOf(s engine.Square) int {
	x, y := int(s)%8, int(s)/8
	x, y = min(x, 7-x), min(y, 7-y)
	near, far := min(x, y), max(x, y)
	return far*(far+1)/2 + near
}

// regionOf returns the kind of the connected empty squares around an empty square.
func regionOf(b engine.Board, s engine.Square) int {
	region := s.Bit()
	for front := region; front != 0; {
		wider := engine.Neighbours[bits.TrailingZeros64(front)] & b.Empty() &^ region
		region |= wider
		front = front&(front-1) | wider
	}
	size, kind := bits.OnesCount64(region), 0
	switch {
	case size > 9:
		kind = 2
	case size > 3:
		kind = 1
	}
	return 2*kind + size%2
}

// StageCount is the number of stages of a game. Each stage has its own weights.
const StageCount = 12

// StageOf returns the stage of a position, from 0. A stage lasts five moves.
func StageOf(b engine.Board) int {
	return max(0, min((bits.OnesCount64(b.Mover|b.Opponent)-4)/5, StageCount-1))
}

// DiscFeatures returns the range of the features that stand for disc counts. Each move has exactly one of
// them.
func DiscFeatures() (from, to int) {
	from = patterns.Folding().Weights
	return from, from + discCounts
}
