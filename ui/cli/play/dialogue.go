package play

import (
	"context"
	"errors"
	"fmt"
	"io"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/internal/called"
	"evothello/players"
	"evothello/search"
	"evothello/ui/cli"
	"evothello/ui/lobby"
	"evothello/ui/sentences"
)

// options say what is played, and how it is shown.
type options struct {
	as      engine.Side // the user's
	against *players.Contestant
	choice  lobby.Choice // who against is, if the user has not chosen
	// strength says how strong the opponent is, "" if that is not known.
	strength string
	home     engine.Shape    // the board
	start    engine.Position // on the board
	seed     uint64          // of the first game; each further one counts it up
	colour   bool
	prompt   bool // a person at a terminal sees a prompt and that the opponent thinks
}

// A dialogue is a game between a user who types lines and a player.
type dialogue struct {
	options
	console
	player players.Player
	hinter *hinter
	game   *session.Session
}

// newSearcher returns a searcher with a memory of 24 MiB, large enough for searches
// much deeper than those of evolution.
func newSearcher() *search.Searcher { return search.New(search.NewTable(20)) }

// play holds a dialogue until the user quits, the input ends or ctx is cancelled,
// which is how Ctrl-C arrives.
func play(ctx context.Context, in io.Reader, out io.Writer, o options) error {
	listening, stop := context.WithCancel(ctx)
	defer stop()
	d := &dialogue{
		options: o,
		console: newConsole(listening, in, out, o.colour, o.prompt),
		player:  o.against.New(newSearcher()),
	}
	defer players.Close(d.player)
	if o.choice.Name != "" {
		d.say("%s", o.choice.Introduction(fmt.Sprintf("--against PLAYER chooses another, `%s` lists them.", called.Play("list"))))
	}
	d.say("You are %s (%s). Type a square such as f5, or help.", o.as, o.as.Letter())
	d.say("Your opponent is %s: %s.", o.against.Name, o.against.About)
	if o.strength != "" {
		d.say("%s", o.strength)
	}
	d.begin()
	err := d.takeTurns(ctx, d)
	d.leave()
	return d.end(err)
}

// begin starts a game.
func (d *dialogue) begin() {
	d.game = session.New(d.start)
	d.player.NewGame(d.seed)
	d.announcePass()
}

// leave ends a game: the transcript is shown, unless the end of the game has.
func (d *dialogue) leave() {
	if !d.game.Over() {
		d.say("%s", sentences.Record(d.game))
	}
}

// turn is the position of the side to move.
func (d *dialogue) turn() engine.Position { return d.game.Position().Settle() }

// answer plays the opponent's moves until it is the user's turn or the game is
// over.
func (d *dialogue) answer(ctx context.Context) error {
	for p := d.turn(); p.Side != d.as && !d.game.Over(); p = d.turn() {
		erase := d.thinking(d.as.Other())
		r, err := players.Choose(ctx, d.player, d.game.Game(), p)
		erase()
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		if forfeit, ok := errors.AsType[*players.Forfeit](err); ok {
			d.game.Forfeit(p.Side, forfeit.Reason)
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

// place plays a move for the side to move and says so, and who passes then.
func (d *dialogue) place(s engine.Square) error {
	p := d.turn()
	if err := d.game.Play(s); err != nil {
		return err
	}
	d.say("%s", sentences.Play(p, s))
	d.announcePass()
	return nil
}

// announcePass says so if a pass is due.
func (d *dialogue) announcePass() {
	if p := d.game.Position(); p.MustPass() {
		d.say("%s", sentences.Pass(p.Side))
	}
}

// show draws the board and says who moves, or how the game ended.
func (d *dialogue) show() {
	v := d.game.Snapshot()
	fmt.Fprint(d.out, "\n", d.board(v))
	if !v.Over {
		d.say("%s %s", sentences.Counts(v), sentences.ToMove(v.Side, "you"))
		return
	}
	d.say("%s", sentences.Counts(v))
	if v.Forfeit != nil {
		d.say("%s", sentences.Forfeits(v, d.against.Name, "You win"))
	} else {
		d.say("%s", sentences.Result(v))
	}
	d.say("%s", sentences.Record(d.game))
	if command := sentences.Judge(d.game); command != "" {
		d.say("%s", command)
	}
	d.say(gameOver)
}
