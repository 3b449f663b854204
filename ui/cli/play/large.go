package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/fitness/roster"
	"evothello/players"
	"evothello/ui/cli"
	"evothello/ui/sentences"
)

// largeOptions say what is played on a board larger than 8×8.
type largeOptions struct {
	as      engine.Side // the user's
	against *roster.Contestant
	start   large.Position
	seed    uint64 // of the first game; each further one counts it up
	colour  bool
	prompt  bool // a person at a terminal
	usual   bool // the user has not chosen the opponent
}

// large turns the flags into a game on a board of that size.
func (f *gameFlags) large(cmd *cobra.Command, size int) (o largeOptions, err error) {
	if o.as, err = parseSide(f.as); err != nil {
		return o, err
	}
	given := cmd.Flags().Changed
	o.start = large.Start(size)
	if given("position") {
		if o.start, err = large.ParsePosition(size, f.position); err != nil {
			return o, fmt.Errorf("--position: %w", err)
		}
	}
	if o.seed = rand.Uint64(); given("seed") {
		o.seed = f.seed
	}
	terminal := cli.IsTerminal(cmd.OutOrStdout())
	o.colour = terminal && !f.noColor && os.Getenv("NO_COLOR") == ""
	o.prompt = terminal && cli.IsTerminal(cmd.InOrStdin())
	against := fmt.Sprintf("%s:depth=%d", roster.Usual, roster.UsualDepth)
	if o.usual = !given("against"); !o.usual {
		against = f.against
	}
	spec, err := roster.ParseSpec(against)
	if err == nil {
		o.against, err = spec.Contestant()
	}
	return o, err
}

// A largeDialogue is a game on a large board between a user who types lines and a player.
type largeDialogue struct {
	largeOptions
	console
	player roster.Player
	game   *large.Session
}

// playLarge plays a game on a board of that size.
func (f *gameFlags) playLarge(cmd *cobra.Command, size int) error {
	o, err := f.large(cmd, size)
	if err != nil {
		return cli.Input(err)
	}
	return playLarge(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), o)
}

// playLarge holds a dialogue until the user quits, the input ends or ctx is cancelled,
// which is how Ctrl-C arrives.
func playLarge(ctx context.Context, in io.Reader, out io.Writer, o largeOptions) error {
	listening, stop := context.WithCancel(ctx)
	defer stop()
	d := &largeDialogue{
		largeOptions: o,
		console:      newConsole(listening, in, out, o.colour, o.prompt),
		player:       o.against.New(),
	}
	if o.usual {
		d.say("You play %s at a beginner's level: --against PLAYER chooses another.", roster.Usual)
	}
	d.say("You are %s (%s). Type a square such as %s, or help.", o.as, o.as.Letter(), large.At(o.start.Size/2, o.start.Size/2+1))
	d.say("Your opponent is %s: %s.", o.against.Name, o.against.About)
	d.begin(o.start)
	err := d.takeTurns(ctx, d)
	if !d.game.Over() {
		d.say("%s", d.record())
	}
	return d.end(err)
}

// begin starts a game.
func (d *largeDialogue) begin(start large.Position) {
	d.game = large.NewSession(start)
	d.player.NewGame(d.seed)
	d.announcePass()
}

// answer plays the opponent's moves until it is the user's turn or the game is over.
func (d *largeDialogue) answer(ctx context.Context) error {
	for !d.game.Over() && d.game.Position().Side != d.as {
		at := d.game.Position()
		erase := d.thinking(at.Side)
		r, err := roster.Choose(ctx, d.player, at)
		erase()
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		if forfeit, ok := errors.AsType[*players.Forfeit](err); ok {
			d.game.Forfeit(at.Side, forfeit.Reason)
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
func (d *largeDialogue) place(s large.Square) error {
	at := d.game.Position()
	if err := d.game.Play(s); err != nil {
		return err
	}
	d.say("%s plays %s, flips %d.", at.Side, s, at.Flips(s).Count())
	d.announcePass()
	return nil
}

// announcePass says so if a side passes.
func (d *largeDialogue) announcePass() {
	if v := d.game.Snapshot(); v.Passed && !v.Over {
		d.say("%s", sentences.Pass(v.Side.Other()))
	}
}

// show draws the board and says who moves, or how the game ended.
func (d *largeDialogue) show() {
	v := d.game.Snapshot()
	fmt.Fprint(d.out, "\n", d.coloured(v.Drawing(v.Last)))
	black, white := v.Sets()
	counts := fmt.Sprintf("Black X %d, White O %d.", black.Count(), white.Count())
	if !v.Over {
		d.say("%s %s", counts, sentences.ToMove(v.Side, "you"))
		return
	}
	d.say("%s", counts)
	d.say("%s", d.result(v))
	d.say("%s", d.record())
	d.say(gameOver)
}

// coloured repeats in colour what the letters of a drawing say.
func (p pen) coloured(drawing string) string {
	if !p.colour {
		return drawing
	}
	var text strings.Builder
	for _, letter := range drawing {
		colours := map[rune]string{'X': bold, 'O': cyan, '*': green, '[': yellow, ']': yellow}
		switch colour, known := colours[letter]; {
		case known:
			text.WriteString(p.paint(colour, string(letter)))
		case letter > ' ':
			text.WriteString(p.paint(faint, string(letter)))
		default:
			text.WriteRune(letter)
		}
	}
	return text.String()
}

// result says who won and by how much.
func (d *largeDialogue) result(v large.Snapshot) string {
	squares := v.Size * v.Size
	if v.Forfeit != nil {
		return sentences.Forfeited(d.against.Name, v.Forfeit.Reason, "You win", squares)
	}
	return sentences.Ended(v.Discs, squares, v.Empties())
}

// record is the game's transcript, and before it the start if that is not the usual one.
func (d *largeDialogue) record() string {
	record := "transcript: " + d.game.Game().Transcript()
	if start := d.game.Start(); start != large.Start(start.Size) {
		return fmt.Sprintf("start: %s\n%s", start, record)
	}
	return record
}
