package evolve

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"evothello/internal/files"
	"evothello/learn/comparison"
	"evothello/learn/policy"
	"evothello/learn/qnet"
	"evothello/learn/tables"
	"evothello/report"
	"evothello/report/boards"
	"evothello/runs"
	"evothello/runs/tournament"
	"evothello/ui/cli"
)

// A directory is a format of working directories, with what resume, status, check, repair, plot and report do
// with one.
type directory struct {
	is     func(dir string) bool
	flags  []string // the flags of resume that it takes, besides commonFlags
	resume func(cmd *cobra.Command, dir string, f *resumeFlags) error
	status func(cmd *cobra.Command, dir string, asJSON bool) error
	verify func(dir *files.Dir) []*files.Damaged
	// plot writes the plots to the directory out and returns their paths. If out is "", it writes them to
	// the default place of the one directory.
	plot func(cmd *cobra.Command, dirs []string, out string) ([]string, error)
	// drawable reports whether a directory has something to plot. It is nil if page is not.
	drawable func(dir string) bool
	// page returns the report. If it is nil, the report has the output of status and the plots.
	page func(dir string) ([]byte, error)
}

// directories returns all formats. The first is the default if no format is recognised.
func directories() []directory {
	tablesKind := trainingKind(tables.Format, tables.Open, tables.Resume, tables.Check, runTables, printTables)
	tablesKind.plot, tablesKind.page = plotTables, pageOf(tables.Open, report.TablesPage)
	qnetKind := trainingKind(qnet.Format, qnet.Open, qnet.Resume, qnet.Check, runQNet, printQNet)
	qnetKind.plot = plotQNets
	return []directory{
		{
			is: runs.Evolution.Is, flags: []string{"generations", "games", "cpu", "budget", "listen", "nats", "insecure",
				"verify", "token", "user", "password", "tls-ca", "tls-cert", "tls-key", "metrics", "open", "program", "match",
				"set", "opponent", "patience", "flat", "on-champion"},
			resume: resumeRun, status: statusOf(runs.Open, printStatus), verify: runs.Check, plot: plotRuns,
			page: pageOf(runs.Open, report.Page),
		},
		tablesKind, qnetKind,
		trainingKind(policy.Format, policy.Open, policy.Resume, policy.Check, runPolicy, printPolicy),
		{
			is: tournament.Format.Is, flags: []string{"run-programs", "listen", "nats", "insecure", "verify", "token", "user",
				"password", "tls-ca", "tls-cert", "tls-key", "metrics"},
			resume: resumeTournament, status: tournamentStatus, verify: tournament.Check, plot: plotTournament,
			drawable: hasResultsFile,
		},
		{
			is: comparison.Format.Is, flags: []string{"generations", "games", "cpu", "listen", "nats", "insecure", "verify",
				"token", "user", "password", "tls-ca", "tls-cert", "tls-key", "metrics"},
			resume: resumeComparison, status: comparisonStatus, verify: comparison.Check, plot: plotComparison,
			drawable: hasResultsFile,
		},
		{
			is: boards.Holds, flags: []string{"budget"}, resume: resumeBoards, status: boardsStatus, plot: plotBoards,
			verify:   boards.Check,
			drawable: func(string) bool { return false },
		},
	}
}

// trainingKind returns the format of directories of train.
func trainingKind[W openTraining](format runs.Format, open, resume func(dir string) (W, error),
	verify func(*files.Dir) []*files.Damaged, run func(*cobra.Command, W, int, outputFlags) error,
	print func(io.Writer, W, bool) error) directory {
	return directory{
		is: format.Is, flags: []string{format.Unit + "s", "budget", "cpu"},
		resume: resumeOf(format, resume, run), status: statusOf(open, print), verify: verify, drawable: hasFinished(open),
		plot: func(_ *cobra.Command, dirs []string, out string) ([]string, error) { return plotOne(open, dirs, out) },
	}
}

// directoryOf returns the format of a directory. If it has none, it returns the format of runs, whose errors
// say what is wrong.
func directoryOf(dir string) directory {
	all := directories()
	if i := slices.IndexFunc(all, func(d directory) bool { return d.is(dir) }); i >= 0 {
		return all[i]
	}
	return all[0]
}

// statusOf returns a function that prints the status of the training that open reads.
func statusOf[W any](open func(dir string) (W, error),
	print func(w io.Writer, of W, asJSON bool) error) func(*cobra.Command, string, bool) error {
	return func(cmd *cobra.Command, dir string, asJSON bool) error {
		of, err := open(dir)
		if err != nil {
			return cli.Input(err)
		}
		return print(cmd.OutOrStdout(), of, asJSON)
	}
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

// hasFinished returns a function that reports whether the training that open reads has finished a round.
func hasFinished[W training](open func(dir string) (W, error)) func(dir string) bool {
	return func(dir string) bool {
		w, err := open(dir)
		return err == nil && w.Count() > 0
	}
}

// hasResultsFile reports whether a tournament or a comparison is finished.
func hasResultsFile(dir string) bool {
	return files.At(dir).Has("results.json")
}
