package evolve

import (
	"fmt"
	"io"
	"math"
	"strings"

	"evothello/engine"
	"evothello/formats"
	"evothello/internal/english"
	"evothello/players/analysis"
)

// printMoves prints a table of a game's moves, and each side's losses.
func printMoves(w io.Writer, g *formats.Annotated, moves []analysis.Move) {
	fmt.Fprintf(w, "%12s %10s  %10s %7s\n", "move", "value", "better", "lost")
	part := ""
	for i := range moves {
		m := &moves[i]
		if now := partOf(m); now != part && m.Unit != analysis.Outcome {
			part = now
			fmt.Fprintln(w, part)
		}
		if i > 0 && m.Side == moves[i-1].Side {
			fmt.Fprintf(w, "     %-5s  pass\n", m.Side.Other())
		}
		fmt.Fprintln(w, strings.TrimRight(row(m), " "))
		printReasons(w, m)
	}
	printSums(w, analysis.SumOf(moves, engine.Black), analysis.SumOf(moves, engine.White))
	fmt.Fprintf(w, "%s\n\n", gameResult(g))
}

// printReasons prints why a move is a mistake, and the expected play on which this can be counted.
func printReasons(w io.Writer, m *analysis.Move) {
	if m.Compared == nil || len(m.Compared.Reasons) == 0 {
		return
	}
	for _, r := range m.Compared.Reasons {
		fmt.Fprintf(w, "             %s\n", r.Sentences().English)
	}
	fmt.Fprintf(w, "             %s\n             %s\n", &m.Compared.Played, &m.Compared.Best)
}

// partOf returns the heading of a move's part of the table: how values are known, and their unit.
func partOf(m *analysis.Move) string {
	switch {
	case m.Unit == analysis.Discs:
		return "solved, in discs"
	case m.InDiscs:
		return "estimated, in discs"
	}
	return "estimated, in points"
}

// printSums prints the losses of each side: in discs, or in both units if estimates are in points.
func printSums(w io.Writer, black, white analysis.Sum) {
	inDiscs := black.AllDiscsLost != nil && white.AllDiscsLost != nil
	head := "points lost"
	if inDiscs {
		head = "discs lost"
	}
	fmt.Fprintf(w, "\n%-6s %9s %12s %8s %11s", "", "estimated", head, "solved", "discs lost")
	if inDiscs {
		fmt.Fprintf(w, " %8s", "in all")
	}
	fmt.Fprintf(w, " %9s %9s\n", "mistakes", "blunders")
	for i, s := range []analysis.Sum{black, white} {
		fmt.Fprintf(w, "%-6s %9d ", engine.Side(i), s.InPoints)
		if inDiscs {
			fmt.Fprintf(w, "%12.1f %8d %11d %8.1f", *s.EstimatedDiscsLost, s.Solved, s.DiscsLost, *s.AllDiscsLost)
		} else {
			fmt.Fprintf(w, "%12d %8d %11d", s.PointsLost, s.Solved, s.DiscsLost)
		}
		fmt.Fprintf(w, " %9d %9d\n", s.Mistakes, s.Blunders)
	}
}

func row(m *analysis.Move) string {
	value, best, lost := valueTexts(m)
	text := fmt.Sprintf("%3d  %-5s  %s %10s", m.Number, m.Side, m.Played, value)
	if m.Lost() == 0 {
		return text
	}
	text += fmt.Sprintf("  %3s %6s %7s %-2s", m.Best, best, lost, m.Mark)
	if before, after := outcomeWord(m.BestValue), outcomeWord(m.Value); m.Unit == analysis.Discs && before != after {
		text += fmt.Sprintf("  %s, now %s", before, after)
	}
	return text
}

// outcomeWord returns the meaning of an exact score or an outcome.
func outcomeWord(score int) string {
	switch {
	case score > 0:
		return "won"
	case score < 0:
		return "lost"
	}
	return "drawn"
}

// valueTexts returns the value of a move, that of the best move, and the loss.
func valueTexts(m *analysis.Move) (value, best, lost string) {
	switch {
	case m.Unit == analysis.Outcome:
		return outcome(m.Value), outcome(m.BestValue), ""
	case m.Unit == analysis.Points && m.InDiscs:
		return estimate(m.Discs), estimate(m.BestDiscs), fmt.Sprintf("%.1f", m.LostDiscs())
	}
	return fmt.Sprintf("%+d", m.Value), fmt.Sprintf("%+d", m.BestValue), fmt.Sprint(m.Lost())
}

// estimate formats estimated discs.
func estimate(discs float64) string { return fmt.Sprintf("%+.1f", math.Round(10*discs)/10+0) } // no −0

func outcome(value int) string {
	if value == 0 {
		return "open"
	}
	return outcomeWord(value)
}

// gameResult returns a sentence with the result of the game, or how far it was played.
func gameResult(g *formats.Annotated) string {
	p := g.Final()
	if !p.Over() {
		return fmt.Sprintf("Not played to the end: %d squares are empty%s.", p.Empties(), statedResult(g.Result))
	}
	winner, discs := p.Winner()
	if discs == 0 {
		return "Drawn."
	}
	return fmt.Sprintf("%s won by %s.", winner, english.Count(discs, "disc"))
}

// statedResult returns the result that a file gives a game without an end, for the end of a sentence.
func statedResult(r *formats.Result) string {
	if r == nil {
		return ""
	}
	result := "a draw"
	if r.Discs != 0 {
		winner := engine.Black
		if r.Discs < 0 {
			winner = engine.White
		}
		result = fmt.Sprintf("%s won by %g", winner, math.Abs(r.Discs))
	}
	how := map[string]string{"r": ", resigned", "t": ", out of time", "s": ", agreed"}[strings.ToLower(r.How)]
	return fmt.Sprintf("; the file's result: %s%s", result, how)
}
