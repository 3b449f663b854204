package evolve

import (
	"github.com/spf13/cobra"

	"evothello/learn/study"
	"evothello/report/survey"
	"evothello/runs"
	"evothello/runs/tournament"
	"evothello/ui/cli"
)

func newStatus() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status DIR",
		Short: "Say how a run stands and how strong its champion is, or how a tournament or a study does",
		Args:  cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if l, is, err := learnDir(args[0]); err != nil {
				return err
			} else if is {
				return printLearning(cmd.OutOrStdout(), l, asJSON)
			}
			switch {
			case tournament.Kind.Is(args[0]):
				return tournamentStatus(cmd, args[0], asJSON)
			case study.Kind.Is(args[0]):
				return studyStatus(cmd.OutOrStdout(), args[0], asJSON)
			}
			run, err := runs.Open(args[0])
			if boards := survey.Kept(args[0]); err != nil && len(boards) > 0 {
				return surveyStatus(cmd.OutOrStdout(), args[0], boards, asJSON)
			}
			if err != nil {
				return cli.Input(err)
			}
			return printStatus(cmd.OutOrStdout(), run, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
