package evolve

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evothello/report/plots"
	"evothello/runs"
	"evothello/ui/cli"
)

func newPlot() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "plot DIR…",
		Short: "Draw a run, or the curves of several runs in one picture",
		Long: `Draw a run's pictures into its plots directory: win rates and reference scores
over the generations, the champion's weights over the generations, and for each
phase what a disc is worth on each square, in all and by scorer. Of several
directories it draws the curves together, into the directory given by --out, and
says if their champions were measured on different terms. Every picture is written
as SVG and as PNG.`,
		Args: cli.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				if l, is, err := learnDir(args[0]); err != nil {
					return err
				} else if is {
					return plotLearning(cmd, l, out)
				}
			}
			all := make([]*runs.Run, len(args))
			for i, dir := range args {
				run, err := runs.Open(dir)
				if err == nil && run.Count() == 0 {
					err = nothingToDraw(run)
				}
				if err != nil {
					return cli.Input(err)
				}
				all[i] = run
			}
			written, err := drawRuns(cmd, all, out)
			printFiles(cmd.OutOrStdout(), written)
			if differences := plots.Differences(all); err == nil && len(differences) > 0 {
				fmt.Fprintf(cmd.OutOrStdout(), "\nThe champions met their fixed opponents on different terms, so their scores do not compare:\n  %s\n",
					strings.Join(differences, "\n  "))
			}
			return err
		},
	}
	cmd.Flags().StringVar(&out, "out", ".", "where the pictures of several runs go")
	return cmd
}

func drawRuns(cmd *cobra.Command, all []*runs.Run, out string) ([]string, error) {
	if len(all) > 1 {
		return plots.Compare(all, out)
	}
	if cmd.Flags().Changed("out") {
		return plots.WriteTo(all[0], out)
	}
	return plots.WriteTo(all[0], all[0].PlotsDir())
}
