package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"evothello/engine"
	"evothello/internal/eventloop"
)

// MonteCarlo holds the limits of a search by random games. Each round plays one random game from
// every legal move, so that all moves have equally many games. It plays at least one round, and
// just one without limits. Without Time the result depends only on the position and the
// generator.
type MonteCarlo struct {
	Games int           // from each legal move, 0 = not limited by games
	Time  time.Duration // per move, 0 = not limited by time
}

// Points of a random game for the mover, as in the reversi library.
const (
	playoutWin  = 2
	playoutDraw = 1
	playoutLoss = -2
)

// String describes the search: "100 random games from each move".
func (m MonteCarlo) String() string {
	switch {
	case m.Games == 0:
		return fmt.Sprintf("random games from each move for %s", m.Time)
	case m.Time == 0:
		return fmt.Sprintf("%d random games from each move", m.Games)
	}
	return fmt.Sprintf("%d random games from each move, %s at most", m.Games, m.Time)
}

// Search returns the move with the best random games, a random one of rng among equals. The
// position must have a move. The score is the result of 100 games of that move: 200 if all are won,
// -200 if all are lost. When ctx is cancelled it stops after the current round.
func (m MonteCarlo) Search(ctx context.Context, b engine.Board, rng *rand.Rand) Result {
	var after [64]engine.Board // by the move's square
	var points [64]int
	moves := b.Moves()
	for s := range engine.SquaresOf(moves) {
		after[s] = b.Play(s)
	}
	began, clocked := time.Now(), m.Time > 0 || m.Games == 0
	result := Result{Depth: 1}
	games := 0
	for done := false; !done; {
		for s := range engine.SquaresOf(moves) {
			discs, visited := playout(after[s], rng)
			points[s] += playoutPoints(-discs)
			result.Nodes += visited
		}
		games++
		eventloop.Turn()
		done = games == m.Games || ctx.Err() != nil || clocked && time.Since(began) >= m.Time
	}
	result.Move = engine.RandomSquare(rng, bestOf(moves, &points))
	result.Score = 100 * points[result.Move] / games
	return result
}

// bestOf returns the moves with the most points.
func bestOf(moves uint64, points *[64]int) (best uint64) {
	most := math.MinInt
	for s := range engine.SquaresOf(moves) {
		if points[s] > most {
			best, most = 0, points[s]
		}
		if points[s] == most {
			best |= s.Bit()
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

// playout plays random moves to the end of the game. It returns the result in discs for the mover
// of b, and the number of positions visited.
func playout(b engine.Board, rng *rand.Rand) (discs int, visited uint64) {
	sign, passed := 1, false
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
