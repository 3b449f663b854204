package evolve

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"evothello/fitness"
	"evothello/learn/policy"
	"evothello/learn/qnet"
	"evothello/learn/tables"
	"evothello/report"
	"evothello/runs"
	"evothello/ui/cli"
)

func newTrain() *cobra.Command {
	return newGroup(&cobra.Command{
		Use:   "train",
		Short: "Train pattern tables, a policy network or a Q-network",
		Long: `Train a player with another method than evolution.

A training is a directory. It can be stopped at any time. The commands resume, status,
plot, report and check take the directory, and match and play take it as a player.`,
	}, newTrainTables(), newTrainPolicy(), newTrainQNet())
}

// newGroup adds commands to one that has nothing else. Alone it prints its help.
func newGroup(cmd *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	cmd.Args = cli.Args(cobra.NoArgs)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(commands...)
	return cmd
}

// trainFlags holds the flags that all commands of train have.
type trainFlags struct {
	gpu     bool // refused
	out     string
	seed    uint64
	workers int
	count   int // default goal
	goal    goalFlags
	output  outputFlags
}

// add adds the flags. count is the default goal, and workers the help of --concurrency.
func (f *trainFlags) add(cmd *cobra.Command, format runs.Format, count int, workers string) {
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write the training to `DIR` (default runs/"+cmd.Name()+"-N for seed N)")
	flags.Uint64Var(&f.seed, "seed", 0, randomSeed)
	flags.IntVar(&f.workers, "concurrency", 0, workers)
	flags.BoolVar(&f.gpu, "gpu", false, "refused: training runs on the processor only")
	_ = flags.MarkHidden("gpu") // it fails for unknown flags only
	f.count = count
	f.goal.add(cmd, format, count)
	f.output.add(cmd)
}

// setSeed sets a configuration's seed to --seed, else to a random one unless a file stores it.
func (f *trainFlags) setSeed(cmd *cobra.Command, seed *uint64, stored bool) {
	switch {
	case cmd.Flags().Changed("seed"):
		*seed = f.seed
	case !stored:
		*seed = rand.Uint64N(1_000_000)
	}
	f.seed = *seed
}

// A trainingCommand is a command that trains players of a kind, alone or as a method of a comparison, with what other
// commands show of its directories.
type trainingCommand struct {
	words    string // of evolve
	format   *runs.Format
	flags    func() methodFlags
	settings func(t runs.Training) string // the main ones, in a sentence; nil for runs
	show     func(out io.Writer, t runs.Training, asJSON bool) error
	// plot and page are those of directory. Without them plotOne draws, and the page has the output of show.
	plot func(cmd *cobra.Command, dirs []string, out string) ([]string, error)
	page func(dir string) ([]byte, error)
}

// methodFlags are the flags that say how to train.
type methodFlags interface {
	addOwn(cmd *cobra.Command)
	method(cmd *cobra.Command, args []string) (runs.Method, error)
}

// trainingCommands lists the commands that train.
var trainingCommands = []trainingCommand{
	{words: "run", format: &runs.Evolution, flags: func() methodFlags { return &configFlags{} },
		show: shown(printStatus), plot: plotRuns, page: pageOf(runs.Open, report.Page)},
	{words: "train tables", format: &tables.Format, flags: func() methodFlags { return &tablesFlags{} },
		settings: settled(tablesSettings), show: shown(printTables), plot: plotTables,
		page: pageOf(tables.Open, report.TablesPage)},
	{words: "train policy", format: &policy.Format, flags: func() methodFlags { return &policyFlags{} },
		settings: settled(policySettings), show: shown(printPolicy)},
	{words: "train qnet", format: &qnet.Format, flags: func() methodFlags { return &qnetFlags{} },
		settings: settled(qnetSettings), show: shown(printQNet), plot: plotQNets},
}

// shown adapts a function that prints trainings of one type.
func shown[W runs.Training](print func(io.Writer, W, bool) error) func(io.Writer, runs.Training, bool) error {
	return func(out io.Writer, t runs.Training, asJSON bool) error { return print(out, t.(W), asJSON) }
}

// settled adapts a function that describes trainings of one type.
func settled[W runs.Training](settings func(W) string) func(runs.Training) string {
	return func(t runs.Training) string { return settings(t.(W)) }
}

// commandOf returns the command whose trainings have a format.
func commandOf(format *runs.Format) *trainingCommand {
	return &trainingCommands[slices.IndexFunc(trainingCommands,
		func(c trainingCommand) bool { return c.format.Config == format.Config })]
}

// trains returns the function of a command that creates a directory for the method of the flags, and trains there.
// Without --out the directory's name is the command and the seed.
func (f *trainFlags) trains(own methodFlags) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		method, err := own.method(cmd, args)
		if err == nil && f.gpu {
			err = errors.New("--gpu: training runs only on the processor, so that the same settings give the same " +
				"result: leave out --gpu")
		}
		if err != nil {
			return cli.Input(err)
		}
		if err := cmp.Or(f.goal.check(), checkWorkers(f.workers)); err != nil {
			return err
		}
		dir := cmp.Or(f.out, filepath.Join("runs", fmt.Sprintf("%s-%d", cmd.Name(), f.seed)))
		t, err := method.Create(dir, f.goal.or(runs.Goal{Count: f.count}))
		if err != nil {
			return created(err)
		}
		defer t.Close()
		return train(cmd, t, f.workers, f.output)
	}
}

// train continues a training to its goal.
func train(cmd *cobra.Command, t runs.Training, workers int, output outputFlags) error {
	return runTraining(cmd, t, output, commandOf(&t.Base().Format).settings(t), func(out io.Writer) (runs.Stop, error) {
		p := newTrainingProgress(out, t)
		defer p.end()
		return t.Run(cmd.Context(), fitness.Local{Workers: workers}, p.observer())
	})
}
