package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"evothello/internal/cli"
	"evothello/runs"
)

func newFreeze() *cobra.Command {
	var out string
	var generation int
	cmd := &cobra.Command{
		Use:     "freeze DIR -o FILE",
		Short:   "Write the champion of a run, now or after a generation, as a file to play with",
		Example: "  evolve freeze runs/seed-1 --generation 20 -o g20.json",
		Args:    cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			run, err := runs.Open(args[0])
			if err != nil {
				return cli.Input(err)
			}
			if out == "" {
				return cli.Inputf("no file to write: give one with -o FILE")
			}
			if !cmd.Flags().Changed("generation") {
				generation = run.State.Generation
			}
			champion := run.State.ChampionAt(generation)
			if generation > run.State.Generation || champion == nil {
				return cli.Inputf("%s has no champion of generation %d: it has played generations 1 to %d", args[0], generation, run.State.Generation)
			}
			data, err := json.MarshalIndent(run.Config.Switch(champion), "", " ")
			if err != nil {
				return err
			}
			if err := runs.WriteFile(out, append(data, '\n')); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: champion after generation %d, promoted in generation %d\n", out, generation, champion.Generation)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write")
	cmd.Flags().IntVar(&generation, "generation", 0, "the champion that reigned after this generation (default: the last)")
	return cmd
}
