package engine

import (
	"encoding/binary"
	"hash/fnv"
	"math/bits"
)

// A LargeBoard is a board of 10×10 to 26×26 squares, which do not fit into the 64-bit sets of a Board. A set of squares
// is one word per row. Everything else is as in Board. The code is correct for every even size from 4 on, and tests
// compare 8×8 with Board.
type LargeBoard struct {
	Mover, Opponent LargeSet
	Size            int // columns and rows, an even number
}

// full returns a row with all its squares.
func (b LargeBoard) full() uint32 { return 1<<b.Size - 1 }

// Empty returns the set of empty squares.
func (b LargeBoard) Empty() (empty LargeSet) {
	for y := range b.Size {
		empty[y] = b.full() &^ (b.Mover[y] | b.Opponent[y])
	}
	return empty
}

// Empties counts the empty squares.
func (b LargeBoard) Empties() int { return b.Size*b.Size - b.Discs() }

// Discs counts the discs of both sides.
func (b LargeBoard) Discs() int { return b.Mover.Count() + b.Opponent.Count() }

// Moves returns the set of the mover's legal moves.
func (b LargeBoard) Moves() (moves LargeSet) {
	for y := range b.Size {
		own, opp := b.Mover[y], b.Opponent[y]
		moves[y] = behindRuns(own, opp) | bits.Reverse32(behindRuns(bits.Reverse32(own), bits.Reverse32(opp)))
	}
	b.sweep(&moves, 0, +1)
	b.sweep(&moves, b.Size-1, -1)
	for y := range b.Size {
		moves[y] &= b.full() &^ (b.Mover[y] | b.Opponent[y])
	}
	return moves
}

// behindRuns returns the columns right behind runs of opp's discs that start to the right of an own
// disc: adding one where a run starts carries through it.
func behindRuns(own, opp uint32) uint32 { return (opp + opp&(own<<1)) &^ opp }

// sweep adds the squares behind runs of the opponent's discs that start at a mover's disc and lead
// from row to row, straight or diagonally. It goes down from the first row or up from the last.
func (b *LargeBoard) sweep(moves *LargeSet, from, step int) {
	var own, straight, left, right uint32 // of the previous row: the mover's discs, and the runs so far
	for y := from; y >= 0 && y < b.Size; y += step {
		moves[y] |= straight | left>>1 | right<<1
		opp := b.Opponent[y]
		straight = opp & (straight | own)
		left = opp & ((left | own) >> 1)
		right = opp & ((right | own) << 1)
		own = b.Mover[y]
	}
}

// directions are the eight directions.
var directions = [8][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}

// Flips returns the discs that the mover flips by playing on the empty square s, none if the move is
// illegal.
func (b LargeBoard) Flips(s Square) (flips LargeSet) {
	for _, d := range directions {
		x, y := s.Col()+d[0], s.Row()+d[1]
		run := 0
		for b.holds(&b.Opponent, x, y) {
			x, y, run = x+d[0], y+d[1], run+1
		}
		if run == 0 || !b.holds(&b.Mover, x, y) {
			continue
		}
		for range run {
			x, y = x-d[0], y-d[1]
			flips[y] |= 1 << x
		}
	}
	return flips
}

// holds reports whether the square exists and is in the set.
func (b *LargeBoard) holds(set *LargeSet, x, y int) bool {
	return uint(x) < uint(b.Size) && uint(y) < uint(b.Size) && set[y]>>x&1 != 0
}

// Play returns the board after the mover plays on square s, from the other side's view. The move must
// be legal.
func (b LargeBoard) Play(s Square) LargeBoard {
	after := LargeBoard{Mover: b.Opponent, Opponent: b.Mover, Size: b.Size}
	for y, flipped := range b.Flips(s) {
		after.Mover[y] &^= flipped
		after.Opponent[y] |= flipped
	}
	after.Opponent.Add(s)
	return after
}

// Swap returns the board from the other side's view, which is the effect of a pass.
func (b LargeBoard) Swap() LargeBoard {
	return LargeBoard{Mover: b.Opponent, Opponent: b.Mover, Size: b.Size}
}

// Over reports whether neither side can move.
func (b LargeBoard) Over() bool {
	return b.Moves().IsEmpty() && b.Swap().Moves().IsEmpty()
}

// DiscDiff returns the mover's discs minus the opponent's on the board.
func (b LargeBoard) DiscDiff() int { return b.Mover.Count() - b.Opponent.Count() }

// FinalDiff returns the result of a finished game in discs for the mover. Empty squares count for the
// winner.
func (b LargeBoard) FinalDiff() int {
	diff := b.DiscDiff()
	switch {
	case diff > 0:
		return diff + b.Empties()
	case diff < 0:
		return diff - b.Empties()
	}
	return 0
}

// small converts a board of 8×8 squares. Squares in both sets are holes.
func (b LargeBoard) small() (board Board) {
	for y := range 8 {
		board.Mover |= uint64(b.Mover[y]) << (8 * y)
		board.Opponent |= uint64(b.Opponent[y]) << (8 * y)
	}
	return board
}

// Canonical returns one board that represents all boards symmetric to this one.
func (b LargeBoard) Canonical() LargeBoard {
	best, image := b, b
	for k := 1; k < 8; k++ {
		if k == 4 {
			image = image.mirrored()
		} else {
			image = image.turned()
		}
		if image.before(best) {
			best = image
		}
	}
	return best
}

// Hash returns a hash of the discs, the same on every machine.
func (b LargeBoard) Hash() uint64 {
	h := fnv.New64a()
	for y := range b.Size {
		var row [8]byte
		binary.LittleEndian.PutUint32(row[:4], b.Mover[y])
		binary.LittleEndian.PutUint32(row[4:], b.Opponent[y])
		_, _ = h.Write(row[:]) // never fails
	}
	sum := h.Sum64()
	return sum ^ sum>>32 // the low bits alone depend on few discs
}

// mirrored reverses the columns.
func (b LargeBoard) mirrored() LargeBoard {
	return b.moved(func(s Square) Square { return At(b.Size-1-s.Col(), s.Row()) })
}

// turned rotates the board by a quarter turn.
func (b LargeBoard) turned() LargeBoard {
	return b.moved(func(s Square) Square { return At(b.Size-1-s.Row(), s.Col()) })
}

func (b LargeBoard) moved(to func(Square) Square) LargeBoard {
	image := LargeBoard{Size: b.Size}
	for s := range b.Mover.Squares() {
		image.Mover.Add(to(s))
	}
	for s := range b.Opponent.Squares() {
		image.Opponent.Add(to(s))
	}
	return image
}

// before is a total order of boards.
func (b LargeBoard) before(other LargeBoard) bool {
	for y := range b.Size {
		if b.Mover[y] != other.Mover[y] {
			return b.Mover[y] < other.Mover[y]
		}
		if b.Opponent[y] != other.Opponent[y] {
			return b.Opponent[y] < other.Opponent[y]
		}
	}
	return false
}
