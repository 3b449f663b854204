package players

import (
	"context"

	"evothello/engine/large"
)

// A LargePlayer chooses moves on boards larger than 8×8, one game at a time.
type LargePlayer interface {
	// NewGame forgets earlier games. A player that draws lots draws them from seed.
	NewGame(seed uint64)
	// Move chooses a move in a position that has one. Cancelling ctx makes a search stop
	// early with the best of what it has. Its errors mean what those of a Player mean.
	Move(ctx context.Context, p large.Position) (LargeResult, error)
}

// A LargeResult is a move and what it took to find it.
type LargeResult struct {
	Move  large.Square
	Depth int    // how many moves ahead it was searched, 0 if not at all
	Nodes uint64 // positions visited
}
