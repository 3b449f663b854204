package evolve

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/internal/english"
	"evothello/report/analysis"
	"evothello/ui/cli"
	"evothello/weights"
)

type explainFlags struct {
	json, moves, points bool
	board               string
}

func newExplain() *cobra.Command {
	var f explainFlags
	cmd := &cobra.Command{
		Use:   "explain PLAYER [POSITION…]",
		Short: "Show the value of a position to a player, feature by feature",
		Long: `Show the value of a position to a player: for each feature its count times its weight.
Counts and values are Black's minus White's. The features that matter most come first.
Values are in discs. The player's weights give points; games of the player against itself
show how many points are worth a disc in the phase of the game. With --points values are
in points. They are also in points if points do not predict results.

--moves adds the position after each legal move, the best move first. These values come
from the weights of the current phase, without any search. A player that searches may
choose another move.

Some weights are summed up. For a network of tuples the configurations that matter most
are listed: lines2.a1b1=ox counts an opponent's disc on a1 with an own disc on b1, and all
symmetric copies of that. Tables learnt from games have a line for each group of patterns:
edges, corners, rows (and columns), diagonals, and mobility, at the position's stage, and
one for the hidden layer if they have one.

Positions are arguments, or lines of standard input if there is no argument.
` + cli.Paragraph(engine.PositionForms) + `
With --json each position is one line of JSON with the "score" in points and "discs".`,
		Example: "  evolve explain champion f5d6c3\n  evolve explain switch f5d6c3 --moves\n  evolve explain seed-blank " +
			"--json < positions.txt",
		Args: cli.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0], args[1:]) },
	}
	cmd.Flags().BoolVar(&f.moves, "moves", false, "explain also the position after each legal move, the best first")
	cmd.Flags().BoolVar(&f.points, "points", false, "show values in points of the player's weights, not in discs")
	cmd.Flags().BoolVar(&f.json, "json", false, "print a line of JSON for each position")
	cli.AddBoard(cmd, &f.board)
	return cmd
}

func (f *explainFlags) run(cmd *cobra.Command, player string, words []string) error {
	w, _, board, err := weightsOn(cmd, player, f.board)
	if err != nil {
		return cli.Input(err)
	}
	if f.points && f.json {
		return errPointsInJSON
	}
	var inDiscs *weights.Scale // nil to show points
	if !f.points {
		inDiscs = w.Scale()
	}
	visit := func(p engine.Position) error {
		e, perDisc := analysis.Explain(w, p, f.moves), 0.0
		if inDiscs != nil {
			e.InDiscs(inDiscs, p.Board)
			perDisc = inDiscs.PointsPerDisc(p.Board)
		}
		if f.json {
			return json.NewEncoder(cmd.OutOrStdout()).Encode(e)
		}
		return printExplanation(cmd.OutOrStdout(), e, perDisc)
	}
	if len(words) == 0 {
		return cli.Cancellable(cmd.Context(), func() error { return eachLine(board.Start, cmd.InOrStdin(), visit) })
	}
	positions, err := readPositions(board.Start, words)
	if err != nil {
		return cli.Input(err)
	}
	for _, p := range positions {
		if err := visit(p); err != nil {
			return err
		}
	}
	return nil
}

// eachLine reads a position, or a game from start, from each line that is not empty, and calls visit. It returns
// an error if there is none.
func eachLine(start engine.Position, r io.Reader, visit func(engine.Position) error) error {
	lines, n, given := bufio.NewScanner(r), 1, false
	for ; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		p, err := engine.ParsePositionOn(start, strings.TrimPrefix(lines.Text(), "\uFEFF"))
		if err != nil {
			return cli.Inputf("line %d: %w", n, err)
		}
		if err := visit(p); err != nil {
			return err
		}
		given = true
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return cli.Inputf("line %d is longer than any position: %s", n, engine.PositionForms)
	}
	if lines.Err() == nil && !given {
		return cli.Inputf("no position on standard input: give one a line; %s", engine.PositionForms)
	}
	return lines.Err()
}

