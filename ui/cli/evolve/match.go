package evolve

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/players"
	"evothello/search"
	"evothello/ui/cli"
)

type matchFlags struct {
	pairs, plies, depth, endgame int
	seed                         uint64
	openings, sprt, ggf, out     string
	board                        string
	arena                        arenaFlags
	output                       outputFlags
}

func newMatch() *cobra.Command {
	var f matchFlags
	cmd := &cobra.Command{
		Use:   "match A B",
		Short: "Play two players against each other and say who is stronger",
		Long: `Play pairs of games between two players: each opening twice with colours swapped.
--depth and --endgame apply to players that search and whose spec does not name
them. With --sprt the match stops as soon as A is shown to be ELO1 points stronger
than B, or no more than ELO0: a sequential probability ratio test of logistic Elo with
an error rate of 5 % either way, over pairs of games.

With --openings every game or position of a file opens a pair, or the first --pairs of
them. --plies cuts games to so many plies, and leaves out shorter ones and positions that
repeat. A line of 64 squares alone is a position with X to move, as in the boards of the Othello
League.

With --out every finished pair is kept in a directory. However the match was stopped,
the same command goes on.

A program that fails loses its games, and the report begins with why. If no game came
to its end there is no Elo, in JSON "elo" is null, and the exit status is 1. With fewer
than 16 pairs "los", the likelihood that A is stronger, is null, and "los_note" says why.`,
		Example: "  evolve match champion alphabeta:depth=2 --pairs 100\n  evolve match " +
			"switch:file=runs/seed-1/champion.json seed-blank --depth 4 --sprt 0,20",
		Args: cli.Args(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0], args[1]) },
	}
	flags := cmd.Flags()
	flags.IntVar(&f.pairs, "pairs", 100, "pairs of games")
	flags.IntVar(&f.plies, "plies", 8, "random plies that open each pair, fewer by default on small boards; or so many "+
		"of each game of --openings")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the openings and of players with random moves")
	flags.IntVar(&f.depth, "depth", 0, "search depth of players without a depth in their spec")
	flags.IntVar(&f.endgame, "endgame", 0, "empties from which players without an endgame in their spec play exactly")
	flags.StringVar(&f.openings, "openings", "",
		"file of games or positions to open with: GGF, WTHOR, a transcript a line, OBF or a board a line")
	flags.StringVar(&f.sprt, "sprt", "", "stop when decided between these two Elo differences, as 0,20")
	flags.StringVar(&f.ggf, "ggf", "", "write every game to this file")
	flags.StringVar(&f.out, "out", "", "directory to keep the match in, and to go on with it from")
	cli.AddBoardOrSize(cmd, &f.board)
	f.arena.add(cmd)
	f.output.add(cmd)
	return cmd
}

func (f *matchFlags) run(cmd *cobra.Command, nameA, nameB string) error {
	size, large := cli.Size(f.board)
	prepare := f.prepare
	if large {
		prepare = func(cmd *cobra.Command, nameA, nameB string) (*match, error) {
			return f.prepareLarge(cmd, size, nameA, nameB)
		}
	}
	m, err := prepare(cmd, nameA, nameB)
	if err != nil {
		return cli.Input(err)
	}
	live := &liveScore{display: newDisplay(f.output.progress(cmd)), pairs: m.pairs}
	tally, results, err := m.play(cmd.Context(), live.played)
	live.end()
	if m.close != nil {
		err = errors.Join(err, m.close())
	}
	stopped := errors.Is(err, context.Canceled)
	if stopped {
		tally = live.tally // of what has been played, in whatever order
	} else if err != nil {
		return err
	}
	report := matchReport{Report: tally.Report(m.test)}
	if large {
		report.Board = f.board
	}
	report.A, report.B, report.Seed, report.Plies = m.a, m.b, f.seed, f.plies
	played := report.Games
	if m.kept != nil {
		played -= 2 * m.kept.Reused()
	}
	report.GamesPerSecond = fitness.GamesPerSecond(played, time.Since(live.began).Seconds())
	switch {
	case f.output.json && !stopped:
		err = printJSON(cmd.OutOrStdout(), report)
	case !f.output.json && report.Pairs > 0:
		printReport(cmd.OutOrStdout(), &report.Report)
	}
	if stopped {
		fmt.Fprintf(cmd.ErrOrStderr(), "Stopped after %d of %d pairs%s.\n", report.Pairs, m.pairs, f.remedy(large))
		return cli.ErrInterrupted
	}
	if err == nil && f.ggf != "" {
		err = files.Write(f.ggf, ggfOf(results, m.openings, &report.Report))
	}
	if err == nil && tally.AllForfeited() {
		err = allForfeited(report.Games)
	}
	return err
}

