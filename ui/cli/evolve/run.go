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
		Long: `Start a run of evolution. At its end it prints how strong its champion is, against the
weights that it started from and against reference opponents.

run.json stores every setting that affects the games. The same run.json gives the same
champion, byte for byte, also if the run was stopped and resumed. "evolve config" lists all
settings.`,
		Example: "  evolve run --seed 1 --generations 60   # half a minute on two cores\n" +
			"  evolve run --config runs/seed-1/run.json --generations 50 --out runs/again",
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.goal.add(cmd, runs.Evolution, defaultGenerations)
	f.config.addOwn(cmd)
	cmd.Flags().StringVar(&f.out, "out", "", "write the run to `DIR` (default runs/seed-N)")
	cli.GroupFlags(cmd, output, "out")
	f.runWork.add(cmd)
	f.arena.add(cmd)
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
const parallelGames = "games or searches to run in parallel; does not affect results (default one per core)"

func checkWorkers(workers int) error {
	if workers < 0 {
		return cli.Inputf("--concurrency %d: must be 0 (one per core) or more", workers)
	}
	return nil
}
