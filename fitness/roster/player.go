// Package roster is who plays on boards of 10×10 to 26×26 squares: the players of package
// players that need no board of 8×8, with the same names and keys, and matches between
// them. They are plain: no tables, no vectors, no books.
package roster

import (
	"context"

	"evothello/engine/large"
	"evothello/players"
)

// Choose asks a player for its move in a position that has one. An illegal choice is an
// error that says what is wrong.
func Choose(ctx context.Context, p players.LargePlayer, at large.Position) (players.LargeResult, error) {
	r, err := p.Move(ctx, at)
	if err == nil {
		err = large.CheckLegal(at, r.Move)
	}
	return r, err
}
