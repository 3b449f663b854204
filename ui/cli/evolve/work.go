package evolve

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"evothello/internal/called"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/learn/dqn"
	"evothello/learn/tables"
	"evothello/report"
	"evothello/report/plots"
	"evothello/runs"
	"evothello/ui/cli"
)

// outputFlags say how much a command prints.
type outputFlags struct{ quiet, json bool }

func (f *outputFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.quiet, "quiet", false, "print the outcome only")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the outcome as JSON")
}

// progress is where a command says how work goes on.
func (f *outputFlags) progress(cmd *cobra.Command) io.Writer {
	if f.quiet {
		return io.Discard
	}
	return cmd.ErrOrStderr()
}

// work is what goes on in a directory: a run of evolution, or learning of some kind.
type work interface {
	plots.Work
	Base() *runs.Directory
	Done() (runs.Stop, bool)
}

// created marks an error as the user's fault if there was something already.
func created(err error) error {
	if errors.Is(err, runs.ErrExists) {
		return cli.Input(err)
	}
	return err
}

// trainFlags are the flags of all commands that begin to train something in a directory.
type trainFlags struct {
	out     string
	seed    uint64
	workers int
	goal    goalFlags
	output  outputFlags
}

// add adds the flags; usual is the number of the goal, and kind what directories are called after.
func (f *trainFlags) add(cmd *cobra.Command, is runs.Format, usual int, kind, workers string) {
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "directory of the training (default runs/"+kind+"-N)")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of all random numbers (default: drawn, printed and stored)")
	flags.IntVar(&f.workers, "workers", 0, workers)
	f.goal.add(cmd, is, usual)
	f.output.add(cmd)
}

// train makes a directory, called after the kind of training and its seed unless --out names it,
// and trains there.
func train[C any, W interface {
	work
	Close()
}](f *trainFlags, kind string, seed uint64, config C, usual int, create func(string, C, runs.Goal) (W, error),
	do func(W) error) error {
	if err := cmp.Or(f.goal.check(), checkWorkers(f.workers)); err != nil {
		return err
	}
	dir := cmp.Or(f.out, filepath.Join("runs", fmt.Sprintf("%s-%d", kind, seed)))
	w, err := create(dir, config, f.goal.or(runs.Goal{Count: usual}))
	if err != nil {
		return created(err)
	}
	defer w.Close()
	return do(w)
}

// resumed marks an error as the user's, unless another process works in the directory.
func resumed(err error) error {
	if errors.Is(err, files.ErrBusy) {
		return err
	}
	return cli.Input(err)
}

// command is how the user has evolve do something with a directory of work.
func command(w work, verb string) string {
	base := w.Base()
	return called.Evolve(verb, base.Dir)
}

// warn says what of the work is damaged and done without.
func warn(cmd *cobra.Command, w work) {
	if notice := w.Base().Notice; notice != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "evolve: %s\n", notice)
	}
}

// runWork does work in a directory until its goal is reached or Ctrl-C, showing progress on standard
// error, then draws the plots and prints the outcome.
func runWork[W work](cmd *cobra.Command, w W, output outputFlags, settings string,
	run func(out io.Writer) (runs.Stop, error),
	print func(out io.Writer, w W, asJSON bool) error) error {
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
		if _, err := plots.Write(w, w.PlotsDir()); err != nil {
			return fmt.Errorf("plots: %w; all else is complete: `%s` draws them", err, command(w, "plot"))
		}
	}
	return print(cmd.OutOrStdout(), w, output.json)
}

// ended returns the command's error after the work has stopped, or nil if it was neither interrupted nor failed.
func ended(cmd *cobra.Command, w work, stop runs.Stop, err error) error {
	where := fmt.Sprintf("after %s %d", w.Base().Format.Unit, w.Count())
	if w.Count() == 0 {
		where = "in the first " + w.Base().Format.TimingColumns[0]
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w; what is finished is safe: `%s` goes on %s", err, command(w, "resume"), where)
	case stop == runs.Interrupted:
		fmt.Fprintf(cmd.ErrOrStderr(), "Stopped %s. Go on with: %s\n", where, command(w, "resume"))
		return cli.ErrInterrupted
	}
	return nil
}

// printFiles prints which files were written.
func printFiles(out io.Writer, written []string) {
	for _, path := range written {
		fmt.Fprintln(out, path)
	}
}

// nothingToDraw is the error if no generation, round or episode has finished.
func nothingToDraw(w work) error {
	return fmt.Errorf("%s has finished no %s yet: nothing to draw; `%s` goes on", w.Base().Dir,
		w.Base().Format.TimingColumns[0],
		command(w, "resume"))
}

// nothingToDo says why work does not go on, and what would make it.
func nothingToDo(w work, stop runs.Stop) string {
	base := w.Base()
	if why := over(w, stop); why != "" {
		return fmt.Sprintf("%s has %s; there is nothing more to do", base.Dir, why)
	}
	reached := "its " + english.Count(w.Count(), base.Format.Unit)
	if stop == runs.OutOfBudget {
		reached = fmt.Sprintf("no time for another %s in its budget of %s", base.Format.TimingColumns[0], base.Goal.Budget)
	}
	return fmt.Sprintf("%s has %s; go on with: %s", base.Dir, reached, further(w, stop))
}

// over says why no goal can take the work further, or returns "" if one can.
func over(w work, stop runs.Stop) string {
	switch w := w.(type) {
	case *tables.Learning:
		if stop == runs.Finished && w.Config.Games == 0 {
			return "learnt from its files"
		}
	case *dqn.Training:
		if stop == dqn.Unbeaten {
			return fmt.Sprintf("not lost one of its last %d games", w.Config.Unbeaten)
		}
	}
	return ""
}

// further is the command that takes finished work on: ten minutes or as much again.
func further(w work, stop runs.Stop) string {
	base := w.Base()
	if stop == runs.OutOfBudget {
		used := max(base.Goal.Budget, base.Elapsed().Round(time.Second))
		return command(w, "resume") + " --budget " + report.Budget(used+10*time.Minute)
	}
	return fmt.Sprintf("%s --%ss %d", command(w, "resume"), base.Format.Unit, 2*max(w.Count(), 1))
}

// printFurther prints the command that continues the work, if it can continue.
func printFurther(out io.Writer, w work) {
	switch stop, done := w.Done(); {
	case !done:
		fmt.Fprintf(out, "  go on      %s\n", command(w, "resume"))
	case over(w, stop) == "":
		fmt.Fprintf(out, "  extend it  %s\n", further(w, stop))
	}
}

// ofGoal says how far work is to go, in generations or rounds and in time.
func ofGoal(goal runs.Goal) (text string) {
	if goal.Count > 0 {
		text = fmt.Sprintf(" of %d", goal.Count)
	}
	if goal.Budget > 0 {
		text += fmt.Sprintf(", time budget %s", goal.Budget)
	}
	return text
}

// say prints sentences, broken to the width of a terminal.
func say(w io.Writer, format string, args ...any) {
	fmt.Fprint(w, cli.Wrap(w, fmt.Sprintf(format, args...)))
}

func printJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", " ")
	return encoder.Encode(v)
}
