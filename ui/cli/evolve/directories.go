package evolve

import (
	"slices"

	"github.com/spf13/cobra"

	"evothello/internal/files"
	"evothello/learn/comparison"
	"evothello/runs"
	"evothello/runs/tournament"
	"evothello/ui/cli"
)

// A directory is a kind of working directories, with what resume, status, plot and report do with one.
type directory struct {
	*runs.Kind
	flags  []string // the flags of resume that it takes, besides commonFlags
	resume func(cmd *cobra.Command, dir string, f *resumeFlags) error
	status func(cmd *cobra.Command, dir string, asJSON bool) error
	// plot writes the plots to the directory out and returns their paths. If out is "", it writes them to
	// the default place of the one directory.
	plot func(cmd *cobra.Command, dirs []string, out string) ([]string, error)
	// page returns the report. If it is nil, the report has the output of status and the plots.
	page func(dir string) ([]byte, error)
}

// directoryOf returns the kind of a directory. If it has none, it returns that of runs, whose errors say what is wrong.
func directoryOf(dir string) directory {
	kind := runs.KindOf(dir)
	if kind == nil || kind.Found == "" { // the latter of a match
		kind = runs.Evolution.Kind()
	}
	if kind.Open != nil {
		return commandOf(kind.Format).directory(kind)
	}
	switch kind.Format {
	case &tournament.Format:
		return directory{kind, slices.Concat([]string{"run-programs"}, workerFlags), resumeTournament, tournamentStatus,
			plotTournament, nil}
	case &comparison.Format:
		return directory{kind, slices.Concat([]string{"generations", "games", "cpu"}, workerFlags), resumeComparison,
			comparisonStatus, plotComparison, nil}
	}
	return directory{kind, []string{"budget"}, resumeBoards, boardsStatus, plotBoards, nil}
}

// directory returns what commands do with a training of the command.
func (c *trainingCommand) directory(kind *runs.Kind) directory {
	d := directory{Kind: kind, flags: []string{c.format.Unit + "s", "budget", "cpu"}, plot: c.plot, page: c.page}
	if d.resume = resumeTrained; c.format == &runs.Evolution {
		d.resume = resumeRun
		d.flags = slices.Concat(d.flags, workerFlags, []string{"games", "open", "program", "match", "set", "opponent",
			"patience", "flat", "on-champion"})
	}
	if d.plot == nil {
		d.plot = func(_ *cobra.Command, dirs []string, out string) ([]string, error) {
			return plotOne(kind.Open, dirs, out)
		}
	}
	d.status = func(cmd *cobra.Command, dir string, asJSON bool) error {
		t, err := kind.Open(dir)
		if err != nil {
			return cli.Input(err)
		}
		return c.show(cmd.OutOrStdout(), t, asJSON)
	}
	return d
}

// drawable reports whether a directory has something to plot.
func (d *directory) drawable(dir string) bool {
	if d.Open == nil {
		return files.At(dir).Has("results.json")
	}
	t, err := d.Open(dir)
	return err == nil && t.Count() > 0
}

// pageOf returns a function that writes the report on the training that open reads.
func pageOf[W any](open func(dir string) (W, error), write func(W) ([]byte, error)) func(dir string) ([]byte, error) {
	return func(dir string) ([]byte, error) {
		of, err := open(dir)
		if err != nil {
			return nil, cli.Input(err)
		}
		return write(of)
	}
}
