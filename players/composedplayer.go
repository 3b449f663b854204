package players

import (
	"context"
	"time"

	"evothello/engine"
	"evothello/search"
	"evothello/weights"
)

// A composedPlayer has other players move. All search with its searcher, which forgets what it knows when another one
// goes on.
type composedPlayer struct {
	limit    time.Duration // maximum time per move; 0 is no limit
	parts    []Player
	turns    weights.Turns
	book     *book
	endgame  int // empties
	searcher *search.Searcher
	moved    int // index of the part that moved last; len(parts) after an exact search
}

var (
	_ Follower = (*composedPlayer)(nil)
	_ Clocked  = (*composedPlayer)(nil)
	_ Learner  = (*composedPlayer)(nil)
)

// NewGame implements Player.
func (p *composedPlayer) NewGame(seed uint64) {
	for _, part := range p.parts {
		part.NewGame(seed)
	}
	p.searcher.NewGame()
	p.moved = 0
}

// Move implements Player.
func (p *composedPlayer) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	return p.MoveIn(ctx, &engine.Game{Start: at})
}

// MoveIn implements Follower.
func (p *composedPlayer) MoveIn(ctx context.Context, game *engine.Game) (search.Result, error) {
	at := game.Final()
	if r, ok := p.book.move(at); ok {
		return r, nil
	}
	if at.Empties() <= p.endgame {
		p.handTo(len(p.parts))
		if r, solved := p.solve(ctx, at); solved || ctx.Err() != nil && !at.IsLarge() {
			return r, nil
		}
	}
	mover := p.turns.Phase(at.Discs()-4, at.Size()-4)
	p.handTo(mover)
	return Choose(ctx, p.parts[mover], game, at)
}

// handTo gives the searcher, which all share, to a part.
func (p *composedPlayer) handTo(part int) {
	if p.moved != part {
		p.searcher.NewGame()
		p.moved = part
	}
}

// solve finds the best move by an exact search. It reports whether there was time for it.
func (p *composedPlayer) solve(ctx context.Context, at engine.Position) (r search.Result, solved bool) {
	if p.limit > 0 {
		limited, stop := context.WithTimeout(ctx, p.limit)
		defer stop()
		ctx = limited
	}
	return solve(ctx, p.searcher, at, p.endgame)
}

// AtMost implements Clocked.
func (p *composedPlayer) AtMost(limit time.Duration) {
	p.limit = limit
	for _, part := range p.parts {
		if clocked, ok := part.(Clocked); ok {
			clocked.AtMost(limit)
		}
	}
}

// GameOver implements Learner.
func (p *composedPlayer) GameOver(game *engine.Game, side engine.Side, discs int) {
	for _, part := range p.parts {
		Tell(part, game, side, discs)
	}
}

// Close implements io.Closer.
func (p *composedPlayer) Close() error {
	for _, part := range p.parts {
		Close(part)
	}
	return nil
}
