package evolve

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/players/analysis"
	"evothello/search"
	"evothello/ui/cli"
)

type explainFlags struct {
	json, moves, points bool
	board               string
}

func newExplain() *cobra.Command {
	var f explainFlags
	cmd := &cobra.Command{
		Use:   "explain PLAYER [POSITION…]",
		Short: "Show the value of a position to a player, feature by feature",
		Long: `Show the value of a position to a player: for each feature its count times its weight.
Counts and values are Black's minus White's. The features that matter most come first.
Values are in discs, or in points of the weights if points do not predict results.

The score comes from the weights of the current phase alone. The line below it is the value
of a search 8 moves ahead, solved from 18 empty squares, unless the player's spec names a
depth. Pattern tables have one line for each group of patterns.

Positions are arguments, or lines of standard input if there is no argument.
` + cli.Paragraph(engine.PositionForms),
		Example: "  evolve explain strongest f5d6c3\n  evolve explain switch f5d6c3 --moves\n  " +
			"evolve explain reversi-blank " +
			"--json < positions.txt",
		Args: cli.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0], args[1:]) },
	}
	cmd.Flags().BoolVar(&f.moves, "moves", false, "explain also the position after each legal move, the best first")
	cmd.Flags().BoolVar(&f.points, "points", false, "show values in points of the player's weights, not in discs")
	cmd.Flags().BoolVar(&f.json, "json", false, "print a line of JSON for each position")
	cli.AddSmallBoard(cmd, &f.board)
	return cmd
}

func (f *explainFlags) run(cmd *cobra.Command, player string, words []string) error {
	w, spec, board, err := weightsOn(cmd, player, f.board)
	if err == nil {
		err = cli.UpTo8x8(board, "evolve explain", notInDiscs)
	}
	if err != nil {
		return cli.Input(err)
	}
	if f.points && f.json {
		return errPointsInJSON
	}
	settings, err := spec.Settings(analysis.DefaultSettings)
	if err != nil {
		return cli.Input(err)
	}
	valuer, searcher := analysis.NewValuer(w), search.New(search.NewTable(search.DefaultTableBits))
	visit := func(p engine.Position) error {
		x := explained{out: cmd.OutOrStdout(), at: p.Board, scale: valuer.Scale()}
		if f.points || x.scale.PointsPerDisc(p.Board) == 0 {
			x.scale = nil
		}
		x.Explanation = analysis.Explain(w, x.scale, p, f.moves)
		if f.json {
			return json.NewEncoder(x.out).Encode(x.Explanation)
		}
		if x.scale != nil && x.Result == nil {
			x.found, x.value = valuer.ForBlack(cmd.Context(), searcher, p, settings)
			if err := cmd.Context().Err(); err != nil {
				return err
			}
		}
		return x.print()
	}
	if len(words) == 0 {
		return cli.Cancellable(cmd.Context(), func() error { return eachLine(board.Start, cmd.InOrStdin(), visit) })
	}
	positions, err := readPositions(board.Start, words)
	if err != nil {
		return cli.Input(err)
	}
	for _, p := range positions {
		if err := visit(p); err != nil {
			return err
		}
	}
	return nil
}

// eachLine reads a position, or a game from start, from each line that is not empty, and calls visit. It returns
// an error if there is none.
func eachLine(start engine.Position, r io.Reader, visit func(engine.Position) error) error {
	lines, n, given := bufio.NewScanner(r), 1, false
	for ; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		p, err := engine.ParsePositionOn(start, strings.TrimPrefix(lines.Text(), "\uFEFF"))
		if err != nil {
			return cli.Inputf("line %d: %w", n, err)
		}
		if err := visit(p); err != nil {
			return err
		}
		given = true
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return cli.Inputf("line %d is longer than any position: %s", n, engine.PositionForms)
	}
	if lines.Err() == nil && !given {
		return cli.Inputf("no position on standard input: give one position per line; %s", engine.PositionForms)
	}
	return lines.Err()
}
