package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/internal/cli"
	"evothello/players"
)

// An explanation says how a player values a position, black minus white.
type explanation struct {
	Board    string         `json:"board"`
	Side     string         `json:"side"`
	Phase    int            `json:"phase"` // from 1
	Features map[string]int `json:"features"`
	Weights  map[string]int `json:"weights"`
	Score    int            `json:"score"`
}

func newExplain() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain PLAYER [POSITION…]",
		Short: "Show how a player values positions, feature by feature",
		Long: `Show how a player values positions: each feature's count, black minus white, times
its weight. Without a position on the command line they are read from standard
input, one a line. With --json each position is one line of JSON.

` + engine.PositionForms + ".",
		Example: "  evolve explain champion f5d6c3\n  evolve explain seed-blank --json < positions.txt",
		Args:    cli.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			spec, err := players.ParseSpec(args[0])
			if err != nil {
				return cli.Input(err)
			}
			weights, err := spec.Switch()
			if err != nil {
				return cli.Input(err)
			}
			show := explainPlainly
			if asJSON {
				show = func(w io.Writer, e explanation) error { return json.NewEncoder(w).Encode(e) }
			}
			visit := func(p engine.Position) error { return show(cmd.OutOrStdout(), explain(weights, p)) }
			if len(args) == 1 {
				return eachLine(cmd.InOrStdin(), visit)
			}
			positions, err := engine.PositionsFromArgs(args[1:])
			if err != nil {
				return cli.Input(err)
			}
			for _, p := range positions {
				if err := visit(p); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a line of JSON for each position")
	return cmd
}

// eachLine reads a position from every line that is not empty.
func eachLine(r io.Reader, visit func(engine.Position) error) error {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		p, err := engine.ParsePosition(lines.Text())
		if err != nil {
			return cli.Inputf("line %d: %w", n, err)
		}
		if err := visit(p); err != nil {
			return err
		}
	}
	return lines.Err()
}

func explain(s *players.Switch, p engine.Position) explanation {
	counts, weights := evaluators.Count(p), s.Weights(p.Board)
	e := explanation{
		Board: p.Squares(), Side: p.Side.Letter(), Phase: players.Phase(s.Turns, p.Discs()) + 1,
		Features: map[string]int{}, Weights: map[string]int{}, Score: weights.Score(counts),
	}
	for i, f := range evaluators.Features {
		e.Features[f.Name], e.Weights[f.Name] = counts[i], weights[i]
	}
	return e
}

// explainPlainly prints a table, what weighs most first.
func explainPlainly(w io.Writer, e explanation) error {
	fmt.Fprintf(w, "%s %s, phase %d\n%-16s %8s %8s %8s\n", e.Board, e.Side, e.Phase, "black − white", "count", "weight", "points")
	names := evaluators.FeatureNames()
	points := func(name string) int { return e.Features[name] * e.Weights[name] }
	slices.SortStableFunc(names, func(a, b string) int { return max(points(b), -points(b)) - max(points(a), -points(a)) })
	for _, name := range names {
		if points(name) != 0 {
			fmt.Fprintf(w, "%-16s %8d %8d %+8d\n", name, e.Features[name], e.Weights[name], points(name))
		}
	}
	_, err := fmt.Fprintf(w, "%-16s %26d\n", "score", e.Score)
	return err
}
