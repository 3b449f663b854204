package web

import (
	"context"
	"net/http"

	"evothello/engine"
	"evothello/players/analysis"
)

type exercisesQuestion struct {
	Game   *game  `json:"game"`   // game with the positions
	Number uint64 `json:"number"` // number of a practice game, from 1, in place of Game
}

// An exercisesAnswer has the exercises of a game.
type exercisesAnswer struct {
	Moves     string         `json:"moves"` // moves of the game
	Exercises []exerciseView `json:"exercises"`
}

// An exerciseView is a position with exactly one winning move, which comes first in Moves.
type exerciseView struct {
	Ply   int        `json:"ply"`
	Moves []moveView `json:"moves"`
}

// exercises answers /api/exercises.
func (s *Server) exercises(ctx context.Context, q exercisesQuestion) (*exercisesAnswer, error) {
	if (q.Game == nil) == (q.Number == 0) {
		return nil, refusef(http.StatusUnprocessableEntity, "send either a game or a number from 1")
	}
	played, board := analysis.PracticeGame(q.Number), engine.Standard()
	if q.Game != nil {
		one, err := q.Game.analysable()
		if err != nil {
			return nil, err
		}
		played, board = one.Game(), one.board
	}
	answer := &exercisesAnswer{Moves: played.Transcript(), Exercises: []exerciseView{}}
	return answer, s.judge(ctx, nil, board, func(limited context.Context, j judge) error {
		found, err := j.Exercises(limited, j.searcher, played)
		for _, one := range found {
			answer.Exercises = append(answer.Exercises, exerciseView{one.Ply, viewMoves(one.Moves)})
		}
		return err
	})
}
