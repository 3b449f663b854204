package evolve

import (
	"github.com/spf13/cobra"

	"evothello/ui/cli"
)

func newStatus() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status DIR",
		Short: "Say how a run stands and how strong its champion is, or how other work in a directory does",
		Long: `Say how the work in a directory stands: of a run how strong its champion is, of learn,
dqn and net how strong the player is, of a tournament, a comparison, a study or evolve
board what is finished.`,
		Args: cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return directoryOf(args[0]).status(cmd, args[0], asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
