package play

import (
	"context"
	"fmt"
	"math"

	"evothello/engine"
	"evothello/internal/english"
	"evothello/players"
	"evothello/players/analysis"
	"evothello/search"
	"evothello/ui/cli"
	"evothello/ui/tui"
	"evothello/weights"
)

// hintSettings are the search settings of a hint, which takes well under a second.
var hintSettings = search.Settings{Depth: 10, Endgame: 16}

// A hinter gives hints from the champion that comes with the program for the board.
type hinter struct {
	*analysis.Valuer
	searcher *search.Searcher
}

func newHinter(board engine.Shape) (*hinter, error) {
	champion, err := weights.Named(weights.ChampionOf(board))
	if err != nil {
		return nil, err
	}
	return &hinter{analysis.NewValuer(champion), newSearcher()}, nil
}

// hint shows the move of the shipped champion, its value, and the expected next moves.
func (d *dialogue) hint(ctx context.Context) error {
	switch {
	case d.sayIfOver():
		return nil
	case d.home.IsLarge():
		return d.hintOnLarge(ctx)
	}
	if d.hinter == nil {
		var err error
		if d.hinter, err = newHinter(d.home); err != nil {
			return err
		}
	}
	p := d.turn()
	r, value := d.hinter.Settled(ctx, d.hinter.searcher, p, hintSettings)
	line := d.hinter.Line(ctx, d.hinter.searcher, p, r)
	if ctx.Err() != nil {
		return cli.ErrInterrupted
	}
	how := fmt.Sprintf("the shipped champion, searching %s ahead", english.Count(r.Depth, "move"))
	if r.Exact {
		how = "solved to the end"
	}
	d.say("Hint: %s: %s (%s).", r.Move, valueText(value), how)
	d.say("Expected: %s.", tui.Moves(line))
	return nil
}

// hintOnLarge shows the move of a player, without a value: points of weights are measured in discs up to 8×8 only.
func (d *dialogue) hintOnLarge(ctx context.Context) error {
	spec, err := players.SpecOn(d.home, players.DefaultLarge+":depth=3")
	if err != nil {
		return err
	}
	c, err := spec.ContestantOn(d.home)
	if err != nil {
		return err
	}
	r, err := players.Choose(ctx, c.New(newSearcher()), d.game.Game(), d.turn())
	switch {
	case ctx.Err() != nil:
		return cli.ErrInterrupted
	case err == nil:
		d.say("Hint: %s (%s, %s).", r.Move, players.DefaultLarge, c.About)
	}
	return err
}

// valueText describes the value of a move for the user.
func valueText(v analysis.Value) string {
	switch {
	case v.Exact && v.Discs > 0:
		return fmt.Sprintf("you win by %.0f discs with best play", v.Discs)
	case v.Exact && v.Discs < 0:
		return fmt.Sprintf("you lose by %.0f discs against best play", -v.Discs)
	case v.Exact:
		return "a draw with best play"
	case v.Won > 0:
		return "you win with best play"
	case v.Won < 0:
		return "you lose against best play"
	case math.Abs(v.Discs) < 0.05: // it would be printed as 0.0
		return "an even game"
	case v.Points > 0:
		return fmt.Sprintf("you stand better, by about %.1f discs", v.Discs)
	case v.Points < 0:
		return fmt.Sprintf("you stand worse, by about %.1f discs", -v.Discs)
	}
	return "an even game"
}
