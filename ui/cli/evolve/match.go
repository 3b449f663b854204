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
	"evothello/ui/playerlist"
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
		Short: "Play two players against each other and measure the Elo difference",
		Long: `Play pairs of games between two players, and report the score and the Elo difference of A
with 95 % intervals. A pair is one opening, played twice with colours swapped.

--sprt ELO0,ELO1 stops the match as soon as it shows that A is ELO1 points stronger than B,
or no more than ELO0. It is a sequential probability ratio test of logistic Elo over pairs
of games, with an error rate of 5 % for each result.

--openings takes the openings from a file: a pair for each game or position; a line of 64
squares is a position with X to move. With --opening-plies the openings are the first plies
of the games; shorter games and repeated openings are left out.

If a match with --out is stopped, the same command continues it.

A program that fails loses its games, and the report starts with the reason. In JSON "los"
is the likelihood that A is stronger, null with fewer than 16 pairs. If no game was
finished, "elo" is null and the exit status is 1.`,
		Example: "  evolve match strongest alphabeta:depth=2 --pairs 100\n  evolve match " +
			"switch:file=runs/seed-1/champion.json reversi-blank --depth 4 --sprt 0,20",
		Args: cli.Args(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0], args[1]) },
	}
	flags := cmd.Flags()
	flags.IntVar(&f.pairs, "pairs", 100, "pairs of games to play")
	flags.IntVar(&f.plies, "opening-plies", 8, openingPlies)
	flags.Uint64Var(&f.seed, "seed", 1, openingSeed)
	flags.IntVar(&f.depth, "depth", 0, defaultDepth)
	flags.IntVar(&f.endgame, "endgame", 0, defaultEndgame)
	flags.StringVar(&f.openings, "openings", "", openingsFile)
	flags.StringVar(&f.sprt, "sprt", "", "stop when the test decides between `ELO0,ELO1`, such as 0,20")
	flags.StringVar(&f.ggf, "ggf", "", "write all games to `FILE`")
	flags.StringVar(&f.out, "out", "", "save the match in `DIR`, and continue it from there")
	cli.AddBoard(cmd, &f.board)
	f.arena.add(cmd)
	f.output.add(cmd)
	return cmd
}

// Help texts of flags that match shares with other commands.
const (
	openingPlies   = "random plies at the start of each pair; fewer by default on small boards"
	openingSeed    = "seed of the openings and of players with random moves"
	defaultDepth   = "search depth, in plies, of players whose specs have none"
	defaultEndgame = "empty squares from which players play exactly, if their specs do not say"
	openingsFile   = "play from the openings in `FILE`: GGF, WTHOR, OBF, transcripts or boards"
)

