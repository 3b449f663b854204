package evolve

import (
	"encoding/json"
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"evothello/evaluators"
	"evothello/genome"
	"evothello/internal/names"
	"evothello/ui/cli"
)

// A scorerRow is a scorer in the output of evolve scorers.
type scorerRow struct {
	Name    string      `json:"name"`
	Counts  string      `json:"counts"`
	Default bool        `json:"default"` // whether its weights evolve by default
	Fast    bool        `json:"fast"`    // whether the vector code computes it
	Weights []weightRow `json:"weights"`
}

// A weightRow is a weight of a scorer.
type weightRow struct {
	Name     string `json:"name"`
	Default  int    `json:"default"`   // weight in the reversi library, 0 if the library does not have it
	Bound    int    `json:"bound"`     // evolved weights are within ±bound
	MaxCount int    `json:"max_count"` // counts are within ±max_count
}

// scorerRows lists all scorers.
func scorerRows() (all []scorerRow) {
	for _, s := range evaluators.Scorers {
		row := scorerRow{Name: s.Name, Counts: s.About, Default: s.Evolves, Fast: s.IsFast()}
		for _, f := range s.Features {
			row.Weights = append(row.Weights, weightRow{f.Name, f.Default, f.Bound, f.Max})
		}
		all = append(all, row)
	}
	return all
}

func newScorers() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "scorers [SCORER…]",
		Short: "List the scorers whose weights can evolve, or the weights of some scorers",
		Long: `List the scorers whose weights can evolve: the number of weights, whether they evolve by
default, whether the vector code computes them (other scorers make games slower), and what
they count. With the names of scorers, list their weights: the bound of evolved weights, the
largest count in a position, and the weight in the reversi library.`,
		Example: "  evolve scorers\n  evolve scorers table blank\n  evolve scorers lines2 --json",
		Args:    cli.Args(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			rows := scorerRows()
			if err := checkScorers(args); err != nil {
				return cli.Input(err)
			}
			if len(args) > 0 {
				rows = slices.DeleteFunc(rows, func(r scorerRow) bool { return !slices.Contains(args, r.Name) })
			}
			if asJSON {
				out := json.NewEncoder(cmd.OutOrStdout())
				out.SetIndent("", "  ")
				return out.Encode(rows)
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			if len(args) == 0 {
				fmt.Fprintln(w, "scorer\tweights\tdefault\tfast\tcounts")
				for _, r := range rows {
					fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\n", r.Name, len(r.Weights), yes(r.Default), yes(r.Fast), r.Counts)
				}
				return w.Flush()
			}
			fmt.Fprintln(w, "weight\tbound\tcount\tlibrary")
			for _, r := range rows {
				for _, f := range r.Weights {
					fmt.Fprintf(w, "%s\t±%d\t±%d\t%d\n", f.Name, f.Bound, f.MaxCount, f.Default)
				}
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	return cmd
}

// yes returns a table's text for true and false.
func yes(is bool) string {
	if is {
		return "yes"
	}
	return "-"
}

// checkScorers returns an error for the first name that no scorer has.
func checkScorers(scorers []string) error {
	for _, name := range scorers {
		if !slices.Contains(genome.AllScorers(), name) {
			return names.New("scorer", name, genome.AllScorers())
		}
	}
	return nil
}
