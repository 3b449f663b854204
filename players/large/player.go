// Package large contains the players for boards of 10×10 to 26×26 squares. They have the names and keys of the
// players in package players. Their code is simple: it has no transposition tables, no vector instructions and
// no opening books.
package large

import (
	"context"
	"fmt"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/players"
)

// SpecOn parses the spec of a player for a board of any size.
func SpecOn(board engine.Shape, text string) (players.Spec, error) {
	if board.IsLarge() {
		return ParseSpec(text)
	}
	return players.ParseSpec(text)
}

// CompileOn compiles a recipe for boards larger than 8×8 if large is true, else for smaller ones.
func CompileOn(large bool, r *players.Recipe) (*players.Contestant, error) {
	if large {
		return Compile(r)
	}
	return r.Contestant()
}

// Compile compiles the recipe of a player for boards larger than 8×8.
func Compile(r *players.Recipe) (c *players.Contestant, err error) {
	switch {
	case r.Player != "":
		var spec players.Spec
		if spec, err = ParseSpec(r.Player); err == nil {
			c, err = spec.Contestant()
		}
	case r.Weights == nil || r.Search == nil || r.Book != "" || r.Selective != nil || r.Handicap != 0:
		err = fmt.Errorf("player %s plays only on boards up to 8×8", r.Name)
	default:
		if c, err = compile(r.Weights, *r.Search); err != nil {
			err = fmt.Errorf("player %s: %w", r.Name, err)
		}
	}
	if err != nil {
		return nil, err
	}
	c.Name = r.Name
	return c, nil
}

// Choose asks a player for its move at the end of a game. at is the position there and has a move. An illegal move is
// an error.
func Choose(ctx context.Context, p players.LargePlayer, game *large.Game,
	at large.Position) (r players.LargeResult, err error) {
	if follower, ok := p.(players.LargeFollower); ok {
		r, err = follower.MoveIn(ctx, game)
	} else {
		r, err = p.Move(ctx, at)
	}
	if err == nil {
		err = large.CheckLegal(at, r.Move)
	}
	return r, err
}
