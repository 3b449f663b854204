package evolve

import (
	"cmp"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"evothello/internal/called"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/learn/comparison"
	"evothello/runs"
	"evothello/ui/cli"
)

// compareProgress shows how a comparison goes on: with a line for each finished run, and in between with a bar on a
// terminal, elsewhere with a line now and then.
type compareProgress struct {
	*display
	generationProgress
	b       comparison.Begun
	all     int // pairs of games of this process
	workers func() string
}

// begun tells of a run or training that is next.
func (p *compareProgress) begun(b comparison.Begun) (o runs.Observer, ended func()) {
	p.b = b
	if b.Run == nil {
		return runs.Observer{Stage: p.stage}, p.trained
	}
	p.generationProgress = endOfGeneration(b.Run.Progress())
	again := func(r runs.Redone) { p.line(p.which(), generationsAgain(r)) }
	generation := func(now runs.Progress) { p.generationProgress = endOfGeneration(now) }
	return runs.Observer{Played: p.played, Generation: generation, Redone: again}, func() {
		if _, done := b.Run.Done(); done {
			p.line(p.which(), generationText(p.ended), english.Count(p.ended.Games, "game"), strength(p.ended))
		}
	}
}

func (p *compareProgress) which() string {
	return fmt.Sprintf("run %d of %d  %s, seed %d:", p.b.Number, p.b.All, p.b.Setting, p.b.Seed)
}

// stage shows what goes on in a training.
func (p *compareProgress) stage(now runs.Stage) {
	if !p.due() {
		return
	}
	what := now.What
	if now.Done > 0 && now.Of > 0 {
		what = fmt.Sprintf("%s %d of %d", cmp.Or(what, "playing"), now.Done, now.Of)
	}
	p.show(float64(p.b.Number-1)/float64(p.b.All), p.which(), p.rounds(), what)
}

// trained tells of a training that has ended.
func (p *compareProgress) trained() {
	if _, done := p.b.Training.Done(); done {
		p.line(p.which(), p.rounds())
	}
}

// rounds says how far a training is.
func (p *compareProgress) rounds() string {
	base := p.b.Training.Base()
	cpu, _ := base.CPU()
	return fmt.Sprintf("%s, %.1f s CPU", english.Count(p.b.Training.Count(), base.Format.Unit), cpu)
}

func (p *compareProgress) played(pairs, of int) {
	p.all++
	if p.pairs, p.of = pairs, of; p.due() {
		now, rate := p.now(), fmt.Sprintf("%.0f games/s", 2*float64(p.all)/time.Since(p.began).Seconds())
		share := (float64(p.b.Number-1) + now.Share()) / float64(p.b.All)
		p.show(share, p.which(), generationText(now), strength(now), rate, p.workers())
	}
}

// match tells of a finished match of champions.
func (p *compareProgress) match(done, all int) {
	if p.due() || done == all {
		p.show(float64(done)/float64(all), fmt.Sprintf("match %d of %d", done, all))
	}
}

// comparisonStatus prints how a comparison stands: its runs, and what came of them.
func comparisonStatus(cmd *cobra.Command, dir string, asJSON bool) error {
	w := cmd.OutOrStdout()
	s, err := comparison.ReadStatus(dir)
	if err != nil {
		return cli.Input(err)
	}
	var results *comparison.Results
	if s.HasResults {
		if results, err = comparison.ReadResults(files.At(dir)); err != nil {
			return cli.Input(err)
		}
	}
	if asJSON {
		return printJSON(w, map[string]any{"comparison": dir, "runs": s.Runs, "finished": s.Finished, "results": results})
	}
	say(w, "Comparison %s: %s and %s, %s a run. %d of %s finished.\n\n", cli.Plain(dir),
		english.Count(len(s.Config.Settings), "setting"), english.Count(len(s.Config.Seeds), "seed"),
		goalPerRun(s.Config.Goal()), s.Finished, english.Count(len(s.Runs), "run"))
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, run := range s.Runs {
		state := "finished"
		if !run.Finished {
			state = "unfinished"
		}
		fmt.Fprintf(table, "  %s\t%s\t%s\t%.1f s CPU\t%s\n", cli.Plain(run.Dir), english.Count(run.Generations, run.Unit),
			english.Count(run.Games, "game"), run.CPU, state)
	}
	table.Flush()
	fmt.Fprintln(w)
	if results != nil {
		printComparison(w, results, &s.Config)
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "  go on      %s\n", called.Evolve("resume", dir))
	return nil
}
