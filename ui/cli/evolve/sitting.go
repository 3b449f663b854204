package evolve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"evothello/internal/called"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/learn/dqn"
	"evothello/learn/tables"
	"evothello/report"
	"evothello/report/plots"
	"evothello/sittings"
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
	Base() *sittings.Work
	Done() (sittings.Stop, bool)
}

// created marks an error as the user's fault if there was something already.
func created(err error) error {
	if errors.Is(err, sittings.ErrExists) {
		return cli.Input(err)
	}
	return err
}

// resumed marks an error as the user's fault unless somebody else works there.
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

// announce says what is worked on, and if there is nothing to do why.
func announce(out io.Writer, w work, settings string) {
	if stop, done := w.Done(); done {
		fmt.Fprintln(out, nothingToDo(w, stop))
	}
	fmt.Fprintln(out, cli.Wrap(out, settings))
}

// ended is what becomes of the command when work has stopped; nil if it has come to its end.
func ended(cmd *cobra.Command, w work, stop sittings.Stop, err error) error {
	where := fmt.Sprintf("after %s %d", w.Base().Kind.Unit, w.Count())
	if w.Count() == 0 {
		where = "in the first " + w.Base().Kind.Timings[0]
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w; what is finished is safe: `%s` goes on %s", err, command(w, "resume"), where)
	case stop == sittings.Interrupted:
		fmt.Fprintf(cmd.ErrOrStderr(), "Stopped %s. Go on with: %s\n", where, command(w, "resume"))
		return cli.ErrInterrupted
	}
	return nil
}

// draw draws the plots of work, if it has gone on or plots are missing.
func draw(w work, before int) error {
	if w.Count() == before && !plots.Missing(w) {
		return nil
	}
	if _, err := plots.WriteTo(w, w.PlotsDir()); err != nil {
		return fmt.Errorf("plots: %w; all else is complete: `%s` draws them", err, command(w, "plot"))
	}
	return nil
}

// printFiles prints which files were written.
func printFiles(out io.Writer, written []string) {
	for _, path := range written {
		fmt.Fprintln(out, path)
	}
}

// nothingToDraw is the error of work of which nothing is done yet.
func nothingToDraw(w work) error {
	return fmt.Errorf("%s has finished no %s yet: nothing to draw; `%s` goes on", w.Base().Dir, w.Base().Kind.Timings[0], command(w, "resume"))
}

// nothingToDo says why work does not go on, and what would make it.
func nothingToDo(w work, stop sittings.Stop) string {
	base := w.Base()
	if why := over(w, stop); why != "" {
		return fmt.Sprintf("%s has %s; there is nothing more to do", base.Dir, why)
	}
	reached := "its " + english.Count(w.Count(), base.Kind.Unit)
	if stop == sittings.OutOfBudget {
		reached = fmt.Sprintf("no time for another %s in its budget of %s", base.Kind.Timings[0], base.Goal.Budget)
	}
	return fmt.Sprintf("%s has %s; go on with: %s", base.Dir, reached, further(w, stop))
}

// over says why no goal takes work further, "" if one does.
func over(w work, stop sittings.Stop) string {
	switch w := w.(type) {
	case *tables.Learning:
		if stop == sittings.Finished && w.Config.Games == 0 {
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
func further(w work, stop sittings.Stop) string {
	base := w.Base()
	if stop == sittings.OutOfBudget {
		used := max(base.Goal.Budget, base.Elapsed().Round(time.Second))
		return command(w, "resume") + " --budget " + report.Budget(used+10*time.Minute)
	}
	return fmt.Sprintf("%s --%ss %d", command(w, "resume"), base.Kind.Unit, 2*max(w.Count(), 1))
}

// printFurther says how work goes on, if it can.
func printFurther(out io.Writer, w work) {
	switch stop, done := w.Done(); {
	case !done:
		fmt.Fprintf(out, "  go on      %s\n", command(w, "resume"))
	case over(w, stop) == "":
		fmt.Fprintf(out, "  extend it  %s\n", further(w, stop))
	}
}

// ofGoal says how far work is to go, in generations or rounds and in time.
func ofGoal(goal sittings.Goal) (text string) {
	if goal.Count > 0 {
		text = fmt.Sprintf(" of %d", goal.Count)
	}
	if goal.Budget > 0 {
		text += fmt.Sprintf(", time budget %s", goal.Budget)
	}
	return text
}

func printJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", " ")
	return encoder.Encode(v)
}
