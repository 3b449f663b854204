package evolve

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"evothello/evolution"
	"evothello/genome/parameters"
	"evothello/internal/files"
	"evothello/runs"
	"evothello/ui/cli"
)

// tuneFlags holds the flags of tune.
type tuneFlags struct {
	programFlags
	parameters, out string
	against         []string
	workers         int
	config          configFlags
	goal            goalFlags
	runWork
}

func newTune() *cobra.Command {
	var f tuneFlags
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Evolve the parameters of another program",
		Long: `Evolve the parameters of a program that speaks GTP, NBoard or the reversi library's line
protocol. The parameters are in its command line or in a file that it reads.

The file of --parameters describes them:

  {"parameters": [{"name": "corner", "least": -100, "greatest": 100}]}

In the program's command {corner} stands for the value of that parameter, and {parameters}
for the path of a JSON file with all values, {"parameters": {"corner": 12}}. --set sends a
GTP command for each parameter instead.

--match COMMAND tunes a program of any game. The command plays one game and prints the
points of the first mover: 1, 0.5 or 0. {a} and {b} stand for the parameter files of the
first and the second mover, {opening} for the number of the opening, {seed} for the random
seed. Champions are then measured by the gate only.

A program that crashes, hangs or makes an illegal move loses the game. The champion is a
file of values that the program reads. docs/how-to/tune-a-program.md has more.`,
		Example: "  evolve tune --program 'gtp:cmd=./engine --weights {parameters}' --parameters params.json\n" +
			"  evolve resume runs/tuned-1 --program 'gtp:cmd=./engine --weights {parameters}'\n" +
			"  evolve tune --match 'python3 examples/nim/nim.py {a} {b} {opening}' --parameters examples/nim/params.json",
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	f.programFlags.add(cmd)
	flags.StringVar(&f.parameters, "parameters", "", "evolve the parameters that `FILE` describes")
	flags.StringArrayVar(&f.against, "against", []string{"random", "greedy", "table"},
		"measure champions against `PLAYER`; repeatable")
	flags.StringVar(&f.out, "out", "", "write the run to `DIR` (default runs/tuned-N for seed N)")
	flags.IntVar(&f.workers, "concurrency", 0, parallelGames)
	f.goal.add(cmd, runs.Evolution, defaultGenerations)
	f.config.addTuning(cmd)
	for name, value := range map[string]string{
		"population": "4 + 3 ln n", "pairs": "5", "optimizer": evolution.TunedOptimizer,
	} {
		flags.Lookup(name).DefValue = value
	}
	f.runWork.add(cmd)
	return cmd
}

// run evolves the parameters.
func (f *tuneFlags) run(cmd *cobra.Command) error {
	config, err := f.configuration(cmd)
	if err != nil {
		return cli.Input(err)
	}
	if err := cmp.Or(f.goal.check(), f.hook.parse()); err != nil {
		return err
	}
	if err := f.programFlags.check(&config); err != nil {
		return cli.Input(err)
	}
	arena, err := f.programFlags.open(cmd, &config, f.workers)
	if err != nil {
		return err
	}
	defer arena.Close()
	run, err := runs.Create(cmp.Or(f.out, defaultTunedDir(config.Seed)), config,
		f.goal.or(runs.Goal{Count: defaultGenerations}))
	if err != nil {
		return created(err)
	}
	defer run.Close()
	run.Config.SetPlayer(f.programFlags.flags()...)
	return evolve(cmd, run, arena, f.runWork)
}

// configuration returns the run.json: the file of --config, overridden by flags.
func (f *tuneFlags) configuration(cmd *cobra.Command) (c evolution.Config, err error) {
	d, err := f.config.draft(cmd)
	if err != nil {
		return c, err
	}
	if f.parameters != "" {
		data, err := files.Read(f.parameters, files.MaxSettings)
		if err != nil {
			return c, err
		}
		described, err := parameters.Parse(data)
		if err == nil {
			err = d.Set("parameters", described)
		}
		if err != nil {
			return c, fmt.Errorf("%s: %w", f.parameters, err)
		}
	}
	if d.Parameters == nil {
		return c, errors.New("no parameters: describe them in a file, and give that file with --parameters FILE")
	}
	switch {
	case cmd.Flags().Changed("against"):
		err = d.Set("reference.opponents", f.against)
	case f.match != "":
		err = d.Set("reference.opponents", []string{})
	}
	if err != nil {
		return c, err
	}
	return f.config.complete(d)
}
