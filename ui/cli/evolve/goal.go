package evolve

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/sittings"
	"evothello/ui/cli"
)

// goalFlags are the flags that say how far work is to go: --generations, --rounds or
// --episodes, and --budget.
type goalFlags struct {
	kind  sittings.Kind
	flags *pflag.FlagSet
	given sittings.Goal
}

// add adds the flags to a command that begins work, of which the usual number is given, or to
// one that goes on with it, where that is 0.
func (f *goalFlags) add(cmd *cobra.Command, kind sittings.Kind, usual int) {
	f.kind, f.flags = kind, cmd.Flags()
	usage := fmt.Sprintf("%ss in all (default %d)", kind.Unit, usual)
	if usual == 0 {
		usage = fmt.Sprintf("%ss in all, those there are already included (default: as it began)", kind.Unit)
	}
	round := kind.Timings[0]
	if kind.Unit != round {
		usage += fmt.Sprintf("; a %s of them is always finished", round)
	}
	f.flags.IntVar(&f.given.Count, kind.Unit+"s", 0, usage)
	f.flags.DurationVar(&f.given.Budget, "budget", 0, fmt.Sprintf("time over all sittings, such as 10m; after the first, a %s that will not fit is not begun", round))
}

// check returns an error if a flag makes no sense.
func (f *goalFlags) check() error {
	if f.flags.Changed(f.kind.Unit+"s") && (f.given.Count < 1 || f.given.Count > f.kind.Most) {
		return cli.Inputf("--%ss %d: must be 1 to %d", f.kind.Unit, f.given.Count, f.kind.Most)
	}
	if f.flags.Changed("budget") && f.given.Budget <= 0 {
		return cli.Inputf("--budget %s: must be a positive time such as 10m", f.given.Budget)
	}
	return nil
}

// or is the goal that the flags give; a budget alone sets no number, and without either it is
// the other one.
func (f *goalFlags) or(other sittings.Goal) sittings.Goal {
	if f.flags.Changed(f.kind.Unit+"s") || f.flags.Changed("budget") {
		return f.given
	}
	return other
}

// extend gives work that goes on the goal that the flags give.
func (f *goalFlags) extend(w work) error {
	base := w.Base()
	switch goal := f.or(base.Goal); {
	case goal.Count == 0 && goal.Budget == 0:
		return cli.Inputf("%s does not say how far it was to go: give --%ss or --budget", base.Dir, base.Kind.Unit)
	case f.flags.Changed(f.kind.Unit+"s") && goal.Count < w.Count():
		return cli.Inputf("--%ss %d: %s has %d already; give more", base.Kind.Unit, goal.Count, base.Dir, w.Count())
	default:
		return base.SetGoal(goal)
	}
}
