package evolve

import (
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"evothello/internal/files"
	"evothello/learn/dqn"
	"evothello/learn/policy"
	"evothello/learn/study"
	"evothello/learn/tables"
	"evothello/report"
	"evothello/report/survey"
	"evothello/runs"
	"evothello/runs/tournament"
	"evothello/ui/cli"
)

// A directory is a kind of directory in which work goes on for hours: what resume, status, check, repair,
// plot and report do with one.
type directory struct {
	is     func(dir string) bool
	flags  []string // of resume that it takes, besides those that all take
	resume func(cmd *cobra.Command, dir string, f *resumeFlags) error
	status func(cmd *cobra.Command, dir string, asJSON bool) error
	verify func(dir string) []*files.Damaged
	// plot draws into the directory out, or, if that is "", where the pictures of the one directory
	// belong. It returns the files.
	plot func(cmd *cobra.Command, dirs []string, out string) ([]string, error)
	// drawable reports whether there is something to draw; nil where there is a page.
	drawable func(dir string) bool
	page     func(dir string) ([]byte, error) // nil where the page is what status prints and plot draws
}

// directories are all kinds. The first is meant where none is recognised.
func directories() []directory {
	return []directory{
		{
			is: runs.Evolution.Is, flags: []string{"generations", "budget", "listen", "nats", "insecure", "check", "token",
				"user", "password", "tls-ca", "tls-cert", "tls-key", "metrics", "open"},
			resume: resumeRun, status: statusOf(runs.Open, printStatus), verify: runs.Check, plot: plotRuns,
			page: pageOf(runs.Open, report.Page),
		},
		{
			is: tables.Format.Is, flags: []string{"rounds", "budget"},
			resume: resumeLearning, status: statusOf(tables.Open, printLearning), verify: tables.Check, plot: plotLearning,
			page: pageOf(tables.Open, report.LearningPage),
		},
		{
			is: dqn.Format.Is, flags: []string{"episodes", "budget"},
			resume: resumeDQN, status: statusOf(dqn.Open, printDQN), verify: dqn.Check, plot: plotDQN,
			drawable: begun(dqn.Open),
		},
		{
			is: policy.Format.Is, flags: []string{"rounds", "budget"},
			resume: resumeNet, status: statusOf(policy.Open, printNet), verify: policy.Check, plot: plotNet,
			drawable: begun(policy.Open),
		},
		{
			is: tournament.Format.Is, flags: []string{"run-programs", "listen", "nats", "insecure", "check", "token", "user",
				"password", "tls-ca", "tls-cert", "tls-key", "metrics"},
			resume: resumeTournament, status: tournamentStatus, verify: tournament.Check, plot: plotTournament,
			drawable: holdsResults,
		},
		{
			is: study.Format.Is, resume: resumeStudy, status: studyStatus, verify: checkStudy, plot: plotStudy,
			drawable: holdsResults,
		},
		{
			is: survey.Holds, flags: []string{"budget"}, resume: resumeSurvey, status: surveyStatus, plot: plotSurvey,
			verify:   survey.Check,
			drawable: func(string) bool { return false },
		},
	}
}

// directoryOf is the kind of a directory: a run's if it is of none, for that to say what is wrong with it.
func directoryOf(dir string) directory {
	all := directories()
	if i := slices.IndexFunc(all, func(d directory) bool { return d.is(dir) }); i >= 0 {
		return all[i]
	}
	return all[0]
}

// statusOf prints the status of what open reads.
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

// pageOf is the report on what open reads.
func pageOf[W any](open func(dir string) (W, error), write func(W) ([]byte, error)) func(dir string) ([]byte, error) {
	return func(dir string) ([]byte, error) {
		of, err := open(dir)
		if err != nil {
			return nil, cli.Input(err)
		}
		return write(of)
	}
}

// begun reports whether something is finished of the work that open reads.
func begun[W work](open func(dir string) (W, error)) func(dir string) bool {
	return func(dir string) bool {
		w, err := open(dir)
		return err == nil && w.Count() > 0
	}
}

// holdsResults reports whether a tournament or a study is finished.
func holdsResults(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "results.json"))
	return err == nil
}
