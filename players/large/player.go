// Package large plays on boards of 10×10 to 26×26 squares. Its code is simple: it has no transposition tables, no
// vector instructions and no opening books.
package large

import (
	"context"

	"evothello/engine/large"
)

// A Player chooses moves on boards larger than 8×8, one game at a time.
type Player interface {
	// NewGame forgets earlier games. A player that moves at random takes its random numbers from seed.
	NewGame(seed uint64)
	// Move chooses a move in a position that has one. When ctx is cancelled, a search stops
	// early and returns the best move so far. Errors mean the same as those of players.Player.
	Move(ctx context.Context, p large.Position) (Result, error)
}

// A Follower is a Player that needs the moves of the whole game, not only the last position.
type Follower interface {
	Player
	// MoveIn is Move for the position at the end of game.
	MoveIn(ctx context.Context, game *large.Game) (Result, error)
}

// A Result is a move with the effort of its search.
type Result struct {
	Move  large.Square
	Depth int    // plies searched ahead, 0 without a search
	Nodes uint64 // positions visited
}

// Choose asks a player for its move at the end of a game. at is the position there and has a move. An illegal move is
// an error.
func Choose(ctx context.Context, p Player, game *large.Game, at large.Position) (r Result, err error) {
	if follower, ok := p.(Follower); ok {
		r, err = follower.MoveIn(ctx, game)
	} else {
		r, err = p.Move(ctx, at)
	}
	if err == nil {
		err = large.CheckLegal(at, r.Move)
	}
	return r, err
}
