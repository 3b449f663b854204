package evolve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"evothello/fitness"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/report/importance"
	"evothello/report/plots"
	"evothello/runs"
	"evothello/ui/cli"
)

type importanceFlags struct {
	out, board           string
	parts                []string
	landscape            []string
	grid, depth, endgame int
	stopping             importance.Stopping
	seed                 uint64
	arena                arenaFlags
	output               outputFlags
}

func newImportance() *cobra.Command {
	var f importanceFlags
	cmd := &cobra.Command{
		Use:   "importance RUN|PLAYER",
		Short: "Measure what each weight of a player is worth in games",
		Long: `Measure what the weights of a player, or of a run's champion, are worth: how much Elo the
player loses against itself when they change. Parts are left out; single weights are also
halved and doubled.

  scorers  all weights of a scorer
  phases   all weights of a scorer in one phase
  weights  one weight in all phases
  genes    one weight in one phase

A match stops if its 95 % interval is within --precision Elo on each side, or within a
quarter of the loss if that is more.

--landscape WEIGHT,WEIGHT multiplies two weights by factors from a half to two, plays a
grid of matches, and fits a quadratic to the results.

A stopped measurement continues with the same command.`,
		Example: "  evolve importance evolved\n  evolve importance runs/seed-1 --parts scorers,weights --precision 10\n" +
			"  evolve importance evolved --landscape table.corner,possibility.w",
		Args: cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "",
		"write to `DIR` (default importance in the directory of a run, nothing for other players)")
	flags.StringSliceVar(&f.parts, "parts", []string{"scorers", "phases", "weights"},
		"change these `PARTS`: scorers, phases, weights, genes")
	flags.StringSliceVar(&f.landscape, "landscape", nil, "measure the landscape of two `WEIGHTS`, such as "+
		"table.corner,possibility.w")
	flags.IntVar(&f.grid, "grid", 5, "points of the landscape in each direction")
	flags.Float64Var(&f.stopping.Elo, "precision", 15, "half the width of the 95 % interval at which a match stops, in "+
		"`ELO`")
	flags.IntVar(&f.stopping.Pairs, "pairs", 1000, "maximum number of pairs of games in a match")
	flags.IntVar(&f.depth, "depth", 0, "search depth, in `PLIES` (default the player's)")
	flags.IntVar(&f.endgame, "endgame", 0, "play exactly from this `NUMBER` of empty squares on (default the player's)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the openings")
	cli.AddBoard(cmd, &f.board)
	f.arena.add(cmd)
	f.output.add(cmd)
	return cmd
}

func (f *importanceFlags) run(cmd *cobra.Command, player string) error {
	kinds, err := f.check(cmd)
	if err != nil {
		return cli.Input(err)
	}
	comparer, terms, err := f.comparer(cmd, player)
	if err != nil {
		return cli.Input(err)
	}
	var two []importance.Part
	for _, name := range f.landscape {
		part, err := importance.WeightNamed(comparer.Weights, name)
		if err != nil {
			return cli.Inputf("--landscape: %w", err)
		}
		two = append(two, part)
	}
	if f.out == "" && runs.Evolution.Is(player) {
		f.out = filepath.Join(player, "importance")
	}
	arena, err := f.arena.open(cmd, false)
	if err != nil {
		return err
	}
	defer arena.Close()
	cache := fitness.NewResultCache(arena.games)
	if f.out != "" {
		if cache, err = fitness.OpenResultCache(arena.games, files.At(f.out).Sub("games")); err != nil {
			return err
		}
	}
	m := measuring{importanceFlags: f, cmd: cmd, comparer: comparer, games: cache, player: player, terms: terms,
		display: newDisplay(f.output.progress(cmd))}
	cache.Again = func(pairs int, _ string) { m.line(playedAgain(pairs)) }
	if two != nil {
		err = m.landscapeOf(two[0], two[1])
	} else {
		err = m.importances(kinds)
	}
	m.end()
	err = orLost(err, cache.Close())
	if f.out != "" && errors.Is(err, context.Canceled) {
		fmt.Fprintf(cmd.ErrOrStderr(), "Stopped. The same command continues with --out %s.\n", cli.Plain(f.out))
		return cli.ErrInterrupted
	}
	return err
}

