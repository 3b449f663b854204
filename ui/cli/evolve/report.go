package evolve

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"evothello/internal/files"
	"evothello/report"
	"evothello/runs"
	"evothello/ui/cli"
)

func newReport() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "report DIR",
		Short: "Write what a run found as a web page",
		Long: `Write what a run found as a web page: how strong the champion is and how sure that
is, the curves, the weights, the promotions, the settings and the command that plays
the run again. The page is one file that needs no other and no network.`,
		Example: "  evolve report runs/seed-1 -o seed-1.html",
		Args:    cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			page, err := pageOf(args[0])
			if err != nil {
				return err
			}
			if out == "-" {
				_, err := cmd.OutOrStdout().Write(page)
				return err
			}
			if out == "" {
				out = filepath.Join(args[0], "report.html")
			}
			if err := files.Write(out, page); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), out)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write, - for standard output (default DIR/report.html)")
	return cmd
}

// pageOf is the report on a run or on learning.
func pageOf(dir string) ([]byte, error) {
	if l, is, err := learnDir(dir); err != nil {
		return nil, err
	} else if is {
		return report.LearningPage(l)
	}
	run, err := runs.Open(dir)
	if err != nil {
		return nil, cli.Input(err)
	}
	return report.Page(run)
}
