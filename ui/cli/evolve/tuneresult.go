package evolve

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"

	"evothello/evolution"
	"evothello/internal/called"
	"evothello/runs"
	"evothello/ui/cli"
)

// openSpread is the share of its first spread from which on the spread of a parameter shows no decision.
const openSpread = 0.8

// mostParameters limits the table of parameters.
const mostParameters = 40

// printParameters prints the champion's values beside the start values, and how far the population has agreed on each
// parameter. It prints nothing for optimizers that do not adapt a spread.
func printParameters(w io.Writer, run *runs.Run) {
	c, champion := &run.Config, run.State.CurrentChampion()
	first, err := evolution.InitialState(c)
	_, walks := run.State.Optimizer.(*evolution.Walk)
	if err != nil || champion == nil || walks {
		return
	}
	now, before, open := run.State.Genes(), first.Genes(), false
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\n\tparameter\tstart\tchampion\tspread\t")
	for k, p := range c.Parameters[:min(len(c.Parameters), mostParameters)] {
		share, note := now[k].Deviation/before[k].Deviation, ""
		if share >= openSpread {
			open, note = true, "  undecided"
		}
		fmt.Fprintf(table, "\t%s\t%s\t%s\t%.0f %%\t%s\n", cli.Plain(p.Name), number(p.Value(p.Start)),
			number(champion.Parameters[p.Name]), 100*share, note)
	}
	table.Flush()
	fmt.Fprintln(w, "  (spread: standard deviation in the population, as a share of the first one)")
	if open {
		fmt.Fprintln(w, "  An undecided parameter does not matter, or needs more games.")
	}
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// tunedMatch returns the command that plays the champion of a run of parameters against the start, "" if the command
// line of the program does not decide its values.
func tunedMatch(run *runs.Run) string {
	flags, champion := run.Config.PlayerFlag(), run.State.CurrentChampion()
	if len(flags) != 2 || flags[0] != "--program" || !strings.Contains(flags[1], "{") {
		return ""
	}
	start := map[string]float64{}
	for _, p := range run.Config.Parameters {
		start[p.Name] = p.Value(p.Start)
	}
	of := func(file string, values map[string]float64) string {
		fill := []string{"{parameters}", file}
		for name, value := range values {
			fill = append(fill, "{"+name+"}", number(value))
		}
		return strings.NewReplacer(fill...).Replace(flags[1])
	}
	return called.Evolve("match", of(filepath.Join(run.Path(), "champion.json"), champion.Parameters),
		of(runs.ChampionFile(run.Path(), 0), start), "--pairs", "200")
}
