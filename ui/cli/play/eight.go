package play

import (
	"context"
	"fmt"
	"io"
	"strings"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/formats"
	"evothello/internal/called"
	"evothello/players"
	"evothello/search"
	"evothello/ui/cli"
	"evothello/ui/playerlist"
	"evothello/ui/tui"
)

// help is the list of commands.
const help = `  f5      play on column f, row 5
  undo    take back your last move and the moves after it
  hint    show the move of the champion that comes with the program, and its value
  moves   list your legal moves
  board   draw the board again
  save F  add the game to the file F: as GGF if its name ends in .ggf, else as a transcript
  new     start another game
  quit    end the program (the end of the input does so too)
  help    show this list
A transcript, such as f5d6c3, sets up the position after its moves. Passes are made for you.
X is Black, O is White, * is a legal move, and [ ] is the last move.`

const commands = "a square such as f5, undo, hint, moves, board, save FILE, new, quit or help"

// options holds the settings of a game on a board up to 8×8.
type options struct {
	settings
	against  *players.Contestant
	choice   playerlist.Choice // the default opponent; empty if the user chose one
	strength string            // a sentence about the opponent's strength, "" if unknown
	home     engine.Shape      // the board
	begun    *engine.Game      // each new game continues it
}

// A dialogue is a dialogueOf on a board up to 8×8.
type dialogue struct {
	dialogueOf[engine.Position, engine.Square]
	home   engine.Shape
	begun  *engine.Game
	player players.Player
	hinter *hinter
}

var _ variant[engine.Position, engine.Square] = (*dialogue)(nil)

// newSearcher returns a searcher with a transposition table of 24 MiB. That is enough for searches much deeper than
// those in runs.
func newSearcher() *search.Searcher { return search.New(search.NewTable(20)) }

// play runs a dialogue until the user quits, the input ends, or ctx is cancelled, for example by Ctrl-C.
func play(ctx context.Context, in io.Reader, out io.Writer, o options) error {
	listening, stop := context.WithCancel(ctx)
	defer stop()
	d := &dialogue{home: o.home, begun: o.begun, player: o.against.New(newSearcher())}
	defer players.Close(d.player)
	d.dialogueOf = dialogueOf[engine.Position, engine.Square]{
		settings: o.settings, console: newConsole(listening, in, out, o.colour, o.prompt), variant: d,
		name: o.against.Name, opponent: d.player, usual: engine.Start(), help: help,
	}
	if o.choice.Name != "" {
		d.say("%s", cli.Plain(o.choice.Introduction(fmt.Sprintf("--against PLAYER chooses another; `%s` lists all.",
			called.Play("list")))))
	}
	d.introduce(engine.At(5, 4), o.against.Introduction())
	if o.strength != "" {
		d.say("%s", cli.Plain(o.strength))
	}
	return d.run(ctx)
}

func (d *dialogue) newGame() *session.Session { return session.New(d.begun.Start, d.begun.Moves...) }

func (d *dialogue) analyseCommand() string { return tui.AnalyseCommand(d.game) }

// turn returns the position with the side to move, after a forced pass.
func (d *dialogue) turn() engine.Position { return d.game.Position().Settle() }

func (d *dialogue) choose(ctx context.Context) (engine.Square, error) {
	r, err := players.Choose(ctx, d.player, d.game.Game(), d.turn())
	return r.Move, err
}

func (d *dialogue) playTyped(line string) bool {
	word := strings.ToLower(line)
	if s, err := engine.ParseSquare(strings.TrimSpace(engine.PlainMoves(word))); err == nil {
		return d.playSquare(s)
	}
	var played *session.Session
	game, err := engine.ParseGame(d.begun.Start, word)
	if err == nil {
		played, err = session.From(game)
	}
	switch {
	case err == nil && (len(game.Moves) > 1 || isNumbered(word) || engine.IsLink(word)):
		d.setUp(played)
		return true
	case err != nil && (len(game.Moves) > 0 || isNumbered(word) || beginsWithSquares(word)):
		d.say("%s.", cli.Plain(err.Error()))
		return false
	}
	d.say("%.20q is not a command: type %s.", word, commands)
	return false
}

// isNumbered reports whether a word starts with a move number. Only transcripts do.
func isNumbered(word string) bool {
	number, _ := engine.CutNumber(word)
	return number >= 0
}

// beginsWithSquares reports whether a word looks like a transcript.
func beginsWithSquares(word string) bool {
	if len(word) < 4 {
		return false
	}
	_, first := engine.ParseSquare(word[:2])
	_, second := engine.ParseSquare(word[2:4])
	return first == nil && second == nil
}

func (d *dialogue) save(path string) {
	if path == "" {
		d.say("save FILE: add the name of a file, such as save games.ggf.")
		return
	}
	black, white := "you", d.name
	if d.as == engine.White {
		black, white = white, black
	}
	if err := formats.FromSession(d.game, black, white).Save(path); err != nil {
		d.say("%s.", cli.Plain(err.Error()))
		return
	}
	d.say("Saved in %s.", cli.Plain(path))
}
