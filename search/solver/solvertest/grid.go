// Package solvertest answers the questions about a board slowly, but by code that is obviously correct, on a
// grid of letters. Tests compare other answers with its answers.
package solvertest

import "evothello/engine"

// A Grid is a board in letters: X black, O white, - empty, # a hole. A frame of holes surrounds it.
type Grid [10][10]byte

// GridOf returns the board of a position.
func GridOf(p engine.Position) (g Grid) {
	for row := range g {
		for col := range g[row] {
			g[row][col] = '#'
		}
	}
	for i, square := range []byte(p.Squares()) {
		g[i/8+1][i%8+1] = square
	}
	return g
}

// Play returns the board after a side's disc on a square, and whether that is a legal move.
func (g Grid) Play(side byte, row, col int) (Grid, bool) {
	if g[row][col] != '-' {
		return g, false
	}
	turned := false
	for down := -1; down <= 1; down++ {
		for right := -1; right <= 1; right++ {
			n := 1
			for g[row+n*down][col+n*right] == other(side) {
				n++
			}
			if g[row+n*down][col+n*right] != side {
				continue
			}
			for n--; n > 0; n-- {
				g[row+n*down][col+n*right] = side
				turned = true
			}
		}
	}
	if turned {
		g[row][col] = side
	}
	return g, turned
}

// Moves returns the boards after each legal move of a side.
func (g Grid) Moves(side byte) (boards []Grid) {
	for row := 1; row <= 8; row++ {
		for col := 1; col <= 8; col++ {
			if after, legal := g.Play(side, row, col); legal {
				boards = append(boards, after)
			}
		}
	}
	return boards
}

// Difference returns Black's discs minus White's.
func (g Grid) Difference() (diff int) {
	for _, row := range g {
		for _, square := range row {
			switch square {
			case 'X':
				diff++
			case 'O':
				diff--
			}
		}
	}
	return diff
}

func other(side byte) byte {
	if side == 'X' {
		return 'O'
	}
	return 'X'
}

// Never is a number of moves that no game has. In a Truth it means that no game ends with this side ahead.
const Never = 99

// Truth is the correct analysis of a position. It holds Black's discs minus White's with best play, the
// largest and the smallest possible difference, and the number of moves of the shortest game that ends with
// each side ahead.
type Truth struct {
	Best, Most, Least      int
	BlackAhead, WhiteAhead int
}

// An Oracle computes the Truth of positions and caches it.
type Oracle map[question]Truth

type question struct {
	board Grid
	side  byte
}

// Ask returns the Truth of a position.
func (o Oracle) Ask(p engine.Position) Truth { return o.ask(GridOf(p), p.Side.Letter()[0]) }

func (o Oracle) ask(g Grid, side byte) Truth {
	if t, known := o[question{g, side}]; known {
		return t
	}
	t := o.find(g, side)
	o[question{g, side}] = t
	return t
}

func (o Oracle) find(g Grid, side byte) Truth {
	boards, passes := g.Moves(side), 0
	if len(boards) == 0 {
		if len(g.Moves(other(side))) == 0 {
			return over(g.Difference())
		}
		boards, passes = []Grid{g}, 1
	}
	t := Truth{Best: -Never, Most: -Never, Least: Never, BlackAhead: Never, WhiteAhead: Never}
	if side == 'O' {
		t.Best = Never
	}
	for _, after := range boards {
		next := o.ask(after, other(side))
		if side == 'X' {
			t.Best = max(t.Best, next.Best)
		} else {
			t.Best = min(t.Best, next.Best)
		}
		t.Most, t.Least = max(t.Most, next.Most), min(t.Least, next.Least)
		t.BlackAhead = min(t.BlackAhead, next.BlackAhead+1-passes)
		t.WhiteAhead = min(t.WhiteAhead, next.WhiteAhead+1-passes)
	}
	t.BlackAhead, t.WhiteAhead = min(t.BlackAhead, Never), min(t.WhiteAhead, Never)
	return t
}

func over(diff int) Truth {
	t := Truth{Best: diff, Most: diff, Least: diff, BlackAhead: Never, WhiteAhead: Never}
	if diff > 0 {
		t.BlackAhead = 0
	} else if diff < 0 {
		t.WhiteAhead = 0
	}
	return t
}