// printExplanation prints a table for the position and one for each move. perDisc is the number of points that are
// worth a disc; if it is 0, values are in points.
func printExplanation(w io.Writer, e *analysis.Explanation, perDisc float64) error {
	fmt.Fprintf(w, "%s %s, phase %d%s%s\n", e.Board, e.Side, e.Phase, whichTables(e.Tables), howItEnded(&e.PositionScore))
	err := printFeatures(w, &e.PositionScore, e.Weights, perDisc)
	switch {
	case len(e.Moves) > 0:
		_, err = fmt.Fprintf(w, "\nThe moves of %s, best first:\n", e.Side)
	case e.Moves != nil:
		_, err = fmt.Fprintf(w, "\n%s has no move.\n", e.Side)
	}
	for i, m := range e.Moves {
		which := ""
		if m.Tables != nil && m.Tables.Discs != e.Tables.Discs {
			which = whichTables(m.Tables)
		}
		fmt.Fprintf(w, "\n%d. %s%s%s\n", i+1, m.Move, which, howItEnded(&m.PositionScore))
		err = printFeatures(w, &m.PositionScore, e.Weights, perDisc)
	}
	return err
}

// whichTables returns the stage of learnt tables in discs, or "" if there are none.
func whichTables(t *analysis.Tables) string {
	if t == nil {
		return ""
	}
	return fmt.Sprintf(", tables for %d to %d discs", t.Discs[0], t.Discs[1])
}

// howItEnded returns the result of a finished game, or "" if the game continues.
func howItEnded(v *analysis.PositionScore) string {
	switch {
	case v.Result == nil:
		return ""
	case *v.Result > 0:
		return fmt.Sprintf(", Black has won by %s", english.Count(*v.Result, "disc"))
	case *v.Result < 0:
		return fmt.Sprintf(", White has won by %s", english.Count(-*v.Result, "disc"))
	}
	return ", a draw"
}

// mostOfNetwork is the largest number of a network's configurations to list. A network may have dozens.
const mostOfNetwork = 8

// printFeatures prints a table of the features that are not 0, the most important first. Of a network it prints
// the most important configurations, and the sum of the others.
func printFeatures(w io.Writer, v *analysis.PositionScore, weights map[string]int, perDisc float64) error {
	type row struct {
		name, count, weight string
		points              int
	}
	var rows []row
	add := func(rows []row, name string, count, weight int) []row {
		if count*weight == 0 {
			return rows
		}
		return append(rows, row{name, fmt.Sprintf("%+d", count), strconv.Itoa(weight), count * weight})
	}
	size := func(points int) int { return max(points, -points) }
	largest := func(rows []row) {
		slices.SortStableFunc(rows, func(a, b row) int { return size(b.points) - size(a.points) })
	}
	width := 16
	for _, s := range evaluators.Scorers {
		var own []row
		for _, f := range s.Features {
			if f.Name != evaluators.PatternsWeight || v.Tables == nil {
				own = add(own, f.Name, v.Features[f.Name], weights[f.Name])
				continue
			}
			for _, group := range v.Tables.Groups() {
				own = add(own, s.Name+"."+group, v.Tables.Group(group), weights[f.Name])
			}
		}
		if largest(own); s.Shapes != nil && len(own) > mostOfNetwork {
			rest := row{name: fmt.Sprintf("%s, %d others", s.Name, len(own)-mostOfNetwork)}
			for _, r := range own[mostOfNetwork:] {
				rest.points += r.points
			}
			own = append(own[:mostOfNetwork], rest)
		}
		for _, r := range own {
			width = max(width, len(r.name))
		}
		rows = append(rows, own...)
	}
	largest(rows)
	if perDisc == 0 {
		fmt.Fprintf(w, "%-*s %8s × %8s = %8s\n", width, "black − white", "count", "weight", "points")
		for _, r := range rows {
			fmt.Fprintf(w, "%-*s %8s   %8s   %+8d\n", width, r.name, r.count, r.weight, r.points)
		}
		_, err := fmt.Fprintf(w, "%-*s %+30d\n", width, "score", v.Score)
		return err
	}
	discs := func(points int) float64 { return math.Round(100*float64(points)/perDisc)/100 + 0 } // no −0
	fmt.Fprintf(w, "%-*s %8s = %8s × %8s / %.4g\n", width, "black − white", "discs", "count", "weight", perDisc)
	for _, r := range rows {
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%-*s %+8.2f   %8s   %8s", width, r.name, discs(r.points), r.count,
			r.weight), " "))
	}
	_, err := fmt.Fprintf(w, "%-*s %+8.2f\n", width, "score", discs(v.Score))
	return err
}
