// Package players defines players. A Player chooses moves, the roster lists the kinds of players
// that a spec can name, and a Recipe is a player as plain data, which can be sent to another
// process and turned into a player there.
package players

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"evothello/engine"
	"evothello/search"
)

// A Player chooses moves, one game at a time.
type Player interface {
	// NewGame forgets earlier games. A player that moves at random takes its random
	// numbers from seed, so that games can be repeated.
	NewGame(seed uint64)
	// Move chooses a move in a position that has one. When ctx is cancelled, a search
	// stops early and returns the best move so far.
	//
	// After an error that is a *Forfeit the player loses its game. Any other error ends
	// the whole match or run.
	Move(ctx context.Context, p engine.Position) (search.Result, error)
}

// A Follower is a player that needs the moves of the whole game, not only the last position.
// Players that hold resources other than memory also implement io.Closer.
type Follower interface {
	Player
	// MoveIn is Move for the last position of game.
	MoveIn(ctx context.Context, game *engine.Game) (search.Result, error)
}

// Choose asks a player for its move at the end of a game. at is the last position of the game and has a legal
// move. An illegal choice is an error.
func Choose(ctx context.Context, p Player, game *engine.Game, at engine.Position) (r search.Result, err error) {
	if follower, ok := p.(Follower); ok {
		r, err = follower.MoveIn(ctx, game)
	} else {
		r, err = p.Move(ctx, at)
	}
	if err == nil {
		err = engine.CheckLegal(at, r.Move)
	}
	return r, err
}

// Close closes a player that implements io.Closer.
func Close(p Player) {
	if closer, ok := p.(io.Closer); ok {
		_ = closer.Close() // the player is not used again, so its error does not matter
	}
}

// A Forfeit is the error of a player that loses its game by its own fault. Its program gave an illegal, late
// or unreadable answer, or exited.
type Forfeit struct{ Reason string }

// Resigned is the Reason of a Forfeit by resignation, which is not a fault.
const Resigned = "resigns"

// Error implements error.
func (f *Forfeit) Error() string { return f.Reason }

// ErrAbsent is the error of players that cannot play any game because their program does not start.
var ErrAbsent = errors.New("player absent")

// A Ranker is a player that can also rank the best moves of a position by their values.
type Ranker interface {
	Player
	// Rank searches for the n best moves of a position that has a move. It searches deeper and deeper, within
	// the player's settings, and calls report after each depth with the results, best first. When ctx is
	// cancelled it stops without reporting the unfinished depth.
	Rank(ctx context.Context, at engine.Position, n int, report func([]search.Result))
	// Line returns the line of play that the last search expects, beginning with the move of r.
	Line(at engine.Position, r search.Result) []engine.Square
}

// A Learner is a player that learns from the results of its games. Matches, tournaments and runs call GameOver,
// which corresponds to get_result of the reversi library's strategies. What one player learns does not affect
// other players. The pairs of a match may be played in any order, by several players of the same Contestant.
type Learner interface {
	Player
	// GameOver is called once after each game that ended or was forfeited. side is the player's side, and discs
	// is the result for that side. A player that forfeits loses all discs.
	GameOver(game *engine.Game, side engine.Side, discs int)
}

// Tell calls GameOver if the player is a Learner.
func Tell(p Player, game *engine.Game, side engine.Side, discs int) {
	if learner, ok := p.(Learner); ok {
		learner.GameOver(game, side, discs)
	}
}

// A Clocked player accepts a limit on its thinking time.
type Clocked interface {
	Player
	// AtMost limits the time for each later move; 0 is no limit. Players whose search does not depend on time
	// ignore it.
	AtMost(limit time.Duration)
}

// A Contestant is a compiled recipe that makes players: one for each of the games that run in parallel. It is
// immutable.
type Contestant struct {
	Name  string
	About string // how it plays, for display: its weights and search
	Runs  string // the quoted command of an external program; "" for built-in players
	// who and how are the parts of Introduction; who is "" if it is About.
	who, how string
	// PlaysOn returns an error if the player cannot play on a board. It is nil for players that
	// play on any board.
	PlaysOn    func(engine.Shape) error
	PlaysLarge bool // whether it also plays on boards larger than 8×8
	// TableBits is the size of the transposition table of each player's searches, as for search.NewTable; 0
	// means search.DefaultTableBits.
	TableBits uint
	// New returns a player that searches with s. No other player may use s at the same time.
	New func(s *search.Searcher) Player
}

// Introduction returns a line that describes the player to its human opponent.
func (c *Contestant) Introduction() string {
	if c.who == "" {
		return c.About
	}
	return c.who + ", " + c.how
}

// CheckBoard returns an error if the contestant cannot play on a board.
func (c *Contestant) CheckBoard(board engine.Shape) error {
	if board.IsLarge() && !c.PlaysLarge {
		return fmt.Errorf("player %s plays only on boards up to 8×8", c.Name)
	}
	if c.PlaysOn == nil {
		return nil
	}
	if err := c.PlaysOn(board); err != nil {
		return fmt.Errorf("player %s: %w", c.Name, err)
	}
	return nil
}

// WithoutHoles returns the PlaysOn function of players that only play on boards without holes. what is the
// beginning of its errors, such as "its network is".
func WithoutHoles(what string) func(engine.Shape) error {
	return func(board engine.Shape) error {
		if board.Holes() != 0 {
			return fmt.Errorf("%s for boards without holes, but board %s has holes", what, board.Name)
		}
		return nil
	}
}

// NewSearcher returns a searcher for one player, with a transposition table of the size that the
// contestant's searches need.
func (c *Contestant) NewSearcher() *search.Searcher {
	return search.New(search.NewTable(cmp.Or(c.TableBits, search.DefaultTableBits)))
}