func (f *matchFlags) run(cmd *cobra.Command, nameA, nameB string) error {
	m, err := f.prepare(cmd, nameA, nameB)
	if err != nil {
		return cli.Input(err)
	}
	live := &matchProgress{display: newDisplay(f.output.progress(cmd)), pairs: len(m.pairs)}
	tally, results, err := m.play(cmd.Context(), live)
	live.end()
	err = orLost(err, m.close())
	stopped := errors.Is(err, context.Canceled)
	if stopped {
		tally = live.tally
	} else if err != nil {
		return err
	}
	report := matchReport{Report: tally.Report(m.test)}
	if m.board.IsLarge() {
		report.Board = playerlist.BoardName(m.board)
	}
	report.A, report.B, report.Seed, report.Plies = m.a, m.b, f.seed, f.plies
	report.GamesPerSecond = fitness.GamesPerSecond(2*m.kept.Played(), time.Since(live.began).Seconds())
	switch {
	case f.output.json && !stopped:
		err = printJSON(cmd.OutOrStdout(), report)
	case !f.output.json && report.Pairs > 0:
		printReport(cmd.OutOrStdout(), &report.Report)
	}
	if stopped {
		fmt.Fprintf(cmd.ErrOrStderr(), "Stopped after %d of %d pairs%s.\n", report.Pairs, len(m.pairs), f.resumeHint())
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

// A matchReport is the result of a match, with the size of its board if that is larger than 8×8.
type matchReport struct {
	Board string `json:"board,omitempty"`
	fitness.Report
}

// A match holds what is needed to play a match.
type match struct {
	a, b     string // the players' names
	board    engine.Shape
	pairs    []fitness.Pair
	test     *fitness.SPRT // stops the match early; nil to play all pairs
	close    func() error  // call it after the last game
	openings []fitness.Opening
	kept     *fitness.ResultCache // with results of earlier sessions if there is --out
}

// prepare checks the arguments and flags and returns the match.
func (f *matchFlags) prepare(cmd *cobra.Command, nameA, nameB string) (*match, error) {
	specA, err := players.ParseSpec(nameA)
	if err != nil {
		return nil, err
	}
	specB, err := players.ParseSpec(nameB)
	if err != nil {
		return nil, err
	}
	board, err := cli.BoardOf(cmd, f.board, specA, specB)
	if err != nil {
		return nil, err
	}
	a, err := f.recipe(cmd, board, specA)
	if err != nil {
		return nil, err
	}
	b, err := f.recipe(cmd, board, specB)
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
	m := &match{a: a.Name, b: b.Name, board: board, pairs: fitness.MatchPairs(a, b, openings, f.seed), test: test,
		openings: openings, kept: fitness.NewResultCache(open.games)}
	if f.out != "" {
		if m.kept, err = fitness.OpenResultCache(open.games, files.At(f.out)); err != nil {
			open.Close()
			return nil, err
		}
	}
	m.close = func() error { defer open.Close(); return m.kept.Close() }
	return m, nil
}

// play plays the match and returns the tally and the pairs that it counts. If ctx is cancelled, live has the tally of
// the finished pairs, although they are not the first ones.
func (m *match) play(ctx context.Context, live *matchProgress) (
	t fitness.Tally, counted []fitness.PairResult, err error,
) {
	begun := 0 // pairs that live knows or will know of
	m.kept.Again = func(pairs int, _ string) {
		live.tally = m.kept.Tally(m.pairs[:begun])
		live.line(playedAgain(pairs))
	}
	err = m.kept.UntilTrusted(func() (err error) {
		live.tally = fitness.Tally{}
		t, counted, err = fitness.PlayUntilDecided(len(m.pairs), m.kept.Slots(), m.test,
			func(from, to int) ([]fitness.PairResult, error) {
				begun = to
				return m.kept.Play(ctx, m.pairs[from:to], func(_ int, r fitness.PairResult) { live.played(r) })
			})
		return err
	})
	return t, counted, err
}

// resumeHint returns how a stopped match can continue.
func (f *matchFlags) resumeHint() string {
	if f.out != "" {
		return "; the same command continues with --out " + f.out
	}
	return "; with --out DIR the same command would continue"
}

// recipe returns a player's recipe, with --depth and --endgame applied. It returns an error if the player cannot play
// on the board.
func (f *matchFlags) recipe(cmd *cobra.Command, board engine.Shape, spec players.Spec) (*players.Recipe, error) {
	err := spec.CheckSize(board)
	if err != nil {
		return nil, err
	}
	for _, limit := range []struct {
		key          string
		value, least int
	}{{"depth", f.depth, 1}, {"endgame", f.endgame, 0}} {
		if !cmd.Flags().Changed(limit.key) {
			continue
		}
		if err = checkDepth(limit.key, limit.value, limit.least); err == nil {
			spec, err = spec.WithDefault(limit.key, limit.value)
		}
		if err != nil {
			return nil, err
		}
	}
	return recipeOn(board, spec)
}

// recipeOn returns a player's recipe. It returns an error if the player cannot play on the board.
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

// checkDepth returns an error if a flag's value is no depth of a search.
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
		return nil, fmt.Errorf("--sprt %q: want two Elo differences from -1000 to 1000, the smaller first, such as 0,20",
			f.sprt)
	}
	return &test, nil
}
