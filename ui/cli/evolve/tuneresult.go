package evolve

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"

	"evothello/evolution"
	"evothello/internal/called"
	"evothello/runs"
	"evothello/ui/cli"
)

// A parameter is undecided if its spread has shrunk to no less than openSpread, or if its mean has been pulled from the
// start by less than openPull standard deviations of chance.
const (
	openSpread = 0.8
	openPull   = 2
)

// mostParameters limits the table of parameters.
const mostParameters = 40

// printParameters prints the champion's values beside the start values, and how clearly each parameter is decided.
func printParameters(w io.Writer, run *runs.Run) {
	c, champion := &run.Config, run.State.CurrentChampion()
	first, err := evolution.InitialState(c)
	if err != nil || champion == nil {
		return
	}
	column, about := "spread", "standard deviation in the population, as a share of the first one"
	now, before := run.State.Genes(), first.Genes()
	measure := func(k int) (text string, open bool) {
		share := now[k].Deviation / before[k].Deviation
		return fmt.Sprintf("%.0f %%", 100*share), share >= openSpread
	}
	if walk, walks := run.State.Optimizer.(*evolution.Walk); walks {
		column, about = "pull", "distance from the start, in standard deviations of chance"
		pull := walk.Pull(first.Optimizer.(*evolution.Walk).Mean)
		measure = func(k int) (string, bool) { return fmt.Sprintf("%+.1f", pull[k]), math.Abs(pull[k]) < openPull }
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "\n\tparameter\tstart\tchampion\t%s\t\n", column)
	anyOpen := false
	for k, p := range c.Parameters[:min(len(c.Parameters), mostParameters)] {
		text, open := measure(k)
		note := ""
		if open {
			anyOpen, note = true, "  undecided"
		}
		fmt.Fprintf(table, "\t%s\t%s\t%s\t%s\t%s\n", cli.Plain(p.Name), number(p.Value(p.Start)),
			number(champion.Parameters[p.Name]), text, note)
	}
	table.Flush()
	fmt.Fprintf(w, "  (%s: %s)\n", column, about)
	if anyOpen {
		fmt.Fprintln(w, "  An undecided parameter does not matter, was right at its start, or needs more games.")
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
	of := func(file string, values map[string]float64) string {
		fill := []string{"{parameters}", file}
		for name, value := range values {
			fill = append(fill, "{"+name+"}", number(value))
		}
		return strings.NewReplacer(fill...).Replace(flags[1])
	}
	return called.Evolve("match", of(filepath.Join(run.Path(), "champion.json"), champion.Parameters),
		of(runs.ChampionFile(run.Path(), 0), run.Config.Parameters.Starts()), "--pairs", "200")
}
