// Package roster is who plays on boards of 10×10 to 26×26 squares: the players of package
// players that need no board of 8×8, with the same names and keys, and matches between
// them. They are plain: no tables, no vectors, no books.
package roster

import (
	"context"

	"evothello/engine/large"
)

// A Player chooses moves, one game at a time.
type Player interface {
	// NewGame forgets earlier games. A player that draws lots draws them from seed.
	NewGame(seed uint64)
	// Move chooses a move in a position that has one. Cancelling ctx makes a search stop
	// early with the best of what it has. A *players.Forfeit as the error loses the player
	// its game; any other error ends whatever the game was played for.
	Move(ctx context.Context, p large.Position) (Result, error)
}

// A Result is a move and what it took to find it.
type Result struct {
	Move  large.Square
	Depth int    // how many moves ahead it was searched, 0 if not at all
	Nodes uint64 // positions visited
}

// Choose asks a player for its move in a position that has one. An illegal choice is an
// error that says what is wrong.
func Choose(ctx context.Context, p Player, at large.Position) (Result, error) {
	r, err := p.Move(ctx, at)
	if err == nil {
		err = large.CheckLegal(at, r.Move)
	}
	return r, err
}

// A Contestant is a player's spec made ready: from it players are made, one for each seat
// at which games are played at the same time. It is immutable.
type Contestant struct {
	Name  string
	About string // how it plays, for people
	New   func() Player
}
