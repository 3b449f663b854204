package tui

import (
	"context"
	"sync"

	"evothello/engine"
	"evothello/players"
	"evothello/search"
)

// A seat is where a player sits, or the user, who has no contestant.
type seat struct {
	name       string
	about      string
	contestant *players.Contestant

	mu     sync.Mutex // held while the player thinks
	player players.Player
	game   int // which one the player is at, 0 before the first
	closed bool
}

// user is the user's name where players have one.
const user = "you"

func userSeat() *seat { return &seat{name: user, about: "at this terminal"} }

func (s *seat) human() bool { return s.contestant == nil }

// checkBoard returns an error that says why the player cannot play on a board.
func (s *seat) checkBoard(board engine.Shape) error {
	if s.human() {
		return nil
	}
	return s.contestant.CheckBoard(board)
}

// newSearcher returns a searcher with a memory of 24 MiB, which serves searches much
// deeper than those of evolution.
func newSearcher() *search.Searcher { return search.New(search.NewTable(20)) }

// A round is one of the games that are played here: players forget the one before, and
// draw their lots from its seed.
type round struct {
	number int // from 1
	seed   uint64
}

// move has the player choose a move at the end of a game. It waits until the player has
// heeded that an earlier question was cancelled.
func (s *seat) move(ctx context.Context, r round, game *engine.Game, at engine.Position) (search.Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil || s.closed {
		return search.Result{}, err
	}
	if s.player == nil {
		s.player = s.contestant.New(newSearcher())
	}
	if s.game != r.number {
		s.game = r.number
		s.player.NewGame(r.seed)
	}
	return players.Choose(ctx, s.player, game, at)
}

// close ends what the player holds, once it has stopped thinking.
func (s *seat) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.player != nil && !s.closed {
		players.Close(s.player)
	}
	s.closed = true
}
