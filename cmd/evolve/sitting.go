package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"evothello/fitness"
	"evothello/internal/cli"
	"evothello/plots"
	"evothello/report"
	"evothello/runs"
)

// outputFlags say how much a command prints.
type outputFlags struct{ quiet, json bool }

func (f *outputFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.quiet, "quiet", false, "print the outcome only")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the outcome as JSON")
}

// evolve works on an open run until its goal is reached or Ctrl-C, showing
// progress on standard error, then draws the plots and prints the outcome.
func evolve(cmd *cobra.Command, run *runs.Run, workers int, output outputFlags) error {
	before := run.State.Generation
	var progress progress = silent{}
	if !output.quiet {
		progress = newProgress(cmd.ErrOrStderr(), run.Progress())
	}
	stop, err := run.Run(cmd.Context(), fitness.Local{Workers: workers}, runs.Observer{Played: progress.played, Generation: progress.generation})
	progress.end()
	if err != nil {
		return fmt.Errorf("%w; what is finished is safe: `%s resume %s` goes on from generation %d", err, self(), shellWord(run.Dir), run.State.Generation)
	}
	if stop == runs.Interrupted {
		fmt.Fprintf(cmd.ErrOrStderr(), "Stopped after generation %d. Go on with: %s resume %s\n", run.State.Generation, self(), shellWord(run.Dir))
		return cli.ErrInterrupted
	}
	if run.State.Generation > before || plots.Missing(run) {
		if err := plots.Write(run); err != nil {
			return fmt.Errorf("plots: %w; the run itself is complete: `%s plot %s` draws them", err, self(), shellWord(run.Dir))
		}
	}
	return printStatus(cmd.OutOrStdout(), run, output.json)
}

// printStatus prints how a run stands.
func printStatus(w io.Writer, run *runs.Run, asJSON bool) error {
	status := run.Status()
	if asJSON {
		return printJSON(w, status)
	}
	fmt.Fprintf(w, "Run %s: seed %d, %d genomes, depth %d, last %d exact.\n",
		run.Dir, run.Config.Seed, run.Config.Population, run.Config.Search.Depth, run.Config.Search.Endgame)
	fmt.Fprintf(w, "Generation %d%s, %.0f games/s.\n", status.Generation, ofGoal(run.Goal), status.GamesPerSecond)
	if status.Champion == nil {
		fmt.Fprintf(w, "No champion yet. Go on with: %s resume %s\n", self(), shellWord(run.Dir))
		return nil
	}
	fmt.Fprintf(w, "\n%s\n", report.Strength(run))
	if len(status.Champion.Ladder) > 0 {
		fmt.Fprintln(w)
	}
	for _, rung := range status.Champion.Ladder {
		fmt.Fprintf(w, "  %5.1f %% against %-12s (95 %% interval %.1f to %.1f %%, %d pairs): %s\n",
			100*rung.Score, rung.Opponent, 100*rung.Low, 100*rung.High, rung.Pairs, rung.Verdict())
	}
	fmt.Fprintf(w, "\n%s\n", report.Cost(run))
	fmt.Fprintf(w, "\n  champion   %s/champion.json\n  plots      %s/plots\n", run.Dir, run.Dir)
	fmt.Fprintf(w, "  report it  %s report %s\n", self(), shellWord(run.Dir))
	champion := shellWord("switch:file=" + run.Dir + "/champion.json")
	fmt.Fprintf(w, "  play it    %s --against %s\n", player(), champion)
	fmt.Fprintf(w, "  test it    %s match %s alphabeta:depth=1 --pairs 500\n", self(), champion)
	if _, done := run.Done(); done {
		fmt.Fprintf(w, "  extend it  %s resume %s --generations %d\n", self(), shellWord(run.Dir), 2*status.Generation)
	} else {
		fmt.Fprintf(w, "  go on      %s resume %s\n", self(), shellWord(run.Dir))
	}
	return nil
}

func printJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", " ")
	return encoder.Encode(v)
}

func ofGoal(goal runs.Goal) (text string) {
	if goal.Generations > 0 {
		text = fmt.Sprintf(" of %d", goal.Generations)
	}
	if goal.Budget > 0 {
		text += fmt.Sprintf(", time budget %s", goal.Budget)
	}
	return text
}
