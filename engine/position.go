package engine

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"unique"
)

// A Side is one of the two players. Black moves first.
type Side int8

// The two sides.
const (
	Black Side = iota
	White
)

// Other returns the opponent.
func (s Side) Other() Side { return s ^ 1 }

// Letter returns "X" for Black and "O" for White.
func (s Side) Letter() string { return [2]string{"X", "O"}[s&1] }

// String returns "Black" or "White".
func (s Side) String() string { return [2]string{"Black", "White"}[s&1] }

// A Position is a board of any size and the side to move.
//
// Board is for code that knows boards within 8×8 squares only, such as the search. If the board is larger, Board has no
// squares at all, and Large returns the board.
type Position struct {
	Board
	Side  Side
	large unique.Handle[LargeBoard]
}

// Start returns the position of the first move.
func Start() Position { return Position{Board: StartBoard(), Side: Black} }

// LargeStart returns the position of the first move on a board of an even size: four discs in the middle, as on 8×8
// squares.
func LargeStart(size int) Position {
	low, high := size/2-1, size/2
	b := LargeBoard{Size: size}
	b.Mover.Add(At(high, low))
	b.Mover.Add(At(low, high))
	b.Opponent.Add(At(low, low))
	b.Opponent.Add(At(high, high))
	return b.At(Black)
}

// IsStart reports whether this is the start position of the standard board or of a board larger than 8×8.
func (p Position) IsStart() bool {
	return p == Start() || p.IsLarge() && p == LargeStart(p.Columns())
}

// At returns the position with this board and the given side to move.
func (b LargeBoard) At(side Side) Position {
	return Position{Board: Board{Mover: ^uint64(0), Opponent: ^uint64(0)}, Side: side, large: unique.Make(b)}
}

// IsLarge reports whether the board is larger than 8×8.
func (p Position) IsLarge() bool { return p.large != unique.Handle[LargeBoard]{} }

// Large returns the board, which must be larger than 8×8.
func (p Position) Large() LargeBoard { return p.large.Value() }

// Columns returns the number of columns, which is also the number of rows: 8 for all boards within 8×8 squares.
func (p Position) Columns() int {
	if p.IsLarge() {
		return p.Large().Size
	}
	return 8
}

// SameSquares reports whether the boards of two positions have the same squares.
func (p Position) SameSquares(other Position) bool {
	return p.Columns() == other.Columns() && p.Holes() == other.Holes()
}

// SquareSize returns the number of columns of a square board in the middle of its columns and rows, and 0 for a board
// of another shape.
func (p Position) SquareSize() int {
	if p.IsLarge() {
		return p.Columns()
	}
	return p.Board.SquareSize()
}

// Black returns Black's discs on a board within 8×8 squares.
func (p Position) Black() uint64 {
	own, opp := p.Sets()
	if p.Side == Black {
		return own
	}
	return opp
}

// White returns White's discs on a board within 8×8 squares.
func (p Position) White() uint64 {
	own, opp := p.Sets()
	if p.Side == Black {
		return opp
	}
	return own
}

// HasSquare reports whether the square is part of the board.
func (p Position) HasSquare(s Square) bool {
	return s.on(p.Columns()) && (p.IsLarge() || p.Holes()&s.Bit() == 0)
}

// Size counts the squares of the board without holes.
func (p Position) Size() int {
	if p.IsLarge() {
		return p.Large().Size * p.Large().Size
	}
	return p.Board.Size()
}

// Discs counts the discs of both sides.
func (p Position) Discs() int {
	if p.IsLarge() {
		return p.Large().Discs()
	}
	return p.Board.Discs()
}

// Empties counts the empty squares.
func (p Position) Empties() int { return p.Size() - p.Discs() }

// Legal returns the legal moves in the order a1, b1 …, never nil.
func (p Position) Legal() []Square {
	moves := []Square{}
	if p.IsLarge() {
		return slices.AppendSeq(moves, p.Large().Moves().Squares())
	}
	return slices.AppendSeq(moves, SquaresOf(p.Moves()))
}

// RandomMove returns one of the legal moves, all with the same probability. There must be a legal move.
func (p Position) RandomMove(rng *rand.Rand) Square {
	if p.IsLarge() {
		return p.Large().Moves().Pick(rng)
	}
	return RandomSquare(rng, p.Moves())
}

