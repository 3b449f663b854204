package policy

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"evothello/engine"
	"evothello/fitness"
	"evothello/learn/tables"
	"evothello/players"
)

// A generator plays the games of a round and takes samples from them. The games are the same with any number
// of workers.
type generator struct {
	seed    uint64
	round   int
	plies   [2]int              // least and most random moves that open a game
	teacher *players.Contestant // nil if winners teach
	policy  *Policy             // what was learnt before, nil in the first round
	workers int
}

// together is how many games are played at a time, so that the network evaluates many positions in one batch.
const together = 256

// A game is one that the generator plays.
type game struct {
	tables.Game
	at    engine.Position
	rng   *rand.Rand
	draws [2]bool  // by side: plays random or teacher's moves instead of the policy's
	told  []Sample // by the teacher
}

// teach plays games and returns their samples. It calls told with the number of finished games. If ctx is
// cancelled it stops soon and returns ctx's error.
func (s *generator) teach(ctx context.Context, games int, told func(played int)) (all Samples, err error) {
	for from := 0; from < games; from += together {
		played := make([]*game, min(together, games-from))
		for i := range played {
			if played[i], err = s.open(from + i); err != nil {
				return all, err
			}
		}
		if err := s.playAll(ctx, played); err != nil {
			return all, err
		}
		for i, g := range played {
			samples := g.told
			if s.teacher == nil {
				samples = g.winners()
			}
			if heldOut(from + i) {
				all.HeldOut = append(all.HeldOut, samples...)
			} else {
				all.Taught = append(all.Taught, samples...)
			}
		}
		told(from + len(played))
	}
	return all, nil
}

// open starts a game with random moves, to a position that no measurement uses. With a teacher, the policy plays one
// side from the second round on, and the teacher the other, so that samples cover what happens to the policy.
// Without one, the policy plays both sides, and one side in four plays random moves.
func (s *generator) open(number int) (*game, error) {
	rng := fitness.Random(s.seed, "game", s.round, number)
	plies := s.plies[0] + rng.IntN(s.plies[1]-s.plies[0]+1)
	drawn, err := fitness.RandomOpenings(rng, engine.Start(), 1, plies, fitness.ForFitness)
	if err != nil {
		return nil, err
	}
	g := &game{Game: tables.Game{Moves: drawn[0].Moves, Random: plies}, at: drawn[0].Start, rng: rng}
	for side := range g.draws {
		g.draws[side] = s.policy == nil || rng.IntN(4) == 0
	}
	if s.teacher != nil {
		g.draws = [2]bool{number%2 == 0, number%2 == 1} // the sides that the teacher plays
	}
	return g, nil
}

// playAll plays games to their ends, one move in each at a time.
func (s *generator) playAll(ctx context.Context, games []*game) error {
	for {
		var going []*game
		for _, g := range games {
			if g.at.Moves() != 0 {
				going = append(going, g)
			}
		}
		if len(going) == 0 || ctx.Err() != nil {
			return ctx.Err()
		}
		boards := make([]engine.Board, len(going))
		for i, g := range going {
			boards[i] = g.at.Board
		}
		moves, err := s.moves(ctx, going, boards)
		if err != nil {
			return err
		}
		for i, g := range going {
			g.Moves = append(g.Moves, moves[i])
			g.at = g.at.Play(moves[i]).Settle()
		}
	}
}

// moves chooses a move in each game.
func (s *generator) moves(ctx context.Context, games []*game,
	boards []engine.Board) (moves []engine.Square, err error) {
	if s.teacher == nil {
		return s.lots(games, boards)
	}
	advised, err := s.advice(ctx, games)
	if err != nil || s.policy == nil {
		return advised, err
	}
	if moves, err = s.policy.Moves(boards); err != nil {
		return nil, err
	}
	for i, g := range games {
		if g.draws[g.at.Side] {
			moves[i] = advised[i]
		}
	}
	return moves, nil
}

// advice returns the teacher's move in each game, and adds it to the samples. The answers do not depend on earlier
// questions.
func (s *generator) advice(ctx context.Context, games []*game) ([]engine.Square, error) {
	moves, errs := make([]engine.Square, len(games)), make([]error, s.workers)
	var all sync.WaitGroup
	for w := range s.workers {
		all.Go(func() {
			teacher := s.teacher.New(s.teacher.NewSearcher())
			defer players.Close(teacher)
			for i := w; i < len(games) && ctx.Err() == nil; i += s.workers {
				g := games[i]
				teacher.NewGame(g.rng.Uint64())
				r, err := players.Choose(ctx, teacher, &engine.Game{Start: engine.Start(), Moves: g.Moves}, g.at)
				if err != nil {
					errs[w] = fmt.Errorf("the teacher after %s: %w", engine.Transcript(g.Moves), err)
					return
				}
				moves[i] = r.Move
				g.told = append(g.told, Sample{g.at.Board, r.Move})
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return moves, ctx.Err() // a cancelled search may have moved too soon
}

// lots draws a move in each game: any legal move, or one by the policy's probabilities.
func (s *generator) lots(games []*game, boards []engine.Board) ([]engine.Square, error) {
	var values []float32
	if s.policy != nil {
		var err error
		if values, _, err = s.policy.values(boards); err != nil {
			return nil, err
		}
	}
	moves := make([]engine.Square, len(games))
	for i, g := range games {
		if g.draws[g.at.Side] {
			moves[i] = engine.Pick(g.rng, boards[i].Moves())
		} else {
			moves[i] = likely(g.rng, values[64*i:64*i+64], boards[i].Moves())
		}
	}
	return moves, nil
}

// likely draws a legal move by the softmax of the values.
func likely(rng *rand.Rand, values []float32, legal uint64) engine.Square {
	most := float64(values[best(values, legal)])
	var odds [64]float64
	sum := 0.0
	for s := range engine.SquaresOf(legal) {
		odds[s] = math.Exp(float64(values[s]) - most)
		sum += odds[s]
	}
	lot := rng.Float64() * sum
	for s := range engine.SquaresOf(legal) {
		if lot -= odds[s]; lot < 0 {
			return s
		}
	}
	return best(values, legal)
}

// winners returns the moves of the side that won a finished game.
func (g *game) winners() (all []Sample) {
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
