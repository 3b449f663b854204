package play

import (
	"context"
	"fmt"

	"evothello/engine"
	"evothello/internal/english"
	"evothello/report/advice"
	"evothello/search"
	"evothello/ui/cli"
	"evothello/ui/sentences"
	"evothello/weights"
)

// hintSettings are how deep a hint looks: well under a second.
var hintSettings = search.Settings{Depth: 10, Endgame: 16}

// A hinter is the champion that ships for the board at the user's elbow.
type hinter struct {
	*advice.Counsel
	searcher *search.Searcher
}

func newHinter(board engine.Shape) (*hinter, error) {
	champion, err := weights.Named(weights.ChampionOf(board))
	if err != nil {
		return nil, err
	}
	return &hinter{advice.New(champion), newSearcher()}, nil
}

// hint says what the shipped champion would play, what it thinks of that, and how
// it expects the game to go on.
func (d *dialogue) hint(ctx context.Context) error {
	if d.sayIfOver() {
		return nil
	}
	if d.hinter == nil {
		var err error
		if d.hinter, err = newHinter(d.home); err != nil {
			return err
		}
	}
	p := d.turn()
	r := d.hinter.Best(ctx, d.hinter.searcher, p, hintSettings)
	line := d.hinter.Line(ctx, d.hinter.searcher, p, r)
	if ctx.Err() != nil {
		return cli.ErrInterrupted
	}
	how := fmt.Sprintf("the shipped champion, looking %s ahead", english.Count(r.Depth, "move"))
	if r.Exact {
		how = "solved to the end"
	}
	d.say("Hint: %s: %s (%s).", r.Move, sentences.Worth(d.hinter.Value(p.Board, r)), how)
	d.say("Expected: %s.", sentences.Moves(line))
	return nil
}
