package play

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/engine/session"
	"evothello/players"
	largeplayers "evothello/players/large"
	"evothello/ui/cli"
	"evothello/ui/tui"
)

// largeHelp is the list of commands on a large board.
const largeHelp = `  j10     play on column j, row 10
  undo    take back your last move and the moves after it
  moves   list your legal moves
  board   draw the board again
  save F  add the transcript of the game to the file F
  new     start another game
  quit    end the program (the end of the input does so too)
  help    show this list
A transcript, such as f7e7d7, sets up the position after its moves. Passes are made for you.
X is Black, O is White, * is a legal move, and [ ] is the last move.`

const largeCommands = "a square such as j10, undo, moves, board, save FILE, new, quit or help"

// largeOptions holds the settings of a game on a board larger than 8×8.
type largeOptions struct {
	settings
	against   *players.Contestant
	begun     *large.Game // each new game continues it
	isDefault bool        // the opponent is that of users who have chosen none and have no run on this board
}

// large returns the options of a game on a large board.
func (f *gameFlags) large(cmd *cobra.Command, board engine.Shape) (o largeOptions, err error) {
	if o.settings, err = f.settings(cmd); err != nil {
		return o, err
	}
	given := cmd.Flags().Changed
	o.begun = &large.Game{Start: large.Start(board.Size)}
	if given("position") {
		if o.begun, err = large.ParseGameOrPosition(board.Size, f.position); err != nil {
			return o, fmt.Errorf("--position: %w", err)
		}
	}
	against := f.against
	if !given("against") {
		if against = newestRun(runsDir, board, cmd.ErrOrStderr()); against == "" {
			o.isDefault, against = true, fmt.Sprintf("%s:depth=%d", players.DefaultLarge, players.DefaultLargeDepth)
		}
	}
	spec, err := players.SpecOn(board, against)
	if err == nil {
		o.against, err = spec.ContestantOn(board)
	}
	return o, err
}

// A largeDialogue is a dialogueOf on a large board.
type largeDialogue struct {
	dialogueOf[large.Position, large.Square]
	begun  *large.Game
	player largeplayers.Player
}

var _ variant[large.Position, large.Square] = (*largeDialogue)(nil)

// screen returns the options of the same game on a full screen.
func (o *largeOptions) screen() tui.LargeOptions {
	return tui.LargeOptions{
		Begun: *o.begun, As: o.as, Against: o.against, Seed: o.seed, Colour: o.colour,
		ASCII: !cli.ShowsUnicode(), Language: language(), Default: o.isDefault,
	}
}

// playLarge plays a game on a large board.
func (f *gameFlags) playLarge(cmd *cobra.Command, board engine.Shape) error {
	o, err := f.large(cmd, board)
	if err != nil {
		return cli.Input(err)
	}
	if f.fillsScreen(cmd) {
		return tui.RunLarge(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), o.screen())
	}
	return playLarge(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), o)
}

// playLarge is play for large boards.
func playLarge(ctx context.Context, in io.Reader, out io.Writer, o largeOptions) error {
	listening, stop := context.WithCancel(ctx)
	defer stop()
	d := &largeDialogue{begun: o.begun, player: o.against.Large()}
	d.dialogueOf = dialogueOf[large.Position, large.Square]{
		settings: o.settings, console: newConsole(listening, in, out, o.colour, o.prompt), variant: d,
		name: o.against.Name, opponent: d.player, usual: large.Start(o.begun.Start.Size), help: largeHelp,
	}
	if o.isDefault {
		d.say("You play %s at a beginner's level: --against PLAYER chooses another.", players.DefaultLarge)
	}
	size := o.begun.Start.Size
	d.introduce(large.At(size/2, size/2+1), o.against.Introduction())
	return d.run(ctx)
}

func (d *largeDialogue) newGame() *session.Of[large.Position, large.Square] {
	return large.NewSession(d.begun.Start, d.begun.Moves...)
}

func (d *largeDialogue) choose(ctx context.Context) (large.Square, error) {
	r, err := largeplayers.Choose(ctx, d.player, d.game.Game(), d.game.Position().Settle())
	return r.Move, err
}

func (d *largeDialogue) playTyped(line string) bool {
	if s, err := large.ParseSquare(d.begun.Start.Size, line); err == nil {
		return d.playSquare(s)
	}
	if !strings.ContainsAny(line, "0123456789") {
		d.say("%.20q is not a command: type %s.", line, largeCommands)
		return false
	}
	var played *large.Session
	game, err := large.ParseTranscript(d.begun.Start, line)
	if err == nil {
		played, err = large.Resume(game)
	}
	if err != nil {
		d.say("%s.", cli.Plain(err.Error()))
		return false
	}
	d.setUp(played)
	return true
}

func (d *largeDialogue) hint(context.Context) error {
	d.say("There are no hints on boards larger than 8×8.")
	return nil
}

func (d *largeDialogue) analyseCommand() string { return "" }

func (d *largeDialogue) save(path string) {
	if path == "" {
		d.say("save FILE: add the name of a file, such as save games.txt.")
		return
	}
	if d.begun.Start != d.usual {
		d.say("The game does not start at the usual position, so it cannot be saved as a transcript.")
		return
	}
	if err := tui.SaveTranscript(path, d.game); err != nil {
		d.say("%s.", cli.Plain(err.Error()))
		return
	}
	d.say("Saved in %s.", cli.Plain(path))
}
