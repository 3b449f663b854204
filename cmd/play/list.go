package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"evothello/internal/cli"
	"evothello/players"
)

func newList() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the players",
		Args:  cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return writeRosterJSON(cmd)
			}
			table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, e := range players.Roster {
				fmt.Fprintf(table, "%s\t%s\n", e.Name, e.About)
			}
			return table.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON array")
	return cmd
}

func writeRosterJSON(cmd *cobra.Command) error {
	type row struct {
		Name  string `json:"name"`
		About string `json:"about"`
	}
	rows := make([]row, len(players.Roster))
	for i, e := range players.Roster {
		rows[i] = row{e.Name, e.About}
	}
	out := json.NewEncoder(cmd.OutOrStdout())
	out.SetIndent("", "  ")
	return out.Encode(rows)
}
