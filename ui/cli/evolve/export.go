package evolve

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"evothello/internal/files"
	"evothello/report/tensorboard"
	"evothello/ui/cli"
)

// exportCurves writes the histories of directories as event files of TensorBoard: each in a directory of its own below
// out, which TensorBoard shows as a run.
func exportCurves(cmd *cobra.Command, dirs []string, format, out string) error {
	switch {
	case format != "tensorboard":
		return cli.Inputf("--export %q: want tensorboard", format)
	case out == "":
		return cli.Inputf("--export needs a directory for the event files: give one with --out DIR")
	case cmd.Flags().Changed("axis") || cmd.Flags().Changed("group"):
		return cli.Inputf("--axis and --group are for plots: leave them out with --export")
	}
	var names []string
	for _, dir := range dirs {
		whole, err := filepath.Abs(dir)
		if err != nil {
			return err
		}
		name := filepath.Base(whole)
		if slices.Contains(names, name) {
			return cli.Inputf("two directories are called %s: export each with a different --out", name)
		}
		names = append(names, name)
	}
	var written []string
	for i, dir := range dirs {
		events, err := eventsOf(files.At(dir))
		if err != nil {
			return cli.Input(err)
		}
		to := files.At(filepath.Join(out, names[i]))
		if err := to.Make(); err != nil {
			return fmt.Errorf("%w; name another directory with --out", files.NameDeniedDir(err))
		}
		if err := to.Write(tensorboard.FileName, events); err != nil {
			return err
		}
		written = append(written, to.Path(tensorboard.FileName))
	}
	printFiles(cmd.OutOrStdout(), written)
	return nil
}

// eventsOf returns the event file of a directory.
func eventsOf(dir *files.Dir) ([]byte, error) {
	history, err := dir.Read("history.csv", files.MaxGames)
	if files.IsMissing(err) {
		return nil, fmt.Errorf("%s has no history.csv: --export needs a run or training that has finished a generation or "+
			"round", dir)
	}
	if err != nil {
		return nil, err
	}
	timing, err := dir.Read("timing.csv", files.MaxGames)
	if err != nil && !files.IsMissing(err) {
		return nil, err
	}
	seconds, err := secondsAfter(timing)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir.Path("timing.csv"), err)
	}
	var events bytes.Buffer
	if err := tensorboard.Write(&events, bytes.NewReader(history), seconds); err != nil {
		return nil, fmt.Errorf("%s: %w", dir.Path("history.csv"), err)
	}
	return events.Bytes(), nil
}

// secondsAfter returns the time after each round, from a timing.csv.
func secondsAfter(timing []byte) (map[int]float64, error) {
	lines, err := csv.NewReader(bytes.NewReader(timing)).ReadAll()
	if err != nil || len(lines) == 0 {
		return nil, err
	}
	column, total, after := slices.Index(lines[0], "seconds"), 0.0, map[int]float64{}
	if column < 0 {
		return nil, fmt.Errorf("the column seconds is missing")
	}
	for i, line := range lines[1:] {
		round, err := strconv.Atoi(line[0])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		took, err := strconv.ParseFloat(line[column], 64)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		total += took
		after[round] = total
	}
	return after, nil
}
