package evolve

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evothello/internal/called"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/learn/qnet"
	"evothello/learn/tables"
	"evothello/report"
	"evothello/report/plots"
	"evothello/runs"
	"evothello/ui/cli"
)

// outputFlags holds the flags that say what a command prints.
type outputFlags struct{ quiet, json bool }

func (f *outputFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.quiet, "quiet", false, "print only the results, no progress")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the results as JSON")
	cli.GroupFlags(cmd, output, "quiet", "json")
}

// progress returns the writer for a command's progress.
func (f *outputFlags) progress(cmd *cobra.Command) io.Writer {
	if f.quiet {
		return io.Discard
	}
	return cmd.ErrOrStderr()
}

// created marks the error of a new directory as an input error if the directory already exists.
func created(err error) error {
	if errors.Is(err, runs.ErrExists) {
		return cli.Input(err)
	}
	return err
}

// resumed marks the error of opening a directory as an input error, unless another process holds the directory.
func resumed(err error) error {
	if errors.Is(err, files.ErrBusy) {
		return err
	}
	return cli.Input(err)
}

// command returns the command line that applies a command of evolve to the training's directory.
func command(w runs.Training, verb string) string {
	base := w.Base()
	words := []string{verb, base.Path()}
	if run, is := w.(*runs.Run); is && verb == "resume" {
		if run.Config.Tunes() {
			words = append(words, run.Config.PlayerFlag()...)
		}
		for _, program := range run.Config.Programs() {
			words = append(words, "--opponent", program)
		}
	}
	return called.Evolve(words...)
}

// warn prints which files of the training are damaged but not needed.
func warn(cmd *cobra.Command, w runs.Training) {
	if notice := w.Base().Notice; notice != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "evolve: %s\n", cli.Plain(notice))
	}
}

// writePlots draws the plots at the end of a training. Most tests train without plots, which take longer than the
// training.
var writePlots = plots.Write

// runTraining continues a training until its goal or Ctrl-C, and shows the progress on standard error. At the goal it
// draws the plots and prints the results.
func runTraining(cmd *cobra.Command, w runs.Training, output outputFlags, settings string,
	run func(out io.Writer) (runs.Stop, error)) error {
	before, out := w.Count(), output.progress(cmd)
	if stop, done := w.Done(); done {
		fmt.Fprintln(out, nothingToDo(w, stop))
	}
	say(out, "%s\n", settings)
	stop, err := run(out)
	if err := ended(cmd, w, stop, err); err != nil {
		return err
	}
	if w.Count() > before || plots.Missing(w) {
		if _, err := writePlots(w, w.PlotsDir()); err != nil {
			err = fmt.Errorf("plots: %w; everything else is finished: `%s` draws them", err, command(w, "plot"))
			return orLost(err, w.Base().Owned())
		}
	}
	return commandOf(&w.Base().Format).show(cmd.OutOrStdout(), w, output.json)
}

// ended returns the command's error after a training, or nil if it was neither interrupted nor failed.
func ended(cmd *cobra.Command, w runs.Training, stop runs.Stop, err error) error {
	if err := w.Base().Owned(); err != nil {
		return err
	}
	where := fmt.Sprintf("after %s %d", w.Base().Format.Unit, w.Count())
	if w.Count() == 0 {
		where = "in the first " + w.Base().Format.TimingColumns[0]
	}
	var lost interface{ Advice(dir string) string }
	switch {
	case errors.As(err, &lost):
		return fmt.Errorf("%w; %s", err, lost.Advice(w.Base().Path()))
	case err != nil:
		return fmt.Errorf("%w; finished work is saved: `%s` continues %s", err, command(w, "resume"), where)
	case stop == runs.Interrupted:
		fmt.Fprintf(cmd.ErrOrStderr(), "Stopped %s. Continue with: %s\n", where, command(w, "resume"))
		return cli.ErrInterrupted
	}
	return nil
}

// orLost returns err, but owned if it says that the working directory is lost: then no hint to resume there helps.
func orLost(err, owned error) error {
	if errors.Is(owned, files.ErrLost) {
		return owned
	}
	return cmp.Or(err, owned)
}

// printFiles prints the paths of written files.
func printFiles(out io.Writer, written []string) {
	for _, path := range written {
		fmt.Fprintln(out, cli.Plain(path))
	}
}

// nothingToDraw returns the error of a plot if no generation or round has finished.
func nothingToDraw(w runs.Training) error {
	return fmt.Errorf("%s has finished no %s yet: nothing to draw; `%s` continues it", w.Base().Path(),
		w.Base().Format.TimingColumns[0], command(w, "resume"))
}

