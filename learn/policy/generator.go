package policy

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/portable"
	"evothello/learn/tables"
	"evothello/players"
)

// A generator plays the games of a round and takes samples from them. The games are the same with any
// number of workers.
type generator struct {
	seed    uint64
	round   int
	plies   [2]int              // least and most random moves at the start of a game
	teacher *players.Contestant // nil if the winners' moves are the targets
	policy  *Policy             // of the round before, nil in the first round
	workers int
}

// simultaneous is the number of games played at a time. The network evaluates their positions in one
// batch.
const simultaneous = 256

// A game is a game in progress.
type game struct {
	tables.Game
	at       engine.Position
	rng      *rand.Rand
	explores [2]bool  // by side: plays random moves or the teacher's instead of the policy's
	samples  []Sample // with the teacher's moves
}

// generate plays games and returns their samples. It calls finished with the number of finished games.
// If ctx is cancelled it stops soon and returns the error of ctx.
func (s *generator) generate(ctx context.Context, games int, finished func(played int)) (all Samples, err error) {
	for from := 0; from < games; from += simultaneous {
		played := make([]*game, min(simultaneous, games-from))
		for i := range played {
			if played[i], err = s.open(from + i); err != nil {
				return all, err
			}
		}
		if err := s.playAll(ctx, played); err != nil {
			return all, err
		}
		for i, g := range played {
			samples := g.samples
			if s.teacher == nil {
				samples = g.winnerSamples()
			}
			if heldOut(from + i) {
				all.HeldOut = append(all.HeldOut, samples...)
			} else {
				all.Training = append(all.Training, samples...)
			}
		}
		finished(from + len(played))
	}
	return all, nil
}

// open starts a game with random moves, to a position that is not reserved for measurements. With a
// teacher, the policy plays one side from the second round on and the teacher the other, so that the
// samples cover positions that the policy reaches. Without one, the policy plays both sides, and one
// side in four plays random moves.
func (s *generator) open(number int) (*game, error) {
	rng := fitness.Random(s.seed, "game", s.round, number)
	plies := s.plies[0] + rng.IntN(s.plies[1]-s.plies[0]+1)
	drawn, err := fitness.RandomOpenings(rng, engine.Start(), 1, plies, fitness.ForFitness)
	if err != nil {
		return nil, err
	}
	g := &game{Game: tables.Game{Moves: drawn[0].Moves, Random: plies}, at: drawn[0].Start, rng: rng}
	for side := range g.explores {
		g.explores[side] = s.policy == nil || rng.IntN(4) == 0
	}
	if s.teacher != nil {
		g.explores = [2]bool{number%2 == 0, number%2 == 1} // the sides of the teacher
	}
	return g, nil
}

// playAll plays games to their ends. It plays a move in each game in turn.
func (s *generator) playAll(ctx context.Context, games []*game) error {
	for {
		var unfinished []*game
		for _, g := range games {
			if g.at.Moves() != 0 {
				unfinished = append(unfinished, g)
			}
		}
		if len(unfinished) == 0 || ctx.Err() != nil {
			return ctx.Err()
		}
		boards := make([]engine.Board, len(unfinished))
		for i, g := range unfinished {
			boards[i] = g.at.Board
		}
		moves, err := s.moves(ctx, unfinished, boards)
		if err != nil {
			return err
		}
		for i, g := range unfinished {
			g.Moves = append(g.Moves, moves[i])
			g.at = g.at.Play(moves[i]).Settle()
		}
	}
}

// moves chooses a move in each game.
func (s *generator) moves(
	ctx context.Context, games []*game, boards []engine.Board,
) (moves []engine.Square, err error) {
	if s.teacher == nil {
		return s.drawMoves(games, boards), nil
	}
	advised, err := s.teacherMoves(ctx, games)
	if err != nil || s.policy == nil {
		return advised, err
	}
	moves = s.policy.moves(boards, s.workers)
	for i, g := range games {
		if g.explores[g.at.Side] {
			moves[i] = advised[i]
		}
	}
	return moves, nil
}

// teacherMoves returns the teacher's move in each game and adds it to the game's samples. The teacher
// starts afresh for each position, so that its move does not depend on earlier ones.
func (s *generator) teacherMoves(ctx context.Context, games []*game) ([]engine.Square, error) {
	moves, errs := make([]engine.Square, len(games)), make([]error, min(s.workers, len(games)))
	var all sync.WaitGroup
	for w := range errs {
		all.Go(func() {
			teacher := s.teacher.New(s.teacher.NewSearcher())
			defer players.Close(teacher)
			for i := w; i < len(games) && ctx.Err() == nil; i += len(errs) {
				g := games[i]
				teacher.NewGame(g.rng.Uint64())
				r, err := players.Choose(ctx, teacher, &engine.Game{Start: engine.Start(), Moves: g.Moves}, g.at)
				if err != nil {
					errs[w] = fmt.Errorf("the teacher to move after %s: %w", engine.Transcript(g.Moves), err)
					return
				}
				moves[i] = r.Move
				g.samples = append(g.samples, Sample{g.at.Board, r.Move})
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return moves, ctx.Err() // a cancelled search may have returned an early move
}

// drawMoves draws a move in each game: any legal move, or one by the policy's probabilities.
func (s *generator) drawMoves(games []*game, boards []engine.Board) []engine.Square {
	var values []float32
	if s.policy != nil {
		values, _ = s.policy.values(boards, s.workers)
	}
	moves := make([]engine.Square, len(games))
	for i, g := range games {
		if g.explores[g.at.Side] {
			moves[i] = engine.RandomSquare(g.rng, boards[i].Moves())
		} else {
			moves[i] = softmaxMove(g.rng, values[64*i:64*i+64], boards[i].Moves())
		}
	}
	return moves
}

// softmaxMove draws a legal move with the probabilities of the softmax of the values.
func softmaxMove(rng *rand.Rand, values []float32, legal uint64) engine.Square {
	most := float64(values[best(values, legal)])
	var odds [64]float64
	sum := 0.0
	for s := range engine.SquaresOf(legal) {
		odds[s] = portable.Exp(float64(values[s]) - most)
		sum += odds[s]
	}
	left := float64(rng.Float64() * sum)
	for s := range engine.SquaresOf(legal) {
		if left -= odds[s]; left < 0 {
			return s
		}
	}
	return best(values, legal)
}

// winnerSamples returns the moves of the winner of a finished game, none after a draw.
func (g *game) winnerSamples() (all []Sample) {
	winner, discs := g.at.Winner()
	if discs == 0 {
		return nil
	}
	for i, p := range g.Positions() {
		if p.Side == winner && i >= g.Random && i < len(g.Moves) {
			all = append(all, Sample{p.Board, g.Moves[i]})
		}
	}
	return all
}
