package evolve

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/learn/dqn"
	"evothello/learn/policy"
	"evothello/learn/tables"
	"evothello/runs"
	"evothello/ui/cli"
)

// resumeFlags are the flags of resume. Each kind of directory takes some of them.
type resumeFlags struct {
	goals       map[string]*int // by the unit that a goal counts
	goal        runs.Goal       // its budget
	arena       arenaFlags
	output      outputFlags
	open        bool
	runPrograms bool
}

// commonFlags are those that every kind takes.
var commonFlags = []string{"workers", "quiet", "json"}

func newResume() *cobra.Command {
	f := resumeFlags{goals: map[string]*int{}}
	cmd := &cobra.Command{
		Use:   "resume DIR",
		Short: "Go on with a run, or with other work in a directory",
		Long: `Go on with the work in a directory, which was stopped in whatever way: a run, learn, dqn,
net, a tournament, a study or evolve board --state. It goes on after the last finished
generation or round, and what comes out is the same as if it had never stopped. Finished
work goes on with a larger goal: --generations of a run, --rounds of learn and net,
--episodes of dqn, or --budget.`,
		Example: "  evolve resume runs/seed-1\n  evolve resume runs/seed-1 --generations 400\n  evolve resume runs/learnt " +
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
	for _, kind := range []runs.Format{runs.Evolution, tables.Format, dqn.Format} {
		f.goals[kind.Unit] = flags.Int(kind.Unit+"s", 0, kind.Unit+
			"s in all, those there are already included (default: as it began)")
	}
	flags.DurationVar(&f.goal.Budget, "budget", 0,
		"total time, such as 10m; what does not fit is not begun (of evolve board: time for each board)")
	f.arena.add(cmd)
	f.output.add(cmd)
	addOpen(cmd, &f.open)
	flags.BoolVar(&f.runPrograms, "run-programs", false, "run the programs that a tournament's directory names")
	return cmd
}

// check returns an error if a flag was given that the kind of directory does not take.
func (d *directory) check(cmd *cobra.Command, dir string) (err error) {
	takes := slices.Concat(d.flags, commonFlags)
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if err == nil && !slices.Contains(takes, flag.Name) {
			err = cli.Inputf("--%s is not for what is in %s, which takes --%s", flag.Name, dir, strings.Join(takes, ", --"))
		}
	})
	return err
}

// goalOf are the flags as those of one kind's goal.
func (f *resumeFlags) goalOf(cmd *cobra.Command, kind runs.Format) (*goalFlags, error) {
	g := &goalFlags{format: kind, flags: cmd.Flags(), given: runs.Goal{Count: *f.goals[kind.Unit], Budget: f.goal.Budget}}
	return g, g.check()
}

// goOn opens what is in a directory for work, with the goal that flags give, and does the work.
func goOn[W interface {
	work
	Close()
}](cmd *cobra.Command, dir string, goal *goalFlags, open func(dir string) (W, error), do func(W) error) error {
	w, err := open(dir)
	if err != nil {
		return resumed(err)
	}
	defer w.Close()
	warn(cmd, w)
	if err := goal.extend(w); err != nil {
		return err
	}
	return do(w)
}

func resumeRun(cmd *cobra.Command, dir string, f *resumeFlags) error {
	goal, err := f.goalOf(cmd, runs.Evolution)
	if err != nil {
		return err
	}
	arena, err := f.arena.open(cmd, false)
	if err != nil {
		return err
	}
	defer arena.Close()
	return goOn(cmd, dir, goal, runs.Resume, func(run *runs.Run) error {
		return evolve(cmd, run, arena, f.output, f.open)
	})
}

func resumeLearning(cmd *cobra.Command, dir string, f *resumeFlags) error {
	goal, err := f.goalOf(cmd, tables.Format)
	if err != nil {
		return err
	}
	open := func(dir string) (*tables.Learning, error) {
		l, err := tables.Resume(dir)
		if err == nil {
			if err = l.Config.CheckGoal(goal.or(l.Goal)); err != nil {
				l.Close()
			}
		}
		return l, err
	}
	return goOn(cmd, dir, goal, open, func(l *tables.Learning) error {
		return learnOn(cmd, l, f.arena.workers, f.output)
	})
}

func resumeDQN(cmd *cobra.Command, dir string, f *resumeFlags) error {
	goal, err := f.goalOf(cmd, dqn.Format)
	if err != nil {
		return err
	}
	return goOn(cmd, dir, goal, dqn.Resume, func(t *dqn.Training) error {
		return teach(cmd, t, f.arena.workers, f.output)
	})
}

func resumeNet(cmd *cobra.Command, dir string, f *resumeFlags) error {
	goal, err := f.goalOf(cmd, policy.Format)
	if err != nil {
		return err
	}
	return goOn(cmd, dir, goal, policy.Resume, func(t *policy.Training) error {
		return trainNet(cmd, t, f.arena.workers, f.output)
	})
}

func resumeTournament(cmd *cobra.Command, dir string, f *resumeFlags) error {
	t := tournamentFlags{out: dir, arena: f.arena, output: f.output, runPrograms: f.runPrograms}
	return t.run(cmd, nil)
}

func resumeStudy(cmd *cobra.Command, dir string, f *resumeFlags) error {
	s := studyFlags{out: dir, workers: f.arena.workers, output: f.output}
	return s.run(cmd)
}

func resumeSurvey(cmd *cobra.Command, dir string, f *resumeFlags) error {
	b := usualBoardFlags()
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
