package evolve

import (
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/internal/files"
	"evothello/runs"
	"evothello/ui/cli"
)

// goalFlags holds the flags that set a training's goal: --generations, --rounds or --episodes, --cpu and --budget; for
// runs also --games.
type goalFlags struct {
	format runs.Format
	flags  *pflag.FlagSet
	given  runs.Goal
}

// add adds the flags to a command that starts a training. count is the default number of generations, rounds or
// episodes.
func (f *goalFlags) add(cmd *cobra.Command, format runs.Format, count int) {
	f.format, f.flags = format, cmd.Flags()
	rounded, round := "", format.TimingColumns[0]
	if format.Unit != round {
		rounded = fmt.Sprintf(", rounded up to whole %ss", round)
	}
	f.flags.IntVar(&f.given.Count, format.Unit+"s", 0, fmt.Sprintf("%ss in total%s (default %d)", format.Unit,
		rounded, count))
	f.flags.DurationVar(&f.given.Budget, "budget", 0, fmt.Sprintf("total `TIME`, such as 10m; a %s that would exceed it "+
		"does not start", round))
	addCPU(cmd, &f.given, round)
	if format.ByEffort {
		addGames(cmd, &f.given)
		addPatience(cmd, &f.given)
		cli.GroupFlags(cmd, howLong, "games", "patience", "flat")
	}
	cli.GroupFlags(cmd, howLong, format.Unit+"s", "budget", "cpu")
}

// addPatience adds the flags that end a run which makes no progress.
func addPatience(cmd *cobra.Command, goal *runs.Goal) {
	cmd.Flags().IntVar(&goal.Patience, "patience", 0, "stop sooner, after so many `GAMES` without a new champion")
	cmd.Flags().IntVar(&goal.Flat, "flat", 0, "stop sooner, after so many `GENERATIONS` without a measurable gain")
}

// addGames adds the flag of a goal that is a number of games.
func addGames(cmd *cobra.Command, goal *runs.Goal) {
	cmd.Flags().IntVar(&goal.Games, "games", 0, "`GAMES` in total, to the nearest whole generation")
}

// addCPU adds the flag of a goal that is a CPU time.
func addCPU(cmd *cobra.Command, goal *runs.Goal, round string) {
	cmd.Flags().DurationVar(&goal.CPU, "cpu", 0, "CPU `TIME` in total, such as 10m, to the nearest whole "+round)
}

// check returns an error if a flag has a value that cannot be a goal.
func (f *goalFlags) check() error {
	if f.flags.Changed(f.format.Unit+"s") && (f.given.Count < 1 || f.given.Count > f.format.MaxCount) {
		return cli.Inputf("--%ss %d: must be 1 to %d", f.format.Unit, f.given.Count, f.format.MaxCount)
	}
	if f.flags.Changed("budget") && f.given.Budget <= 0 {
		return cli.Inputf("--budget %s: must be above 0, such as 10m", f.given.Budget)
	}
	if !f.format.ByEffort { // --games may mean something else
		return checkCPU(f.flags, f.given.CPU)
	}
	return checkEffort(f.flags, f.given)
}

// checkEffort returns an error if --games or --cpu makes no sense.
func checkEffort(flags *pflag.FlagSet, goal runs.Goal) error {
	switch {
	case flags.Changed("games") && goal.Games < 1:
		return cli.Inputf("--games %d: must be 1 or more", goal.Games)
	case flags.Changed("patience") && goal.Patience < 1:
		return cli.Inputf("--patience %d: must be 1 or more", goal.Patience)
	case flags.Changed("flat") && goal.Flat < 1:
		return cli.Inputf("--flat %d: must be 1 or more", goal.Flat)
	}
	return checkCPU(flags, goal.CPU)
}

// checkCPU returns an error if --cpu makes no sense.
func checkCPU(flags *pflag.FlagSet, cpu time.Duration) error {
	if flags.Changed("cpu") && cpu <= 0 {
		return cli.Inputf("--cpu %s: must be above 0, such as 10m", cpu)
	}
	return nil
}

// or returns the goal that the flags give, or other if they give none. A budget alone sets no number. --patience and
// --flat come on top of the other goals and leave them.
func (f *goalFlags) or(other runs.Goal) runs.Goal {
	flags, patience, flat := []string{f.format.Unit + "s", "budget", "cpu"}, other.Patience, other.Flat
	if f.format.ByEffort {
		flags = append(flags, "games")
		if f.flags.Changed("patience") {
			patience = f.given.Patience
		}
		if f.flags.Changed("flat") {
			flat = f.given.Flat
		}
	}
	if slices.ContainsFunc(flags, f.flags.Changed) {
		other = f.given
	}
	other.Patience, other.Flat = patience, flat
	return other
}

// extend sets the goal of a resumed training to the one that the flags give.
func (f *goalFlags) extend(w runs.Training) error {
	base := w.Base()
	switch goal := f.or(base.Goal); {
	case goal == runs.Goal{}:
		return cli.Inputf("%s stores no goal: give --%ss or --budget", base.Path(), base.Format.Unit)
	case f.flags.Changed(f.format.Unit+"s") && goal.Count < w.Count():
		return cli.Inputf("--%ss %d: %s already has %d; give a larger number", base.Format.Unit, goal.Count, base.Path(),
			w.Count())
	default:
		return base.SetGoal(goal)
	}
}

// readConfig reads the file of --config. It returns an error if the file has another format.
func readConfig[C any](path string, most int64, format *runs.Format, parse func([]byte) (C, error)) (config C,
	err error) {
	data, err := files.Read(path, most)
	if err != nil {
		return config, err
	}
	if err = runs.CheckConfigOf(data, format); err == nil {
		config, err = parse(data)
	}
	if err != nil {
		return config, fmt.Errorf("%s: %w", path, err)
	}
	return config, nil
}
