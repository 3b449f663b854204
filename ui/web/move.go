package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/players"
	"evothello/players/analysis"
	"evothello/search"
	"evothello/ui/playerlist"
)

// seedLimit is the exclusive upper bound of seeds: JavaScript's doubles are exact up to there.
const seedLimit = 1 << 53

type moveQuestion struct {
	Game   game              `json:"game"`
	Player playerlist.Choice `json:"player"`
	Seed   uint64            `json:"seed"`
}

// A moveAnswer is a player's move, or its forfeit.
type moveAnswer struct {
	Move    string          `json:"move"`
	Value   *analysis.Value `json:"value"`
	Depth   int             `json:"depth"`
	Nodes   uint64          `json:"nodes"`
	Seconds float64         `json:"seconds"`
	Forfeit *forfeit        `json:"forfeit"`
	Game    *gameView       `json:"game"`
}

// move answers /api/move.
func (s *Server) move(ctx context.Context, q moveQuestion) (*moveAnswer, error) {
	return s.choose(ctx, q, nil)
}

// choose has a player choose a move. o observes and may end the search; it is nil without an observer.
func (s *Server) choose(ctx context.Context, q moveQuestion, o *observer) (*moveAnswer, error) {
	if q.Seed >= seedLimit {
		return nil, refusef(http.StatusUnprocessableEntity, "seed: must be a whole number below 2^53")
	}
	played, err := q.Game.session()
	switch {
	case err != nil:
		return nil, err
	case played.Over():
		return nil, refusef(http.StatusUnprocessableEntity, "the game is over")
	}
	player, searcher, release, err := s.acquirePlayer(ctx, q.Player, played.board)
	if err != nil {
		return nil, err
	}
	defer release()
	at := played.Position().Settle()
	thinking, end := o.begin(ctx, s, q.Player.Name, at, searcher)
	defer end()
	if at.IsLarge() && searcher != nil { // where a random game takes a hundred times as long
		limited, stop := context.WithTimeout(thinking, s.MaxThink)
		defer stop()
		thinking = limited
	}
	// The position is part of the seed. Otherwise each request of a game would start with the same
	// random draws.
	player.NewGame(q.Seed ^ at.Hash())
	began := time.Now()
	r, err := players.Choose(thinking, player, played.Game(), at)
	_, clocked := player.(players.Clocked)
	if thinking.Err() != nil && ctx.Err() == nil && (err != nil || clocked && r.Depth <= 1 && !r.Exact) {
		r, err = chooseQuickly(ctx, player, played.Game(), at)
	}
	answer := &moveAnswer{Depth: r.Depth, Nodes: r.Nodes, Seconds: time.Since(began).Seconds()}
	if err = applyMove(ctx, played.Session, answer, r.Move, s.refuseProgram(q.Player.Name, err)); err != nil {
		return nil, err
	}
	if answer.Forfeit == nil {
		answer.Value = s.valueOf(q.Player.Name, at, r)
	}
	answer.Game = view(played)
	return answer, nil
}

// refuseProgram turns a player's error into a refusal if the player cannot be started, or is an
// external player that cannot play from the position. Other errors, and forfeits, stay as they are.
func (s *Server) refuseProgram(player string, err error) error {
	_, forfeited := errors.AsType[*players.Forfeit](err)
	if !forfeited && (errors.Is(err, players.ErrAbsent) || err != nil && s.programs[player] != nil) {
		return refuse(http.StatusUnprocessableEntity, err)
	}
	return err
}

// applyMove plays the move that a player chose, or ends the game if err is a forfeit. It sets the
// answer's move or forfeit.
func applyMove(
	ctx context.Context, played *session.Session, answer *moveAnswer, move engine.Square, err error,
) error {
	gaveUp, forfeited := errors.AsType[*players.Forfeit](err)
	switch {
	case forfeited:
		side := played.Snapshot().Side
		answer.Forfeit = &forfeit{sideName(side), gaveUp.Reason}
		played.Forfeit(side, gaveUp.Reason)
		return nil // a forfeit is a valid answer
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err() // the client is gone
	}
	answer.Move = move.String()
	return played.Play(move)
}

// chooseQuickly has a player choose whose search was ended before it had looked ahead.
func chooseQuickly(
	ctx context.Context, player players.Player, g *engine.Game, at engine.Position,
) (search.Result, error) {
	if clocked, is := player.(players.Clocked); is {
		clocked.AtMost(quickTime)
		defer clocked.AtMost(0)
	}
	return players.Choose(ctx, player, g, at)
}

// quickTime is the time for a move when the user does not want to wait.
const quickTime = 200 * time.Millisecond

// acquirePlayer waits for a player on a board, for one move. The searcher is nil for external players. The
// caller must call the returned function afterwards.
func (s *Server) acquirePlayer(
	ctx context.Context, chosen playerlist.Choice, board engine.Shape,
) (player players.Player, searcher *search.Searcher, release func(), err error) {
	if program, named := s.programs[chosen.Name]; named {
		if err := program.CheckBoard(board); err != nil {
			return nil, nil, nil, choiceError(err)
		}
		player, err := program.pool.take(ctx)
		return player, nil, func() { program.pool.give(player) }, err
	}
	contestant, err := s.players.Contestant(chosen)
	if err == nil {
		err = contestant.CheckBoard(board)
	}
	if err != nil {
		return nil, nil, nil, choiceError(err)
	}
	if searcher, err = s.movePool.take(ctx); err != nil {
		return nil, nil, nil, err
	}
	return contestant.New(searcher), searcher, func() { s.movePool.give(searcher) }, nil
}

// valueOf returns the value of a player's move by its weights. It is nil if the player has no
// weights or did not search.
func (s *Server) valueOf(player string, at engine.Position, r search.Result) *analysis.Value {
	if r.Depth == 0 || at.IsLarge() {
		return nil
	}
	analyser, err := s.analyser(player)
	if err != nil {
		return nil
	}
	value := analyser.Value(at.Board, r)
	return &value
}
