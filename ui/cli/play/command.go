// Package play is the command line of play: games against any player in a terminal, on a web page, or inside
// another program.
package play

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"evothello/engine"
	_ "evothello/learn/policy" // registers players that never search
	_ "evothello/learn/qnet"   // registers players trained by Q-learning
	"evothello/players"
	_ "evothello/players/programs" // registers external programs as players
	"evothello/ui/cli"
	"evothello/ui/playerlist"
	"evothello/ui/tui"
)

// runsDir is the directory of the runs whose champions can be played.
const runsDir = "runs"

// gameFlags holds the flags of a game.
type gameFlags struct {
	against, as, board, position string
	seed                         uint64
	noColor, plain               bool
}

// Command returns the root command of play.
func Command() *cobra.Command {
	var f gameFlags
	root := &cobra.Command{
		Use:   "play",
		Short: "Play Othello in the terminal",
		Long: `Play Othello in the terminal against any player.

Without --against the opponent is the champion of your newest run in runs/. If there is no
run, it is a player at a beginner's level. On a terminal the game fills the screen; press ?
for a list of the keys. With --plain, or without a terminal, you type these commands:

` + help + `

` + cli.Paragraph(engine.PositionForms) + `

Exit status: 0 done, 1 the work failed, 2 the command line or an input file is
wrong, 130 stopped by Ctrl-C.`,
		Example: "  play --as white\n  play --against strongest:depth=8,endgame=14\n  play --against " +
			"switch:file=runs/seed-1/champion.json",
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := f.options(cmd)
			if err != nil {
				return cli.Input(err)
			}
			if f.fillsScreen(cmd) {
				return tui.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), o.screen())
			}
			return play(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), o)
		},
	}
	flags := root.Flags()
	flags.StringVar(&f.against, "against", "", "play against `PLAYER`, from play list, or NAME:key=value,… "+
		"(default your newest run)")
	flags.StringVar(&f.as, "as", "black", "play as `SIDE`: black or white")
	cli.AddBoard(root, &f.board)
	flags.StringVar(&f.position, "position", "", "start each game at `POSITION`, or after the moves of a transcript")
	flags.Uint64Var(&f.seed, "seed", 0, randomSeed)
	flags.BoolVar(&f.plain, "plain", false, "play with typed commands, even on a terminal")
	flags.BoolVar(&f.noColor, "no-color", false, "use no colours, as with the environment variable NO_COLOR")
	root.AddCommand(newList(), newWeb(), newGTP(), newNBoard(), newExternal(), cli.NewVersion())
	cli.SetHelp(root)
	return root
}

// randomSeed is the help of --seed.
const randomSeed = "seed of players with random moves (default a new one each time)"

// fillsScreen reports whether the game fills the terminal's screen.
func (f *gameFlags) fillsScreen(cmd *cobra.Command) bool {
	return !f.plain && cli.Draws(cmd.OutOrStdout()) && cli.IsTerminal(cmd.InOrStdin())
}

// options returns the options of a game.
func (f *gameFlags) options(cmd *cobra.Command) (o options, err error) {
	if o.seed = rand.Uint64(); cmd.Flags().Changed("seed") {
		o.seed = f.seed
	}
	o.colour = cli.Draws(cmd.OutOrStdout()) && !f.noColor && os.Getenv("NO_COLOR") == ""
	o.prompt = cli.IsTerminal(cmd.OutOrStdout()) && cli.IsTerminal(cmd.InOrStdin())
	if o.as, err = parseSide(f.as); err != nil {
		return o, err
	}
	board, err := f.opponent(cmd, &o)
	if err != nil {
		return o, err
	}
	o.begun = &engine.Game{Start: board.Start}
	if cmd.Flags().Changed("position") {
		if o.begun, err = engine.ParseGameOrPosition(board.Start, f.position); err != nil {
			return o, fmt.Errorf("--position: %w", err)
		}
	}
	o.home = playerlist.BoardOf(o.begun.Start, board)
	return o, o.against.CheckBoard(o.home)
}

// opponent sets the user's opponent and returns the board.
func (f *gameFlags) opponent(cmd *cobra.Command, o *options) (board engine.Shape, err error) {
	if !cmd.Flags().Changed("against") {
		if board, err = cli.BoardOf(cmd, f.board); err != nil {
			return board, err
		}
		o.choice, o.against, err = defaultOpponent(runsDir, board, cmd.ErrOrStderr())
		o.strength = strengthOf(runOf(runsDir, o.choice))
		return board, err
	}
	spec, err := players.ParseSpec(f.against)
	if err != nil {
		return board, err
	}
	if board, err = cli.BoardOf(cmd, f.board, spec); err != nil {
		return board, err
	}
	if err = spec.CheckSize(board); err == nil {
		o.against, err = spec.Contestant()
	}
	return board, err
}

// screen returns the options of the same game on a full screen.
func (o *options) screen() tui.Options {
	return tui.Options{
		Board: o.home, Begun: *o.begun, As: o.as, Against: o.against, Default: o.choice, Strength: o.strength, Seed: o.seed,
		Runs: runsDir, Colour: o.colour, ASCII: !cli.ShowsUnicode(), Language: language(),
	}
}

// language returns the language of the screen. The first of LC_ALL, LC_MESSAGES and LANG that is set decides.
func language() tui.Language {
	if !cli.ShowsUnicode() {
		return tui.English
	}
	return tui.LanguageOf(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")))
}

func parseSide(text string) (engine.Side, error) {
	switch strings.ToLower(text) {
	case "black", "b":
		return engine.Black, nil
	case "white", "w":
		return engine.White, nil
	}
	return engine.Black, fmt.Errorf("--as %q: must be black or white", text)
}
