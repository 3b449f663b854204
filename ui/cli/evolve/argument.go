package evolve

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/formats"
	"evothello/players"
	"evothello/ui/cli"
	"evothello/weights"
)

// An argument is what a word of the command line stands for: a file with its content, or a typed game or
// position.
type argument struct {
	word   string
	isFile bool
	formats.File
}

// readArguments reads words that are files, positions, or transcripts of games from start, and WTHOR files of names,
// which all WTHOR files of games use. It writes the non-fatal problems of files to warn.
func readArguments(start engine.Position, words []string, warn io.Writer) ([]argument, error) {
	var all []argument
	var names []string
	words = slices.DeleteFunc(withSides(words), func(word string) bool {
		is := formats.IsNames(word)
		if is {
			names = append(names, word)
		}
		return is
	})
	if len(words) == 0 {
		return nil, fmt.Errorf("%s has only names of players or tournaments: also name a WTHOR file of games (.wtb)",
			names[0])
	}
	for _, word := range words {
		arg, err := readArgument(start, word, names)
		if err != nil {
			return nil, err
		}
		printFaults(warn, arg.word, arg.Faults)
		all = append(all, arg)
	}
	return all, nil
}

// printFaults prints the non-fatal problems of a file, one a line. Of many it prints the first ones and a count.
func printFaults(w io.Writer, path string, faults []error) {
	const most = 20
	for _, fault := range faults[:min(len(faults), most)] {
		fmt.Fprintf(w, "%s: %s\n", cli.Plain(path), cli.Plain(fault.Error()))
	}
	if more := len(faults) - most; more > 0 {
		fmt.Fprintf(w, "%s: and %d more problems\n", cli.Plain(path), more)
	}
}

// notInDiscs says why positions of boards larger than 8×8 have no values.
const notInDiscs = "the value of points in discs was measured only there"

// weightsOf returns the weights of a player of boards up to 8×8.
func weightsOf(spec string) (*weights.Switch, error) {
	s, err := players.ParseSpec(spec)
	if err != nil {
		return nil, err
	}
	w, err := s.Switch()
	if err == nil {
		err = cli.UpTo8x8(w.HomeBoard(), "the analysis of positions", notInDiscs)
	}
	return w, err
}

// weightsOn returns the weights of a player, its spec, and the board: that of --board, else the player's own.
func weightsOn(cmd *cobra.Command, player, onBoard string) (w *weights.Switch, spec players.Spec, board engine.Shape,
	err error) {
	if spec, err = players.ParseSpec(player); err != nil {
		return w, spec, board, err
	}
	if w, err = spec.Switch(); err != nil {
		return w, spec, board, err
	}
	if board, err = cli.BoardOf(cmd, onBoard, spec); err != nil {
		return w, spec, board, err
	}
	if err = w.PlaysOn(board); err != nil {
		err = fmt.Errorf("player %s: %w", player, err)
	}
	return w, spec, board, err
}

// readPositions parses words that are positions or transcripts of games from start.
func readPositions(start engine.Position, words []string) ([]engine.Position, error) {
	var all []engine.Position
	for _, word := range withSides(words) {
		p, err := engine.ParsePositionOn(start, word)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// withSides joins each board with the next word, its side. A board that was quoted together with its side stays
// as it is.
func withSides(words []string) (joined []string) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		if engine.IsBoard(word) && i+1 < len(words) {
			i++
			word += " " + words[i]
		}
		joined = append(joined, word)
	}
	return joined
}

func readArgument(start engine.Position, word string, names []string) (arg argument, err error) {
	arg.word = word
	_, missing := os.Stat(word)
	if arg.isFile = missing == nil; arg.isFile {
		arg.File, err = formats.ReadFile(start, word, names...)
		return arg, err
	}
	if game, err := engine.ParseGame(start, word); err == nil && len(game.Moves) > 0 {
		arg.Games = []formats.Annotated{{Game: *game}}
		return arg, nil
	}
	position, err := engine.ParsePositionOn(start, word)
	if err != nil {
		return arg, fmt.Errorf("%q is neither a file nor a game, nor a position: %w", word, err)
	}
	arg.Problems = []formats.Problem{{Position: position}}
	return arg, nil
}
