package evolve

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"evothello/internal/files"
	"evothello/report"
	"evothello/ui/cli"
)

func newReport() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "report DIR",
		Short: "Write what a run found as a web page",
		Long: `Write what a run, or other work in a directory, found as a web page: of a run how strong
the champion is and how sure that is, the curves, the weights, the promotions, the
settings and the command that plays the run again. The page is one file that needs no
other and no network.`,
		Example: "  evolve report runs/seed-1 -o seed-1.html",
		Args:    cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			d := directoryOf(args[0])
			page, err := d.report(cmd, args[0])
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

// report is the page on a directory: the one of its kind, else what status prints and plot draws.
func (d *directory) report(cmd *cobra.Command, dir string) ([]byte, error) {
	if d.page != nil {
		return d.page(dir)
	}
	var status bytes.Buffer
	quiet := &cobra.Command{}
	quiet.SetContext(cmd.Context())
	quiet.SetOut(&status)
	if err := d.status(quiet, dir, false); err != nil {
		return nil, err
	}
	drawn, remove, err := files.MakeTemporary("evothello-report-")
	if err != nil {
		return nil, err
	}
	defer remove()
	if d.drawable(dir) {
		if _, err := d.plot(quiet, []string{dir}, drawn); err != nil {
			return nil, err
		}
	}
	return report.StatusPage(filepath.Base(dir), status.String(), drawn)
}
