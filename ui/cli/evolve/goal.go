package evolve

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/internal/files"
	"evothello/runs"
	"evothello/ui/cli"
	"evothello/ui/lobby"
)

// goalFlags are the flags that say how far work is to go: --generations, --rounds or
// --episodes, and --budget.
type goalFlags struct {
	format runs.Format
	flags  *pflag.FlagSet
	given  runs.Goal
}

// add adds the flags to a command. usual is the default number of units for a command that begins
// work, and 0 for one that goes on with it.
func (f *goalFlags) add(cmd *cobra.Command, format runs.Format, usual int) {
	f.format, f.flags = format, cmd.Flags()
	usage := fmt.Sprintf("%ss in all (default %d)", format.Unit, usual)
	if usual == 0 {
		usage = fmt.Sprintf("%ss in all, those there are already included (default: as it began)", format.Unit)
	}
	round := format.TimingColumns[0]
	if format.Unit != round {
		usage += fmt.Sprintf("; a %s of them is always finished", round)
	}
	f.flags.IntVar(&f.given.Count, format.Unit+"s", 0, usage)
	f.flags.DurationVar(&f.given.Budget, "budget", 0,
		fmt.Sprintf("total time, such as 10m; after the first, a %s that does not fit is not begun", round))
}

// check returns an error if a flag makes no sense.
func (f *goalFlags) check() error {
	if f.flags.Changed(f.format.Unit+"s") && (f.given.Count < 1 || f.given.Count > f.format.MaxCount) {
		return cli.Inputf("--%ss %d: must be 1 to %d", f.format.Unit, f.given.Count, f.format.MaxCount)
	}
	if f.flags.Changed("budget") && f.given.Budget <= 0 {
		return cli.Inputf("--budget %s: must be a positive time such as 10m", f.given.Budget)
	}
	return nil
}

// or is the goal that the flags give; a budget alone sets no number, and without either it is
// the other one.
func (f *goalFlags) or(other runs.Goal) runs.Goal {
	if f.flags.Changed(f.format.Unit+"s") || f.flags.Changed("budget") {
		return f.given
	}
	return other
}

// extend gives work that goes on the goal that the flags give.
func (f *goalFlags) extend(w work) error {
	base := w.Base()
	switch goal := f.or(base.Goal); {
	case goal.Count == 0 && goal.Budget == 0:
		return cli.Inputf("%s does not say how far it was to go: give --%ss or --budget", base.Dir, base.Format.Unit)
	case f.flags.Changed(f.format.Unit+"s") && goal.Count < w.Count():
		return cli.Inputf("--%ss %d: %s has %d already; give more", base.Format.Unit, goal.Count, base.Dir, w.Count())
	default:
		return base.SetGoal(goal)
	}
}

// readConfig reads the file of --config, which must not be one of another format.
func readConfig[C any](path string, most int64, format *runs.Format, parse func([]byte) (C, error)) (config C,
	err error) {
	data, err := files.Read(path, most)
	if err != nil {
		return config, err
	}
	if err = lobby.CheckConfig(data, format); err == nil {
		config, err = parse(data)
	}
	if err != nil {
		return config, fmt.Errorf("%s: %w", path, err)
	}
	return config, nil
}
