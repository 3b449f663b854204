// Package players says who plays: the roster of names a user can type, with
// their settings, opening books, and the Switch, which weighs positions by game
// phase.
package players

import (
	"context"

	"evothello/engine"
	"evothello/search"
)

// A Player chooses moves, one game at a time.
type Player interface {
	// NewGame forgets earlier games. A player that draws lots draws them from
	// seed, so that a game can be played again.
	NewGame(seed uint64)
	// Move chooses a move in a position that has one. Cancelling ctx makes a
	// search stop early with the best of what it has.
	Move(ctx context.Context, p engine.Position) (search.Result, error)
}

// A Contestant is an immutable description from which players are made: one for
// each seat at which games are played at the same time.
type Contestant struct {
	Name  string
	About string // how it plays, for people: weights and search
	// Key is the same for two contestants only if they play the same, so that
	// neither need be played against the other; "" says nothing.
	Key string
	// New makes a player that searches with s, which it shares with nobody while
	// it plays.
	New func(s *search.Searcher) Player
}

// NewSearcher returns a searcher for one seat, with the memory that fixed-depth
// games want.
func NewSearcher() *search.Searcher {
	return search.New(search.NewTable(search.DefaultTableBits))
}
