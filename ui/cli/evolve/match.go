package evolve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/fitness"
	"evothello/formats"
	"evothello/internal/english"
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
		Example: "  evolve match champion alphabeta:depth=2 --pairs 100\n  evolve match switch:file=runs/seed-1/champion.json seed-blank --depth 4 --sprt 0,20",
		Args:    cli.Args(cobra.ExactArgs(2)),
		RunE:    func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0], args[1]) },
	}
	flags := cmd.Flags()
	flags.IntVar(&f.pairs, "pairs", 100, "pairs of games")
	flags.IntVar(&f.plies, "plies", 8, "random plies that open each pair, fewer by default on small boards; or so many of each game of --openings")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the openings and of players that draw lots")
	flags.IntVar(&f.depth, "depth", 0, "search depth of players whose spec names none")
	flags.IntVar(&f.endgame, "endgame", 0, "empties from which players play exactly whose spec names none")
	flags.StringVar(&f.openings, "openings", "", "file of games or positions to open with: GGF, WTHOR, a transcript a line, OBF or a board a line")
	flags.StringVar(&f.sprt, "sprt", "", "stop when decided between these two Elo differences, as 0,20")
	flags.StringVar(&f.ggf, "ggf", "", "write every game to this file")
	flags.StringVar(&f.out, "out", "", "directory to keep the match in, and to go on with it from")
	cli.AddBoardOrSize(cmd, &f.board)
	f.arena.add(cmd)
	f.output.add(cmd)
	return cmd
}

func (f *matchFlags) run(cmd *cobra.Command, nameA, nameB string) error {
	if size, ok := cli.Size(f.board); ok {
		return f.runLarge(cmd, size, nameA, nameB)
	}
	m, err := f.prepare(cmd, nameA, nameB)
	if err != nil {
		return cli.Input(err)
	}
	defer m.open.Close()
	live := &liveScore{display: newDisplay(f.output.progress(cmd)), pairs: len(m.openings)}
	tally, results, seconds, err := m.play(cmd.Context(), live)
	stopped := errors.Is(err, context.Canceled)
	if stopped {
		tally = live.tally // of what has been played, in whatever order
	} else if err != nil {
		return err
	}
	report := tally.Report(m.test)
	report.A, report.B, report.Seed, report.Plies = m.a.Name, m.b.Name, f.seed, f.plies
	report.GamesPerSecond = fitness.GamesPerSecond(report.Games-2*m.recalled(), seconds)
	if stopped {
		f.sayStopped(cmd, &report, len(m.openings))
		return cli.ErrInterrupted
	}
	if f.output.json {
		err = printJSON(cmd.OutOrStdout(), report)
	} else {
		printReport(cmd.OutOrStdout(), &report)
	}
	if err == nil && f.ggf != "" {
		err = files.Write(f.ggf, ggfOf(results, m.openings, &report))
	}
	if err == nil && tally.AllForfeited() {
		err = allForfeited(report.Games)
	}
	return err
}

// A match is all that is needed to play one.
type match struct {
	board    engine.Shape
	a, b     *players.Recipe
	openings []fitness.Opening
	seed     uint64
	test     *fitness.SPRT // nil to play them all
	arena    fitness.Arena
	open     *arena        // the arena, or where those pairs are played that it does not keep
	kept     *fitness.Kept // the arena, if it keeps its results
}

// prepare checks the arguments and flags and makes the match of them.
func (f *matchFlags) prepare(cmd *cobra.Command, nameA, nameB string) (m match, err error) {
	m.seed = f.seed
	specA, err := f.spec(cmd, nameA)
	if err != nil {
		return m, err
	}
	specB, err := f.spec(cmd, nameB)
	if err != nil {
		return m, err
	}
	if m.board, err = cli.BoardOf(cmd, f.board, specA, specB); err != nil {
		return m, err
	}
	if m.a, err = recipeOn(m.board, specA); err != nil {
		return m, err
	}
	if m.b, err = recipeOn(m.board, specB); err != nil {
		return m, err
	}
	if m.test, err = f.test(cmd); err != nil {
		return m, err
	}
	if m.openings, err = f.draw(cmd, m.board); err != nil {
		return m, err
	}
	if err := checkWritable("ggf", f.ggf); err != nil {
		return m, err
	}
	if m.open, err = f.arena.open(cmd, true); err != nil {
		return m, err
	}
	if m.arena = m.open; f.out == "" {
		return m, nil
	}
	if m.kept, err = fitness.Keep(m.open, f.out); err != nil {
		m.open.Close()
	}
	m.arena = m.kept
	return m, err
}

// play plays the match and takes its time.
func (m *match) play(ctx context.Context, live *liveScore) (tally fitness.Tally, results []fitness.PairResult, seconds float64, err error) {
	began := time.Now()
	tally, results, err = fitness.Match(ctx, m.arena, m.a, m.b, m.openings, m.seed, m.test, live.played)
	live.end()
	if m.kept != nil {
		err = errors.Join(err, m.kept.Close())
	}
	return tally, results, time.Since(began).Seconds(), err
}

// recalled counts the pairs that were kept from before.
func (m *match) recalled() int {
	if m.kept == nil {
		return 0
	}
	return m.kept.Recalled()
}

