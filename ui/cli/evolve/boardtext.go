package evolve

import (
	"fmt"
	"io"
	"strings"
	"time"

	"evothello/internal/english"
	"evothello/report"
	"evothello/report/boards"
	"evothello/ui/cli"
)

// A boardProgress shows the progress of a board's analysis: a bar on a terminal, elsewhere a line per minute.
type boardProgress struct {
	*display
	name   string
	budget time.Duration
}

func newBoardProgress(w io.Writer, name string, budget time.Duration) *boardProgress {
	p := &boardProgress{newDisplay(w), name, budget}
	if p.bar == nil {
		p.pause = time.Minute
	}
	return p
}

func (p *boardProgress) update(doing string, nodes uint64) {
	if !p.due() {
		return
	}
	elapsed := time.Since(p.began).Seconds()
	fields := []string{p.name, doing}
	if nodes > 0 {
		fields = append(fields, fmt.Sprintf("%.0f million positions, %.1f a second", float64(nodes)/1e6,
			float64(nodes)/1e6/elapsed))
	}
	p.show(elapsed/p.budget.Seconds(), append(fields, report.Duration(elapsed))...)
}

// printBoard prints the analysis of a board.
func printBoard(w io.Writer, s boards.BoardAnalysis) {
	fmt.Fprintf(w, "%s: %d squares, %d of them blank, first moves %s\n\n", cli.Plain(s.Name), s.Squares, s.Blanks,
		strings.Join(s.FirstMoves, " "))
	drawBoard(w, s.Board)
	if r := s.Random; r != nil {
		share := func(share float64) string {
			low, high := r.Interval(share)
			return fmt.Sprintf("%.1f %% (%.1f to %.1f)", share, low, high)
		}
		fmt.Fprintf(w, "random players  Black wins %s, White %s, drawn %s\n", share(r.Black), share(r.White), share(r.Draw))
		fmt.Fprintf(w, "                %s, 95 %% intervals\n", english.Count(r.Games, "game"))
	}
	if b := s.BestGame; b != nil {
		printPart(w, "best play", bestInWords(b), b.Record, b.Seconds)
	}
	printLargest(w, "Black", s.LargestWinBlack)
	printLargest(w, "White", s.LargestWinWhite)
	printShortest(w, "Black", s.ShortestWinBlack)
	printShortest(w, "White", s.ShortestWinWhite)
}

// drawBoard draws 64 squares, and an empty line.
func drawBoard(w io.Writer, squares string) {
	fmt.Fprintln(w, "    a b c d e f g h")
	for row := range 8 {
		fmt.Fprintf(w, "  %d %s\n", row+1, strings.Join(strings.Split(squares[8*row:8*row+8], ""), " "))
	}
	fmt.Fprintln(w)
}

// printPart prints a part of an analysis: its title, the result, a game that shows it, and the time it took.
func printPart(w io.Writer, part, found, record string, seconds float64) {
	fmt.Fprintf(w, "%-14s  %s  (%s)\n", part, found, report.Duration(seconds))
	if record != "" {
		fmt.Fprintf(w, "                %s\n", record)
	}
}

func bestInWords(b *boards.BestGame) string {
	score := fmt.Sprintf("%d–%d", b.Black, b.White)
	switch {
	case b.Exact && b.Black > b.White:
		return "Black wins " + score
	case b.Exact && b.Black < b.White:
		return "White wins " + score
	case b.Exact:
		return "a draw, " + score
	}
	return fmt.Sprintf("not known yet: Black gets %+d to %+d discs; players with a shallow search play %s",
		*b.AtLeast, *b.AtMost, score)
}

func printLargest(w io.Writer, side string, l *boards.Largest) {
	if l == nil {
		return
	}
	found := fmt.Sprintf("%s %d–%d", side, l.Black, l.White)
	if !l.Exact {
		found += fmt.Sprintf(", the largest found so far; more than %d is impossible", *l.AtMost)
	}
	printPart(w, "largest win", found, l.Record, l.Seconds)
}

func printShortest(w io.Writer, side string, s *boards.Shortest) {
	if s == nil {
		return
	}
	found := fmt.Sprintf("%s in %s", side, english.Count(s.Moves, "move"))
	switch {
	case s.Exact && s.Moves == 0:
		found = side + " can never win"
	case !s.Exact && s.Moves == 0:
		found = fmt.Sprintf("%s: none found so far; fewer than %s is impossible", side, english.Count(*s.AtLeast, "move"))
	case !s.Exact:
		found += fmt.Sprintf(", the shortest found so far; fewer than %d is impossible", *s.AtLeast)
	}
	printPart(w, "shortest win", found, s.Record, s.Seconds)
}

// printBoardHead prints the heading of the table of boards.
func printBoardHead(w io.Writer) {
	fmt.Fprintf(w, "%-12s %7s %6s %18s  %-12s %15s %15s  %s\n", "board", "squares", "blanks", "random B W draw",
		"best play", "largest wins", "shortest wins", "time")
}

// printBoardRow prints a board's line of the table. A "?" marks bounds.
func printBoardRow(w io.Writer, s boards.BoardAnalysis) {
	best, largest, shortest, random := "?", "", "", ""
	if r := s.Random; r != nil {
		random = fmt.Sprintf("%.1f %.1f %.1f", r.Black, r.White, r.Draw)
	}
	switch b := s.BestGame; {
	case b == nil:
	case b.Exact:
		best = fmt.Sprintf("%d–%d", b.Black, b.White)
	default:
		best = fmt.Sprintf("%+d to %+d", *b.AtLeast, *b.AtMost)
	}
	for _, l := range []*boards.Largest{s.LargestWinBlack, s.LargestWinWhite} {
		switch {
		case l == nil:
			largest += " ?"
		case l.Exact:
			largest += fmt.Sprintf(" %d–%d", l.Black, l.White)
		default:
			largest += fmt.Sprintf(" %d–%d?", l.Black, l.White)
		}
	}
	for _, short := range []*boards.Shortest{s.ShortestWinBlack, s.ShortestWinWhite} {
		switch {
		case short == nil:
			shortest += " ?"
		case short.Exact && short.Moves == 0:
			shortest += " none"
		case short.Exact:
			shortest += fmt.Sprintf(" %d", short.Moves)
		default:
			shortest += fmt.Sprintf(" %d…%d?", *short.AtLeast, short.Moves)
		}
	}
	fmt.Fprintf(w, "%-12s %7d %6d %18s  %-12s %15s %15s  %s\n", cli.Plain(s.Name), s.Squares, s.Blanks, random, best,
		largest, shortest, report.Duration(s.Seconds))
}
