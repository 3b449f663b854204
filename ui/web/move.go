package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/players"
	"evothello/report/analysis"
	"evothello/search"
	"evothello/ui/lobby"
)

// largestSeed keeps seeds exact in programs that have no whole numbers but doubles.
const largestSeed = 1 << 53

type moveQuestion struct {
	Game   game         `json:"game"`
	Player lobby.Choice `json:"player"`
	Seed   uint64       `json:"seed"`
}

// A moveAnswer is a move that a player made, or why it lost the game instead.
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
	if q.Seed >= largestSeed {
		return nil, refusef(http.StatusUnprocessableEntity, "seed: want a whole number below 2^53")
	}
	if onLarge(q.Game.Board) {
		return s.moveLarge(ctx, q)
	}
	played, err := q.Game.session()
	switch {
	case err != nil:
		return nil, err
	case played.Over():
		return nil, refusef(http.StatusUnprocessableEntity, "the game is over")
	}
	player, leave, err := s.sit(ctx, q.Player, played.board)
	if err != nil {
		return nil, err
	}
	defer leave()
	at := played.Position().Settle()
	// The lots of each move are its own, so that a game whose moves are asked for one by
	// one does not draw the same for all.
	player.NewGame(q.Seed ^ at.Hash())
	began := time.Now()
	r, err := players.Choose(ctx, player, played.Game(), at)
	answer := &moveAnswer{Depth: r.Depth, Nodes: r.Nodes, Seconds: time.Since(began).Seconds()}
	if err = carryOut(ctx, played.Session, answer, r.Move, s.refuseProgram(q.Player.Name, err)); err != nil {
		return nil, err
	}
	if answer.Forfeit == nil {
		answer.Value = s.valueOf(q.Player.Name, at, r)
	}
	answer.Game = view(played)
	return answer, nil
}

// refuseProgram makes a refusal of the error of a player that cannot be started, or not play
// on from there.
func (s *Server) refuseProgram(player string, err error) error {
	_, forfeited := errors.AsType[*players.Forfeit](err)
	if !forfeited && (errors.Is(err, players.ErrAbsent) || err != nil && s.programs[player] != nil) {
		return refuse(http.StatusUnprocessableEntity, err)
	}
	return err
}

// carryOut plays the move that a player chose, or ends the game by the forfeit that its
// error is, and says so in the answer.
func carryOut[P session.Position[P, S], S session.Square](ctx context.Context, played *session.Of[P, S],
	answer *moveAnswer, move S, err error) error {
	gaveUp, forfeited := errors.AsType[*players.Forfeit](err)
	switch {
	case forfeited:
		side := played.Snapshot().Side
		answer.Forfeit = &forfeit{sideName(side), gaveUp.Reason}
		played.Forfeit(side, gaveUp.Reason)
		return nil // it is an answer as good as any
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err() // the client is gone: the result is not needed
	}
	answer.Move = move.String()
	return played.Play(move)
}

// sit finds a seat for a player at a board, at which it thinks about one move, and says how
// to leave it.
func (s *Server) sit(ctx context.Context, chosen lobby.Choice, board engine.Shape) (players.Player, func(), error) {
	if program, named := s.programs[chosen.Name]; named {
		if err := program.CheckBoard(board); err != nil {
			return nil, nil, choiceError(err)
		}
		player, err := program.seat.take(ctx)
		return player, func() { program.seat.give(player) }, err
	}
	contestant, err := s.lobby.Contestant(chosen)
	if err == nil {
		err = contestant.CheckBoard(board)
	}
	if err != nil {
		return nil, nil, choiceError(err)
	}
	searcher, err := s.moves.take(ctx)
	if err != nil {
		return nil, nil, err
	}
	return contestant.New(searcher), func() { s.moves.give(searcher) }, nil
}

// valueOf is what a player's weights found its move to be worth, nil if it has none or
// did not search.
func (s *Server) valueOf(player string, at engine.Position, r search.Result) *analysis.Value {
	judge, err := s.judge(player)
	if err != nil || r.Depth == 0 {
		return nil
	}
	value := judge.Value(at.Board, r)
	return &value
}