// A matchReport is a match's outcome, with the size of its board if that is larger than 8×8.
type matchReport struct {
	Board string `json:"board,omitempty"`
	fitness.Report
}

// A match is all that is needed to play one.
type match struct {
	a, b     string // the players' names
	pairs    int
	test     *fitness.SPRT // nil to play them all
	play     func(context.Context, func(fitness.PairResult)) (fitness.Tally, []fitness.PairResult, error)
	close    func() error         // after the last game; may be nil
	openings []fitness.Opening    // on boards of up to 8×8
	kept     *fitness.ResultCache // results from before, nil if none are kept
}

// prepare checks the arguments and flags and makes the match of them.
func (f *matchFlags) prepare(cmd *cobra.Command, nameA, nameB string) (*match, error) {
	specA, err := f.spec(cmd, nameA)
	if err != nil {
		return nil, err
	}
	specB, err := f.spec(cmd, nameB)
	if err != nil {
		return nil, err
	}
	board, err := cli.BoardOf(cmd, f.board, specA, specB)
	if err != nil {
		return nil, err
	}
	a, err := recipeOn(board, specA)
	if err != nil {
		return nil, err
	}
	b, err := recipeOn(board, specB)
	if err != nil {
		return nil, err
	}
	test, err := f.test(cmd)
	if err != nil {
		return nil, err
	}
	openings, err := f.draw(cmd, board)
	if err != nil {
		return nil, err
	}
	if err := checkWritable("ggf", f.ggf); err != nil {
		return nil, err
	}
	open, err := f.arena.open(cmd, true)
	if err != nil {
		return nil, err
	}
	m := &match{a: a.Name, b: b.Name, pairs: len(openings), test: test, openings: openings}
	var arena fitness.Arena = open
	m.close = func() error { open.Close(); return nil }
	if f.out != "" {
		if m.kept, err = fitness.OpenResultCache(open, f.out); err != nil {
			open.Close()
			return nil, err
		}
		arena = m.kept
		m.close = func() error { defer open.Close(); return m.kept.Close() }
	}
	m.play = func(ctx context.Context, played func(fitness.PairResult)) (fitness.Tally, []fitness.PairResult, error) {
		return fitness.Match(ctx, arena, a, b, openings, f.seed, test, played)
	}
	return m, nil
}

// remedy says how a match that was stopped can go on, if it can.
func (f *matchFlags) remedy(large bool) string {
	switch {
	case large:
		return ""
	case f.out != "":
		return "; the same command goes on with --out " + f.out
	}
	return "; with --out DIR the same command would go on"
}

// spec reads a player as the flags have it play.
func (f *matchFlags) spec(cmd *cobra.Command, text string) (spec players.Spec, err error) {
	if spec, err = players.ParseSpec(text); err != nil {
		return spec, err
	}
	if cmd.Flags().Changed("depth") {
		if err := checkDepth("depth", f.depth, 1); err != nil {
			return spec, err
		}
		spec = spec.WithDepth(f.depth)
	}
	if cmd.Flags().Changed("endgame") {
		if err := checkDepth("endgame", f.endgame, 0); err != nil {
			return spec, err
		}
		spec = spec.WithEndgame(f.endgame)
	}
	return spec, nil
}

// recipeOn is a player's recipe, if it can play on a board.
func recipeOn(board engine.Shape, spec players.Spec) (*players.Recipe, error) {
	recipe, err := spec.Recipe()
	if err != nil {
		return nil, err
	}
	contestant, err := recipe.Contestant()
	if err != nil {
		return nil, err
	}
	return recipe, contestant.CheckBoard(board)
}

// checkDepth refuses a flag's value that is no depth of a search.
func checkDepth(flag string, value, least int) error {
	if value < least || value > search.MaxDepth {
		return fmt.Errorf("--%s %d: must be %d to %d", flag, value, least, search.MaxDepth)
	}
	return nil
}

func (f *matchFlags) test(cmd *cobra.Command) (*fitness.SPRT, error) {
	if !cmd.Flags().Changed("sprt") {
		return nil, nil
	}
	low, high, _ := strings.Cut(f.sprt, ",")
	elo0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	elo1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	test := fitness.SPRT{Elo0: elo0, Elo1: elo1}
	if err0 != nil || err1 != nil || test.Validate() != nil {
		return nil, fmt.Errorf("--sprt %q: want two Elo differences from -1000 to 1000, the smaller first, as 0,20", f.sprt)
	}
	return &test, nil
}
