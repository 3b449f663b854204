package evolve

import (
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/internal/english"
	"evothello/players/analysis"
	"evothello/ui/cli"
)

// clearDiscs is from how many discs on a position is clear.
const clearDiscs = 3

type depthsFlags struct {
	sampleFlags
	empties int
}

func newMeasureDepths() *cobra.Command {
	var f depthsFlags
	cmd := &cobra.Command{
		Use:   "depths PLAYER FILE…",
		Short: "Measure how much a player's values change from depth to depth",
		Long: `Measure how much the value of a position changes from one search depth to the next. FILE
and values are those of evolve measure accuracy.

For each depth the command prints the mean and the largest absolute change to the next
depth, and the mean signed change. The alternation is by how much odd depths are higher
than even ones for the side to move. It also lists the positions that are worth 3 discs or
more at the last depth and favour the other side at an earlier one.`,
		Example: "  evolve measure depths strongest WTH_2004.wtb\n" +
			"  evolve measure depths runs/tables games.ggf --positions 50 --depths 4,10",
		Args: cli.Args(cobra.MinimumNArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0], args[1:]) },
	}
	cmd.Flags().IntVar(&f.empties, "empties", 24, "least number of empty squares of a position")
	f.add(cmd, 200, 6, 14)
	return cmd
}

func (f *depthsFlags) run(cmd *cobra.Command, player string, files []string) error {
	if f.empties < 1 || f.empties > 60 {
		return cli.Inputf("--empties %d: must be 1 to 60", f.empties)
	}
	depths, positions, err := searchSample(&f.sampleFlags, cmd, player, files, f.empties, 64,
		fmt.Sprintf("%d or more", f.empties), (*analysis.Valuer).Depths)
	if err != nil {
		return err
	}
	return f.print(cmd.OutOrStdout(), player, positions, depths)
}

func (f *depthsFlags) print(w io.Writer, player string, positions []engine.Position, d analysis.Depths) error {
	changes := d.Changes()
	absolute, alternation := analysis.Mean(changes)
	clear, flipped := d.Flips(clearDiscs)
	flips := []flip{}
	for _, i := range flipped {
		flips = append(flips, newFlip(positions[i], d.Values[i]))
	}
	if f.output.json {
		return printJSON(w, struct {
			Player      string                 `json:"player"`
			Positions   int                    `json:"positions"`
			Changes     []analysis.DepthChange `json:"changes"`
			Absolute    float64                `json:"absolute"`
			Alternation float64                `json:"alternation"`
			Clear       int                    `json:"clear"`
			Flipped     int                    `json:"flipped"`
			Flips       []flip                 `json:"flips"`
		}{player, len(d.Values), changes, absolute, alternation, clear, len(flips), flips})
	}
	fmt.Fprintf(w, "%s: %s with %d empty squares or more, values in discs\n\n", cli.Plain(player),
		english.Count(len(d.Values), "position"), f.empties)
	fmt.Fprintln(w, "depths    mean |change|  mean change  largest  positions")
	for _, c := range changes {
		fmt.Fprintf(w, "%2d to %-2d  %13.2f  %+11.2f  %7.2f  %9d\n", c.Depth, c.Depth+1, c.Absolute, c.Signed, c.Largest,
			c.Positions)
	}
	fmt.Fprintf(w, "all       %13.2f  alternation %+.2f\n\n", absolute, alternation)
	fmt.Fprintf(w, "Worth %d discs or more at depth %d: %s; the sign flips at an earlier depth in %d.\n", clearDiscs,
		f.depths[1], english.Count(clear, "position"), len(flips))
	for _, one := range flips {
		fmt.Fprintf(w, "\n%s\n", one.Position)
		for _, value := range one.Values {
			fmt.Fprintf(w, " %s", discsOrDecided(value))
		}
		fmt.Fprintln(w)
	}
	return nil
}

// A flip is a clear position whose sign flips, with its value at each depth, nil for a won or lost game.
type flip struct {
	Position string     `json:"position"`
	Values   []*float64 `json:"values"`
}

func newFlip(p engine.Position, values []float64) flip {
	one := flip{Position: p.String()}
	for _, value := range values {
		if math.IsNaN(value) {
			one.Values = append(one.Values, nil)
			continue
		}
		rounded := math.Round(100*value)/100 + 0 // no negative zero
		one.Values = append(one.Values, &rounded)
	}
	return one
}

// discsOrDecided formats a value of a flip.
func discsOrDecided(value *float64) string {
	if value == nil {
		return "decided"
	}
	return fmt.Sprintf("%+.2f", *value)
}
