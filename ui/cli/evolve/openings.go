package evolve

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/fitness"
	"evothello/formats"
	"evothello/internal/english"
	"evothello/ui/cli"
)

// draw returns the openings of a match: random ones, or those of the file of --openings. Of a file it returns
// all, or the first --pairs.
func (f *matchFlags) draw(cmd *cobra.Command, board engine.Shape) ([]fitness.Opening, error) {
	if f.pairs < 1 {
		return nil, fmt.Errorf("--pairs %d: must be 1 or more", f.pairs)
	}
	switch {
	case f.plies < 0:
		return nil, fmt.Errorf("--opening-plies %d: must be 0 or more", f.plies)
	case cmd.Flags().Changed("opening-plies"):
	case f.openings == "":
		f.plies = fitness.DefaultPlies(board)
	default:
		f.plies = 0
	}
	if f.openings == "" {
		return fitness.OpeningsForMatch(fitness.Random(f.seed, "match"), board.Start, f.pairs, f.plies)
	}
	openings, err := f.readOpenings(cmd, board)
	if err != nil {
		return nil, err
	}
	switch asked := cmd.Flags().Changed("pairs"); {
	case asked && f.pairs > len(openings):
		return nil, fmt.Errorf("%s has only %s for %d pairs: %w", f.openings, english.Count(len(openings), "opening"),
			f.pairs, fitness.ErrTooFewOpenings)
	case asked:
		openings = openings[:f.pairs]
	}
	if n := fitness.CountRepeats(openings); n > 0 && !f.output.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d of %d positions are the same as earlier ones up to symmetry. They are "+
			"played too, so the intervals are a little too narrow.\n", cli.Plain(f.openings), n, len(openings))
	}
	return openings, nil
}

// readOpenings reads the games or positions of --openings. With --opening-plies an opening is the first plies of a
// game.
func (f *matchFlags) readOpenings(cmd *cobra.Command, board engine.Shape) (openings []fitness.Opening, err error) {
	cut, numbers := cmd.Flags().Changed("opening-plies"), []int{} // of the openings in the file
	file, err := formats.ReadFile(board.Start, f.openings)
	if err != nil {
		return nil, fmt.Errorf("--openings: %w", err)
	}
	printFaults(cmd.ErrOrStderr(), f.openings, file.Faults)
	switch {
	case len(file.Problems) > 0 && cut:
		return nil, fmt.Errorf("--opening-plies %d: %s holds positions, not games; leave it out", f.plies, f.openings)
	case len(file.Problems) > 0:
		positions := make([]engine.Position, len(file.Problems))
		for i := range file.Problems {
			positions[i] = file.Problems[i].Position
			numbers = append(numbers, file.Problems[i].Line)
		}
		openings, err = fitness.OpeningsFromPositions(board, positions)
	default:
		games := make([]engine.Game, len(file.Games))
		for i := range file.Games {
			games[i] = file.Games[i].Game
			numbers = append(numbers, file.Games[i].Number)
		}
		if cut {
			openings, err = fitness.OpeningsFromFirstPlies(board.Start, games, f.plies)
		} else {
			openings, err = fitness.OpeningsFromGames(board.Start, games)
		}
	}
	if wrong, is := errors.AsType[*fitness.OpeningError](err); is {
		wrong.Opening = numbers[wrong.Opening-1]
		if wrong.Earlier > 0 {
			wrong.Earlier = numbers[wrong.Earlier-1]
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.openings, err)
	}
	return openings, nil
}
