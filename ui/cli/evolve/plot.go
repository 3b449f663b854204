package evolve

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/learn/comparison"
	"evothello/learn/dqn"
	"evothello/learn/policy"
	"evothello/learn/study"
	"evothello/learn/tables"
	"evothello/report/plots"
	"evothello/runs"
	"evothello/runs/tournament"
	"evothello/ui/cli"
)

func newPlot() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "plot DIR…",
		Short: "Draw a run, or the curves of several runs in one picture",
		Long: `Draw the pictures of a directory, as SVG and as PNG.

  a run         win rates and reference scores over the generations, the champion's
                weights over the generations, for each phase what a disc is worth on
                each square, in all and by scorer, what the population does, and the
                champion's descent
  learn, net    errors or agreement, and scores against fixed opponents, by round
  dqn           the share of games not lost, the share of random moves, and the loss
  tournament    the cross table and the ratings
  study         strength after training, and at a time a move
  compare       ratings of the settings, and scores against games, CPU time and generations

Of several runs, or several Q-learners, it draws the curves together, and says if
champions were measured on different terms. With --group runs that differ only by their
seeds are drawn as one mean with a 95 % interval, named by their settings.`,
		Example: "  evolve plot runs/seed-1\n  evolve plot runs/seed-1 runs/seed-2 --out pictures\n" +
			"  evolve plot runs/models/runs/* --group --axis games",
		Args: cli.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			several := len(args) > 1 && runs.Evolution.Is(args[0])
			if _, err := comparing(cmd, several); err != nil {
				return err
			}
			written, err := directoryOf(args[0]).plot(cmd, args, out)
			printFiles(cmd.OutOrStdout(), written)
			return err
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "where the pictures go (default the directory's own place; of several, the "+
		"working directory)")
	cmd.Flags().String("axis", plots.Axes[0], "horizontal axis of several runs: "+strings.Join(plots.Axes, ", "))
	cmd.Flags().Bool("group", false, "draw the mean of runs that differ only by their seeds")
	return cmd
}

// comparing reads the flags about several runs.
func comparing(cmd *cobra.Command, several bool) (how plots.Comparing, err error) {
	for _, name := range []string{"axis", "group"} {
		if !several && cmd.Flags().Changed(name) {
			return how, cli.Inputf("--%s is for several runs", name)
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
	switch {
	case err != nil:
		return nil, err
	case len(all) == 1:
		return plots.Write(all[0], cmp.Or(out, all[0].PlotsDir()))
	}
	if differences := plots.Differences(all); len(differences) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "The champions met their fixed opponents on different terms, so their scores do "+
			"not compare:\n  %s\n",
			strings.Join(differences, "\n  "))
	}
	how, err := comparing(cmd, true)
	if err != nil {
		return nil, err
	}
	written, err := plots.Compare(all, how, cmp.Or(out, "."))
	return written, cli.Input(err)
}

// openToDraw reads directories of one kind. Each must have finished something.
func openToDraw[W work](open func(dir string) (W, error), dirs []string) (all []W, err error) {
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

// only is the one directory that a plot is of.
func only(dirs []string) (string, error) {
	if len(dirs) > 1 {
		return "", cli.Inputf("%s: only runs and Q-learners are drawn together; name one directory", dirs[0])
	}
	return dirs[0], nil
}

func plotDQN(_ *cobra.Command, dirs []string, out string) ([]string, error) {
	if len(dirs) == 1 {
		return plotOne(dqn.Open, dirs, out)
	}
	all, err := openToDraw(dqn.Open, dirs)
	if err != nil {
		return nil, err
	}
	return plots.CompareDQN(all, cmp.Or(out, "."))
}

// plotOne draws the pictures of work in one directory.
func plotOne[W work](open func(dir string) (W, error), dirs []string, out string) ([]string, error) {
	if _, err := only(dirs); err != nil {
		return nil, err
	}
	all, err := openToDraw(open, dirs)
	if err != nil {
		return nil, err
	}
	return plots.Write(all[0], cmp.Or(out, all[0].PlotsDir()))
}

func plotNet(_ *cobra.Command, dirs []string, out string) ([]string, error) {
	return plotOne(policy.Open, dirs, out)
}

// plotLearning draws the pictures of tables that are learnt, and says which is missing.
func plotLearning(cmd *cobra.Command, dirs []string, out string) ([]string, error) {
	return plotOne(func(dir string) (*tables.Learning, error) {
		l, err := tables.Open(dir)
		if err == nil && l.Count() > 0 && plots.NoEdgesReason(l) != "" {
			fmt.Fprintln(cmd.ErrOrStderr(), plots.NoEdgesReason(l))
		}
		return l, err
	}, dirs, out)
}

func plotTournament(_ *cobra.Command, dirs []string, out string) ([]string, error) {
	dir, err := only(dirs)
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
	return plots.WriteTournament(results, times, cmp.Or(out, dir))
}

func plotStudy(_ *cobra.Command, dirs []string, out string) ([]string, error) {
	dir, err := only(dirs)
	if err != nil {
		return nil, err
	}
	results, err := study.ReadResults(dir)
	if err != nil {
		return nil, cli.Input(unfinished(err, dir))
	}
	return plots.WriteStudy(results, cmp.Or(out, dir))
}

func plotComparison(_ *cobra.Command, dirs []string, out string) ([]string, error) {
	dir, err := only(dirs)
	if err != nil {
		return nil, err
	}
	results, err := comparison.ReadResults(dir)
	if err != nil {
		return nil, cli.Input(unfinished(err, dir))
	}
	return plots.WriteComparison(results, cmp.Or(out, dir))
}

// plotSurvey says that boards have no pictures.
func plotSurvey(_ *cobra.Command, dirs []string, _ string) ([]string, error) {
	return nil, cli.Inputf("%s: what is known of boards are numbers; `%s` shows them", dirs[0],
		called.Evolve("report", dirs[0]))
}

// unfinished says why there is nothing to draw where the results are missing.
func unfinished(err error, dir string) error {
	if files.IsMissing(err) {
		return fmt.Errorf("%s is not finished: nothing to draw; `%s` goes on", dir, called.Evolve("resume", dir))
	}
	return err
}
