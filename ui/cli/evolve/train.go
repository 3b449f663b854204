package evolve

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"github.com/spf13/cobra"

	"evothello/runs"
	"evothello/ui/cli"
)

func newTrain() *cobra.Command {
	return newGroup(&cobra.Command{
		Use:   "train",
		Short: "Train pattern tables, a policy network or a Q-network",
		Long: `Train a player of another kind than evolution makes. This takes five minutes:

  evolve train tables --out runs/tables --rounds 5

A training is a directory. It can be stopped at any time, and the commands resume, status,
plot, report and check take the directory. So do match and play, as a player.`,
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

// override sets a setting to the value of a flag, if the flag is given.
func override[T any](cmd *cobra.Command, flag string, setting *T, value T) {
	if cmd.Flags().Changed(flag) {
		*setting = value
	}
}

// An openTraining is a training that is open for work.
type openTraining interface {
	training
	Close()
}

// trains returns the function of a command that creates a directory with the configuration that makeConfig returns, and
// trains there with run. Without --out the directory's name is the command and the seed.
func trains[C any, W openTraining](f *trainFlags, makeConfig func(*cobra.Command, []string) (C, error),
	create func(string, C, runs.Goal) (W, error),
	run func(*cobra.Command, W, int, outputFlags) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		config, err := makeConfig(cmd, args)
		if err == nil && f.gpu {
			err = errors.New("--gpu: training runs on the processor only, in Go alone, so that the same settings give the " +
				"same result: leave it out; a build with GOEXPERIMENT=simd trains Q-networks several times as fast")
		}
		if err != nil {
			return cli.Input(err)
		}
		if err := cmp.Or(f.goal.check(), checkWorkers(f.workers)); err != nil {
			return err
		}
		dir := cmp.Or(f.out, filepath.Join("runs", fmt.Sprintf("%s-%d", cmd.Name(), f.seed)))
		w, err := create(dir, config, f.goal.or(runs.Goal{Count: f.count}))
		if err != nil {
			return created(err)
		}
		defer w.Close()
		return run(cmd, w, f.workers, f.output)
	}
}
