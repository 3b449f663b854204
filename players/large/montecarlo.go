package large

import (
	"context"
	"math/rand/v2"
	"time"

	"evothello/engine/large"
	"evothello/internal/eventloop"
	"evothello/search"
)

// Playouts returns a move chosen by random games. It plays one game for every move, then another one for every move,
// and so on, until a limit is reached or ctx is cancelled, so that all moves have the same number, at least one. Of the
// moves with most points it chooses one at random. Positions with at most endgame empty squares are solved.
func Playouts(ctx context.Context, rng *rand.Rand, b large.Board, limits search.MonteCarlo, endgame int) Result {
	if r, solved := solve(ctx, b, endgame); solved {
		return r
	}
	var moves []large.Square
	var after []large.Board
	for s := range b.Moves().Squares() {
		moves, after = append(moves, s), append(after, b.Play(s))
	}
	points := make([]int, len(moves))
	start, r := time.Now(), Result{Depth: 1}
	for games := 1; ; games++ {
		for i := range moves {
			discs, visited := playout(after[i], rng)
			points[i] += playoutPoints(-discs)
			r.Nodes += visited
		}
		eventloop.Turn()
		if games == limits.Games || ctx.Err() != nil || limits.Time > 0 && time.Since(start) >= limits.Time {
			best := bestOf(moves, points)
			r.Move = best[rng.IntN(len(best))]
			return r
		}
	}
}

// bestOf returns the moves with the most points.
func bestOf(moves []large.Square, points []int) (best []large.Square) {
	most := points[0]
	for i, n := range points {
		if n > most {
			best, most = nil, n
		}
		if n == most {
			best = append(best, moves[i])
		}
	}
	return best
}

// playoutPoints returns the points of a random game, as in the reversi library: 2 for a win, 1 for a draw,
// −2 for a loss.
func playoutPoints(discs int) int {
	switch {
	case discs > 0:
		return 2
	case discs < 0:
		return -2
	}
	return 1
}

// playout plays random moves to the end of the game. It returns the result in discs for the side to move
// in b, and the number of positions visited.
func playout(b large.Board, rng *rand.Rand) (discs int, visited uint64) {
	sign, passed := 1, false
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