// nothingToDo returns why a training does not continue, and how to extend it.
func nothingToDo(w runs.Training, stop runs.Stop) string {
	base := w.Base()
	if why := whyFinal(w, stop); why != "" {
		return fmt.Sprintf("%s has %s; there is nothing more to do", cli.Plain(base.Path()), why)
	}
	reached := "its " + english.Count(w.Count(), base.Format.Unit)
	if stop == runs.Finished && (base.Goal.Games > 0 || base.Goal.CPU > 0) {
		reached += ", enough for its" + effortText(base.Goal)
	}
	switch stop {
	case runs.Stalled:
		reached = "no new champion in its last " + english.Count(base.Goal.Patience, "game")
	case runs.Flat:
		reached = "no measurable gain in its last " + english.Count(base.Goal.Flat, "generation")
	case runs.OutOfBudget:
		reached = fmt.Sprintf("no time for another %s in its budget of %s", base.Format.TimingColumns[0], base.Goal.Budget)
	}
	return fmt.Sprintf("%s has %s; continue with: %s", cli.Plain(base.Path()), reached, extendCommand(w, stop))
}

// whyFinal returns why no larger goal can extend the training, or "" if one can.
func whyFinal(w runs.Training, stop runs.Stop) string {
	switch w := w.(type) {
	case *runs.Run:
		if stop == runs.Threshold {
			return "a genome that scored the threshold of its optimizer"
		}
	case *tables.Training:
		if stop == runs.Finished && w.Config.Games == 0 {
			return "been trained on its files"
		}
	case *qnet.Training:
		if stop == qnet.Unbeaten {
			return fmt.Sprintf("not lost one of its last %d games", w.Config.Unbeaten)
		}
	}
	return ""
}

// extendCommand returns the command that extends a finished training: by ten minutes, or to twice its length.
func extendCommand(w runs.Training, stop runs.Stop) string {
	base := w.Base()
	if stop == runs.OutOfBudget {
		used := max(base.Goal.Budget, base.Elapsed().Round(time.Second))
		return command(w, "resume") + " --budget " + report.Budget(used+10*time.Minute)
	}
	switch {
	case stop == runs.Stalled:
		return fmt.Sprintf("%s --patience %d", command(w, "resume"), 2*base.Goal.Patience)
	case stop == runs.Flat:
		return fmt.Sprintf("%s --flat %d", command(w, "resume"), 2*base.Goal.Flat)
	case base.Goal.Games > 0:
		return fmt.Sprintf("%s --games %d", command(w, "resume"), 2*base.Goal.Games)
	case base.Goal.CPU > 0:
		return command(w, "resume") + " --cpu " + report.Budget(2*base.Goal.CPU)
	}
	return fmt.Sprintf("%s --%ss %d", command(w, "resume"), base.Format.Unit, 2*max(w.Count(), 1))
}

// printNextCommand prints the command that continues or extends the training, if there is one.
func printNextCommand(out io.Writer, w runs.Training) {
	switch stop, done := w.Done(); {
	case !done:
		fmt.Fprintf(out, "  go on      %s\n", command(w, "resume"))
	case whyFinal(w, stop) == "":
		fmt.Fprintf(out, "  extend it  %s\n", extendCommand(w, stop))
	}
}

// goalText returns the goal, to follow a number of generations, rounds or episodes: " of 400, time budget 1h".
func goalText(goal runs.Goal) (text string) {
	if goal.Count > 0 {
		text = fmt.Sprintf(" of %d", goal.Count)
	}
	if goal.Games > 0 || goal.CPU > 0 {
		text += ", goal" + effortText(goal)
	}
	if goal.Patience > 0 {
		text += fmt.Sprintf(", or %s without a new champion", english.Count(goal.Patience, "game"))
	}
	if goal.Flat > 0 {
		text += fmt.Sprintf(", or %s without a measurable gain", english.Count(goal.Flat, "generation"))
	}
	if goal.Budget > 0 {
		text += fmt.Sprintf(", time budget %s", goal.Budget)
	}
	return text
}

// goalPerRun returns the goal of each of several runs: "400 generations".
func goalPerRun(goal runs.Goal) string {
	if goal.Count > 0 {
		return english.Count(goal.Count, "generation")
	}
	return strings.TrimSpace(effortText(goal))
}

// effortText returns the games and the CPU time of a goal: " 1,000 games".
func effortText(goal runs.Goal) (text string) {
	if goal.Games > 0 {
		text = " " + english.Count(goal.Games, "game")
	}
	if goal.CPU > 0 {
		text += " " + report.Budget(goal.CPU) + " of CPU time"
	}
	return text
}

// say prints sentences, wrapped to the width of a terminal.
func say(w io.Writer, format string, args ...any) {
	fmt.Fprint(w, cli.Wrap(w, fmt.Sprintf(format, args...)))
}

func printJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", " ")
	return encoder.Encode(v)
}
