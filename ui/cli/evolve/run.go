package evolve

import (
	"cmp"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"evothello/internal/called"
	"evothello/runs"
	"evothello/ui/cli"
)

// defaultGenerations is the default goal of a run.
const defaultGenerations = 400

// runFlags holds the flags of run.
type runFlags struct {
	out    string
	config configFlags
	goal   goalFlags
	arena  arenaFlags
	runWork
}

func newRun() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Start a run of evolution",
		Long: `Start a run of evolution.

The file run.json stores every setting that affects the games. The same run.json gives
the same champion, byte for byte, with any number of workers and however often the run
is stopped and resumed. --budget limits the time of all sessions together: a generation
that would exceed it does not start, except the first.

An optimizer makes each generation from the one before:
  ga              the genetic algorithm, built on eaopt: crosses parents drawn by rank from
                  the better half. Early on it is ahead of cmaes; after 1.6 million games
                  cmaes is 1 to 2 points of score ahead
  ga-islands      the same on separate islands, which exchange their best now and then
  ga-library      the reversi library's own (Minimal Generation Gap): --config takes its
                  ga_setting.json (whose max_generations is the goal), --start its
                  population.json
  cmaes           samples a normal distribution that adapts to each ranking (CMA-ES)
  cmaes-mirrored  the same, but each genome plays its mirror image about the mean; for
                  hundreds of weights; with optimizer.step in --config it mutates widely
                  and moves by a share of each step
  spsa            moves one genome towards the winners of games between its perturbations

Children of ga come from crossover alone (blend crossover, which also widens), and no
genome survives by itself: elites are mostly lucky genomes and cost strength, mutation
gains nothing beside crossover. --crossover, --mutation and --elites change that.

` + configHelp() + `
evolve config lists all settings with their meaning.`,
		Example: "  evolve run --seed 1 --population 128\n  evolve run --config runs/seed-1/run.json --generations 50 " +
			"--out runs/again",
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cmd.Flags().StringVar(&f.out, "out", "", "write the run to `DIR` (default runs/seed-N)")
	f.config.add(cmd)
	f.goal.add(cmd, runs.Evolution, defaultGenerations)
	f.arena.add(cmd)
	f.runWork.add(cmd)
	return cmd
}

// run starts the run.
func (f *runFlags) run(cmd *cobra.Command) error {
	config, err := f.config.config(cmd)
	if err == nil && config.Tunes() {
		err = fmt.Errorf("%s has parameters of a program: `%s` evolves them", f.config.file,
			called.Evolve(append([]string{"tune", "--config", f.config.file}, config.PlayerFlag()...)...))
	}
	if err != nil {
		return cli.Input(err)
	}
	if err := cmp.Or(f.goal.check(), f.hook.parse(), f.arena.checkPrograms(&config)); err != nil {
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
	run, err := runs.Create(f.out, config, f.goal.or(runs.Goal{Count: cmp.Or(f.config.generations, defaultGenerations)}))
	if err != nil {
		return created(err)
	}
	defer run.Close()
	return evolve(cmd, run, arena, f.runWork)
}

// parallelGames is the help of --concurrency.
const parallelGames = "games to play in parallel; does not affect results (default one per core)"

func checkWorkers(workers int) error {
	if workers < 0 {
		return cli.Inputf("--concurrency %d: must be 0 (one per core) or more", workers)
	}
	return nil
}
