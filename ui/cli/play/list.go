package play

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"evothello/players"
	"evothello/ui/cli"
)

func newList() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the players and their ratings",
		Long: `List the players, with their ratings: Elo points above or below the mean in a tournament of
all players. Players without a rating did not play in it.`,
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return writeRosterJSON(cmd)
			}
			table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, e := range players.Roster() {
				rating := ""
				if elo, known := e.Rating(); known {
					rating = fmt.Sprintf("%+.0f", elo)
				}
				fmt.Fprintf(table, "%s\t%5s\t%s\n", e.Name, rating, e.About)
			}
			return table.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	return cmd
}

func writeRosterJSON(cmd *cobra.Command) error {
	type row struct {
		Name  string   `json:"name"`
		About string   `json:"about"`
		Elo   *float64 `json:"elo,omitempty"` // above the mean of all players
	}
	roster := players.Roster()
	rows := make([]row, len(roster))
	for i, e := range roster {
		rows[i] = row{Name: e.Name, About: e.About}
		if elo, known := e.Rating(); known {
			rows[i].Elo = &elo
		}
	}
	out := json.NewEncoder(cmd.OutOrStdout())
	out.SetIndent("", "  ")
	return out.Encode(rows)
}
