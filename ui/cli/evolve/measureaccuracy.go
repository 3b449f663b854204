package evolve

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"evothello/internal/english"
	"evothello/players/analysis"
	"evothello/ui/cli"
)

type accuracyFlags struct {
	sampleFlags
	empties []int
}

func newMeasureAccuracy() *cobra.Command {
	var f accuracyFlags
	cmd := &cobra.Command{
		Use:   "accuracy PLAYER FILE…",
		Short: "Measure how far a player's values are from results with best play",
		Long: `Measure how far a player's values are from results with best play. The positions come from
games in files, one per game, and are solved exactly. Values are discs, as the search finds
them: not smoothed, and without exact endgames. FILE is GGF, WTHOR or one transcript per
line.

For each number of empty squares and each depth the command prints the root mean square
of the errors in discs, their mean (value minus result, for the side to move), and how many
values favour the wrong side in close positions: those with a result of less than 16 discs
either way that is no draw. Positions in which the search sees the winner do not count.`,
		Example: "  evolve measure accuracy strongest WTH_2004.wtb\n" +
			"  evolve measure accuracy runs/first games.ggf --empties 10,14 --depths 1,6",
		Args: cli.Args(cobra.MinimumNArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0], args[1:]) },
	}
	cmd.Flags().IntSliceVar(&f.empties, "empties", []int{8, 19},
		"`LEAST,MOST` empty squares of a position; each one takes twice as long to solve")
	f.add(cmd, 1200, 1, 4)
	return cmd
}

// mostSolved is the largest number of empty squares of positions to solve: most take minutes.
const mostSolved = 26

func (f *accuracyFlags) run(cmd *cobra.Command, player string, files []string) error {
	if len(f.empties) != 2 || f.empties[0] < 1 || f.empties[0] > f.empties[1] || f.empties[1] > mostSolved {
		return cli.Inputf("--empties: want two numbers from 1 to %d, the smaller first, such as 8,19", mostSolved)
	}
	least, most := f.empties[0], f.empties[1]
	a, _, err := searchSample(&f.sampleFlags, cmd, player, files, least, most, fmt.Sprintf("%d to %d", least, most),
		(*analysis.Valuer).Accuracy)
	if err != nil {
		return err
	}
	return f.print(cmd.OutOrStdout(), player, &a)
}

// errorsAt are the errors in positions with some number of empty squares.
type errorsAt struct {
	Empties int               `json:"empties"`
	Errors  []analysis.Errors `json:"errors"` // by depth
}

func (f *accuracyFlags) print(w io.Writer, player string, a *analysis.Accuracy) error {
	all, stages := a.Errors(f.empties[0], f.empties[1]), []errorsAt{}
	for empties := f.empties[0]; empties <= f.empties[1]; empties++ {
		stages = append(stages, errorsAt{empties, a.Errors(empties, empties)})
	}
	if f.output.json {
		return printJSON(w, struct {
			Player    string            `json:"player"`
			Positions int               `json:"positions"`
			All       []analysis.Errors `json:"all"`
			Stages    []errorsAt        `json:"stages"`
		}{player, len(a.Results), all, stages})
	}
	fmt.Fprintf(w, "%s: root mean square error of values in discs, %s\n\nempty squares", cli.Plain(player),
		english.Count(len(a.Results), "position"))
	for _, e := range all {
		fmt.Fprintf(w, "  %8s", fmt.Sprintf("depth %d", e.Depth))
	}
	row := func(name string, errors []analysis.Errors, format func(analysis.Errors) string) {
		fmt.Fprintf(w, "\n%-13s", name)
		for _, e := range errors {
			text := "–"
			if e.Positions > 0 {
				text = format(e)
			}
			fmt.Fprintf(w, "  %8s", text)
		}
	}
	rms := func(e analysis.Errors) string { return fmt.Sprintf("%.2f", e.RMS) }
	for _, s := range stages {
		row(fmt.Sprint(s.Empties), s.Errors, rms)
	}
	row("all", all, rms)
	fmt.Fprintln(w)
	row("mean error", all, func(e analysis.Errors) string { return fmt.Sprintf("%+.2f", e.Mean) })
	row("wrong side", all, func(e analysis.Errors) string {
		if e.Close == 0 {
			return "–"
		}
		return fmt.Sprintf("%.1f %%", 100*float64(e.WrongSide)/float64(e.Close))
	})
	fmt.Fprintf(w, "\n\n%s at depth %d.\n", english.Count(all[0].Close, "close position"), all[0].Depth)
	return nil
}
