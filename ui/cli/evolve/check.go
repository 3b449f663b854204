package evolve

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evothello/internal/called"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/runs"
	"evothello/ui/cli"
)

func newCheck() *cobra.Command {
	return &cobra.Command{
		Use:   "check DIR",
		Short: "Verify every file of a run, or of other work in a directory",
		Long: `Verify every file in a directory: a run, a training, a tournament, a comparison, a match or
boards. Print each damaged or missing file, and what helps. Change nothing. No work may be
going on in the directory. Of times only the form is checked; pictures and reports are not
checked. The exit status is 2 if something is damaged.`,
		Example: "  evolve check runs/seed-1",
		Args:    cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := args[0]
			damage, err := verifyDirectory(dir)
			if err != nil {
				return err
			}
			if len(damage) == 0 {
				fmt.Fprintf(cmd.OutOrStdout(), "%s is sound.\n", cli.Plain(dir))
				return nil
			}
			printDamage(cmd, damage)
			remedy := ""
			if slices.ContainsFunc(damage, func(d *files.Damaged) bool { return d.Mend != nil }) {
				remedy = fmt.Sprintf(": run `%s` to repair it as far as possible", called.Evolve("repair", dir))
			}
			return cli.Inputf("%s in %s%s", counted(damage), dir, remedy)
		},
	}
}

func newRepair() *cobra.Command {
	return &cobra.Command{
		Use:   "repair DIR",
		Short: "Make damaged or missing files in a directory again, as far as others tell what they held",
		Long: `Rebuild the damaged or missing files that evolve check lists, where other files have the
data:
  journal of a run     from history.csv and champions/
  files of the state   from the checkpoint
  checkpoint           from the previous one; a generation or round is lost
A goal, times or journal lines that cannot be rebuilt are removed; games are played again.
All other files stay. Checksums verify what is written. Files of earlier versions of this
program are converted.`,
		Example: "  evolve repair runs/seed-1",
		Args:    cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := args[0]
			kind, err := kindOf(dir)
			if err != nil {
				return err
			}
			did, left, err := runs.Repair(dir, kind.Check)
			if errors.Is(err, files.ErrBusy) {
				return cli.Input(err)
			}
			if err != nil {
				return err
			}
			for _, line := range did {
				fmt.Fprintln(cmd.OutOrStdout(), cli.Plain(line))
			}
			if len(left) > 0 {
				printDamage(cmd, left)
				return cli.Inputf("%s left in %s", counted(left), dir)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s is sound.\n", cli.Plain(dir))
			return nil
		},
	}
}

// counted counts files, which are damaged unless all are of other programs.
func counted(damage []*files.Damaged) string {
	for _, d := range damage {
		if _, other := errors.AsType[files.OtherProgram](d); !other {
			return english.Count(len(damage), "damaged file")
		}
	}
	return english.Count(len(damage), "file") + " of another program"
}

// kindOf is the kind of a directory. A directory of no kind is an error.
func kindOf(dir string) (*runs.Kind, error) {
	if kind := runs.KindOf(dir); kind != nil {
		return kind, nil
	}
	return nil, cli.Input(&runs.NotFoundError{Format: &runs.Evolution, Dir: dir})
}

// verifyDirectory verifies a directory. One in which work goes on is an error: its files change meanwhile.
func verifyDirectory(dir string) ([]*files.Damaged, error) {
	kind, err := kindOf(dir)
	if err != nil {
		return nil, err
	}
	if err := files.At(dir).CheckLock(); err != nil && !files.IsMissing(err) {
		return nil, cli.Input(err)
	}
	if files.At(dir).Held() {
		return nil, cli.Inputf("%s: %w: wait for that process or stop it", dir, files.ErrBusy)
	}
	return kind.Check(files.At(dir)), nil
}

func printDamage(cmd *cobra.Command, damage []*files.Damaged) {
	slices.SortFunc(damage, func(a, b *files.Damaged) int { return strings.Compare(a.Path, b.Path) })
	for _, d := range damage {
		fmt.Fprintln(cmd.OutOrStdout(), cli.Plain(d.Error()))
	}
}
