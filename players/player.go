// Package players says who plays: a Player chooses moves, the roster names the kinds
// of players that a user can type, and a Recipe is one of them as plain data, which can
// leave the process and be made a player again elsewhere.
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
	// NewGame forgets earlier games. A player that draws lots draws them from
	// seed, so that a game can be played again.
	NewGame(seed uint64)
	// Move chooses a move in a position that has one. Cancelling ctx makes a
	// search stop early with the best of what it has.
	//
	// If the error is a *Forfeit the player loses its game. Any other error ends the
	// whole match or run.
	Move(ctx context.Context, p engine.Position) (search.Result, error)
}

// A Follower is a player that wants the whole game, not only the position at its
// end. Players that also hold more than memory are io.Closers.
type Follower interface {
	Player
	// MoveIn is Move at the end of a game.
	MoveIn(ctx context.Context, game *engine.Game) (search.Result, error)
}

// Choose asks a player for its move at the end of a game; at is the position
// there, which has a move. An illegal choice is an error that says what is wrong.
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

// Close ends what a player holds beyond memory, if anything.
func Close(p Player) {
	if closer, ok := p.(io.Closer); ok {
		_ = closer.Close() // the player is done with, however it ends
	}
}

// A Forfeit is the error of a player that loses its game by what it did: its
// program gave an illegal, late or senseless answer, or died.
type Forfeit struct{ Reason string }

func (f *Forfeit) Error() string { return f.Reason }

// ErrAbsent is what errors are of players that cannot be had at all, in whatever game:
// their program cannot be started.
var ErrAbsent = errors.New("player absent")

// A Ranker is a player that can say what moves are worth, not only choose one.
type Ranker interface {
	Player
	// Rank values the n best moves of a position that has one, deeper and deeper up
	// to what the player's settings allow, and calls report with what each depth
	// found, the best move first. When ctx is cancelled it stops without reporting
	// what is unfinished.
	Rank(ctx context.Context, at engine.Position, n int, report func([]search.Result))
	// Line is the line of play that the last search expects after a result's move.
	Line(at engine.Position, r search.Result) []engine.Square
}

// A Clocked player can be kept to a clock: it is told how long it may think.
type Clocked interface {
	Player
	// AtMost bounds the time for each move from now on; 0 is no bound. Players
	// whose search does not depend on time ignore it.
	AtMost(limit time.Duration)
}

// A Contestant is a recipe made ready: from it players are made, one for each seat at
// which games are played at the same time. It is immutable.
type Contestant struct {
	Name  string
	About string // how it plays, for people: weights and search
	Runs  string // the command of a program, in quotes; "" for players of ours
	// PlaysOn says why the player cannot play on a board. It is nil for those that play on
	// any.
	PlaysOn func(engine.Shape) error
	// TableBits is the size of the table that its searches want, as for search.NewTable;
	// 0 is search.DefaultTableBits.
	TableBits uint
	// New makes a player that searches with s. No other player may use s meanwhile.
	New func(s *search.Searcher) Player
	// Large makes a player of boards larger than 8×8. Those of fitness/roster have it, and no
	// New; programs may have both.
	Large func() LargePlayer
}

// CheckBoard returns an error that says why the contestant cannot play on a board.
func (c *Contestant) CheckBoard(board engine.Shape) error {
	if c.PlaysOn == nil {
		return nil
	}
	if err := c.PlaysOn(board); err != nil {
		return fmt.Errorf("player %s: %w", c.Name, err)
	}
	return nil
}

// WithoutHoles is the PlaysOn of players that know boards without holes alone; what says which
// part of them does not know others, such as "its network is".
func WithoutHoles(what string) func(engine.Shape) error {
	return func(board engine.Shape) error {
		if board.Start.Holes() != 0 {
			return fmt.Errorf("%s for boards without holes, which %s has", what, board.Name)
		}
		return nil
	}
}

// NewSearcher returns a searcher for one seat, with the memory that the contestant's
// searches want.
func (c *Contestant) NewSearcher() *search.Searcher {
	return search.New(search.NewTable(cmp.Or(c.TableBits, search.DefaultTableBits)))
}
