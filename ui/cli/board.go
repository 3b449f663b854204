package cli

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/formats"
	"evothello/internal/names"
	"evothello/players"
)

// Board returns the board of a command-line word: the name of a built-in board, the size of a board larger
// than 8×8, or a file. All its errors are input errors.
func Board(word string) (engine.Shape, error) {
	shape, err := engine.ShapeNamed(word)
	if err == nil {
		return shape, nil
	}
	wide, high, twice := strings.Cut(strings.ToLower(word), "x")
	if _, notNumber := strconv.Atoi(wide); notNumber == nil && (!twice || wide == high) {
		return engine.Shape{}, Inputf("board %s: square boards are Square-4, Square-6, Square-8 and even sizes from %d to %d",
			word, engine.MinLarge, engine.MaxLarge)
	}
	if _, missing := os.Stat(word); missing != nil && !strings.ContainsAny(word, `./\#`) {
		if unknown, ok := errors.AsType[*names.Unknown](err); ok && unknown.Nearest != "" {
			return engine.Shape{}, Input(err)
		}
		return engine.Shape{}, Inputf("%w; or a file: %s", err, formats.Boards)
	}
	shape, err = formats.ReadShape(word)
	if err != nil {
		return engine.Shape{}, Input(fmt.Errorf("board %w", err))
	}
	return shape, nil
}

// UpTo8x8 returns an error if a board is larger than 8×8. The error contains work and why. work is the command,
// such as "evolve solve", and why is the reason for the limit.
func UpTo8x8(board engine.Shape, work, why string) error {
	if !board.IsLarge() {
		return nil
	}
	return Inputf("board %s: %s works only on boards up to 8×8: %s", board.Name, work, why)
}

// AddBoard adds the --board flag. BoardOf reads it.
func AddBoard(cmd *cobra.Command, board *string) {
	addBoard(cmd, board, "a name, a file, or 10, 12 … 26")
}

// AddSmallBoard adds the --board flag to commands that work only on boards up to 8×8.
func AddSmallBoard(cmd *cobra.Command, board *string) {
	addBoard(cmd, board, "a name such as X, or a file")
}

func addBoard(cmd *cobra.Command, board *string, forms string) {
	cmd.Flags().StringVar(board, boardFlag, "", fmt.Sprintf("play on `BOARD`: %s (default the players', else %s)", forms,
		engine.Standard().Name))
}

const boardFlag = "board"

// BoardOf returns the board of the --board flag. Without the flag it returns the board of the first player
// that was trained on one board, else the standard board.
func BoardOf(cmd *cobra.Command, word string, specs ...players.Spec) (engine.Shape, error) {
	if cmd.Flags().Changed(boardFlag) {
		return Board(word)
	}
	for _, spec := range specs {
		if home := spec.HomeBoard(); home != nil {
			return *home, nil
		}
	}
	return engine.Standard(), nil
}

// HomeBoard is BoardOf for players given as texts. It ignores texts that are not player specs.
func HomeBoard(cmd *cobra.Command, word string, texts ...string) (engine.Shape, error) {
	var specs []players.Spec
	for _, text := range texts {
		if spec, err := players.ParseSpec(text); err == nil {
			specs = append(specs, spec)
		}
	}
	return BoardOf(cmd, word, specs...)
}