// Flipped returns the squares of the discs that a legal move flips.
func (p Position) Flipped(s Square) []Square {
	if p.IsLarge() {
		return slices.Collect(p.Large().Flips(s).Squares())
	}
	return slices.Collect(SquaresOf(p.Flips(s)))
}

// CountFlips counts the discs that a legal move flips.
func (p Position) CountFlips(s Square) int {
	if p.IsLarge() {
		return p.Large().Flips(s).Count()
	}
	return bits.OnesCount64(p.Flips(s))
}

// Corners returns the squares where a disc can never be flipped.
func (p Position) Corners() []Square {
	if last := p.Columns() - 1; p.IsLarge() {
		return []Square{At(0, 0), At(last, 0), At(0, last), At(last, last)}
	}
	return slices.Collect(SquaresOf(NewLines(^p.Holes()).Safe()))
}

// Play returns the position after the legal move s; for Pass, the same board
// with the other side to move.
func (p Position) Play(s Square) Position {
	switch {
	case s == Pass:
		return p.Pass()
	case p.IsLarge():
		return p.Large().Play(s).At(p.Side.Other())
	}
	return Position{Board: p.Board.Play(s), Side: p.Side.Other()}
}

// Pass returns the same board with the other side to move.
func (p Position) Pass() Position {
	if p.IsLarge() {
		return p.Large().Swap().At(p.Side.Other())
	}
	return Position{Board: p.Swap(), Side: p.Side.Other()}
}

// MustPass reports whether the mover has no move and the opponent has one.
func (p Position) MustPass() bool {
	if p.IsLarge() {
		b := p.Large()
		return b.Moves().IsEmpty() && !b.Swap().Moves().IsEmpty()
	}
	return p.Moves() == 0 && p.Swap().Moves() != 0
}

// Over reports whether neither side can move.
func (p Position) Over() bool {
	if p.IsLarge() {
		return p.Large().Over()
	}
	return p.Board.Over()
}

// Settle passes for a mover who must pass. The result has a legal move or is the end of the game.
func (p Position) Settle() Position {
	if p.MustPass() {
		return p.Pass()
	}
	return p
}

// FinalDiff returns the result of a finished game in discs for the mover. Empty squares count for the winner.
func (p Position) FinalDiff() int {
	if p.IsLarge() {
		return p.Large().FinalDiff()
	}
	return p.Board.FinalDiff()
}

// Winner returns the winner of a finished game and the disc difference; empty squares count for the
// winner. After a draw the difference is 0 and the side has no meaning.
func (p Position) Winner() (side Side, discs int) {
	if discs = p.FinalDiff(); discs < 0 {
		return p.Side.Other(), -discs
	}
	return p.Side, discs
}

// Canonical returns one position, with Black to move, that represents all positions that are symmetric to this one or
// have the colours swapped.
func (p Position) Canonical() Position {
	if p.IsLarge() {
		return p.Large().Canonical().At(Black)
	}
	return Position{Board: p.Board.Canonical()}
}

// Hash returns a hash of the discs of the mover and its opponent, the same on every machine.
func (p Position) Hash() uint64 {
	if p.IsLarge() {
		return p.Large().Hash()
	}
	return p.Board.Hash()
}

// Squares writes the board with one character per square, row by row from a1. A board within 8×8 has 64 characters. X
// is black, O white, - empty and # a hole.
func (p Position) Squares() string {
	mover, opponent := p.Side.Letter()[0], p.Side.Other().Letter()[0]
	if p.IsLarge() {
		b := p.Large()
		text := make([]byte, 0, b.Size*b.Size)
		for y := range b.Size {
			for x := range b.Size {
				text = append(text, letterOf(b.Mover.Has(At(x, y)), b.Opponent.Has(At(x, y)), mover, opponent))
			}
		}
		return string(text)
	}
	var text [64]byte
	for s := range text {
		bit := Square(s).Bit()
		text[s] = letterOf(p.Mover&bit != 0, p.Opponent&bit != 0, mover, opponent)
	}
	return string(text[:])
}

// letterOf returns the letter of a square by the sets that contain it.
func letterOf(own, opp bool, mover, opponent byte) byte {
	switch {
	case own && opp:
		return '#'
	case own:
		return mover
	case opp:
		return opponent
	}
	return '-'
}

// String writes the position as "BOARD SIDE", the form that ParsePosition reads.
func (p Position) String() string { return p.Squares() + " " + p.Side.Letter() }
