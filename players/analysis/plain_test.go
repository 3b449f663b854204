package analysis

import (
	"fmt"
	"slices"

	"evothello/engine"
)

// A plainBoard is a position by the rules as people learn them. It uses nothing of the code under test.
type plainBoard struct {
	squares [64]byte // X, O, - or # as in a transcript
	side    byte     // to move
}

var directions = [8][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}

func opposite(side byte) byte { return 'X' + 'O' - side }

// beside returns the square some steps in a direction, or false off the board.
func (b *plainBoard) beside(square, direction, steps int) (int, bool) {
	x, y := square%8+steps*directions[direction][0], square/8+steps*directions[direction][1]
	if x < 0 || y < 0 || x > 7 || y > 7 || b.squares[8*y+x] == '#' {
		return 0, false
	}
	return 8*y + x, true
}

// flips lists what a side flips with a move.
func (b *plainBoard) flips(square int, side byte) (flipped []int) {
	if b.squares[square] != '-' {
		return nil
	}
	for d := range directions {
		var row []int
		for steps := 1; ; steps++ {
			next, there := b.beside(square, d, steps)
			if !there || b.squares[next] == '-' {
				break
			}
			if b.squares[next] == side {
				flipped = append(flipped, row...)
				break
			}
			row = append(row, next)
		}
	}
	return flipped
}

// moves lists the legal moves of a side.
func (b *plainBoard) moves(side byte) (all []int) {
	for square := range 64 {
		if len(b.flips(square, side)) > 0 {
			all = append(all, square)
		}
	}
	return all
}

// after returns the position after a move and the pass that may follow, and whether there was a pass.
func (b plainBoard) after(square int) (plainBoard, bool) {
	for _, s := range append(b.flips(square, b.side), square) {
		b.squares[s] = b.side
	}
	b.side = opposite(b.side)
	passes := len(b.moves(b.side)) == 0 && len(b.moves(opposite(b.side))) > 0
	if passes {
		b.side = opposite(b.side)
	}
	return b, passes
}

func (b *plainBoard) goesOn() bool { return len(b.moves('X'))+len(b.moves('O')) > 0 }

// having lists the discs of a side on some squares.
func (b *plainBoard) having(side byte, which func(square int) bool) (all []int) {
	for square, disc := range b.squares {
		if disc == side && which(square) {
			all = append(all, square)
		}
	}
	return all
}

func (b *plainBoard) corner(square int) bool {
	return slices.Contains([]int{0, 7, 56, 63}, square)
}

// safe lists the moves of the side to move after which the other side can take no corner.
func (b *plainBoard) safe() (all []int) {
	for _, move := range b.moves(b.side) {
		next := *b
		for _, s := range append(b.flips(move, b.side), move) {
			next.squares[s] = b.side
		}
		if !slices.ContainsFunc(next.moves(opposite(b.side)), b.corner) {
			all = append(all, move)
		}
	}
	return all
}

// stable lists discs of a side that no move can flip: on each of the four lines through them the board ends on one
// side, or a stable disc of the same side follows, or no square is empty.
func (b *plainBoard) stable(side byte) (all []int) {
	var stable [64]bool
	fixed := func(square, axis int) bool {
		full := true
		for d := 2 * axis; d <= 2*axis+1; d++ {
			if next, there := b.beside(square, d, 1); !there || stable[next] {
				return true
			}
			for steps := 1; ; steps++ {
				next, there := b.beside(square, d, steps)
				if !there {
					break
				}
				full = full && b.squares[next] != '-'
			}
		}
		return full
	}
	for grows := true; grows; {
		grows = false
		for square, disc := range b.squares {
			if disc == side && !stable[square] && fixed(square, 0) && fixed(square, 1) && fixed(square, 2) &&
				fixed(square, 3) {
				stable[square], grows = true, true
			}
		}
	}
	return b.having(side, func(square int) bool { return stable[square] })
}

// frontier lists a side's discs next to an empty square.
func (b *plainBoard) frontier(side byte) []int {
	return b.having(side, func(square int) bool {
		for d := range directions {
			if next, there := b.beside(square, d, 1); there && b.squares[next] == '-' {
				return true
			}
		}
		return false
	})
}

// region lists the empty squares that are connected with one, in board order.
func (b *plainBoard) region(square int) []int {
	all := []int{square}
	for i := 0; i < len(all); i++ {
		for d := range directions {
			if next, there := b.beside(all[i], d, 1); there && b.squares[next] == '-' && !slices.Contains(all, next) {
				all = append(all, next)
			}
		}
	}
	slices.Sort(all)
	return all
}

// A plainLine is a line of play without passes, with the position before it and after each move.
type plainLine struct {
	moves  []int
	boards []plainBoard
	passed []bool // after each move
}

func newPlainLine(at string, play []engine.Square) (l plainLine, err error) {
	b := plainBoard{side: at[len(at)-1]}
	copy(b.squares[:], at)
	l.boards = []plainBoard{b}
	for _, s := range play {
		if s == engine.Pass {
			continue
		}
		if len(b.flips(int(s), b.side)) == 0 {
			return l, fmt.Errorf("%s is illegal", s)
		}
		passed := false
		b, passed = b.after(int(s))
		l.moves, l.boards, l.passed = append(l.moves, int(s)), append(l.boards, b), append(l.passed, passed)
	}
	return l, nil
}

// plays returns the number of the move on a square by a side, 0 for none.
func (l *plainLine) plays(square int, side byte) int {
	i := slices.Index(l.moves, square)
	if i < 0 || l.boards[i].side != side {
		return 0
	}
	return i + 1
}

// passes counts the passes of a side.
func (l *plainLine) passes(side byte) (n int) {
	for i, passed := range l.passed {
		if passed && l.boards[i+1].side != side {
			n++
		}
	}
	return n
}
