package players

import (
	"context"

	"evothello/engine/large"
)

// A LargePlayer chooses moves on boards larger than 8×8, one game at a time.
type LargePlayer interface {
	// NewGame forgets earlier games. A player that moves at random takes its random numbers from seed.
	NewGame(seed uint64)
	// Move chooses a move in a position that has one. When ctx is cancelled, a search stops
	// early and returns the best move so far. Errors mean the same as those of Player.Move.
	Move(ctx context.Context, p large.Position) (LargeResult, error)
}

// A LargeResult is a move with the effort of its search.
type LargeResult struct {
	Move  large.Square
	Depth int    // plies searched ahead, 0 without a search
	Nodes uint64 // positions visited
}
