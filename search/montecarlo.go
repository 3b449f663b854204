package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"evothello/engine"
	"evothello/internal/eventloop"
)

// MonteCarlo holds the limits of a search by random games. Each round plays one random game from every legal
// move, so all moves have equally many games. The search plays at least one round, and exactly one without
// limits. Without Time the result depends only on the position and the random generator.
type MonteCarlo struct {
	Games int           // maximum number of games from each legal move, 0 = not limited by games
	Time  time.Duration // maximum time per move, 0 = not limited by time
}

// Points of a random game for the mover, as in the reversi library.
const (
	playoutWin  = 2
	playoutDraw = 1
	playoutLoss = -2
)

// String returns a description of the search, such as "100 random games from each move".
func (m MonteCarlo) String() string {
	switch {
	case m.Games == 0:
		return fmt.Sprintf("random games from each move for %s", m.Time)
	case m.Time == 0:
		return fmt.Sprintf("%d random games from each move", m.Games)
	}
	return fmt.Sprintf("%d random games from each move, %s at most", m.Games, m.Time)
}

// Search returns the move with the best results in random games. Among equally good moves it returns a random one. The
// position must have a legal move. The score is the sum of the move's points, converted to 100 games: 200 if all games
// are won, -200 if all are lost. When ctx is cancelled it stops after the current round.
func (m MonteCarlo) Search(ctx context.Context, at engine.Position, rng *rand.Rand) Result {
	moves := at.Legal()
	after, points := make([]engine.Position, len(moves)), make([]int, len(moves))
	for i, s := range moves {
		after[i] = at.Play(s)
	}
	began, clocked := time.Now(), m.Time > 0 || m.Games == 0
	result := Result{Depth: 1}
	games := 0
	for done := false; !done; {
		for i, p := range after {
			play := playout
			if p.IsLarge() {
				play = largePlayout
			}
			discs, visited := play(p, rng)
			points[i] += playoutPoints(-discs)
			result.Nodes += visited
		}
		games++
		eventloop.Turn()
		done = games == m.Games || ctx.Err() != nil || clocked && time.Since(began) >= m.Time
	}
	best := mostPoints(points)
	i := best[rng.IntN(len(best))]
	result.Move, result.Score = moves[i], 100*points[i]/games
	return result
}

// mostPoints returns the indices of the moves with the most points.
func mostPoints(points []int) (best []int) {
	most := slices.Max(points)
	for i, n := range points {
		if n == most {
			best = append(best, i)
		}
	}
	return best
}

func playoutPoints(discs int) int {
	switch {
	case discs > 0:
		return playoutWin
	case discs < 0:
		return playoutLoss
	}
	return playoutDraw
}

// playout plays random moves to the end of the game. It returns the result in discs for the mover,
// and the number of positions visited.
func playout(p engine.Position, rng *rand.Rand) (discs int, visited uint64) {
	b, sign, passed := p.Board, 1, false
	for visited = 1; ; sign = -sign {
		switch moves := b.Moves(); {
		case moves != 0:
			b, passed = b.Play(engine.RandomSquare(rng, moves)), false
			visited++
		case passed:
			return sign * b.FinalDiff(), visited
		default:
			b, passed = b.Swap(), true
		}
	}
}

// largePlayout is playout on boards larger than 8×8.
func largePlayout(p engine.Position, rng *rand.Rand) (discs int, visited uint64) {
	b, sign, passed := p.Large(), 1, false
	for visited = 1; ; sign = -sign {
		switch moves := b.Moves(); {
		case !moves.IsEmpty():
			b, passed = b.Play(moves.Pick(rng)), false
			visited++
		case passed:
			return sign * b.FinalDiff(), visited
		default:
			b, passed = b.Swap(), true
		}
	}
}
