package evolve

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evothello/fitness"
	"evothello/internal/called"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/learn/study"
	"evothello/report/plots"
	"evothello/ui/cli"
)

type studyFlags struct {
	out                   string
	methods, budgets      []string
	files                 gameFileFlags
	seeds, pairs, workers int
	output                outputFlags
}

func newStudy() *cobra.Command {
	var f studyFlags
	d := study.Defaults()
	cmd := &cobra.Command{
		Use:   "study [FILE…]",
		Short: "Compare training methods: strength by training time and by thinking time",
		Long: `Compare training methods: how strong are the players after some training time, and at some
thinking time? Each method trains a player for each seed, with one command on one core:

` + methodsHelp() + `
Each training is measured at several --budgets of CPU time. It always finishes its round,
and the time that it really took counts. After each budget the current player plays --pairs
pairs of games against each of a few reference opponents. Players that search do so
to depths 1 and 4, those of the last budget also to depths 2 and 6. All players are rated together. The
time per move is measured too.

The directory gets study.png, study.svg, study.csv and results.json. A stopped study
continues with the same command, or with --out alone. A training that was stopped between
two budgets starts again at the first of them. With more --seeds, --pairs, --methods or
--budgets the finished work is kept.`,
		Example: "  evolve study --out runs/study\n" +
			"  evolve study --out runs/study --methods experts,ga --experts WTH_2004.wtb WTH_2005.wtb\n" +
			"  evolve study --out runs/small --budgets 2s,6s --seeds 1 --pairs 10",
		Args: cli.Args(cobra.ArbitraryArgs),
		RunE: f.run,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write the study to `DIR`; required")
	flags.StringSliceVar(&f.methods, "methods", nil, "compare `METHODS`, separated by commas (default all; "+study.Experts+
		" only with --experts)")
	flags.StringSliceVar(&f.budgets, "budgets", nil,
		"measure after `TIMES` of training, in CPU time (default "+budgetsOf(d.Budgets)+")")
	flags.IntVar(&f.seeds, "seeds", d.Seeds, "number of seeds for each method: 1 to this number")
	flags.IntVar(&f.pairs, "pairs", d.Pairs, "pairs of games against each reference opponent")
	f.files.add(flags, "experts", "read games for the method "+study.Experts+" from `FILES`: GGF, WTHOR or transcripts")
	flags.IntVar(&f.workers, "concurrency", 0, "trainings, and later games, to run in parallel (default one per core)")
	f.output.add(cmd)
	return cmd
}

// methodsHelp returns a list of the methods and their commands.
func methodsHelp() string {
	var text strings.Builder
	for _, m := range study.Methods() {
		fmt.Fprintf(&text, "  %-12s %s:\n%s\n", m.Name, m.About, cli.Indent(called.Evolve(m.Command()...), 15, 86))
	}
	return text.String()
}

func budgetsOf(budgets []time.Duration) string {
	words := make([]string, len(budgets))
	for i, b := range budgets {
		words[i] = fmt.Sprintf("%gs", b.Seconds())
	}
	return strings.Join(words, ",")
}

func (f *studyFlags) run(cmd *cobra.Command, args []string) error {
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	config, err := f.config(cmd, args)
	if err != nil {
		return cli.Input(err)
	}
	s, err := study.Open(f.out, config)
	if _, refused := errors.AsType[study.UserError](err); refused {
		return cli.Input(err)
	}
	if err != nil {
		return err
	}
	defer s.Close()
	results, err := f.work(cmd, s)
	if lost := s.Owned(); lost != nil {
		return lost
	}
	goOn := called.Evolve("resume", f.out)
	if cmd.Context().Err() != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "Stopped. Go on with: %s\n", goOn)
		return cli.ErrInterrupted
	}
	if err != nil {
		return fmt.Errorf("%w; finished work is saved: `%s` continues", err, goOn)
	}
	if f.output.json {
		return printJSON(cmd.OutOrStdout(), results)
	}
	printStudy(cmd.OutOrStdout(), results)
	fmt.Fprintf(cmd.OutOrStdout(), "\nThe plot is %s. The files beside it have all numbers.\n",
		cli.Plain(filepath.Join(f.out, "study.png")))
	return nil
}

