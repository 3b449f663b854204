package evolve

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/fitness/anygame"
	"evothello/internal/called"
	"evothello/players"
	"evothello/players/programs"
	"evothello/runs"
	"evothello/ui/cli"
)

// programFlags holds the flags that name the program of a run of parameters, or the command that plays its games. No
// file of a run does.
type programFlags struct{ program, set, match string }

func (f *programFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.program, "program", "", "tune `PROGRAM`, such as 'gtp:cmd=./engine --weights {parameters}'")
	cmd.Flags().StringVar(&f.match, "match", "", "tune by a `COMMAND` that plays a game, such as 'play {a} {b} {opening}'")
	cmd.Flags().StringVar(&f.set, "set", "", "set each parameter by a GTP `COMMAND`, such as 'set_param {name} {value}'")
}

func (f *programFlags) given() bool { return f.program != "" || f.set != "" || f.match != "" }

// check returns an error unless the flags say who plays the games of a configuration.
func (f *programFlags) check(c *evolution.Config) error {
	switch {
	case f.program != "" && f.match != "":
		return errors.New("--program and --match: give only one of them")
	case f.set != "" && f.match != "":
		return errors.New("--set sends parameters to a --program: leave it out with --match")
	case c.PlaysAnyGame() && f.match == "":
		return errors.New("a match command plays the games, and for safety no file stores the command: give --match COMMAND")
	case !c.PlaysAnyGame() && f.match != "":
		return errors.New("the reference opponents are Othello players, which a --match command cannot play: give " +
			"--program instead")
	case !c.PlaysAnyGame() && f.program == "":
		return errors.New("no program: give --program 'gtp:cmd=./engine --weights {parameters}'")
	}
	return nil
}

// resume opens a run, and returns an error if the flags do not say what it needs.
func (f *programFlags) resume(dir string) (*runs.Run, error) {
	run, err := runs.Resume(dir)
	if err != nil {
		return run, err
	}
	switch tunes := run.Config.Tunes(); {
	case tunes && !f.given():
		err = fmt.Errorf("%s tunes a program, and for safety no file stores its command: name the program, as in `%s`", dir,
			called.Evolve(append([]string{"resume", dir}, run.Config.PlayerFlag()...)...))
	case tunes:
		err = f.check(&run.Config)
	case !tunes && f.given():
		err = fmt.Errorf("%s evolves weights and needs no program: leave out --program, --match and --set", dir)
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
	return resumeTraining(cmd, dir, goal, f.openRun, func(run *runs.Run) error {
		arena, err := f.program.open(cmd, &run.Config, f.arena.workers)
		if err != nil {
			return err
		}
		defer arena.Close()
		run.Config.SetPlayer(f.program.flags()...)
		return evolve(cmd, run, arena, f.runWork)
	})
}

// flags returns the flags as they were given.
func (f *programFlags) flags() (all []string) {
	for _, flag := range []struct{ name, value string }{{"--program", f.program}, {"--set", f.set}, {"--match", f.match}} {
		if flag.value != "" {
			all = append(all, flag.name, flag.value)
		}
	}
	return all
}

// open returns an arena whose recipes of parameters are players of the program, after a check that the program plays.
func (f *programFlags) open(cmd *cobra.Command, c *evolution.Config, workers int) (*arena, error) {
	if err := checkWorkers(workers); err != nil {
		return nil, err
	}
	if c.PlaysAnyGame() {
		return f.openGame(cmd, c, workers)
	}
	start := startOf(c)
	var parameters []string
	for _, p := range c.Parameters {
		parameters = append(parameters, p.Name)
	}
	local := fitness.Local{Workers: workers}
	program, err := programs.NewTunable(f.program, f.set, parameters, local.Slots())
	if err != nil {
		return nil, cli.Input(err)
	}
	differs, err := program.Check(cmd.Context(), start, c.HomeBoard())
	if err != nil {
		program.Close()
		if context.Cause(cmd.Context()) != nil {
			return nil, cli.ErrInterrupted
		}
		return nil, cli.Input(err)
	}
	if differs != "" {
		warnUnrepeatable(cmd, "the program answers differently in the same position: "+differs)
	}
	local.Compile = program.Compile
	return &arena{games: local, done: program.Close}, nil
}

// openGame returns an arena whose games the command of --match plays, after a check that it plays one.
func (f *programFlags) openGame(cmd *cobra.Command, c *evolution.Config, workers int) (*arena, error) {
	game, err := programs.ParseGameCommand(f.match)
	if err != nil {
		return nil, cli.Inputf("--match %q: %v", f.match, err)
	}
	games, err := anygame.New(game, workers)
	if err != nil {
		return nil, err
	}
	start := startOf(c)
	probe := fitness.Pair{A: start, B: start, RandomEvery: c.RandomEvery}
	again := []fitness.Pair{probe, probe}
	results, err := games.Play(cmd.Context(), again, nil)
	if err != nil {
		games.Close()
		if context.Cause(cmd.Context()) != nil {
			return nil, cli.ErrInterrupted
		}
		return nil, cli.Input(err)
	}
	if results[0].HalfPoints() != results[1].HalfPoints() {
		warnUnrepeatable(cmd, "the same game ends differently")
	}
	return &arena{games: games, done: games.Close}, nil
}

// startOf returns the recipe of the parameters' start values.
func startOf(c *evolution.Config) *players.Recipe {
	return &players.Recipe{Name: "start", Parameters: c.Parameters.Starts()}
}

// warnUnrepeatable warns that a run cannot be repeated.
func warnUnrepeatable(cmd *cobra.Command, why string) {
	fmt.Fprintf(cmd.ErrOrStderr(), "evolve: %s; a run with it cannot be repeated\n", cli.Plain(why))
}

// defaultTunedDir returns the directory of a run of parameters.
func defaultTunedDir(seed uint64) string { return filepath.Join("runs", fmt.Sprintf("tuned-%d", seed)) }
