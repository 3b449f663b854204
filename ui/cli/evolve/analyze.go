package evolve

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/formats"
	"evothello/internal/called"
	"evothello/report/analysis"
	"evothello/report/plots"
	"evothello/search"
	"evothello/ui/cli"
	"evothello/weights"
)

type analyzeFlags struct {
	player         string
	depth, endgame int
	game           int
	plot, board    string
	json, points   bool
}

func newAnalyze() *cobra.Command {
	var f analyzeFlags
	cmd := &cobra.Command{
		Use:   "analyze GAME…",
		Short: "Judge every move of a game: what it was worth, and what was better",
		Long: `Judge every move of games: its value, and where another was better, that one, its
value and what was lost. A GAME is a transcript such as f5d6c3 or a file;
` + formats.Kinds + `.

With so many empty squares as --endgame says, and fewer, values are exact. Before,
they are guesses. All are in discs, and the mover's. How many of a player's points make a
disc is measured in games that it plays with itself. Guesses are in points with --points,
and where points do not predict results; points of one game phase do not compare with
another's. A guess that sees the end of the game says won or lost instead,
or open of the other move.

An exact mistake (?) loses 4 discs, a blunder (??) 10, or a won or drawn game. A guessed
mistake loses half, a blunder all of what a typical move would lose: the median of
the legal moves, and of the game's positions in that phase.

--plot draws one game from Black's side. --json prints
{"player","search","depth","endgame","games":[{"title","start","transcript",
 "moves":[{"number","side","move","value","best","best_value","lost","unit","mark",
  "value_discs","best_value_discs","lost_discs"}],
 "sums":{"black":{"guessed","points_lost","solved","discs_lost","mistakes","blunders",
  "guessed_discs_lost","all_discs_lost"},"white":{…}}}]}
where "unit" is points, discs, or outcome: 1 won, 0 open, -1 lost; "guessed" and
"solved" count moves. What is not known in discs is null.`,
		Example: "  evolve analyze formats/testdata/match.ggf --game 1 --plot game.svg\n  evolve analyze f5d6c3d3c4 " +
			"--player seed-switch --depth 8",
		Args: cli.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.player, "player", "champion", "whose weights judge")
	flags.IntVar(&f.depth, "depth", 8, "search depth, unless the player's spec names one")
	flags.IntVar(&f.endgame, "endgame", 18, "empties from which moves are judged exactly, unless the player's spec "+
		"names them")
	flags.IntVar(&f.game, "game", 0, "judge only this game of those given, from 1")
	flags.StringVar(&f.plot, "plot", "", "draw the game to this file, FILE.svg or FILE.png")
	flags.BoolVar(&f.points, "points", false, "show guesses in points of the player's weights, not in discs")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	cli.AddBoard(cmd, &f.board)
	return cmd
}

func (f *analyzeFlags) run(cmd *cobra.Command, args []string) error {
	if f.points && f.json {
		return errPointsInJSON
	}
	judge, settings, board, err := f.analyst(cmd)
	if err != nil {
		return cli.Input(err)
	}
	games, first, err := f.games(cmd, board.Start, args)
	if err != nil {
		return cli.Input(err)
	}
	if f.plot != "" {
		if len(games) > 1 {
			return cli.Inputf("--plot draws one game, not %d: choose one with --game", len(games))
		}
		if err := plots.CheckFormat(f.plot); err != nil {
			return cli.Inputf("--plot: %w", err)
		}
		if err := checkWritable("plot", f.plot); err != nil {
			return err
		}
	}
	var inDiscs *weights.Scale // nil to show points
	if !f.points {
		inDiscs = judge.Scale()
	}
	analyst := analysis.New(judge, settings)
	document := analysis.NewDocument(f.player, settings)
	var moves []analysis.Move // of the last game, the only one if it is plotted
	for i := range games {
		if moves, err = analyst.Analyse(cmd.Context(), &games[i].Game); err != nil {
			return err
		}
		if inDiscs != nil {
			analysis.InDiscs(moves, inDiscs)
		}
		if f.json {
			document.Add(&games[i], moves)
			continue
		}
		fmt.Fprintf(cmd.OutOrStdout(), "Game %d: %s\nJudged by %s, %s\n\n", first+i, games[i].Title(), f.player, settings)
		printMoves(cmd.OutOrStdout(), &games[i], moves)
	}
	if f.json {
		if err := printJSON(cmd.OutOrStdout(), document); err != nil {
			return err
		}
	}
	if f.plot != "" {
		return plots.WriteGame(f.plot, games[0].Title(), moves)
	}
	return nil
}

// errPointsInJSON is the error of two flags that do not go together.
var errPointsInJSON = cli.Inputf("--points: leave it out with --json, which has points and discs")

// analyst returns the weights that judge, how they search, and the board.
func (f *analyzeFlags) analyst(cmd *cobra.Command) (judge *weights.Switch, settings search.Settings, board engine.Shape,
	err error) {
	settings = search.Settings{Depth: f.depth, Endgame: f.endgame}
	if err := cmp.Or(checkDepth("depth", f.depth, 1), checkDepth("endgame", f.endgame, 0)); err != nil {
		return nil, settings, board, err
	}
	judge, spec, board, err := weightsOn(cmd, f.player, f.board)
	if err != nil {
		return nil, settings, board, err
	}
	if settings, err = spec.Settings(settings); err == nil && (settings.Nodes > 0 || settings.Time > 0) {
		err = fmt.Errorf("player %s: values compare only at one depth; give depth, not nodes or time", f.player)
	}
	return judge, settings, board, err
}

// games reads the games, or the one that --game chooses; first is the number of
// the first of them.
func (f *analyzeFlags) games(cmd *cobra.Command, start engine.Position,
	args []string) (games []formats.Annotated, first int, err error) {
	all, err := readArguments(start, args, cmd.ErrOrStderr())
	if err != nil {
		return nil, 0, err
	}
	for _, arg := range all {
		if len(arg.Problems) > 0 {
			return nil, 0, fmt.Errorf("%s: positions, not games, which are needed to judge moves; `%s` takes positions",
				arg.word, called.Evolve("solve"))
		}
		games = append(games, arg.Games...)
	}
	if !cmd.Flags().Changed("game") {
		return games, 1, nil
	}
	if f.game < 1 || f.game > len(games) {
		return nil, 0, fmt.Errorf("--game %d: must be 1 to %d, as many games as are given", f.game, len(games))
	}
	return games[f.game-1 : f.game], f.game, nil
}
