// Package engine implements the rules of Othello on boards of any shape within 8×8 squares: legal
// moves, flips, passes, the end of the game, the notations for squares, positions and games, and
// perft to verify them. A Board is two 64-bit sets from the view of the side to move.
package engine

import "math/bits"

// A Board holds the discs of the side to move and of its opponent. Bit i is square i (a1 = bit 0,
// h8 = bit 63). The zero Board is empty.
//
// A square in both sets is a hole: it is not part of the board, never empty and never played on, and
// lines of discs end there. So a position includes the shape of its board, and code that compares,
// mirrors or stores positions needs no other data. Functions that take two sets of discs instead of
// a Board expect them without holes, as Sets returns them.
type Board struct {
	Mover, Opponent uint64
}

// Holes returns the set of squares that are not part of the board.
func (b Board) Holes() uint64 { return b.Mover & b.Opponent }

// SquareSize returns 4, 6 or 8 for a square board of that size in the middle of 8×8, and 0 for other boards.
func (b Board) SquareSize() int {
	for i, squares := range [3]uint64{0x00003c3c3c3c0000, 0x007e7e7e7e7e7e00, ^uint64(0)} {
		if b.Holes() == ^squares {
			return 4 + 2*i
		}
	}
	return 0
}

// Sets returns the discs of the side to move and of its opponent, without holes.
func (b Board) Sets() (own, opp uint64) { return b.Mover &^ b.Opponent, b.Opponent &^ b.Mover }

// StartBoard returns the board of the first move, from Black's view.
func StartBoard() Board {
	return Board{Mover: At(4, 3).Bit() | At(3, 4).Bit(), Opponent: At(3, 3).Bit() | At(4, 4).Bit()}
}

// Empty returns the set of empty squares.
func (b Board) Empty() uint64 { return ^(b.Mover | b.Opponent) }

// Empties counts the empty squares.
func (b Board) Empties() int { return bits.OnesCount64(b.Empty()) }

// Discs counts the discs of both sides.
func (b Board) Discs() int { return bits.OnesCount64(b.Mover ^ b.Opponent) }

// Size counts the squares of the board without holes.
func (b Board) Size() int { return 64 - bits.OnesCount64(b.Holes()) }

// Moves returns the set of the mover's legal moves.
func (b Board) Moves() uint64 {
	own, opp := b.Sets()
	return Mobility(own, opp) &^ b.Holes()
}

// Flips returns the discs that the mover flips by playing on the empty square s, 0 if the move is
// illegal.
func (b Board) Flips(s Square) uint64 {
	own, opp := b.Sets()
	return Flips(own, opp, s)
}

// Play returns the board after the mover plays on square s, from the other side's view. The move
// must be legal.
func (b Board) Play(s Square) Board {
	flips := b.Flips(s)
	return Board{Mover: b.Opponent ^ flips, Opponent: b.Mover ^ flips ^ s.Bit()}
}

// Swap returns the board from the other side's view, which is the effect of a pass.
func (b Board) Swap() Board { return Board{Mover: b.Opponent, Opponent: b.Mover} }

// Over reports whether neither side can move.
func (b Board) Over() bool {
	return b.Moves() == 0 && b.Swap().Moves() == 0
}

// DiscDiff returns the mover's discs minus the opponent's on the board.
func (b Board) DiscDiff() int {
	return bits.OnesCount64(b.Mover) - bits.OnesCount64(b.Opponent)
}

// FinalDiff returns the result of a finished game in discs for the mover. Empty squares count for
// the winner, so the result is at most the number of squares.
func (b Board) FinalDiff() int {
	diff := b.DiscDiff()
	switch {
	case diff > 0:
		return diff + b.Empties()
	case diff < 0:
		return diff - b.Empties()
	}
	return 0
}

// Columns a and h stop a horizontal or diagonal run from wrapping into another row.
const (
	colA  uint64 = 0x0101010101010101
	colH         = colA << 7
	inner        = ^(colA | colH)
)

// Mobility returns the squares where a disc of own would flip at least one disc of opp. On boards with holes some of
// these squares may be holes. It follows each of the four axes both ways at once in three doubling steps (Kogge–Stone):
// own discs spread through runs of opp's discs, and the empty square behind a run is a move.
func Mobility(own, opp uint64) uint64 {
	in := opp & inner
	moves := (in+in&(own<<1))&^in | // along rows a carry does it, because no row leads into another
		behindDown(own, in, 1) |
		behindUp(own, opp, 8) | behindDown(own, opp, 8) |
		behindUp(own, in, 7) | behindDown(own, in, 7) |
		behindUp(own, in, 9) | behindDown(own, in, 9)
	return moves &^ (own | opp)
}