// sayStopped shows how the match stood when Ctrl-C stopped it, and how it can go on.
func (f *matchFlags) sayStopped(cmd *cobra.Command, report *fitness.Report, pairs int) {
	if report.Pairs > 0 && !f.output.json {
		printReport(cmd.OutOrStdout(), report)
	}
	remedy := "with --out DIR the same command would go on"
	if f.out != "" {
		remedy = "the same command goes on with --out " + f.out
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "Stopped after %d of %d pairs; %s.\n", report.Pairs, pairs, remedy)
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

// ggfOf writes the games, a line each; the comment says where they come from.
func ggfOf(kept []fitness.PairResult, openings []fitness.Opening, report *fitness.Report) []byte {
	var out strings.Builder
	for i, pair := range kept {
		for j, game := range pair.Games {
			g := formats.Annotated{
				Game:  engine.Game{Start: openings[i].From, Moves: game.Moves},
				Place: "evothello", Black: report.A, White: report.B,
				Result:  &formats.Result{Discs: float64(game.Discs)},
				Comment: fmt.Sprintf("pair %d, seed %d, opening %s", i+1, report.Seed, engine.Transcript(openings[i].Moves)),
			}
			if game.Forfeit != "" {
				g.Comment += ", forfeit: " + game.Forfeit
			}
			if j == 1 {
				g.Black, g.White = g.White, g.Black
			}
			fmt.Fprintln(&out, g.GGF())
		}
	}
	return []byte(out.String())
}

func printReport(w io.Writer, r *fitness.Report) {
	fmt.Fprintf(w, "%s against %s: %s, %d games, %.0f games/s\n", r.A, r.B, english.Count(r.Pairs, "pair"), r.Games, r.GamesPerSecond)
	printForfeits(w, "  forfeits     ", r.A, r.B, r.Forfeits)
	if r.Elo == nil {
		fmt.Fprintf(w, "  score        none: %s\n", r.SuperiorityWhy)
		return
	}
	fmt.Fprintf(w, "  score        %.1f %%  (95 %% interval %.1f to %.1f %%)\n", 100*r.Score, 100*r.ScoreLow, 100*r.ScoreHigh)
	fmt.Fprintf(w, "  Elo          %+.1f ± %.1f   (normalized %+.1f ± %.1f)\n", *r.Elo, *r.EloError, *r.NormalizedElo, *r.NormalizedErr)
	fmt.Fprintf(w, "  games        %d won, %d drawn, %d lost, mean %+.1f discs\n", r.Wins, r.Draws, r.Losses, r.MeanDiscs)
	fmt.Fprintf(w, "  pentanomial  %v  (LL, LD, DD+WL, WD, WW)\n", r.Pentanomial)
	if r.Superiority != nil {
		fmt.Fprintf(w, "  superiority  %.1f %% likely that the first is stronger (LOS)\n", 100**r.Superiority)
	} else {
		fmt.Fprintf(w, "  superiority  %s\n", r.SuperiorityWhy)
	}
	fmt.Fprintf(w, "  time         %s and %s a move\n", moveTime(r.MoveSecondsA), moveTime(r.MoveSecondsB))
	if r.SPRT != nil {
		fmt.Fprintf(w, "  SPRT         %s, LLR %.2f in (%.2f, %.2f): logistic Elo %g against %g, 5 %% error either way\n",
			decision(r), r.SPRT.LLR, r.SPRT.Lower, r.SPRT.Upper, r.SPRT.Elo0, r.SPRT.Elo1)
	}
}

// decision says which hypothesis of the sequential test has won.
func decision(r *fitness.Report) string {
	switch r.SPRT.Result {
	case fitness.Accepted:
		return fmt.Sprintf("%s is stronger, by %g Elo rather than %g", r.A, r.SPRT.Elo1, r.SPRT.Elo0)
	case fitness.Rejected:
		return fmt.Sprintf("%s is not stronger, by %g Elo rather than %g", r.A, r.SPRT.Elo0, r.SPRT.Elo1)
	}
	return "undecided"
}

// moveTime writes a mean time to three digits or so.
func moveTime(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(10 * time.Microsecond).String()
	}
	return d.Round(100 * time.Nanosecond).String()
}

// A liveScore shows a match's score while it is played.
type liveScore struct {
	*display
	pairs int
	tally fitness.Tally
}

func (l *liveScore) played(r fitness.PairResult) {
	l.tally.Add(r)
	if l.due() {
		done := l.tally.Pairs.Pairs()
		l.show(float64(done)/float64(l.pairs), fmt.Sprintf("pair %d of %d: %s", done, l.pairs, l.score()))
	}
}

// score is how it stands; what is wrong comes first.
func (l *liveScore) score() string {
	forfeits := ""
	if n := len(l.tally.Forfeits); n > 0 {
		forfeits = fmt.Sprintf("%d of %d games forfeited", n, l.tally.Games())
	}
	if l.tally.AllForfeited() {
		return forfeits
	}
	elo, plusMinus := l.tally.Pairs.Elo()
	score := fmt.Sprintf("%.1f %%, Elo %+.0f ± %.0f", 100*l.tally.Pairs.Score(), elo, plusMinus)
	if forfeits != "" {
		score = forfeits + ", " + score
	}
	return score
}
