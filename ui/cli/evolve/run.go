package evolve

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"evothello/runs"
	"evothello/ui/cli"
)

// defaultGenerations is how long a run goes on if nothing says otherwise.
const defaultGenerations = 400

// runFlags are the flags of run.
type runFlags struct {
	out    string
	config configFlags
	goal   goalFlags
	arena  arenaFlags
	output outputFlags
	open   bool
}

func newRun() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Start a run of evolution",
		Long: `Start a run of evolution.

Everything that decides the games is written to run.json; the same run.json gives
the same champion to the byte, with any number of workers and however often the
run is stopped and resumed. Without --out the run goes to runs/seed-N.

A model makes each generation from the one before:
  cmaes         draws it from a normal distribution that learns from each ranking
  generational  breeds it from the better half, the best most often, by blend crossover
  islands       does so on islands apart, whose best migrate now and then
  mgg           keeps the best two of each family of two parents and their children
  differential  lets genomes play challengers made of three others, and keeps the better
  mirrored      does as cmaes, and each genome plays its mirror image about the mean:
                for hundreds of weights
evolve config lists all settings with their meaning; --config takes a file of some or all.`,
		Example: "  evolve run --seed 1 --population 128\n  evolve run --config runs/seed-1/run.json --generations 50 " +
			"--out runs/again",
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := f.config.config(cmd)
			if err != nil {
				return cli.Input(err)
			}
			if err := f.goal.check(); err != nil {
				return err
			}
			if f.out == "" {
				f.out = filepath.Join("runs", fmt.Sprintf("seed-%d", config.Seed))
			}
			arena, err := f.arena.open(cmd, false)
			if err != nil {
				return err
			}
			defer arena.Close()
			run, err := runs.Create(f.out, config, f.goal.or(runs.Goal{Count: defaultGenerations}))
			if err != nil {
				return created(err)
			}
			defer run.Close()
			return evolve(cmd, run, arena, f.output, f.open)
		},
	}
	cmd.Flags().StringVar(&f.out, "out", "", "directory of the run (default runs/seed-N)")
	f.config.add(cmd)
	f.goal.add(cmd, runs.Evolution, defaultGenerations)
	f.arena.add(cmd)
	f.output.add(cmd)
	addOpen(cmd, &f.open)
	return cmd
}

// gamesAtATime is the help of --workers.
const gamesAtATime = "games played at the same time (default one a core); changes no result"

func checkWorkers(workers int) error {
	if workers < 0 {
		return cli.Inputf("--workers %d: must be 0 (one a core) or more", workers)
	}
	return nil
}
