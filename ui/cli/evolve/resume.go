package evolve

import (
	"github.com/spf13/cobra"

	"evothello/learn/tables"
	"evothello/runs"
	"evothello/ui/cli"
)

func newResume() *cobra.Command {
	var goal goalFlags
	var arenas arenaFlags
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
			if err := goal.check(); err != nil {
				return err
			}
			if tables.Kind.Is(args[0]) {
				return resumeAsLearning(cmd, args[0], arenas.workers, output, &goal)
			}
			arena, err := arenas.open(cmd, false)
			if err != nil {
				return err
			}
			defer arena.Close()
			run, err := runs.Resume(args[0])
			if err != nil {
				return resumed(err)
			}
			defer run.Close()
			warn(cmd, run)
			if err := goal.extend(run); err != nil {
				return err
			}
			return evolve(cmd, run, arena, output, open)
		},
	}
	goal.add(cmd, runs.Kind, 0)
	arenas.add(cmd)
	output.add(cmd)
	addOpen(cmd, &open)
	return cmd
}
