package main

import (
	"fmt"
	"io"
	"strings"

	"evothello/analysis"
	"evothello/engine"
	"evothello/formats"
	"evothello/internal/english"
)

// printMoves prints a game's moves as a table, and what each side gave away.
func printMoves(w io.Writer, g *formats.Annotated, moves []analysis.Move) {
	fmt.Fprintf(w, "%12s %10s  %10s %7s\n", "move", "value", "better", "lost")
	unit := analysis.Unit("")
	for i := range moves {
		m := &moves[i]
		if m.Unit != unit && m.Unit != analysis.Outcome {
			unit = m.Unit
			fmt.Fprintf(w, "%s\n", map[analysis.Unit]string{
				analysis.Points: "guessed, in points", analysis.Discs: "solved, in discs",
			}[unit])
		}
		if i > 0 && m.Side == moves[i-1].Side {
			fmt.Fprintf(w, "     %-5s  pass\n", m.Side.Other())
		}
		fmt.Fprintln(w, strings.TrimRight(row(m), " "))
	}
	fmt.Fprintf(w, "\n%-6s %8s %12s %8s %11s %9s %9s\n", "", "guessed", "points lost", "solved", "discs lost", "mistakes", "blunders")
	for _, side := range []engine.Side{engine.Black, engine.White} {
		s := analysis.SumOf(moves, side)
		fmt.Fprintf(w, "%-6s %8d %12d %8d %11d %9d %9d\n", side, s.Guessed, s.PointsLost, s.Solved, s.DiscsLost, s.Mistakes, s.Blunders)
	}
	fmt.Fprintf(w, "%s\n\n", ending(g))
}

func row(m *analysis.Move) string {
	text := fmt.Sprintf("%3d  %-5s  %s %10s", m.Number, m.Side, m.Played, valueText(m.Value, m.Unit))
	if m.Lost() == 0 {
		return text
	}
	text += fmt.Sprintf("  %3s %6s", m.Best, valueText(m.BestValue, m.Unit))
	if m.Unit == analysis.Outcome {
		return text + fmt.Sprintf(" %7s %s", "", m.Mark)
	}
	text += fmt.Sprintf(" %7d %-2s", m.Lost(), m.Mark)
	if before, after := standing(m.BestValue), standing(m.Value); m.Unit == analysis.Discs && before != after {
		text += fmt.Sprintf("  %s, now %s", before, after)
	}
	return text
}

// standing says what an exact score or an outcome means.
func standing(score int) string {
	switch {
	case score > 0:
		return "won"
	case score < 0:
		return "lost"
	}
	return "drawn"
}

func valueText(value int, unit analysis.Unit) string {
	switch {
	case unit == analysis.Outcome && value == 0:
		return "open"
	case unit == analysis.Outcome:
		return standing(value)
	}
	return fmt.Sprintf("%+d", value)
}

// ending says how the game stands after the last move.
func ending(g *formats.Annotated) string {
	p := g.Final()
	if !p.Over() {
		return fmt.Sprintf("Not played to the end: %d squares are empty.", p.Empties())
	}
	winner, discs := p.Winner()
	if discs == 0 {
		return "Drawn."
	}
	return fmt.Sprintf("%s won by %s.", winner, english.Count(discs, "disc"))
}
