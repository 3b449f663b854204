package evolve

import (
	"cmp"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/formats"
	"evothello/internal/called"
	"evothello/players/analysis"
	"evothello/report/plots"
	"evothello/search"
	"evothello/ui/cli"
	"evothello/weights"
	"evothello/weights/scale"
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
		Short: "Analyse every move of a game: its value, and the better move",
		Long: `Analyse every move of games. For each move it prints the value and, if another move was
better, that move, its value and the loss. A GAME is a transcript such as f5d6c3, or a file.
` + cli.Paragraph(formats.Kinds) + `

Values are discs for the side that moves. With at most --endgame empty squares they are
solved. Before that they are estimates of --player; the best move's is the mean of the last
two depths. If points do not predict results, estimates are in points. If the search sees
the end of the game, the value is won or lost, or open.

A move is a mistake (?) if it loses 2 discs or more at the depth of the analysis, and a
blunder (??) from 6 discs, or if it changes an outcome which the search sees. Below it are
the reasons, and the expected play after the mistake and after the better move. Moves count
from the mistake, without passes.

--plot draws one game from Black's side. --json prints
{"player","search","depth","endgame","games":[{"file","number","title","start","transcript",
 "moves":[{"number","side","move","value","best","best_value","lost","unit","mark",
  "value_discs","best_value_discs","lost_discs","line","best_line",
  "reasons":[{"kind","side","line","ply","squares","other","says":{"en","ja"}}]}],
 "sums":{"black":{"estimated","points_lost","solved","discs_lost","mistakes","blunders",
  "estimated_discs_lost","all_discs_lost"},"white":{…}}}]}
"number" is the game's in its file, where unreadable games count. A typed game has neither
file nor number. "unit" is points, discs, or outcome: 1 won, 0 open, -1 lost. "estimated"
and "solved" are numbers of moves. Only mistakes have lines. Unknown fields are null.`,
		Example: "  evolve analyze formats/testdata/match.ggf --game 1 --plot game.svg\n  evolve analyze f5d6c3d3c4 " +
			"--player reversi-switch --depth 8",
		Args: cli.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.player, "player", "strongest", "`PLAYER` whose weights estimate the moves")
	flags.IntVar(&f.depth, "depth", analysis.DefaultSettings.Depth,
		"search depth in plies, unless the player's spec names one")
	flags.IntVar(&f.endgame, "endgame", analysis.DefaultSettings.Endgame,
		"empty squares from which moves are solved, unless the spec names them")
	flags.IntVar(&f.game, "game", 0, "analyse only the game with this number in its file, from 1")
	flags.StringVar(&f.plot, "plot", "", "draw the game to `FILE`, .svg or .png")
	flags.BoolVar(&f.points, "points", false, "show estimates in points of the player's weights, not in discs")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	cli.AddSmallBoard(cmd, &f.board)
	return cmd
}

func (f *analyzeFlags) run(cmd *cobra.Command, args []string) error {
	if f.points && f.json {
		return errPointsInJSON
	}
	w, settings, board, err := f.analyser(cmd)
	if err != nil {
		return cli.Input(err)
	}
	games, err := f.games(cmd, board.Start, args)
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
	analyser := analysis.New(w, settings)
	document := analysis.NewDocument(f.player, settings)
	var moves []analysis.Move // of the last game; with --plot there is only one
	for i := range games {
		if moves, err = analyser.Analyse(cmd.Context(), &games[i].Game); err != nil {
			return err
		}
		analysis.InDiscs(moves, scale.Of(w))
		for k := range moves {
			moves[k].InDiscs = moves[k].InDiscs && !(f.points && moves[k].Unit == analysis.Points)
		}
		if err = analyser.Explain(cmd.Context(), moves); err != nil {
			return err
		}
		if f.json {
			document.Add(games[i].file, &games[i].Annotated, moves)
			continue
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\nAnalysed by %s, %s\n\n", cli.Plain(games[i].place),
			cli.Plain(games[i].Title()), cli.Plain(f.player), settings)
		printMoves(cmd.OutOrStdout(), &games[i].Annotated, moves)
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

// errPointsInJSON is the error of --points with --json.
var errPointsInJSON = cli.Inputf("--json always has points and discs: leave out --points")

// analyser returns the player's weights, the search settings and the board.
func (f *analyzeFlags) analyser(cmd *cobra.Command) (w *weights.Switch, settings search.Settings, board engine.Shape,
	err error) {
	settings = search.Settings{Depth: f.depth, Endgame: f.endgame}
	if err := cmp.Or(checkDepth("depth", f.depth, 1), checkDepth("endgame", f.endgame, 0)); err != nil {
		return nil, settings, board, err
	}
	w, spec, board, err := weightsOn(cmd, f.player, f.board)
	if err == nil {
		err = cli.UpTo8x8(board, "evolve analyze", notInDiscs)
	}
	if err != nil {
		return nil, settings, board, err
	}
	if settings, err = spec.Settings(settings); err == nil && (settings.Nodes > 0 || settings.Time > 0) {
		err = fmt.Errorf("player %s: values can be compared only at the same depth; give depth, not nodes or time", f.player)
	}
	return w, settings, board, err
}

// A placedGame is a game with its place in the input.
type placedGame struct {
	formats.Annotated
	file  string // "" for a typed game
	place string
}

// games reads all games, or the one that --game chooses.
func (f *analyzeFlags) games(cmd *cobra.Command, start engine.Position, args []string) (games []placedGame, err error) {
	all, err := readArguments(start, args, cmd.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	last := 0
	for i, arg := range all {
		if len(arg.Problems) > 0 {
			return nil, fmt.Errorf("%s: analyze needs games, not positions; `%s` takes positions", arg.word,
				called.Evolve("solve"))
		}
		for _, g := range arg.Games {
			number := i + 1
			placed := placedGame{Annotated: g}
			if arg.isFile {
				placed.file, number = arg.word, g.Number
			}
			placed.place = fmt.Sprintf("Game %d", number)
			if arg.isFile && len(all) > 1 {
				placed.place = fmt.Sprintf("%s, game %d", filepath.Base(arg.word), number)
			}
			if last = max(last, number); !cmd.Flags().Changed("game") || f.game == number {
				games = append(games, placed)
			}
		}
	}
	switch {
	case len(games) == 0:
		return nil, fmt.Errorf("--game %d: no readable game has this number; the last game has number %d", f.game, last)
	case cmd.Flags().Changed("game") && len(games) > 1:
		return nil, fmt.Errorf("--game %d: %d files have a game with this number: name one file", f.game, len(games))
	}
	return games, nil
}
