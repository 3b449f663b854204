package evolve

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/called"
	"evothello/players"
	"evothello/players/programs"
	"evothello/runs"
	"evothello/ui/cli"
)

// programFlags holds the flags that name the program of a run of parameters. No file of a run does.
type programFlags struct{ program, set string }

func (f *programFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.program, "program", "", "tune `PROGRAM`, such as 'gtp:cmd=./engine --weights {parameters}'")
	cmd.Flags().StringVar(&f.set, "set", "", "set each parameter by a GTP `COMMAND`, such as 'set_param {name} {value}'")
}

func (f *programFlags) given() bool { return f.program != "" || f.set != "" }

// resume opens a run, and returns an error if the flags do not say what it needs.
func (f *programFlags) resume(dir string) (*runs.Run, error) {
	run, err := runs.Resume(dir)
	if err != nil {
		return run, err
	}
	switch tunes := run.Config.Tunes(); {
	case tunes && f.program == "":
		err = fmt.Errorf("%s tunes a program, which no file names: `%s`", dir,
			called.Evolve("resume", dir, "--program", "gtp:cmd=COMMAND"))
	case !tunes && f.given():
		err = fmt.Errorf("%s evolves weights and needs no program: leave out --program and --set", dir)
	}
	if err != nil {
		run.Close()
	}
	return run, err
}

// resumeTuned continues a run of parameters.
func (f *resumeFlags) resumeTuned(cmd *cobra.Command, dir string, goal *goalFlags) error {
	if f.arena.listen != "" || f.arena.nats != "" {
		return cli.Inputf("a program is tuned on this machine only: leave out --listen and --nats")
	}
	return resumeTraining(cmd, dir, goal, f.program.resume, func(run *runs.Run) error {
		arena, err := f.program.open(cmd, &run.Config, f.arena.workers)
		if err != nil {
			return err
		}
		defer arena.Close()
		return evolve(cmd, run, arena, f.output, f.open)
	})
}

// open returns an arena whose recipes of parameters are players of the program, after a check that the program plays.
func (f *programFlags) open(cmd *cobra.Command, c *evolution.Config, workers int) (*arena, error) {
	if err := checkWorkers(workers); err != nil {
		return nil, err
	}
	start := players.Recipe{Name: "start", Parameters: map[string]float64{}}
	var parameters []string
	for _, p := range c.Parameters {
		parameters = append(parameters, p.Name)
		start.Parameters[p.Name] = p.Value(p.Start)
	}
	local := fitness.Local{Workers: workers}
	program, err := programs.NewTunable(f.program, f.set, parameters, local.Slots())
	if err != nil {
		return nil, cli.Input(err)
	}
	differs, err := program.Check(cmd.Context(), &start, c.HomeBoard())
	if err != nil {
		program.Close()
		if context.Cause(cmd.Context()) != nil {
			return nil, cli.ErrInterrupted
		}
		return nil, cli.Input(err)
	}
	if differs != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "evolve: the program answers differently in the same position: %s; a run with it "+
			"cannot be repeated\n", cli.Plain(differs))
	}
	local.Compile = program.Compile
	return &arena{Arena: local, done: program.Close}, nil
}

// defaultTunedDir returns the directory of a run of parameters.
func defaultTunedDir(seed uint64) string { return filepath.Join("runs", fmt.Sprintf("tuned-%d", seed)) }