// config returns the configuration of the study in the directory, or the default one, overridden by flags.
func (f *studyFlags) config(cmd *cobra.Command, args []string) (c study.Config, err error) {
	if f.out == "" {
		return c, errors.New("no directory for the study: give one with --out DIR")
	}
	given := cmd.Flags().Changed
	c, err = study.ReadConfig(files.At(f.out))
	if errors.Is(err, study.ErrNone) {
		c, err = study.Defaults(), nil
	}
	if err != nil {
		return c, err
	}
	c.Build = study.Build()
	sources, err := f.files.sources(cmd, args)
	if err != nil {
		return c, err
	}
	if given("experts") {
		c.Experts = sources["experts"]
		for i := range c.Experts {
			if c.Experts[i].Path, err = filepath.Abs(c.Experts[i].Path); err != nil {
				return c, err
			}
		}
		if !given("methods") {
			c.Methods = study.Names()
		}
	}
	if given("methods") {
		c.Methods = f.methods
		if given("experts") && !slices.Contains(c.Methods, study.Experts) {
			return c, fmt.Errorf("--experts: only the method %s uses files of games; add it to --methods", study.Experts)
		}
	}
	if given("seeds") {
		c.Seeds = f.seeds
	}
	if given("pairs") {
		c.Pairs = f.pairs
	}
	if given("budgets") {
		c.Budgets = nil
		for _, text := range f.budgets {
			budget, err := time.ParseDuration(text)
			if err != nil {
				return c, fmt.Errorf("--budgets: %q: want a time such as 30s", text)
			}
			c.Budgets = append(c.Budgets, budget)
		}
	}
	return c, nil
}

// work does the training and the games that are not finished, and draws the plot.
func (f *studyFlags) work(cmd *cobra.Command, s *study.Study) (*study.Results, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	say := func(format string, args ...any) {
		if !f.output.quiet {
			fmt.Fprintf(cmd.ErrOrStderr(), format, args...)
		}
	}
	workers := cmp.Or(f.workers, runtime.GOMAXPROCS(0))
	done, all := s.Stages()
	say("%d of %d stages of training are not finished.\n", all-done, all)
	err = s.Train(cmd.Context(), study.Processes(program), workers, func(stage string, at *study.Stage) {
		done++
		player := ""
		if at.Player == "" {
			player = ", no player yet"
		}
		say("stage %d of %d  %s  %.1f CPU seconds in all%s\n", done, all, stage, at.CPU, player)
	})
	if err != nil {
		return nil, err
	}
	say("measuring the time per move\n")
	if err := s.Pace(cmd.Context()); err != nil {
		return nil, err
	}
	shown := time.Now()
	games, err := s.Play(cmd.Context(), fitness.Local{Workers: workers}, func(done, all int) {
		if time.Since(shown) >= lineInterval || done == all {
			shown = time.Now()
			say("match %d of %d\n", done, all)
		}
	})
	if err != nil {
		return nil, err
	}
	results := s.Results(games)
	if err := s.WriteResults(results); err != nil {
		return nil, err
	}
	_, err = plots.WriteStudy(results, s.Dir)
	return results, err
}

// printStudy prints the results of a study.
func printStudy(w io.Writer, r *study.Results) {
	fmt.Fprintf(w, "Elo above random moves after CPU seconds of training, with 95 %% intervals.\n%s of each method; "+
		"built with %s.\n", english.Count(r.Seeds, "seed"), r.Build)
	for _, c := range r.Training {
		fmt.Fprintf(w, "\n%s\n", curveName(c))
		for _, p := range c.Points {
			fmt.Fprintf(w, "  %9.1f s  %s%s\n", p.CPU, elo(p), seedsOf(p, r))
		}
	}
	fmt.Fprint(w, "\nThe same by CPU time per move, after all training:\n")
	for _, c := range r.Thinking {
		fmt.Fprintf(w, "\n%s\n", c.Method)
		for _, p := range c.Points {
			fmt.Fprintf(w, "  %-9s %9.2f µs  %s\n", depthOf(p.Depth), 1e6*p.SecondsPerMove, elo(p))
		}
	}
	if len(r.EquivalentDepths) > 0 {
		fmt.Fprintln(w)
	}
	for _, m := range r.EquivalentDepths {
		fmt.Fprintf(w, "%s is as strong as %s %s.\n", study.Baseline, m.Method, depthAt(m))
	}
	if len(r.Missing) > 0 {
		fmt.Fprintf(w, "There was no player yet at %s.\n", strings.Join(r.Missing, ", "))
	}
}

func curveName(c study.Curve) string {
	return c.Method + ", " + depthOf(c.Depth)
}

func depthOf(depth int) string {
	switch depth {
	case 0:
		return "no search"
	case 1:
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", depth)
}

func elo(p study.Point) string { return fmt.Sprintf("%+6.0f ± %3.0f", p.Elo, p.PlusMinus) }

// seedsOf returns the number of seeds of a mean, or "" if it is of all.
func seedsOf(p study.Point, r *study.Results) string {
	if p.Seeds == r.Seeds {
		return ""
	}
	return fmt.Sprintf("  %d of %s had a player", p.Seeds, english.Count(r.Seeds, "seed"))
}

// depthAt returns the search depth at which the two methods are equally strong.
func depthAt(m study.EquivalentDepth) string {
	switch m.Beyond {
	case -1:
		return "at no depth: even at 1 it is stronger"
	case 1:
		return fmt.Sprintf("at more than depth %.0f", m.Depth)
	}
	return fmt.Sprintf("at depth %.1f", m.Depth)
}
