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
		Short: "Write the results of a run as a web page",
		Long: `Write the results in a directory as a web page of one file: for a run the strength of the
champion, the plots, the weights, the promotions, the settings, and the command that
repeats it.`,
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
				dir := files.At(args[0])
				out = dir.Path("report.html")
				err = dir.Write("report.html", page)
			} else {
				err = files.Write(out, page)
			}
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), cli.Plain(out))
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to `FILE`, or to standard output if it is - (default "+
		"DIR/report.html)")
	return cmd
}

// report returns the page of a directory: that of its format, else a page with the output of status and the plots.
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