// check returns the kinds of parts, or an error if flags do not fit together.
func (f *importanceFlags) check(cmd *cobra.Command) (kinds []importance.Kind, err error) {
	known := importance.Kinds()
	for _, text := range f.parts {
		kind := importance.Kind(strings.TrimSpace(text))
		if !slices.Contains(known, kind) {
			return nil, fmt.Errorf("--parts: %w", names.New("kind", text, []string{"scorers", "phases", "weights", "genes"}))
		}
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	switch {
	case len(kinds) == 0:
		return nil, errors.New("--parts: name at least one of scorers, phases, weights and genes")
	case f.landscape != nil && (len(f.landscape) != 2 || f.landscape[0] == f.landscape[1]):
		return nil, errors.New("--landscape: want two different weights, such as table.corner,possibility.w")
	case f.grid < importance.LeastGrid || f.grid > importance.MostGrid:
		return nil, fmt.Errorf("--grid %d: must be %d to %d", f.grid, importance.LeastGrid, importance.MostGrid)
	case !(f.stopping.Elo > 0):
		return nil, fmt.Errorf("--precision %g: must be above 0", f.stopping.Elo)
	case f.stopping.Pairs < 16:
		return nil, fmt.Errorf("--pairs %d: must be 16 or more, because intervals of fewer pairs mean "+
			"little", f.stopping.Pairs)
	}
	return kinds, nil
}

// comparer returns the comparer of the player, and its search settings as text.
func (f *importanceFlags) comparer(cmd *cobra.Command, player string) (*importance.Comparer, string, error) {
	w, spec, board, err := weightsOn(cmd, player, f.board)
	if err != nil {
		return nil, "", err
	}
	settings, err := spec.Settings(w.Settings())
	if err != nil {
		return nil, "", err
	}
	if cmd.Flags().Changed("depth") {
		settings.Depth, settings.Time, settings.Nodes = f.depth, 0, 0
	}
	if cmd.Flags().Changed("endgame") {
		settings.Endgame = f.endgame
	}
	if err := settings.ValidateFixed(); err != nil {
		return nil, "", fmt.Errorf("player %s: %w, so that repeated games are the same: give --depth", player, err)
	}
	plies := fitness.DefaultPlies(board)
	pairs := min(f.stopping.Pairs, fitness.MaxPairs(board, plies, fitness.ForAnything))
	openings, err := fitness.OpeningsForMatch(fitness.Random(f.seed, "importance"), board.Start, pairs, plies)
	if err != nil {
		return nil, "", err
	}
	c := &importance.Comparer{Weights: w, Settings: settings, Openings: openings, Stopping: f.stopping}
	return c, settings.String(), nil
}

// A measuring is the command in progress.
type measuring struct {
	*importanceFlags
	*display
	cmd           *cobra.Command
	comparer      *importance.Comparer
	games         *fitness.ResultCache
	player, terms string
}

// importances measures parts of the weights.
func (m *measuring) importances(kinds []importance.Kind) error {
	var found []importance.Result
	err := m.games.UntilTrusted(func() (err error) {
		found, err = m.comparer.Importances(m.cmd.Context(), m.games, kinds, func(done, all int, i importance.Result) {
			if m.due() || done == all {
				m.show(float64(done)/float64(all), fmt.Sprintf("%d of %d", done, all),
					fmt.Sprintf("without %s %v Elo", i.Part, i.Effects[0].Lost.Negated()))
			}
		})
		return err
	})
	if err != nil {
		return err
	}
	outcome := struct {
		Player     string              `json:"player"`
		Terms      string              `json:"terms"`
		Precision  float64             `json:"precision"`
		Pairs      int                 `json:"pairs"` // at most
		Importance []importance.Result `json:"importance"`
	}{m.player, m.terms, m.stopping.Elo, m.stopping.Pairs, found}
	err = m.write(map[string][]byte{"importance.json": files.EncodeJSON(outcome), "importance.csv": importanceCSV(found)},
		func(dir *files.Dir) ([]string, error) { return plots.WriteImportance(m.player, m.terms, found, dir) })
	if err != nil {
		return err
	}
	if m.output.json {
		return printJSON(m.cmd.OutOrStdout(), outcome)
	}
	m.print(found)
	m.sayPicture("importance.png")
	return nil
}

// write writes files and pictures if there is a directory for them.
func (m *measuring) write(contents map[string][]byte, draw func(*files.Dir) ([]string, error)) error {
	if m.out == "" {
		return nil
	}
	err := files.At(m.out).WriteAll(contents)
	if err == nil {
		_, err = draw(files.At(m.out))
	}
	return err
}

// sayPicture says where the picture is, or how to get it.
func (m *measuring) sayPicture(name string) {
	if m.out == "" {
		fmt.Fprintln(m.cmd.OutOrStdout(), "\nWith --out DIR there are a picture, tables, and all games to continue from.")
		return
	}
	fmt.Fprintf(m.cmd.OutOrStdout(), "\nThe picture is %s.\n", cli.Plain(filepath.Join(m.out, name)))
}

// importanceCSV has a line for each change.
func importanceCSV(all []importance.Result) []byte {
	rows := [][]string{{"kind", "part", "factor", "elo_lost", "lost_low", "lost_high", "pairs"}}
	for _, i := range all {
		for _, e := range i.Effects {
			row := []string{string(i.Kind), i.Part, fmt.Sprint(e.Factor)}
			for _, points := range []fitness.EloPoints{e.Lost.Points, e.Lost.Low, e.Lost.High} {
				cell := "" // infinite
				if !math.IsInf(float64(points), 0) {
					cell = fmt.Sprintf("%.1f", float64(points))
				}
				row = append(row, cell)
			}
			rows = append(rows, append(row, fmt.Sprint(e.Pairs.Pairs())))
		}
	}
	return files.CSV(rows...)
}

// print prints what parts of the weights are worth.
func (m *measuring) print(all []importance.Result) {
	w := m.cmd.OutOrStdout()
	say(w, "Elo that %s loses against itself when weights are changed, %s, with 95 %% intervals. Matches stop when these "+
		"are within ± %g Elo, or a quarter of the loss, and after %d pairs at most.\n", cli.Plain(m.player), m.terms,
		m.stopping.Elo, m.stopping.Pairs)
	widest := 0
	for _, i := range all {
		widest = max(widest, utf8.RuneCountInString(i.Part))
	}
	for k, i := range all {
		var table *tabwriter.Writer
		if k == 0 || i.Kind != all[k-1].Kind {
			table = tabwriter.NewWriter(w, 12, 0, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintf(w, "\n%s\n", i.Kind)
			header := []string{fmt.Sprintf("%-*s", widest, ""), "left out", "halved", "doubled"}
			fmt.Fprintln(table, strings.Join(header[:1+len(importance.Factors(i.Kind))], "\t")+"\t")
			for _, other := range all[k:] {
				if other.Kind == i.Kind {
					fmt.Fprintln(table, strings.Join(importanceRow(other, widest), "\t")+"\t")
				}
			}
			table.Flush()
		}
	}
}

// importanceRow is a part's line: its name and what each change loses.
func importanceRow(i importance.Result, widest int) []string {
	cells := []string{fmt.Sprintf("%-*s", widest, i.Part)}
	for _, factor := range importance.Factors(i.Kind) {
		cell := "-"
		for _, e := range i.Effects {
			if e.Factor == factor {
				cell = e.Lost.String()
			}
		}
		cells = append(cells, cell)
	}
	return cells
}
