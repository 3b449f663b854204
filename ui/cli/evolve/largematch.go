package evolve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/fitness"
	"evothello/fitness/roster"
	"evothello/ui/cli"
)

// largeReport is a match's outcome with the size of its board.
type largeReport struct {
	Board string `json:"board"`
	fitness.Report
}

// runLarge plays the match on a board larger than 8×8.
func (f *matchFlags) runLarge(cmd *cobra.Command, size int, nameA, nameB string) error {
	m, err := f.prepareLarge(cmd, size, nameA, nameB)
	if err != nil {
		return cli.Input(err)
	}
	live := &liveScore{display: newDisplay(f.output.progress(cmd)), pairs: len(m.Openings)}
	began := time.Now()
	tally, err := m.Play(cmd.Context(), live.played)
	live.end()
	stopped := errors.Is(err, context.Canceled)
	if stopped {
		tally = live.tally // of what has been played, in whatever order
	} else if err != nil {
		return err
	}
	report := largeReport{f.board, tally.Report(m.Test)}
	report.A, report.B, report.Seed, report.Plies = m.A.Name, m.B.Name, f.seed, f.plies
	report.GamesPerSecond = fitness.GamesPerSecond(report.Games, time.Since(began).Seconds())
	if f.output.json {
		if !stopped {
			err = printJSON(cmd.OutOrStdout(), report)
		}
	} else if report.Pairs > 0 {
		printReport(cmd.OutOrStdout(), &report.Report)
	}
	switch {
	case stopped:
		fmt.Fprintf(cmd.ErrOrStderr(), "Stopped after %d of %d pairs.\n", report.Pairs, len(m.Openings))
		return cli.ErrInterrupted
	case err == nil && tally.AllForfeited():
		return allForfeited(report.Games)
	}
	return err
}

// onLarge are the flags that mean something on boards larger than 8×8.
var onLarge = []string{"board", "pairs", "plies", "seed", "depth", "endgame", "sprt", "workers", "json", "quiet"}

// prepareLarge checks the arguments and flags and makes the match of them.
func (f *matchFlags) prepareLarge(cmd *cobra.Command, size int, nameA, nameB string) (m roster.Match, err error) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if err == nil && !slices.Contains(onLarge, flag.Name) {
			err = fmt.Errorf("--%s is for boards of up to 8×8: leave it out with --board %s", flag.Name, f.board)
		}
	})
	if err == nil {
		err = checkWorkers(f.arena.workers)
	}
	if err == nil && f.pairs < 1 {
		err = fmt.Errorf("--pairs %d: must be 1 or more", f.pairs)
	}
	if err != nil {
		return m, err
	}
	m.Seed, m.Workers = f.seed, f.arena.workers
	if m.A, err = f.contestant(cmd, nameA); err != nil {
		return m, err
	}
	if m.B, err = f.contestant(cmd, nameB); err != nil {
		return m, err
	}
	if m.Test, err = f.test(cmd); err != nil {
		return m, err
	}
	m.Openings, err = roster.Openings(size, fitness.Random(f.seed, "match"), f.pairs, f.plies)
	return m, err
}

// contestant makes a player of boards larger than 8×8 ready.
func (f *matchFlags) contestant(cmd *cobra.Command, text string) (*roster.Contestant, error) {
	spec, err := roster.ParseSpec(text)
	if err == nil && cmd.Flags().Changed("depth") {
		if err = checkDepth("depth", f.depth, 1); err == nil {
			spec, err = spec.WithDefault("depth", f.depth)
		}
	}
	if err == nil && cmd.Flags().Changed("endgame") {
		if err = checkDepth("endgame", f.endgame, 0); err == nil {
			spec, err = spec.WithDefault("endgame", f.endgame)
		}
	}
	if err != nil {
		return nil, err
	}
	return spec.Contestant()
}
