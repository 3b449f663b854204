package evolve

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/learn/comparison"
	"evothello/learn/qnet"
	"evothello/learn/tables"
	"evothello/report/plots"
	"evothello/runs"
	"evothello/runs/tournament"
	"evothello/ui/cli"
)

func newPlot() *cobra.Command {
	var out, export string
	cmd := &cobra.Command{
		Use:   "plot DIR…",
		Short: "Draw the plots of a run, or of several runs together",
		Long: `Draw the plots of a directory, as SVG and as PNG.
Runs have plots of win rates, scores, weights and the population, trainings of their errors
and scores, tournaments and comparisons of their ratings.

Several runs, or several Q-networks, are drawn together. With --group, runs that differ only
in their seeds are drawn as one mean with a 95 % interval.

--export tensorboard writes the columns of each history.csv as an event file for TensorBoard
in the directory --out, and draws nothing.`,
		Example: "  evolve plot runs/seed-1\n  evolve plot runs/seed-1 runs/seed-2 --out pictures\n" +
			"  evolve plot runs/optimizers/runs/* --group --axis games\n" +
			"  evolve plot runs/seed-1 runs/seed-2 --export tensorboard --out logs",
		Args: cli.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("export") {
				return exportCurves(cmd, args, export, out)
			}
			several := len(args) > 1 && runs.Evolution.Is(args[0])
			if _, err := comparing(cmd, several); err != nil {
				return err
			}
			written, err := directoryOf(args[0]).plot(cmd, args, out)
			printFiles(cmd.OutOrStdout(), written)
			return err
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "write to `DIR` (default inside the plotted DIR; of several, the working "+
		"directory)")
	cmd.Flags().StringVar(&export, "export", "", "write the curves in `FORMAT` instead: tensorboard")
	cmd.Flags().String("axis", plots.Axes[0], "horizontal `AXIS` of several runs: "+strings.Join(plots.Axes, ", "))
	cmd.Flags().Bool("group", false, "draw the mean of runs that differ only in their seeds")
	return cmd
}

// comparing reads the flags about several runs.
func comparing(cmd *cobra.Command, several bool) (how plots.Comparing, err error) {
	for _, name := range []string{"axis", "group"} {
		if !several && cmd.Flags().Changed(name) {
			return how, cli.Inputf("--%s is for plots of several runs: leave it out", name)
		}
	}
	if several {
		how.Axis, _ = cmd.Flags().GetString("axis") // plot has these flags
		how.Grouped, _ = cmd.Flags().GetBool("group")
	}
	return how, nil
}

func plotRuns(cmd *cobra.Command, dirs []string, out string) ([]string, error) {
	all, err := openToDraw(runs.Open, dirs)
	if err != nil {
		return nil, err
	}
	if reason := plots.NoReferenceReason(all); reason != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), cli.Plain(reason))
	}
	if len(all) == 1 {
		return plots.Write(all[0], plotsDir(out, all[0].PlotsDir()))
	}
	if differences := plots.Differences(all); len(differences) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "The champions played their reference opponents with different settings, so their "+
			"scores cannot be compared:\n  %s\n",
			strings.Join(differences, "\n  "))
	}
	how, err := comparing(cmd, true)
	if err != nil {
		return nil, err
	}
	written, err := plots.Compare(all, how, files.At(cmp.Or(out, ".")))
	return written, cli.Input(err)
}

// openToDraw opens directories of one format. It returns an error if one has not finished a round.
func openToDraw[W runs.Training](open func(dir string) (W, error), dirs []string) (all []W, err error) {
	for _, dir := range dirs {
		w, err := open(dir)
		if err == nil && w.Count() == 0 {
			err = nothingToDraw(w)
		}
		if err != nil {
			return nil, cli.Input(err)
		}
		all = append(all, w)
	}
	return all, nil
}

// singleDirectory returns the one directory of a plot. Several are an error.
func singleDirectory(dirs []string) (*files.Dir, error) {
	if len(dirs) > 1 {
		return nil, cli.Inputf("%s: only several runs or several Q-networks can be drawn together; name one directory",
			dirs[0])
	}
	return files.At(dirs[0]), nil
}

// plotsDir returns the directory to which plots are written: the one of --out, else the default.
func plotsDir(out string, otherwise *files.Dir) *files.Dir {
	if out != "" {
		return files.At(out)
	}
	return otherwise
}

func plotQNets(_ *cobra.Command, dirs []string, out string) ([]string, error) {
	if len(dirs) == 1 {
		return plotOne(qnet.Open, dirs, out)
	}
	all, err := openToDraw(qnet.Open, dirs)
	if err != nil {
		return nil, err
	}
	return plots.CompareQNets(all, files.At(cmp.Or(out, ".")))
}

// plotOne draws the plots of the training in one directory.
func plotOne[W runs.Training](open func(dir string) (W, error), dirs []string, out string) ([]string, error) {
	if _, err := singleDirectory(dirs); err != nil {
		return nil, err
	}
	all, err := openToDraw(open, dirs)
	if err != nil {
		return nil, err
	}
	return plots.Write(all[0], plotsDir(out, all[0].PlotsDir()))
}

// plotTables draws the plots of pattern tables, and says why the plot of edges is missing, if it is.
func plotTables(cmd *cobra.Command, dirs []string, out string) ([]string, error) {
	return plotOne(func(dir string) (*tables.Training, error) {
		l, err := tables.Open(dir)
		if err == nil && l.Count() > 0 && plots.NoEdgesReason(l) != "" {
			fmt.Fprintln(cmd.ErrOrStderr(), plots.NoEdgesReason(l))
		}
		return l, err
	}, dirs, out)
}

func plotTournament(_ *cobra.Command, dirs []string, out string) ([]string, error) {
	dir, err := singleDirectory(dirs)
	if err != nil {
		return nil, err
	}
	results, err := tournament.ReadResults(dir)
	if err != nil {
		return nil, cli.Input(unfinished(err, dir))
	}
	times, err := tournament.ReadTimes(dir)
	if err != nil {
		return nil, cli.Input(err)
	}
	return plots.WriteTournament(results, times, plotsDir(out, dir))
}

func plotComparison(_ *cobra.Command, dirs []string, out string) ([]string, error) {
	dir, err := singleDirectory(dirs)
	if err != nil {
		return nil, err
	}
	results, err := comparison.ReadResults(dir)
	if err != nil {
		return nil, cli.Input(unfinished(err, dir))
	}
	return plots.WriteComparison(results, plotsDir(out, dir))
}

// plotBoards returns an error, because analyses of boards have no plots.
func plotBoards(_ *cobra.Command, dirs []string, _ string) ([]string, error) {
	return nil, cli.Inputf("%s: analyses of boards have no plots; `%s` shows their numbers", dirs[0],
		called.Evolve("report", dirs[0]))
}

// unfinished returns the error of a plot whose directory has no results yet.
func unfinished(err error, dir *files.Dir) error {
	if files.IsMissing(err) {
		return fmt.Errorf("%s is not finished: nothing to draw; `%s` continues it", dir, called.Evolve("resume", dir.Path()))
	}
	return err
}
