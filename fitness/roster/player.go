// Package roster contains the players for boards of 10×10 to 26×26 squares, and matches between them. They
// have the names and keys of the players in package players. Their code is simple: it has no transposition
// tables, no vector instructions and no opening books.
package roster

import (
	"context"

	"evothello/engine/large"
	"evothello/players"
)

// Choose asks a player for its move in a position that has a move. An illegal move is an error.
func Choose(ctx context.Context, p players.LargePlayer, at large.Position) (players.LargeResult, error) {
	r, err := p.Move(ctx, at)
	if err == nil {
		err = large.CheckLegal(at, r.Move)
	}
	return r, err
}
