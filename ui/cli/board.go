package cli

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/formats"
	"evothello/internal/names"
	"evothello/players"
)

// Board returns the board for a word of the command line: the name of a built-in board, or a file.
// All its errors are input errors.
func Board(word string) (engine.Shape, error) {
	board, err := BoardOrSize(word)
	if err == nil && board.IsLarge() {
		err = TooLarge(word)
	}
	return board, err
}

// TooLarge returns the error of a board larger than 8×8 for a command that cannot use it.
func TooLarge(name string) error {
	return Inputf("board %s: boards larger than 8×8 work only with play, play web, play external, and evolve run, "+
		"match, tournament, train qnet and config", name)
}

// BoardOrSize is Board for commands that also play on boards larger than 8×8.
func BoardOrSize(word string) (engine.Shape, error) {
	shape, err := engine.ShapeNamed(word)
	if err == nil {
		return shape, nil
	}
	if size, ok := Size(word); ok {
		return engine.Large(size), nil
	}
	if _, notNumber := strconv.Atoi(side(word)); notNumber == nil {
		return engine.Shape{}, Inputf("board %s: squares are Square-4, Square-6 and Square-8, and for play, play web, "+
			"play external, and evolve run, match, tournament, train qnet and config %s", word, large.Sizes)
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

// Size reads the size of a board larger than 8×8, such as 12 or 12x12.
func Size(word string) (size int, ok bool) { return large.Size(side(word)) }

// side shortens 12x12 to 12 and returns any other word unchanged.
func side(word string) string {
	if wide, high, found := strings.Cut(strings.ToLower(word), "x"); found && wide == high {
		return wide
	}
	return word
}

// AddBoard adds the --board flag, which BoardOf reads.
func AddBoard(cmd *cobra.Command, board *string) { addBoard(cmd, board, "a name such as X, or a file") }

// AddBoardOrSize is AddBoard for commands that also play on boards larger than 8×8.
func AddBoardOrSize(cmd *cobra.Command, board *string) {
	addBoard(cmd, board, "a name, a file, or 10, 12 … 26")
}

func addBoard(cmd *cobra.Command, board *string, forms string) {
	cmd.Flags().StringVar(board, boardFlag, "", fmt.Sprintf("play on `BOARD`: %s (default the players', else %s)", forms,
		engine.Standard().Name))
}

const boardFlag = "board"

// BoardOf returns the board of the --board flag. Without the flag it is the board of the
// first player that has one of its own, else the standard board.
func BoardOf(cmd *cobra.Command, word string, specs ...players.Spec) (engine.Shape, error) {
	board, err := BoardOrSizeOf(cmd, word, specs...)
	if err == nil && board.IsLarge() {
		err = TooLarge(board.Name)
	}
	return board, err
}

// BoardOrSizeOf is BoardOf for commands that also play on boards larger than 8×8.
func BoardOrSizeOf(cmd *cobra.Command, word string, specs ...players.Spec) (engine.Shape, error) {
	if cmd.Flags().Changed(boardFlag) {
		return BoardOrSize(word)
	}
	for _, spec := range specs {
		if home := spec.HomeBoard(); home != nil {
			return *home, nil
		}
	}
	return engine.Standard(), nil
}

// HomeBoard is BoardOrSizeOf for players by their texts. It leaves out texts that are no players.
func HomeBoard(cmd *cobra.Command, word string, texts ...string) (engine.Shape, error) {
	var specs []players.Spec
	for _, text := range texts {
		if spec, err := players.ParseSpec(text); err == nil {
			specs = append(specs, spec)
		}
	}
	return BoardOrSizeOf(cmd, word, specs...)
}
