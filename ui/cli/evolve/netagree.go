package evolve

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"evothello/internal/english"
	"evothello/learn/policy"
	"evothello/learn/tables"
	"evothello/players"
	"evothello/ui/cli"
)

func newNetAgree() *cobra.Command {
	var positions, workers int
	var seed uint64
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "agree PLAYER FILE…",
		Short: "Count how often a player makes the moves of experts' games",
		Long: `Count how often a player, whichever it is, makes the moves of experts' games: GGF, WTHOR
or transcripts. It is asked in --positions of them, drawn by lot, in each as if the game had
just begun. What is published counts positions with a single legal move too, as this does; a
second line leaves them out.`,
		Example: "  evolve net agree net:file=runs/net WTH_2013.wtb\n  evolve net agree champion:depth=4 WTH_2012.wtb WTH_2013.wtb --positions 5000",
		Args:    cli.Args(cobra.MinimumNArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkWorkers(workers); err != nil {
				return err
			}
			if positions < 0 {
				return cli.Inputf("--positions %d: must be 0 (all) or more", positions)
			}
			spec, err := players.ParseSpec(args[0])
			if err != nil {
				return cli.Input(err)
			}
			player, err := spec.Contestant()
			if err != nil {
				return cli.Input(err)
			}
			var games []tables.Game
			for _, path := range args[1:] {
				source, err := tables.NewSource(path)
				if err != nil {
					return cli.Input(err)
				}
				some, _, err := source.Games()
				if err != nil {
					return cli.Input(err)
				}
				games = append(games, some...)
			}
			r, err := policy.Agree(cmd.Context(), player, games, positions, seed, workers)
			if errors.Is(err, context.Canceled) {
				return cli.ErrInterrupted
			}
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(cmd.OutOrStdout(), r)
			}
			out := cmd.OutOrStdout()
			fmt.Fprintf(out, "%s makes the experts' move in %.1f %% ± %.1f of %d positions of %s.\n", args[0], 100*r.Share, 100*r.Error, r.Positions, english.Count(len(games), "game"))
			fmt.Fprintf(out, "  %-13s %5.1f %%  of %d\n", "with a choice", 100*r.Choice.Share(), r.Choice.Positions)
			for i, when := range []string{"moves 1–20", "moves 21–40", "moves 41–60"} {
				if third := r.Thirds[i]; third.Positions > 0 {
					fmt.Fprintf(out, "  %-13s %5.1f %%  of %d\n", when, 100*third.Share(), third.Positions)
				}
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&positions, "positions", 20_000, "in how many positions at most the player is asked; 0 for all")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the lots by which positions are drawn")
	addWorkers(cmd, &workers)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
