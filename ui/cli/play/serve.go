package play

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/players"
	"evothello/ui/cli"
	"evothello/ui/protocols"
	"evothello/weights"
)

// serveFlags holds the flags of the commands that serve a player to another program.
type serveFlags struct {
	player string
	seed   uint64
}

func (f *serveFlags) add(cmd *cobra.Command) {
	cmd.Args = cli.Args(cobra.NoArgs)
	cmd.Flags().StringVar(&f.player, "player", "strongest", "serve `PLAYER`, from play list, or NAME:key=value,…")
	cmd.Flags().Uint64Var(&f.seed, "seed", 0, randomSeed)
}

// contestant returns the spec and the compiled player that the flags name.
func (f *serveFlags) contestant(cmd *cobra.Command) (players.Spec, *players.Contestant, error) {
	if !cmd.Flags().Changed("seed") {
		f.seed = rand.Uint64()
	}
	spec, err := players.ParseSpec(f.player)
	if err != nil {
		return spec, nil, cli.Input(fmt.Errorf("--player: %w", err))
	}
	contestant, err := spec.Contestant()
	return spec, contestant, cli.Input(err)
}

func newGTP() *cobra.Command {
	var f serveFlags
	var onBoard string
	cmd := &cobra.Command{
		Use:   "gtp",
		Short: "Serve a player by the Go Text Protocol (Quarry, GoGui, match programs)",
		Long: `Serve a player by the Go Text Protocol (GTP), version 2, on standard input and output.

Rows count from the top, as in other Othello programs. Forced passes need no command. The
command list_commands lists all commands. The command quit, or the end of the input, ends
the program.`,
		Example: "  play gtp\n  play gtp --player strongest:depth=8,endgame=16",
		RunE: func(cmd *cobra.Command, _ []string) error {
			spec, contestant, err := f.contestant(cmd)
			if err != nil {
				return err
			}
			board, err := cli.BoardOf(cmd, onBoard, spec)
			if err == nil {
				err = contestant.CheckBoard(board)
			}
			if err != nil {
				return cli.Input(err)
			}
			player := contestant.New(newSearcher())
			defer players.Close(player)
			server := &protocols.GTP{Name: "evothello " + contestant.Name, Version: cli.Version(), Board: board,
				CheckBoard: contestant.CheckBoard, Player: player, Seed: f.seed}
			return ended(cmd.Context(), server.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout()))
		},
	}
	f.add(cmd)
	cli.AddBoard(cmd, &onBoard)
	return cmd
}

func newNBoard() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "nboard",
		Short: "Serve a player by the NBoard protocol (the program NBoard)",
		Long: `Serve a player by the NBoard protocol, version 1 or 2, on standard input and output. The
depth that the board sets replaces the player's.

Evaluations are discs. They are exact if the position is solved. They are 64 if the search
sees a win, but not by how much. Otherwise they are estimates, as on the page.`,
		Example: "  play nboard\n  play nboard --player switch:file=runs/seed-1/champion.json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			spec, _, err := f.contestant(cmd)
			if err != nil {
				return err
			}
			server := &protocols.NBoard{Spec: spec, Searcher: newSearcher(), Seed: f.seed, Now: time.Now}
			return ended(cmd.Context(), server.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout()))
		},
	}
	f.add(cmd)
	return cmd
}

func newExternal() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "external",
		Short: "Answer one position from the application of the reversi library",
		Long: `Read a position from standard input and print the player's move. The application of the
reversi library runs this command for an external player.

The input has these lines: the side to move (1 for black, -1 for white); the size of the
board (an even number from 4 to 26); the rows of the board from the top, with 0 for
an empty square, 1 for a black disc and -1 for a white disc. The move is X Y, counted from
0 0 at the top left.

On boards larger than 8×8 the player must be one that plays on them: random, table,
montecarlo, alphabeta and others. Without --player the champion of 4×4, 6×6 or 8×8 answers,
and alphabeta on larger boards.`,
		Example: `  play external --player strongest:depth=6 < position.txt`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			debug.SetGCPercent(400) // the process is so short that collecting garbage took a third of its time
			if _, err := players.ParseSpec(f.player); err != nil {
				return cli.Input(fmt.Errorf("--player: %w", err))
			}
			var at engine.Position
			err := cli.Cancellable(cmd.Context(), func() (err error) {
				at, err = protocols.ReadExternal(cmd.InOrStdin())
				return err
			})
			if err == nil && len(at.Legal()) == 0 {
				err = fmt.Errorf("%s has no legal move in this position", at.Side)
			}
			if errors.Is(err, context.Canceled) {
				return cli.ErrInterrupted
			}
			if err != nil {
				return cli.Inputf("standard input: %w", err)
			}
			return ended(cmd.Context(), f.answer(cmd, at))
		},
	}
	f.add(cmd)
	return cmd
}

// answer prints the move in a position. The default player is that of the board.
func (f *serveFlags) answer(cmd *cobra.Command, at engine.Position) error {
	board, err := engine.ShapeNamed(fmt.Sprintf("%dx%[1]d", at.SquareSize()))
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("player") {
		if f.player = weights.ChampionOf(board); board.IsLarge() {
			f.player = players.DefaultLarge
		}
	}
	spec, contestant, err := f.contestant(cmd)
	if err == nil {
		err = spec.CheckSize(board)
	}
	if err == nil {
		err = contestant.CheckBoard(board)
	}
	if err != nil {
		return cli.Input(err)
	}
	player := contestant.New(newSearcher())
	defer players.Close(player)
	player.NewGame(f.seed)
	return protocols.AnswerExternal(cmd.Context(), player, at, cmd.OutOrStdout())
}

// ended returns the error of a session. After Ctrl-C it is ErrInterrupted.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return cli.ErrInterrupted
	}
	if errors.Is(err, protocols.ErrLine) {
		return cli.Input(err)
	}
	return err
}
