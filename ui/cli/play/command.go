// Package play is the command line of play: a game against any player in a terminal, on a page or under another
// program.
package play

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"evothello/engine"
	_ "evothello/learn/dqn"    // players trained by Q-learning
	_ "evothello/learn/policy" // players that never search
	"evothello/players"
	_ "evothello/players/programs" // other people's programs as players
	"evothello/ui/cli"
	"evothello/ui/lobby"
	"evothello/ui/tui"
)

// runsDir is the directory of the runs whose champions can be played.
const runsDir = "runs"

// gameFlags are the flags of a game as they are typed.
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

Without --against the opponent is the champion of your newest run under runs/, or, if
there is none, one at a beginner's level. On a terminal the game fills the screen:
? lists the keys. With --plain, and where input or output is no terminal, it is a
dialogue. Type moves as squares, one a line:

` + help + `

Exit status: 0 done, 1 the work failed, 2 the command line or an input file is
wrong, 130 stopped by Ctrl-C.`,
		Example: "  play --as white\n  play --against champion:depth=8,endgame=14\n  play --against " +
			"switch:file=runs/seed-1/champion.json",
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if size, ok := cli.Size(f.board); ok {
				return f.playLarge(cmd, size)
			}
			o, err := f.options(cmd)
			if err != nil {
				return cli.Input(err)
			}
			if o.prompt && !f.plain && os.Getenv("TERM") != "dumb" {
				return tui.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), o.screen())
			}
			return play(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), o)
		},
	}
	flags := root.Flags()
	flags.StringVar(&f.against, "against", "", "the opponent: a `PLAYER` that play list names, or NAME:key=value,… "+
		"(default: your newest run, else a beginner's level)")
	flags.StringVar(&f.as, "as", "black", "your `SIDE`: black or white")
	cli.AddBoardOrSize(root, &f.board)
	flags.StringVar(&f.position, "position", "", "the `POSITION` where the game starts; "+engine.PositionForms)
	flags.Uint64Var(&f.seed, "seed", 0, "seed `N` of a player with random moves (default: another one each time)")
	flags.BoolVar(&f.plain, "plain", false, "play line by line on a terminal, too")
	flags.BoolVar(&f.noColor, "no-color", false, "no colour on a terminal; NO_COLOR does the same")
	root.AddCommand(newList(), newWeb(), newGTP(), newNBoard(), newExternal())
	return root
}

// settings turns the flags that mean the same on all boards into settings.
func (f *gameFlags) settings(cmd *cobra.Command) (o settings, err error) {
	if o.seed = rand.Uint64(); cmd.Flags().Changed("seed") {
		o.seed = f.seed
	}
	terminal := cli.IsTerminal(cmd.OutOrStdout())
	o.colour = terminal && !f.noColor && os.Getenv("NO_COLOR") == ""
	o.prompt = terminal && cli.IsTerminal(cmd.InOrStdin())
	o.as, err = parseSide(f.as)
	return o, err
}

// options turns the flags into a game.
func (f *gameFlags) options(cmd *cobra.Command) (o options, err error) {
	if o.settings, err = f.settings(cmd); err != nil {
		return o, err
	}
	board, err := f.opponent(cmd, &o)
	if err != nil {
		return o, err
	}
	o.start = board.Start
	if cmd.Flags().Changed("position") {
		if o.start, err = engine.ParsePositionOn(board.Start, f.position); err != nil {
			return o, fmt.Errorf("--position: %w", err)
		}
	}
	o.home = lobby.BoardOf(o.start, board)
	return o, o.against.CheckBoard(o.home)
}

// opponent sets the user's opponent and returns the board.
func (f *gameFlags) opponent(cmd *cobra.Command, o *options) (board engine.Shape, err error) {
	var spec players.Spec
	if cmd.Flags().Changed("against") {
		if spec, err = players.ParseSpec(f.against); err != nil {
			return board, err
		}
		if board, err = cli.BoardOf(cmd, f.board, spec); err != nil {
			return board, err
		}
	} else {
		if board, err = cli.BoardOf(cmd, f.board); err != nil {
			return board, err
		}
		o.choice, o.against, err = usualOpponent(runsDir, board, cmd.ErrOrStderr())
		o.strength = strengthOf(runOf(runsDir, o.choice))
		return board, err
	}
	o.against, err = spec.Contestant()
	return board, err
}

// screen is the same game on a full screen.
func (o *options) screen() tui.Options {
	return tui.Options{
		Board: o.home, Start: o.start, As: o.as, Against: o.against, Usual: o.choice, Strength: o.strength, Seed: o.seed,
		Runs: runsDir, Colour: o.colour, ASCII: !knowsUnicode(runtime.GOOS, os.Getenv),
	}
}

// knowsUnicode reports whether the terminal shows more than ASCII. The first of LC_ALL, LC_CTYPE and LANG
// that is set decides. Windows sets none of them, and its terminals show Unicode.
func knowsUnicode(system string, getenv func(string) string) bool {
	if system == "windows" {
		return true
	}
	locale := strings.ToLower(cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")))
	return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

func parseSide(text string) (engine.Side, error) {
	switch strings.ToLower(text) {
	case "black", "b":
		return engine.Black, nil
	case "white", "w":
		return engine.White, nil
	}
	return engine.Black, fmt.Errorf("--as %q: choose black or white", text)
}
