package evolve

import (
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/ui/cli"
)

func newPerft() *cobra.Command {
	var asJSON bool
	var onBoard string
	cmd := &cobra.Command{
		Use:   "perft DEPTH [POSITION]",
		Short: "Count the leaves of the game tree, to verify the rules",
		Long: `Count the leaves of the game tree DEPTH plies below a position, to verify the rules. A pass
is a ply. A game that ends earlier counts as one leaf. POSITION is the start by default.`,
		Example: "  evolve perft 10\n  evolve perft 6 f5d6c3",
		Args:    cli.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			depth, err := strconv.Atoi(args[0])
			if err != nil || depth < 0 || depth > 20 {
				return cli.Inputf("depth %q: must be a whole number from 0 to 20", args[0])
			}
			board, err := cli.BoardOf(cmd, onBoard)
			if err != nil {
				return err
			}
			positions := []engine.Position{board.Start}
			if len(args) > 1 {
				if positions, err = readPositions(board.Start, args[1:]); err != nil {
					return cli.Input(err)
				}
			}
			if len(positions) != 1 {
				return cli.Inputf("%d positions: give only one", len(positions))
			}
			began := time.Now()
			counted := make(chan uint64, 1)
			go func() { counted <- positions[0].Perft(depth) }()
			var leaves uint64
			select {
			case leaves = <-counted:
			case <-cmd.Context().Done():
				return cmd.Context().Err()
			}
			seconds := time.Since(began).Seconds()
			if asJSON {
				return printJSON(cmd.OutOrStdout(), map[string]any{"depth": depth, "nodes": leaves, "seconds": seconds})
			}
			fmt.Fprintf(cmd.OutOrStdout(), "perft %d = %d  (%.2f s)\n", depth, leaves, seconds)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cli.AddBoard(cmd, &onBoard)
	return cmd
}
