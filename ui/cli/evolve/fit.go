package evolve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/called"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/learn/fit"
	"evothello/learn/tables"
	"evothello/runs"
	"evothello/search"
	"evothello/ui/cli"
	"evothello/weights"
)

// fitFlags holds the flags of fit.
type fitFlags struct {
	out, csv              string
	games, depth, workers int
	scorers               []string
	turns                 []int
	ridge, keep           float64
	quiet                 bool
}

// Defaults for a run: the number of its games that are fitted, and its champion's share in the weights.
const (
	defaultFitGames = 20_000
	defaultKeep     = 0.5
)

func newFit() *cobra.Command {
	var f fitFlags
	cmd := &cobra.Command{
		Use:   "fit DIR|FILE… -o FILE",
		Short: "Fit the weights of scorers to results of games, by logistic regression",
		Long: `Fit the weights of scorers to the results of games: in each phase those that predict best
who wins. Chess programmers call it Texel tuning. The result is a champion file.

With DIR, the run plays its next games in memory. FILE holds games: GGF, WTHOR, or one
transcript per line. Scorers, shared ones, phases and depth are the run's, or the defaults
of run. The weights of a phase are fitted to positions --depth moves later. Positions before
a random move do not count. 5 % of the openings are held out to measure the weights.`,
		Example: "  evolve fit runs/seed-1 -o fitted.json\n" +
			"  evolve fit WTH_2004.wtb WTH_2005.wtb -o human.json --csv human.csv\n" +
			"  evolve run --start fitted.json --generations 20 --out runs/from-fitted",
		Args: cli.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.out, "output", "o", "", "write the champion file to `FILE`; required")
	flags.StringVar(&f.csv, "csv", "", "write the counts and result of each position to the table `FILE`")
	flags.IntVar(&f.games, "games", defaultFitGames, "games of a run to fit, at most those that fit in memory")
	flags.StringSliceVar(&f.scorers, "scorers", nil, "fit the weights of `SCORERS` (default the run's)")
	flags.IntSliceVar(&f.turns, "turns", nil, "last `MOVES` of the game phases, up to 60 (default the run's)")
	flags.IntVar(&f.depth, "depth", 0, "depth of the search that the weights are for (default the run's)")
	flags.Float64Var(&f.ridge, "ridge", fit.DefaultRidge, "pull weights to 0: about halfway if a feature "+
		"occurs in 4 × `N` positions")
	flags.Float64Var(&f.keep, "keep", defaultKeep, "share `S` of the run's champion in the weights, 0 to 1")
	flags.IntVar(&f.workers, "concurrency", 0, parallelGames)
	flags.BoolVar(&f.quiet, "quiet", false, "print no progress")
	return cmd
}

func (f *fitFlags) run(cmd *cobra.Command, from []string) error {
	if f.out == "" {
		return cli.Inputf("no output file: give one with -o FILE")
	}
	if f.csv != "" && filepath.Clean(f.csv) == filepath.Clean(f.out) {
		return cli.Inputf("-o and --csv are the same file: name two files")
	}
	err := cmp.Or(checkPlayerFile(f.out, ".json"), checkWritable("csv", f.csv), checkWorkers(f.workers))
	if err != nil {
		return err
	}
	run, err := f.runOf(cmd, from)
	if err != nil {
		return cli.Input(err)
	}
	o, searched, err := f.options(cmd, run)
	if err != nil {
		return cli.Input(err)
	}
	data := fit.NewData(o)
	if run != nil {
		err = f.addRun(cmd, run, data)
	} else {
		err = f.addFiles(cmd, from, data)
	}
	if err != nil {
		return err
	}
	if err := data.Check(); err != nil {
		return cli.Input(err)
	}
	var stepped func(float64)
	if !f.quiet {
		stepped = fitSteps(cmd.ErrOrStderr(), len(o.Turns), data.Games)
	}
	fitted, reports, err := data.Fit(cmd.Context(), cmp.Or(f.workers, runtime.NumCPU()), stepped)
	if errors.Is(err, context.Canceled) {
		return stopped(cmd)
	}
	if err != nil {
		return cli.Input(err)
	}
	fitted.Search = &searched
	fitted.Note = f.note(data.Games, from)
	if err := fitted.Validate(); err != nil {
		return err
	}
	if err := f.writeCSV(data); err != nil {
		return err
	}
	if err := files.Write(f.out, fitted.File()); err != nil {
		return err
	}
	printFit(cmd.OutOrStdout(), data, o.Turns, reports)
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s of %s\n", cli.Plain(f.out), english.Count(len(o.Turns), "phase"),
		english.Count(len(data.Names()), "weight"))
	return nil
}

