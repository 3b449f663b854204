package analysis

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
)

// An Exercise is a position of a game with exactly one winning move.
type Exercise struct {
	Ply   int         // number of moves before the position, without passes
	Moves []MoveValue // all legal moves with exact values for the mover, the winning one first
}

// What makes an exercise: with fewer empty squares or moves there is little to find, and few people think more than
// twelve squares through.
const (
	leastEmpties, mostEmpties = 6, 12
	leastMoves                = 3
)

// Exercises returns the exercises of a game on a board up to 8×8. If ctx is cancelled, it returns the error.
func (c *Valuer) Exercises(ctx context.Context, s *search.Searcher, g *engine.Game) (all []Exercise, err error) {
	at := g.Start.Settle()
	for ply := 0; ; ply++ {
		if empties := at.Empties(); empties >= leastEmpties && empties <= mostEmpties &&
			bits.OnesCount64(at.Moves()) >= leastMoves {
			var exact Values
			c.Values(ctx, s, at, search.Settings{Depth: 1, Endgame: empties}, func(v Values) { exact = v })
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if exact.Moves[0].Discs > 0 && exact.Moves[1].Discs <= 0 {
				all = append(all, Exercise{ply, exact.Moves})
			}
		}
		if ply == len(g.Moves) {
			return all, nil
		}
		at = at.Play(g.Moves[ply]).Settle()
	}
}

// PracticeGame returns a game to practise on. The same number always gives the same game: eight random moves,
// then moves of a search to depth 1 with the weights of the reversi library.
func PracticeGame(number uint64) *engine.Game {
	rng := rand.New(rand.NewPCG(number, 0))
	eval := evaluators.Compile(evaluators.Defaults(), 0)
	g := engine.NewGame()
	for at := g.Start; !at.Over(); at = at.Settle() {
		move := at.RandomMove(rng)
		if len(g.Moves) >= 8 {
			move = greediest(eval, at)
		}
		g.Moves, at = append(g.Moves, move), at.Play(move)
	}
	return g
}
