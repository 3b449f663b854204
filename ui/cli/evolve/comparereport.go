package evolve

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"evothello/internal/english"
	"evothello/learn/comparison"
	"evothello/report"
)

// printComparison prints the results of a comparison.
func printComparison(w io.Writer, r *comparison.Results, c *comparison.Config) {
	say(w, "%s\n%s each, %s a run. Champions met each other and the reference opponents in %s of games each, depth %d, "+
		"solved from %d empties.\n\n", differences(c), english.Count(len(r.Seeds), "seed"), goalPerRun(c.Goal()),
		english.Count(r.Pairs, "pair"), r.Depth, r.Endgame)
	printSettings(w, r, c.Mixed())
	if len(r.Budgets) > 1 {
		printBudgets(w, r)
	}
	doubt := report.NothingEvolved(r)
	if r.Sure() && doubt == "" {
		printChances(w, r)
	}
	say(w, "\n%s\n", cmp.Or(doubt, report.Compared(r)))
	if text := report.Unequal(r, c.Games); text != "" {
		say(w, "%s\n", text)
	}
	if c.CPU > 0 {
		say(w, "Equal CPU time is not reproducible: another machine makes other numbers of generations.\n")
	}
}

// printSettings prints the table of settings, the best first. mixed is whether some are no runs of evolution.
func printSettings(w io.Writer, r *comparison.Results, mixed bool) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(cells ...string) { fmt.Fprintln(table, "\t"+strings.Join(cells, "\t")+"\t") }
	widest := 0
	for _, s := range r.Settings {
		widest = max(widest, utf8.RuneCountInString(s.Name))
	}
	header := []string{fmt.Sprintf("%-*s", widest, "setting"), "Elo"}
	for _, o := range r.Opponents {
		header = append(header, o.Name)
	}
	unit, about := "generations", "Elo 0: the mean of all champions; scores against reference opponents"
	if mixed {
		unit, about = "rounds", about+"; a round of run is a generation"
	}
	header = append(header, "games", "CPU s", unit)
	if r.Budgets != nil {
		header = append(header, "CPU µs a move")
	}
	row(header...)
	for _, s := range r.Settings {
		elo := fmt.Sprintf("%+.0f", s.Elo.Mean)
		if r.Sure() {
			elo += fmt.Sprintf(" ± %.0f", s.Elo.Error)
		}
		cells := []string{fmt.Sprintf("%-*s", widest, s.Name), elo}
		for _, score := range s.Scores {
			text := fmt.Sprintf("%.0f %%", 100*score.Mean)
			if r.Sure() {
				text += fmt.Sprintf(" (%.0f to %.0f)", 100*score.Low, 100*score.High)
			}
			cells = append(cells, text)
		}
		end := s.Curve[len(s.Curve)-1]
		cells = append(cells, fmt.Sprintf("%.0f", end.Games), fmt.Sprintf("%.1f", end.CPU),
			fmt.Sprintf("%.1f", end.Generations))
		if r.Budgets != nil {
			cells = append(cells, fmt.Sprintf("%.1f", 1e6*s.Move))
		}
		row(cells...)
	}
	table.Flush()
	if r.Sure() {
		about += "; 95 % intervals over seeds and openings"
	}
	say(w, "  (%s)\n", about)
}

// printBudgets prints the scores after each budget of CPU time, with the time that was really taken.
func printBudgets(w io.Writer, r *comparison.Results) {
	fmt.Fprint(w, "\nMean score against the reference opponents after so many CPU seconds (in brackets: really taken):"+
		"\n\n")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "  setting")
	for _, budget := range r.Budgets {
		fmt.Fprintf(table, "\t%g s", budget)
	}
	fmt.Fprintln(table)
	for _, s := range r.Settings {
		fmt.Fprint(table, "  "+s.Name)
		for _, p := range s.Curve {
			fmt.Fprintf(table, "\t%.0f %% (%.1f)", 100*p.Score.Mean, p.CPU)
		}
		fmt.Fprintln(table)
	}
	table.Flush()
}

// differences lists the settings that differ between the runs of a comparison, also those that follow from others. It
// leaves out settings of an optimizer that other optimizers lack.
func differences(c *comparison.Config) string {
	if slices.ContainsFunc(c.Settings, func(s comparison.Setting) bool { return s.Command != "" }) {
		return differentMethods(c)
	}
	all := make([]map[string]string, len(c.Settings))
	names := map[string]bool{}
	for i, s := range c.Settings {
		all[i] = map[string]string{}
		flatten(all[i], "", s.Run)
		for name := range all[i] {
			names[name] = true
		}
	}
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		var values []string
		for i := range all {
			value, has := all[i][name]
			if !has {
				value = "none"
			}
			values = append(values, value)
		}
		ofOptimizer := strings.HasPrefix(name, "optimizer.") && slices.Contains(values, "none")
		if len(slices.Compact(slices.Clone(values))) > 1 && !ofOptimizer {
			texts = append(texts, name+" "+strings.Join(values, ", "))
		}
	}
	return "What differs: " + strings.Join(texts, "; ") + "."
}

// differentMethods lists the commands of methods, and what they build on.
func differentMethods(c *comparison.Config) string {
	var commands []string
	helped := ""
	for _, s := range c.Settings {
		commands = append(commands, cmp.Or(s.Command, s.Name))
		if helper := s.Method.Helper(); helper != "" {
			helped += fmt.Sprintf(" %s builds on the player %s, whose own training is not counted.", s.Name, helper)
		}
	}
	return "What differs: " + strings.Join(commands, "; ") + "." + helped
}

// flatten adds the fields of a JSON value by their names, such as gate.pairs.
func flatten(into map[string]string, name string, value json.RawMessage) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(value, &fields) != nil || fields == nil {
		const widest = 30
		text := []rune(strings.Join(strings.Fields(strings.Trim(string(value), `"`)), " "))
		if len(text) > widest {
			text = append(text[:widest:widest], '…')
		}
		into[name] = string(text)
		return
	}
	for field, value := range fields {
		flatten(into, strings.TrimPrefix(name+"."+field, "."), value)
	}
}

// printChances prints the table of probabilities.
func printChances(w io.Writer, r *comparison.Results) {
	n := len(r.Settings)
	fmt.Fprint(w, "\nHow probable it is, in %, that the setting of the row is better than that of the column:\n\n")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	widest := 0
	for _, s := range r.Settings {
		widest = max(widest, utf8.RuneCountInString(s.Name))
	}
	header := []string{"", strings.Repeat(" ", widest)}
	for i := range n {
		header = append(header, strconv.Itoa(i+1))
	}
	fmt.Fprintln(table, "\t"+strings.Join(header, "\t")+"\t")
	for i, s := range r.Settings {
		cells := []string{strconv.Itoa(i + 1), fmt.Sprintf("%-*s", widest, s.Name)}
		for j := range r.Settings {
			cells = append(cells, chance(r.Probability(i, j)))
		}
		fmt.Fprintln(table, "\t"+strings.Join(cells, "\t")+"\t")
	}
	table.Flush()
}

// chance formats a probability in per cent, but never as 0 or 100.
func chance(p *float64) string {
	switch {
	case p == nil:
		return "-"
	case *p > 0.999:
		return ">99.9"
	case *p < 0.001:
		return "<0.1"
	}
	return fmt.Sprintf("%.1f", 100**p)
}
