package evolve

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/learn/qnet"
	"evothello/learn/tables"
	"evothello/runs"
	"evothello/ui/cli"
)

// resumeFlags holds the flags of resume. Each format of directories takes some of them.
type resumeFlags struct {
	goals       map[string]*int // goals by unit: generations, rounds or episodes
	goal        runs.Goal       // all but its Count
	arena       arenaFlags
	runPrograms bool
	program     programFlags
	opponents   []string
	runWork
}

// commonFlags lists the flags that all formats take.
var commonFlags = []string{"concurrency", "quiet", "json"}

func newResume() *cobra.Command {
	f := resumeFlags{goals: map[string]*int{}}
	cmd := &cobra.Command{
		Use:   "resume DIR",
		Short: "Continue a run, or other work in a directory",
		Long: `Continue the work in a directory: a run, a training, a tournament, a comparison, or evolve
board --state. It continues after the last finished generation or round, and the result is
the same as without the stop.

Finished work continues with a larger goal: --generations or --games for a run, --rounds or
--episodes for a training, --cpu, or --budget. A goal counts from the start of the work.

No file names the programs of a run: give --program, --match or --opponent again.`,
		Example: "  evolve resume runs/seed-1\n  evolve resume runs/seed-1 --generations 400\n  evolve resume runs/tables " +
			"--rounds 10",
		Args: cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			d := directoryOf(args[0])
			if err := d.check(cmd, args[0]); err != nil {
				return err
			}
			if err := checkWorkers(f.arena.workers); err != nil {
				return err
			}
			return d.resume(cmd, args[0], &f)
		},
	}
	flags := cmd.Flags()
	for _, format := range []runs.Format{runs.Evolution, tables.Format, qnet.Format} {
		f.goals[format.Unit] = flags.Int(format.Unit+"s", 0, "total number of "+format.Unit+"s, with finished ones "+
			"(default the stored goal)")
	}
	flags.DurationVar(&f.goal.Budget, "budget", 0,
		"total `TIME` of all sessions, such as 10m; for evolve board the time for each board")
	addGames(cmd, &f.goal)
	addCPU(cmd, &f.goal, "generation or round")
	addPatience(cmd, &f.goal)
	f.arena.add(cmd)
	f.runWork.add(cmd)
	f.program.add(cmd)
	flags.StringArrayVar(&f.opponents, "opponent", nil, "run `PROGRAM`, an opponent of the run, such as "+
		"gtp:cmd=./engine; repeatable")
	flags.BoolVar(&f.runPrograms, "run-programs", false, "run the programs that a tournament's directory names")
	return cmd
}

// check returns an error if the directory's format does not take a given flag.
func (d *directory) check(cmd *cobra.Command, dir string) (err error) {
	takes := slices.Concat(d.flags, commonFlags)
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if err == nil && !slices.Contains(takes, flag.Name) {
			err = cli.Inputf("--%s does not work with %s, which takes --%s", flag.Name, dir, strings.Join(takes, ", --"))
		}
	})
	return err
}

// goalOf returns the flags of one format's goal.
func (f *resumeFlags) goalOf(cmd *cobra.Command, format runs.Format) (*goalFlags, error) {
	g := &goalFlags{format: format, flags: cmd.Flags(), given: f.goal}
	count, known := f.goals[format.Unit]
	if !known {
		panic("evolve: resume has no flag for the unit " + format.Unit)
	}
	g.given.Count = *count
	return g, g.check()
}

// resumeTraining opens the training in a directory, sets the goal that the flags give, and continues it with do.
func resumeTraining[W runs.Training](cmd *cobra.Command, dir string, goal *goalFlags,
	open func(dir string) (W, error), do func(W) error) error {
	w, err := open(dir)
	if err != nil {
		return resumed(err)
	}
	defer w.Close()
	warn(cmd, w)
	if l, is := any(w).(*tables.Training); is {
		if err := l.Config.CheckGoal(goal.or(l.Goal)); err != nil {
			return cli.Input(err)
		}
	}
	if err := goal.extend(w); err != nil {
		return err
	}
	return do(w)
}

func resumeRun(cmd *cobra.Command, dir string, f *resumeFlags) error {
	goal, err := f.goalOf(cmd, runs.Evolution)
	if err := cmp.Or(err, f.hook.parse()); err != nil {
		return err
	}
	if f.program.given() {
		return f.resumeTuned(cmd, dir, goal)
	}
	arena, err := f.arena.open(cmd, false)
	if err != nil {
		return err
	}
	defer arena.Close()
	return resumeTraining(cmd, dir, goal, f.openRun, func(run *runs.Run) error {
		return evolve(cmd, run, arena, f.runWork)
	})
}

// openRun opens a run, and returns an error if the flags do not name the programs that it needs.
func (f *resumeFlags) openRun(dir string) (*runs.Run, error) {
	run, err := f.program.resume(dir)
	if err != nil {
		return run, err
	}
	if err = checkPrograms(&run.Config, f.opponents, "resume", dir); err == nil {
		err = f.arena.checkPrograms(&run.Config)
	}
	if err != nil {
		run.Close()
		return nil, cli.Input(err)
	}
	return run, nil
}

// resumeTrained continues a training other than a run.
func resumeTrained(cmd *cobra.Command, dir string, f *resumeFlags) error {
	kind := runs.KindOf(dir)
	goal, err := f.goalOf(cmd, *kind.Format)
	if err != nil {
		return err
	}
	return resumeTraining(cmd, dir, goal, kind.Resume, func(t runs.Training) error {
		return train(cmd, t, f.arena.workers, f.output)
	})
}

func resumeTournament(cmd *cobra.Command, dir string, f *resumeFlags) error {
	t := tournamentFlags{out: dir, arena: f.arena, output: f.output, runPrograms: f.runPrograms}
	return t.run(cmd, nil)
}

func resumeBoards(cmd *cobra.Command, dir string, f *resumeFlags) error {
	b := defaultBoardFlags()
	b.state, b.output = dir, f.output
	if f.goal.Budget > 0 {
		b.settings.Budget = f.goal.Budget
	}
	if f.arena.workers > 0 {
		b.settings.Workers = f.arena.workers
	}
	boards, err := storedBoards(dir)
	if err != nil {
		return err
	}
	return b.run(cmd, boards)
}