// behindUp returns the squares behind runs of opp that start next to own, upwards along the axis
// with the given bit distance. behindDown does so downwards. They are short enough for the compiler
// to inline them, with shifts by constants.
func behindUp(own, opp uint64, shift uint) uint64 {
	run, pair := opp&(own<<shift), opp&(opp<<shift)
	run |= opp & (run << shift)
	run |= pair & (run << (2 * shift))
	run |= pair & (run << (2 * shift))
	return run << shift
}

func behindDown(own, opp uint64, shift uint) uint64 {
	run, pair := opp&(own>>shift), opp&(opp>>shift)
	run |= opp & (run >> shift)
	run |= pair & (run >> (2 * shift))
	run |= pair & (run >> (2 * shift))
	return run >> shift
}

// Mobilities returns the Mobility of both sides, in two thirds of the time of two calls. Along an axis, two sets mark
// the pairs of neighbouring discs i and i+1 by bit i: the pairs with different colours and the pairs with the same
// colour. An empty square is a move for a side if a run of the other side's discs starts next to it and ends at a disc
// of the side itself.
func Mobilities(own, opp uint64) (ownMoves, oppMoves uint64) {
	ownIn, oppIn := own&inner, opp&inner // runs are inside, or they would wrap around the board
	differ, same := links(own, opp, ownIn, oppIn, 1)
	up := runsUp(differ, same, 1)
	ownMoves = up&(oppIn>>1) | (oppIn+oppIn&(own<<1))&^oppIn // along rows upwards by a carry
	oppMoves = up&(ownIn>>1) | (ownIn+ownIn&(opp<<1))&^ownIn
	differ, same = links(own, opp, own, opp, 8)
	up, down := runsUp(differ, same, 8), runsDown(differ, same, 8)
	ownMoves |= up&(opp>>8) | down&(opp<<8)
	oppMoves |= up&(own>>8) | down&(own<<8)
	differ, same = links(own, opp, ownIn, oppIn, 7)
	up, down = runsUp(differ, same, 7), runsDown(differ, same, 7)
	ownMoves |= up&(oppIn>>7) | down&(oppIn<<7)
	oppMoves |= up&(ownIn>>7) | down&(ownIn<<7)
	differ, same = links(own, opp, ownIn, oppIn, 9)
	up, down = runsUp(differ, same, 9), runsDown(differ, same, 9)
	ownMoves |= up&(oppIn>>9) | down&(oppIn<<9)
	oppMoves |= up&(ownIn>>9) | down&(ownIn<<9)
	empty := ^(own | opp)
	return ownMoves & empty, oppMoves & empty
}

func links(own, opp, ownIn, oppIn uint64, n uint) (differ, same uint64) {
	return own&(opp>>n) | opp&(own>>n), ownIn&(ownIn>>n) | oppIn&(oppIn>>n)
}

// runsUp returns the squares below upward runs that end in another colour, and runsDown the squares
// above downward runs.
func runsUp(differ, same uint64, n uint) uint64 {
	ends, pair := differ|same&(differ>>n), same&(same>>n)
	ends |= pair & (ends >> (2 * n))
	ends |= pair & (ends >> (2 * n))
	return ends >> n
}

func runsDown(differ, same uint64, n uint) uint64 {
	ends, pair := differ|same&(differ<<n), same&(same<<n)
	ends |= pair & (ends << (2 * n))
	ends |= pair & (ends << (2 * n))
	return ends << (2 * n)
}

// Perft counts the leaves of the game tree depth plies below b. A pass is a ply;
// a game that ends earlier counts as one leaf.
func Perft(b Board, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	moves := b.Moves()
	if moves == 0 {
		if b.Over() {
			return 1
		}
		return Perft(b.Swap(), depth-1)
	}
	if depth == 1 {
		return uint64(bits.OnesCount64(moves))
	}
	var leaves uint64
	for ; moves != 0; moves &= moves - 1 {
		leaves += Perft(b.Play(Square(bits.TrailingZeros64(moves))), depth-1)
	}
	return leaves
}

// Perft is like the function Perft, on a board of any size.
func (p Position) Perft(depth int) (leaves uint64) {
	switch {
	case !p.IsLarge():
		return Perft(p.Board, depth)
	case depth == 0 || p.Over():
		return 1
	case p.MustPass():
		return p.Pass().Perft(depth - 1)
	}
	for _, s := range p.Legal() {
		leaves += p.Play(s).Perft(depth - 1)
	}
	return leaves
}