// note says what the weights were made of.
func (f *fitFlags) note(games int, from []string) string {
	note := fmt.Sprintf("fitted to %s of %s", english.Count(games, "game"), strings.Join(from, ", "))
	if f.keep > 0 {
		note += fmt.Sprintf(", mean with its champion, which has the share %g", f.keep)
	}
	return note
}

// fitSteps says what is fitted, and returns a function that prints the loss now and then.
func fitSteps(w io.Writer, phases, games int) func(loss float64) {
	fmt.Fprintf(w, "Fitting the weights of %s to %s.\n", english.Count(phases, "phase"), english.Count(games, "game"))
	shown := time.Now()
	return func(loss float64) {
		if time.Since(shown) >= lineInterval {
			fmt.Fprintf(w, "Loss %.4f.\n", loss)
			shown = time.Now()
		}
	}
}

// runOf returns the run whose games are fitted, or nil if they are those of files.
func (f *fitFlags) runOf(cmd *cobra.Command, from []string) (*runs.Run, error) {
	for _, path := range from {
		info, err := os.Stat(path)
		switch {
		case err != nil || !info.IsDir():
		case len(from) > 1:
			return nil, fmt.Errorf("%s is a directory: give either one run, or files of games", path)
		default:
			return runs.Open(filepath.Clean(path))
		}
	}
	switch given := cmd.Flags().Changed; {
	case given("games"):
		return nil, errors.New("--games works only with a run: leave it out, because all games of files are used")
	case given("keep"):
		return nil, errors.New("--keep works only with a run, whose champion it keeps: leave it out")
	}
	return nil, nil
}

// options returns what is fitted, and the search of the player.
func (f *fitFlags) options(cmd *cobra.Command, run *runs.Run) (o fit.Options, searched search.Settings, err error) {
	config := evolution.Defaults(0)
	if run == nil {
		f.keep = 0 // files have no champion
	} else if config = run.Config; config.Tunes() {
		return o, searched, fmt.Errorf("%s has parameters of a program, not weights", run.Path())
	}
	given := cmd.Flags().Changed
	if given("scorers") {
		config.Scorers = f.scorers
	}
	if given("turns") {
		config.Turns = f.turns
	}
	if given("depth") {
		config.Search.Depth = f.depth
	}
	switch {
	case f.games < 1:
		err = fmt.Errorf("--games %d: must be 1 or more", f.games)
	case !(f.ridge >= fit.MinRidge && f.ridge <= fit.MaxRidge):
		err = fmt.Errorf("--ridge %g: must be %g to %g", f.ridge, fit.MinRidge, fit.MaxRidge)
	case slices.ContainsFunc(config.EvolvingScorers(), func(s *evaluators.Scorer) bool { return s.BySquare }):
		err = errors.New("fit cannot fit scorers with one weight per square, such as squares: name other scorers " +
			"with --scorers")
	case len(config.Scorers) == 0:
		err = fmt.Errorf("--scorers: name at least one; `%s` lists them", called.Evolve("scorers"))
	case slices.Contains(config.Scorers, evaluators.PatternsScorer):
		err = fmt.Errorf("scorer %s uses pattern tables, which evolve train tables fits: name other scorers with --scorers",
			evaluators.PatternsScorer)
	case !(f.keep >= 0 && f.keep <= 1):
		err = fmt.Errorf("--keep %g: must be 0 to 1", f.keep)
	default:
		err = cmp.Or(config.Turns.Validate(), config.Search.Validate(), checkScorers(config.Scorers))
	}
	o = fit.Options{Board: config.HomeBoard(), Turns: config.Turns, Scorers: config.EvolvingScorers(),
		Shared: config.Shared, Depth: config.Search.Depth, Ridge: f.ridge, Keep: f.keep, CSV: f.csv != ""}
	if err == nil {
		err = f.limitGames(given("games"), o.MostGames())
	}
	if err == nil && f.keep > 0 {
		o.Champion, err = championIn(&o, run)
	}
	return o, config.Search, err
}

