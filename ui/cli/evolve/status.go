package evolve

import (
	"github.com/spf13/cobra"

	"evothello/ui/cli"
)

func newStatus() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status DIR",
		Short: "Show the progress and the strength of a run, or of other work in a directory",
		Long: `Show the progress of the work in a directory, and the commands to run next. For a run it
shows how strong the champion is; for a training how strong the player is; for a
tournament, a comparison or evolve board which parts are finished.`,
		Args: cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return directoryOf(args[0]).status(cmd, args[0], asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
