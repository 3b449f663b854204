package main

import (
	"context"
	"fmt"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/internal/cli"
	"evothello/players"
	"evothello/search"
	"evothello/weights"
)

// How deep a hint looks: well under a second.
const (
	hintDepth   = 10
	hintEndgame = 16
)

// A hinter is the shipped champion at the user's elbow.
type hinter struct {
	searcher *search.Searcher
	player   players.Player
}

func newHinter() (*hinter, error) {
	champion, err := weights.Champion()
	if err != nil {
		return nil, err
	}
	settings := search.Settings{Depth: hintDepth, Endgame: hintEndgame}
	contestant, err := players.Searching("hint", champion, settings).Contestant()
	if err != nil {
		return nil, err
	}
	h := &hinter{searcher: newSearcher()}
	h.player = contestant.New(h.searcher)
	return h, nil
}

// hint says what the shipped champion would play, what it thinks of that, and how
// it expects the game to go on.
func (d *dialogue) hint(ctx context.Context) error {
	if d.sayIfOver() {
		return nil
	}
	if d.hinter == nil {
		var err error
		if d.hinter, err = newHinter(); err != nil {
			return err
		}
	}
	p := d.turn()
	r, err := d.hinter.search(ctx, p)
	if err != nil {
		return err
	}
	line, err := d.hinter.line(ctx, p, r)
	if err != nil {
		return err
	}
	how := fmt.Sprintf("the shipped champion, looking %d moves ahead", r.Depth)
	if r.Exact {
		how = "solved to the end"
	}
	d.say("Hint: %s: %s (%s).", r.Move, worth(r), how)
	d.say("Expected: %s.", sequence(line))
	return nil
}

func (h *hinter) search(ctx context.Context, p engine.Position) (search.Result, error) {
	r, err := h.player.Move(ctx, p)
	if ctx.Err() != nil {
		return r, cli.ErrInterrupted
	}
	return r, err
}

// line is how the game goes on from p after a search of it found r. If that solved
// it, best play is followed to the end, each move searched again: the searcher
// remembers most of it, but not all, and not always the best move.
func (h *hinter) line(ctx context.Context, p engine.Position, r search.Result) (line []engine.Square, err error) {
	if !r.Exact {
		return h.searcher.Line(p.Board, r), nil
	}
	line = append(line, r.Move)
	for p = p.Play(r.Move); !p.Over(); p = p.Play(r.Move) {
		if p.MustPass() {
			line = append(line, engine.Pass)
			p = p.Pass()
		}
		if r, err = h.search(ctx, p); err != nil {
			return nil, err
		}
		line = append(line, r.Move)
	}
	return line, nil
}

// worth says in words what a search found for the mover.
func worth(r search.Result) string {
	switch {
	case r.Exact && r.Score > 0:
		return fmt.Sprintf("you win by %d discs with best play", r.Score)
	case r.Exact && r.Score < 0:
		return fmt.Sprintf("you lose by %d discs against best play", -r.Score)
	case r.Exact:
		return "a draw with best play"
	case r.Score >= evaluators.Win:
		return "you win with best play"
	case r.Score <= -evaluators.Win:
		return "you lose against best play"
	case r.Score > 0:
		return fmt.Sprintf("you stand better, %+d points", r.Score)
	case r.Score < 0:
		return fmt.Sprintf("you stand worse, %+d points", r.Score)
	}
	return "an even game"
}
