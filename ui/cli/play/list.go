package play

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evothello/players"
	"evothello/ui/cli"
)

func newList() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the players and their ratings",
		Long: `List the players in groups, the strongest first. Ratings are Elo from a tournament with mean
0; the number after ± is half the 95 % interval. In the tournament all searches had depth 4
and solved the last 8 empty squares; by themselves players may search deeper. Players
without a rating did not take part.`,
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return writeRosterJSON(cmd)
			}
			printRoster(cmd.OutOrStdout())
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	return cmd
}

// printRoster prints the groups of the roster as a table.
func printRoster(w io.Writer) {
	fmt.Fprint(w,
		"Elo above the mean of all, with half of the 95 % interval. All players that search do so to depth 4.\n\n")
	width, title := 0, "Elo at depth 4"
	for _, e := range players.Roster() {
		width = max(width, len(e.Name))
	}
	for _, group := range players.Groups() {
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%-*s  %s", width+2, group, title), " "))
		title = ""
		for _, e := range membersOf(group) {
			rating := ""
			if r, known := e.Rating(); known {
				rating = fmt.Sprintf("%+5.0f ± %.0f", r.Elo, r.Error)
			}
			fmt.Fprintf(w, "  %-*s  %-14s  %s\n", width, e.Name, rating, e.About)
		}
	}
}

// membersOf returns the players of a group, the strongest first, those without a rating last.
func membersOf(group string) []players.RosterEntry {
	all := slices.DeleteFunc(players.Roster(), func(e players.RosterEntry) bool { return e.Group != group })
	slices.SortStableFunc(all, func(a, b players.RosterEntry) int {
		one, rated := a.Rating()
		other, otherRated := b.Rating()
		if rated != otherRated {
			return map[bool]int{true: -1, false: 1}[rated]
		}
		return cmp.Compare(other.Elo, one.Elo)
	})
	return all
}

func writeRosterJSON(cmd *cobra.Command) error {
	type row struct {
		Name  string   `json:"name"`
		About string   `json:"about"`
		Group string   `json:"group"`
		Elo   *float64 `json:"elo,omitempty"`       // above the mean of all players
		Error *float64 `json:"elo_error,omitempty"` // half of the 95 % interval
	}
	rows := []row{}
	for _, group := range players.Groups() {
		for _, e := range membersOf(group) {
			next := row{Name: e.Name, About: e.About, Group: group}
			if r, known := e.Rating(); known {
				next.Elo, next.Error = &r.Elo, &r.Error
			}
			rows = append(rows, next)
		}
	}
	out := json.NewEncoder(cmd.OutOrStdout())
	out.SetIndent("", "  ")
	return out.Encode(rows)
}