// championIn returns the weights of a run's champion in the phases of a fit.
func championIn(o *fit.Options, run *runs.Run) (phases evaluators.Phases, err error) {
	champion := run.State.CurrentChampion()
	if champion == nil {
		return nil, fmt.Errorf("%s has no champion yet: continue it with `%s`, or leave the champion out with --keep 0",
			run.Path(), called.Evolve("resume", run.Path()))
	}
	of := run.Config.Switch(champion)
	for _, turn := range o.Turns {
		w := of.Phases[of.Turns.Phase(turn, 60)]
		for s := range w.All() {
			if !slices.Contains(o.Scorers, s) {
				return nil, fmt.Errorf("the champion has weights of %s too: name it with --scorers, or leave the "+
					"champion out with --keep 0", s.Name)
			}
		}
		phases = append(phases, w)
	}
	return phases, nil
}

// limitGames makes the default of --games no more than can be held at once. More on the command line is an error.
func (f *fitFlags) limitGames(given bool, most int) error {
	if given && f.games > most {
		return fmt.Errorf("--games %d: must be at most %d, since more games with these scorers do not fit in "+
			"memory", f.games, most)
	}
	f.games = min(f.games, most)
	return nil
}

// addRun adds the next games of a run.
func (f *fitFlags) addRun(cmd *cobra.Command, run *runs.Run, data *fit.Data) error {
	var shown *display
	if !f.quiet {
		shown = newDisplay(cmd.ErrOrStderr())
		defer shown.end()
	}
	err := fit.RunGames(cmd.Context(), run, fitness.Local{Workers: f.workers}, f.games,
		func(game *engine.Game, random int) error {
			if shown != nil && shown.due() {
				shown.show(float64(data.Games)/float64(f.games), fmt.Sprintf("%d of %d games", data.Games, f.games))
			}
			return data.Add(game, random)
		})
	if errors.Is(err, context.Canceled) {
		return stopped(cmd)
	}
	return err
}

// stopped says that Ctrl-C has ended the command.
func stopped(cmd *cobra.Command) error {
	fmt.Fprintln(cmd.ErrOrStderr(), "Stopped. Nothing was written.")
	return cli.ErrInterrupted
}

// addFiles adds the finished games of files.
func (f *fitFlags) addFiles(cmd *cobra.Command, paths []string, data *fit.Data) error {
	for _, path := range paths {
		source, err := tables.NewSource(path)
		if err != nil {
			return cli.Input(err)
		}
		given, err := source.EachGame(func(g *tables.Game) error {
			if cmd.Context().Err() != nil {
				return stopped(cmd)
			}
			return data.Add(&engine.Game{Start: engine.Start(), Moves: g.Moves}, g.Random)
		})
		if err != nil {
			return err
		}
		if n := given.Skipped(); n > 0 && !f.quiet {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: left out %s: %d unfinished, %d from other positions, %d unreadable\n",
				cli.Plain(path), english.Count(n, "game"), given.Unfinished, given.Elsewhere, given.Unreadable)
		}
	}
	return nil
}

// writeCSV writes the table of --csv.
func (f *fitFlags) writeCSV(data *fit.Data) error {
	if f.csv == "" {
		return nil
	}
	var table bytes.Buffer
	if err := data.WriteCSV(&table); err != nil {
		return err
	}
	return files.Write(f.csv, table.Bytes())
}

// printFit prints how well the weights of each phase predict results.
func printFit(w io.Writer, data *fit.Data, turns weights.Turns, reports []fit.Report) {
	fmt.Fprintf(w, "%s, %d of them held out\n\n", english.Count(data.Games, "game"), data.HeldOut)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "moves\tpositions\theld out\tloss\taccuracy\t")
	for i, r := range reports {
		loss, accuracy := "–", "–"
		if r.HeldOut > 0 {
			loss, accuracy = fmt.Sprintf("%.3f", r.Loss), fmt.Sprintf("%.1f %%", 100*r.Accuracy)
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%s\t%s\t\n", turns.Moves(i), r.Positions, r.HeldOut, loss, accuracy)
	}
	table.Flush()
	fmt.Fprint(w, "\nloss: mean −ln of the chance that the weights give to the result (0.693 is a guess).\n"+
		"accuracy: share of decided games that the side with the higher value won. Both are of\nthe positions held out.\n\n")
}
