package main

import (
	"github.com/spf13/cobra"

	"evothello/internal/cli"
	"evothello/runs"
)

func newStatus() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status DIR",
		Short: "Say how a run stands and how strong its champion is",
		Args:  cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if l, is, err := learnDir(args[0]); err != nil {
				return err
			} else if is {
				return printLearning(cmd.OutOrStdout(), l, asJSON)
			}
			run, err := runs.Open(args[0])
			if err != nil {
				return cli.Input(err)
			}
			return printStatus(cmd.OutOrStdout(), run, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
