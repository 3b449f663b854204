package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"evothello/engine"
	"evothello/players"
	"evothello/report/advice"
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
	Move    string        `json:"move"`
	Value   *advice.Value `json:"value"`
	Depth   int           `json:"depth"`
	Nodes   uint64        `json:"nodes"`
	Seconds float64       `json:"seconds"`
	Forfeit *forfeit      `json:"forfeit"`
	Game    *gameView     `json:"game"`
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
	gaveUp, forfeited := errors.AsType[*players.Forfeit](err)
	switch {
	case forfeited:
		answer.Forfeit = &forfeit{sideName(at.Side), gaveUp.Reason}
		played.Forfeit(at.Side, gaveUp.Reason)
		err = nil // it is an answer as good as any
	case errors.Is(err, players.ErrAbsent) || err != nil && s.programs[q.Player.Name] != nil:
		return nil, refuse(http.StatusUnprocessableEntity, err) // it cannot be started, or not play on from there
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err() // what was found so far is for nobody
	default:
		answer.Move = r.Move.String()
		answer.Value = s.valueOf(q.Player.Name, at, r)
		err = played.Play(r.Move)
	}
	answer.Game = view(played)
	return answer, err
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
func (s *Server) valueOf(player string, at engine.Position, r search.Result) *advice.Value {
	judge, err := s.judge(player)
	if err != nil || r.Depth == 0 {
		return nil
	}
	value := judge.Value(at.Board, r)
	return &value
}
