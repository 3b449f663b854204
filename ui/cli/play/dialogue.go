package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/internal/called"
	"evothello/players"
	"evothello/search"
	"evothello/ui/cli"
	"evothello/ui/playerlist"
	"evothello/ui/tui"
)

// options holds the settings of a game.
type options struct {
	as       engine.Side // the user's side
	seed     uint64      // seed of the first game; each new game adds one
	colour   bool
	prompt   bool // whether to show a prompt, and a notice while the opponent thinks
	against  *players.Contestant
	choice   playerlist.Choice // the default opponent; empty if the user chose one
	strength string            // a sentence about the opponent's strength, "" if unknown
	home     engine.Shape      // the board
	begun    *engine.Game      // each new game continues it
}

// A dialogue is a game between a user who types commands and a player.
type dialogue struct {
	console
	options
	player players.Player // the opponent
	hinter *hinter
	game   *session.Session
}

// newSearcher returns a searcher with a transposition table of 24 MiB. That is enough for searches much deeper than
// those in runs.
func newSearcher() *search.Searcher { return search.New(search.NewTable(20)) }

// play runs a dialogue until the user quits, the input ends, or ctx is cancelled, for example by Ctrl-C.
func play(ctx context.Context, in io.Reader, out io.Writer, o options) error {
	listening, stop := context.WithCancel(ctx)
	defer stop()
	d := &dialogue{options: o, player: o.against.New(newSearcher())}
	defer players.Close(d.player)
	d.console = newConsole(listening, in, out, o.colour, o.prompt)
	if o.choice.Name != "" {
		d.say("%s", cli.Plain(o.choice.Introduction(fmt.Sprintf("--against PLAYER chooses another; `%s` lists all.",
			called.Play("list")))))
	}
	d.say("You are %s (%s). Type a square such as %s, or help.", d.as, d.as.Letter(), d.example())
	d.say("Your opponent is %s: %s.", cli.Plain(o.against.Name), cli.Plain(o.against.Introduction()))
	if o.strength != "" {
		d.say("%s", cli.Plain(o.strength))
	}
	return d.run(ctx)
}

// example returns a square for messages, the first legal one below the middle of the board.
func (d *dialogue) example() engine.Square {
	middle := d.begun.Start.Columns() / 2
	if middle == 4 {
		return engine.At(5, 4)
	}
	return engine.At(middle, middle+1)
}

// run plays until the user quits, the input ends or ctx is cancelled.
func (d *dialogue) run(ctx context.Context) error {
	d.begin()
	err := d.takeTurns(ctx)
	d.leave()
	return d.end(err)
}

// takeTurns alternates between the user and the opponent until an error. At the end of the dialogue it returns errQuit.
func (d *dialogue) takeTurns(ctx context.Context) error {
	for changed := true; ; {
		if changed {
			if err := d.answer(ctx); err != nil {
				return err
			}
			d.show()
		}
		line, err := d.ask(ctx)
		if err == nil {
			changed, err = d.obey(ctx, strings.TrimSpace(line))
		}
		if err != nil {
			return err
		}
	}
}

// begin starts a game.
func (d *dialogue) begin() {
	d.game = session.New(d.begun.Start, d.begun.Moves...)
	d.player.NewGame(d.seed)
	d.announcePass()
}

// setUp replaces the game by one that the user typed. Play continues from its end.
func (d *dialogue) setUp(game *session.Session) {
	d.game = game
	d.seed++
	d.player.NewGame(d.seed)
	d.say("%s", tui.Continues(tui.English, game.Moves()))
	d.announcePass()
}

// leave prints the transcript of an unfinished game. show has printed that of a finished one.
func (d *dialogue) leave() {
	if !d.game.Over() {
		d.say("%s", tui.Record(d.game))
	}
}

// answer plays the opponent's moves until it is the user's turn or the game is over.
func (d *dialogue) answer(ctx context.Context) error {
	for v := d.game.Snapshot(); v.Side != d.as && !v.Over; v = d.game.Snapshot() {
		erase := d.thinking(v.Side)
		r, err := players.Choose(ctx, d.player, d.game.Game(), d.turn())
		erase()
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		if forfeit, ok := errors.AsType[*players.Forfeit](err); ok {
			d.game.Forfeit(v.Side, forfeit.Reason)
			return nil
		}
		if err == nil {
			err = d.place(r.Move)
		}
		if err != nil {
			return fmt.Errorf("the opponent, %s: %w", d.against.Name, err)
		}
	}
	return nil
}

// turn returns the position with the side to move, after a forced pass.
func (d *dialogue) turn() engine.Position { return d.game.Position().Settle() }

// place plays a move for the side to move. It announces the move, and a pass that follows.
func (d *dialogue) place(s engine.Square) error {
	side := d.game.Snapshot().Side
	if err := d.game.Play(s); err != nil {
		return err
	}
	d.say("%s", tui.Played(tui.English, side, d.game.Snapshot()))
	d.announcePass()
	return nil
}

// announcePass tells the user about a pass that was just made.
func (d *dialogue) announcePass() {
	if v := d.game.Snapshot(); v.Passed {
		d.say("%s", tui.Pass(tui.English, v.Side.Other()))
	}
}

// show draws the board and says who moves, or how the game ended.
func (d *dialogue) show() {
	v := d.game.Snapshot()
	fmt.Fprint(d.out, "\n", drawn(d.pen, v))
	if !v.Over {
		d.say("%s %s", tui.Counts(tui.English, v), tui.ToMove(tui.English, v.Side, "you"))
		return
	}
	d.say("%s", tui.Counts(tui.English, v))
	if v.Forfeit != nil {
		d.say("%s", tui.Forfeits(tui.English, v, d.against.Name, "You win"))
	} else {
		d.say("%s", tui.Result(tui.English, v))
	}
	d.say("%s", tui.Record(d.game))
	if command := tui.AnalyseCommand(d.game); command != "" {
		d.say("%s", command)
	}
	d.say(gameOver)
}
