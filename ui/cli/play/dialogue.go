package play

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/players"
	"evothello/ui/cli"
	"evothello/ui/tui"
)

// settings holds what a user can choose on boards of any size.
type settings struct {
	as     engine.Side // the user's side
	seed   uint64      // seed of the first game; each new game adds one
	colour bool
	prompt bool // whether to show a prompt, and a notice while the opponent thinks
}

// A dialogueOf is a game between a user who types commands and a player, on a board of any size.
type dialogueOf[P session.Position[P, S], S session.Square] struct {
	console
	variant[P, S]
	settings
	name     string // the opponent's name
	opponent interface{ NewGame(seed uint64) }
	usual    P      // the start position of transcripts
	help     string // the list of commands
	game     *session.Of[P, S]
}

// A variant holds what differs between boards up to 8×8 and larger ones.
type variant[P session.Position[P, S], S session.Square] interface {
	newGame() *session.Of[P, S]
	choose(ctx context.Context) (S, error) // returns the opponent's move
	playTyped(line string) bool            // plays the user's move, or says why it cannot
	hint(ctx context.Context) error
	save(path string)       // adds the game to a file
	analyseCommand() string // returns a sentence with the command that analyses the moves, or ""
}

// introduce tells the user which side is theirs, and who the opponent is.
func (d *dialogueOf[P, S]) introduce(example S, about string) {
	d.say("You are %s (%s). Type a square such as %s, or help.", d.as, d.as.Letter(), example)
	d.say("Your opponent is %s: %s.", cli.Plain(d.name), cli.Plain(about))
}

// run plays until the user quits, the input ends or ctx is cancelled.
func (d *dialogueOf[P, S]) run(ctx context.Context) error {
	d.begin()
	err := d.takeTurns(ctx)
	d.leave()
	return d.end(err)
}

// takeTurns alternates between the user and the opponent until an error. At the end of the dialogue it returns errQuit.
func (d *dialogueOf[P, S]) takeTurns(ctx context.Context) error {
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
func (d *dialogueOf[P, S]) begin() {
	d.game = d.newGame()
	d.opponent.NewGame(d.seed)
	d.announcePass()
}

// setUp replaces the game by one that the user typed. Play continues from its end.
func (d *dialogueOf[P, S]) setUp(game *session.Of[P, S]) {
	d.game = game
	d.seed++
	d.opponent.NewGame(d.seed)
	d.say("%s", tui.Continues(tui.English, game.Moves()))
	d.announcePass()
}

// leave prints the transcript of an unfinished game. show has printed that of a finished one.
func (d *dialogueOf[P, S]) leave() {
	if !d.game.Over() {
		d.say("%s", tui.Record(d.game, d.usual))
	}
}

// answer plays the opponent's moves until it is the user's turn or the game is over.
func (d *dialogueOf[P, S]) answer(ctx context.Context) error {
	for v := d.game.Snapshot(); v.Side != d.as && !v.Over; v = d.game.Snapshot() {
		erase := d.thinking(v.Side)
		move, err := d.choose(ctx)
		erase()
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		if forfeit, ok := errors.AsType[*players.Forfeit](err); ok {
			d.game.Forfeit(v.Side, forfeit.Reason)
			return nil
		}
		if err == nil {
			err = d.place(move)
		}
		if err != nil {
			return fmt.Errorf("the opponent, %s: %w", d.name, err)
		}
	}
	return nil
}

// place plays a move for the side to move. It announces the move, and a pass that follows.
func (d *dialogueOf[P, S]) place(s S) error {
	side := d.game.Snapshot().Side
	if err := d.game.Play(s); err != nil {
		return err
	}
	d.say("%s", tui.Played(tui.English, side, d.game.Snapshot()))
	d.announcePass()
	return nil
}

// announcePass tells the user about a pass that was just made.
func (d *dialogueOf[P, S]) announcePass() {
	if v := d.game.Snapshot(); v.Passed {
		d.say("%s", tui.Pass(tui.English, v.Side.Other()))
	}
}

// show draws the board and says who moves, or how the game ended.
func (d *dialogueOf[P, S]) show() {
	v := d.game.Snapshot()
	fmt.Fprint(d.out, "\n", drawn(d.pen, v))
	if !v.Over {
		d.say("%s %s", tui.Counts(tui.English, v), tui.ToMove(tui.English, v.Side, "you"))
		return
	}
	d.say("%s", tui.Counts(tui.English, v))
	if v.Forfeit != nil {
		d.say("%s", tui.Forfeits(tui.English, v, d.name, "You win"))
	} else {
		d.say("%s", tui.Result(tui.English, v))
	}
	d.say("%s", tui.Record(d.game, d.usual))
	if command := d.analyseCommand(); command != "" {
		d.say("%s", command)
	}
	d.say(gameOver)
}
