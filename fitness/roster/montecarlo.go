package roster

import (
	"context"
	"math/rand/v2"
	"time"

	"evothello/engine/large"
	"evothello/players"
)

// monteCarlo is the kind of players that judge moves by random games, as the player of
// that name does on 8×8 squares.
type monteCarlo struct{ players.Playouts }

// console is a Monte Carlo player as the reversi library's console game names it.
func console(name string, games, endgame int) players.RosterEntry {
	p := players.Playouts{Games: games, Endgame: endgame}
	return players.RosterEntry{Name: name, About: p.About(), New: func() players.Kind { return &monteCarlo{p} }}
}

// Options implements players.Kind.
func (k *monteCarlo) Options() []players.Option { return k.OptionsTo(maxEndgame) }

// Contestant implements players.Kind.
func (k *monteCarlo) Contestant() (*players.Contestant, error) {
	return drawLots(k.About(), k.Seed, k.choose), nil
}

// choose chooses a move by random games, or exactly where few squares are empty.
func (k *monteCarlo) choose(ctx context.Context, rng *rand.Rand, b large.Board) players.LargeResult {
	if r, solved := solve(ctx, b, k.Endgame); solved {
		return r
	}
	return k.playOut(ctx, rng, b)
}

// playOut judges the moves by random games: one from every move to its end, then another
// one from every move, until a limit is reached or ctx is cancelled, one round at least.
// Of the moves whose games went best it draws one.
func (k *monteCarlo) playOut(ctx context.Context, rng *rand.Rand, b large.Board) players.LargeResult {
	var moves []large.Square
	var after []large.Board
	for s := range b.Moves().Squares() {
		moves, after = append(moves, s), append(after, b.Play(s))
	}
	points := make([]int, len(moves))
	limits, began, r := k.Limits(), time.Now(), players.LargeResult{Depth: 1}
	for games := 1; ; games++ {
		for i := range moves {
			discs, visited := toTheEnd(after[i], rng)
			points[i] += playoutPoints(-discs)
			r.Nodes += visited
		}
		if games == limits.Games || ctx.Err() != nil || limits.Time > 0 && time.Since(began) >= limits.Time {
			r.Move = pick(rng, bestOf(moves, points))
			return r
		}
	}
}

// bestOf returns the moves that have most points.
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

// playoutPoints is what a random game counts, as in the reversi library.
func playoutPoints(discs int) int {
	switch {
	case discs > 0:
		return 2
	case discs < 0:
		return -2
	}
	return 1
}

// toTheEnd plays random moves to the end of the game and returns its result in discs for
// the mover of b, and the positions it visited.
func toTheEnd(b large.Board, rng *rand.Rand) (discs int, visited uint64) {
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
