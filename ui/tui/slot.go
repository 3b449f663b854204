package tui

import (
	"context"
	"sync"

	"evothello/engine"
	"evothello/players"
	"evothello/search"
)

// A slot holds the player of a side. The user's slot has no contestant.
type slot struct {
	name       string
	about      string
	contestant *players.Contestant

	mu     sync.Mutex // held while the player thinks
	player players.Player
	game   int // number of the player's current game, 0 before the first
	closed bool
}

// user is the name of the user.
const user = "you"

func userSlot() *slot { return &slot{name: user, about: "at this terminal"} }

func (s *slot) human() bool { return s.contestant == nil }

// checkBoard returns an error if the player cannot play on a board.
func (s *slot) checkBoard(board engine.Shape) error {
	if s.human() {
		return nil
	}
	return s.contestant.CheckBoard(board)
}

// newSearcher returns a searcher with a transposition table of 24 MiB. That is enough for searches much deeper
// than those in runs.
func newSearcher() *search.Searcher { return search.New(search.NewTable(20)) }

// A gameID identifies a game of this session. For a new game a player clears its memory and takes the seed for
// its random moves.
type gameID struct {
	number int // from 1
	seed   uint64
}

// move returns the player's move at the end of a game. It first waits until the player has stopped an earlier,
// cancelled search.
func (s *slot) move(ctx context.Context, r gameID, game *engine.Game, at engine.Position) (search.Result, error) {
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

// close closes the player after it has stopped thinking.
func (s *slot) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.player != nil && !s.closed {
		players.Close(s.player)
	}
	s.closed = true
}
