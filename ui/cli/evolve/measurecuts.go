package evolve

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"evothello/internal/files"
	"evothello/ui/cli"
	"evothello/weights"
	"evothello/weights/probcut"
)

type cutsFlags struct {
	settings probcut.Settings
	out      string
	workers  int
	json     bool
}

func newMeasureCuts() *cobra.Command {
	f := cutsFlags{settings: probcut.DefaultSettings}
	cmd := &cobra.Command{
		Use:   "cuts PLAYER",
		Short: "Fit a player's deep search values to its shallow ones, for ProbCut",
		Long: `Fit the values of a player's deep searches to those of its shallow searches. With such a
fit the player can skip moves that are unlikely to matter (ProbCut).

The command searches positions of each phase of the game to all depths up to --depth. For
pairs of depths it prints the regression line deep = slope × shallow + offset, the standard
error in points of the player, and the correlation. A player with selective=FILE in its spec
uses the fit of -o FILE: it trusts a shallow search whose value is --confidence standard
errors beyond the bound. A fit is valid for these weights only.`,
		Example: "  evolve measure cuts switch:file=g20.json -o g20.fit.json\n  evolve match " +
			"switch:file=g20.json,time=0.1s,selective=g20.fit.json switch:file=g20.json,time=0.1s",
		Args: cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.out, "output", "o", "", "write the fit to `FILE`")
	flags.IntVar(&f.settings.Positions, "positions", f.settings.Positions, "positions for each phase of the game")
	flags.IntVar(&f.settings.Depth, "depth", f.settings.Depth,
		"depth of the deepest searches, in plies; each ply takes three times as long")
	flags.Uint64Var(&f.settings.Seed, "seed", f.settings.Seed, "seed of the games that the positions come from")
	flags.Float64Var(&f.settings.Confidence, "confidence", f.settings.Confidence,
		"standard errors beyond the bound at which a shallow search is trusted")
	flags.IntVar(&f.workers, "concurrency", 0,
		parallelGames)
	flags.BoolVar(&f.json, "json", false, "print the fit as JSON")
	return cmd
}

func (f *cutsFlags) run(cmd *cobra.Command, player string) error {
	w, err := weightsOf(player)
	if err := cmp.Or(err, f.settings.Validate(), checkWorkers(f.workers), checkWritable("output", f.out)); err != nil {
		return cli.Input(err)
	}
	out := cmd.OutOrStdout()
	fit, err := probcut.Measure(cmd.Context(), w, f.settings, f.workers, func(stage int, pairs []probcut.Pair) {
		if !f.json {
			printStage(out, w, stage, pairs)
		}
	})
	if err != nil {
		return err
	}
	data := files.EncodeJSON(fit)
	if f.out != "" {
		if err := files.Write(f.out, data); err != nil {
			return err
		}
	}
	if f.json {
		_, err = out.Write(data)
	} else if f.out != "" {
		fmt.Fprintf(out, "%s: give the player selective=%[1]s\n", cli.Plain(f.out))
	}
	return err
}

// printStage prints the fits of a stage of the game, a line for each pair of depths.
func printStage(w io.Writer, of *weights.Switch, stage int, pairs []probcut.Pair) {
	moves := probcut.Stages(of).Moves(stage)
	if stage > 0 {
		fmt.Fprintln(w)
	}
	if len(pairs) == 0 {
		fmt.Fprintf(w, "moves %s: too few positions\n", moves)
		return
	}
	fmt.Fprintf(w, "moves %-7s slope  offset   error  correlation  positions\n", moves)
	for _, p := range pairs {
		fmt.Fprintf(w, "  %2d from %-2d %7.3f %7.0f %7.0f %12.4f %10d\n", p.Deep, p.Shallow, p.Slope, p.Offset, p.Error,
			p.Correlation, p.Positions)
	}
}
