package large

import (
	"context"
	"math/rand/v2"
	"time"

	"evothello/engine/large"
	"evothello/internal/eventloop"
	"evothello/players"
)

// monteCarlo is the kind of players that rate moves by random games, like the player montecarlo on 8×8
// squares.
type monteCarlo struct{ players.Playouts }

// monteCarloEntry returns the roster entry of a Monte Carlo player with a name from the reversi library's
// console game.
func monteCarloEntry(name string, games, endgame int) players.RosterEntry {
	p := players.Playouts{Games: games, Endgame: endgame}
	return players.RosterEntry{Name: name, About: p.About(), New: func() players.Kind { return &monteCarlo{p} }}
}

// Options implements players.Kind.
func (k *monteCarlo) Options() []players.Option { return k.OptionsTo(MaxEndgame) }

// Contestant implements players.Kind.
func (k *monteCarlo) Contestant() (*players.Contestant, error) {
	return randomContestant(k.About(), k.Seed, k.choose), nil
}

// choose solves positions with at most Endgame empty squares. In others it plays random games.
func (k *monteCarlo) choose(ctx context.Context, rng *rand.Rand, b large.Board) players.LargeResult {
	if r, solved := solve(ctx, b, k.Endgame); solved {
		return r
	}
	return k.runPlayouts(ctx, rng, b)
}

// runPlayouts plays random games until a limit is reached or ctx is cancelled. It plays one game for every
// move, then another one for every move, and so on, so that all moves have the same number, at least one.
// Of the moves with most points it chooses one at random.
func (k *monteCarlo) runPlayouts(ctx context.Context, rng *rand.Rand, b large.Board) players.LargeResult {
	var moves []large.Square
	var after []large.Board
	for s := range b.Moves().Squares() {
		moves, after = append(moves, s), append(after, b.Play(s))
	}
	points := make([]int, len(moves))
	limits, start, r := k.Limits(), time.Now(), players.LargeResult{Depth: 1}
	for games := 1; ; games++ {
		for i := range moves {
			discs, visited := playout(after[i], rng)
			points[i] += playoutPoints(-discs)
			r.Nodes += visited
		}
		eventloop.Turn()
		if games == limits.Games || ctx.Err() != nil || limits.Time > 0 && time.Since(start) >= limits.Time {
			r.Move = pick(rng, bestOf(moves, points))
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
