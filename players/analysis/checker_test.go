package analysis

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"evothello/engine"
)

var (
	numbers = regexp.MustCompile(`\b([a-h][1-8])\b|\b(\d+)\b`) // a square, or a number
	foreign = regexp.MustCompile(`[^ -~]`)
)

// disproved returns what is wrong with a reason for the best line of two, "" if it is true.
func disproved(r *Reason, at string, best, played []engine.Square) string {
	b, err := newPlainLine(at, best)
	if err != nil {
		return err.Error()
	}
	p, err := newPlainLine(at, played)
	if err != nil {
		return err.Error()
	}
	in, other := &p, &b
	if r.Line == InBest {
		in, other = &b, &p
	}
	if int(r.Move) != in.moves[0] || int(r.Instead) != other.moves[0] || r.Ply < 1 || r.Ply > len(in.moves) {
		return "wrong moves or ply"
	}
	mover, side := at[len(at)-1], "XO"[r.Side]
	// In the line of the move played, what is good belongs to the opponent.
	good := (side == mover) == (r.Line == InBest)
	squares := make([]int, len(r.Squares))
	for i, s := range r.Squares {
		squares[i] = int(s)
	}
	if wrong := disprovedWords(r); wrong != "" {
		return wrong
	}
	switch r.Kind {
	case Corners, Wedge:
		return disprovedTaking(r, in, other, side, good, squares)
	case Passes:
		if good || !in.passed[r.Ply-1] || in.boards[r.Ply].side == side || in.passes(side) <= other.passes(side) {
			return "does not have to pass"
		}
	case LastMove:
		return disprovedLast(r, in, other, side, good, squares)
	default:
		return disprovedCount(r, in, other, side, mover, squares)
	}
	return ""
}

// disprovedWords compares the squares and numbers of the English and Japanese sentences with those of the reason.
func disprovedWords(r *Reason) string {
	for _, says := range []string{r.Sentences().English, r.Sentences().Japanese} {
		for _, word := range numbers.FindAllStringSubmatch(foreign.ReplaceAllString(says, " "), -1) {
			square, err := engine.ParseSquare(word[1])
			if err == nil && square != r.Move && square != r.Instead && !slices.Contains(r.Squares, square) {
				return "names " + word[1]
			}
			n, err := strconv.Atoi(word[2])
			onRow := r.Kind == Edge && r.Squares[0].Row()+1 == n
			if err == nil && n != len(r.Squares) && n != len(r.Other) && n != r.Ply && !onRow {
				return "names " + word[2]
			}
		}
	}
	return ""
}

func disprovedTaking(r *Reason, in, other *plainLine, side byte, good bool, squares []int) string {
	for i, square := range squares {
		ply := in.plays(square, side)
		switch {
		case !good:
			return "is good for the move played"
		case ply == 0, i == 0 && ply != r.Ply, i > 0 && ply < in.plays(squares[i-1], side):
			return "is not taken by that move"
		case r.Kind == Corners && (!in.boards[0].corner(square) || other.plays(square, side) != 0):
			return "is no corner, or is taken in both lines"
		case r.Kind == Wedge && !wedged(&in.boards[ply-1], square, opposite(side)):
			return "is no wedge"
		case in.boards[len(in.boards)-1].squares[square] != side:
			return "is flipped"
		}
	}
	return ""
}

// wedged reports whether a square is between two discs on an edge.
func wedged(b *plainBoard, square int, side byte) bool {
	x, y := square%8, square/8
	row := (y == 0 || y == 7) && x > 0 && x < 7 && b.squares[square-1] == side && b.squares[square+1] == side
	column := (x == 0 || x == 7) && y > 0 && y < 7 && b.squares[square-8] == side && b.squares[square+8] == side
	return row || column
}

func disprovedLast(r *Reason, in, other *plainLine, side byte, good bool, squares []int) string {
	if !good || !slices.Equal(squares, in.boards[0].region(squares[0])) {
		return "is no region"
	}
	last := func(l *plainLine) (ply int, by byte) {
		filled := 0
		for i, move := range l.moves {
			if slices.Contains(squares, move) {
				filled++
				ply, by = i+1, l.boards[i].side
			}
		}
		if filled < len(squares) {
			return 0, 0
		}
		return ply, by
	}
	if ply, by := last(in); ply != r.Ply || by != side {
		return "is not the last move"
	}
	if _, by := last(other); by != opposite(side) {
		return "is the last move in the other line, too"
	}
	return ""
}

func disprovedCount(r *Reason, in, other *plainLine, side, mover byte, squares []int) string {
	here, there := &in.boards[r.Ply], &other.boards[min(r.Ply, len(other.moves))]
	if r.Kind == Edge {
		here, there = &in.boards[len(in.moves)], &other.boards[len(other.moves)]
		if r.Ply != len(in.moves) || here.goesOn() || there.goesOn() {
			return "is not the end"
		}
	} else if r.Ply > len(other.moves) {
		return "is after the other line"
	}
	count := func(b *plainBoard) []int {
		switch r.Kind {
		case Moves:
			return b.moves(side)
		case Safe:
			return b.safe()
		case Stable:
			return b.stable(side)
		case Frontier:
			return b.frontier(side)
		}
		place := func(s int) int { return s % 8 }
		if squares[0]/8 == squares[len(squares)-1]/8 {
			place = func(s int) int { return s / 8 }
		}
		return b.having(side, func(s int) bool { return place(s) == place(squares[0]) && place(s)%7 == 0 })
	}
	others := count(there)
	switch {
	case (r.Kind == Moves || r.Kind == Safe) && (here.side != side || there.side != side):
		return "is not to move"
	case !slices.Equal(count(here), squares):
		return fmt.Sprintf("counts %v, not %v", count(here), squares)
	case len(others) != len(r.Other):
		return fmt.Sprintf("counts %v in the other line", others)
	case ((side == mover) != (r.Kind == Frontier)) != (len(squares) < len(others)) || len(squares) == len(others):
		return "is better for the move played"
	}
	for i, s := range r.Other {
		if int(s) != others[i] {
			return fmt.Sprintf("counts %v in the other line", others)
		}
	}
	return ""
}
