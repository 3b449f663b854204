package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"evothello/internal/cli"
	"evothello/internal/files"
	"evothello/learn"
	"evothello/runs"
)

func newResume() *cobra.Command {
	var generations int
	var arenas arenaFlags
	var budget time.Duration
	var output outputFlags
	var open bool
	cmd := &cobra.Command{
		Use:   "resume DIR",
		Short: "Go on with a run",
		Long: `Go on with a run that was stopped, in whatever way, after its last finished
generation. What comes out is the same as if it had never stopped. A finished run
goes on with a larger --generations or --budget.`,
		Example: "  evolve resume runs/seed-1\n  evolve resume runs/seed-1 --generations 400",
		Args:    cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := makeGoal(cmd, generations, budget, runs.Goal{}); err != nil {
				return cli.Input(err)
			}
			if learn.Is(args[0]) {
				return resumeAsLearning(cmd, args[0], arenas.workers, output)
			}
			arena, err := arenas.open(cmd, false)
			if err != nil {
				return err
			}
			defer arena.Close()
			run, err := runs.Resume(args[0])
			if errors.Is(err, files.ErrBusy) {
				return err
			}
			if err != nil {
				return cli.Input(err)
			}
			defer run.Close()
			if notice := run.Notice(); notice != "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "evolve: %s\n", notice)
			}
			goal, err := makeGoal(cmd, generations, budget, run.Goal)
			switch {
			case err != nil:
				return err
			case goal.Generations == 0 && goal.Budget == 0:
				return cli.Inputf("%s does not say how far it was to go: give --generations or --budget", args[0])
			case goal.Generations > 0 && goal.Generations < run.State.Generation:
				return cli.Inputf("--generations %d: %s has %d already; give more", goal.Generations, args[0], run.State.Generation)
			case goal != run.Goal:
				if err := run.SetGoal(goal); err != nil {
					return err
				}
			}
			return evolve(cmd, run, arena, output, open)
		},
	}
	addGoalFlags(cmd, &generations, &budget, "generations in all, those there are already included (default: as the run began)")
	arenas.add(cmd)
	output.add(cmd)
	addOpen(cmd, &open)
	return cmd
}
