package roster

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"evothello/engine/large"
	"evothello/players"
	eight "evothello/search"
)

// monteCarlo is the kind of players that judge moves by random games, as the player of
// that name does on 8×8 squares. A number of games takes the place of the clock, and a
// clock that of the number, unless both are given.
type monteCarlo struct {
	games   int
	time    time.Duration
	endgame int // exact from this many empties
	seed    uint64
}

// The seed library's player has so many games from each move, unless its time runs out.
const (
	seedGames = 1000
	seedTime  = 500 * time.Millisecond
)

// console is a Monte Carlo player as the seed library's console game names it.
func console(name string, games, endgame int) players.Entry {
	k := monteCarlo{games: games, endgame: endgame}
	return players.Entry{Name: name, About: k.about(), New: func() players.Kind { fresh := k; return &fresh }}
}

// Options implements players.Kind.
func (k *monteCarlo) Options() []players.Option {
	return []players.Option{
		{Key: "games", Set: players.Count(&k.games, 1, 1_000_000)},
		{Key: "time", Set: players.Duration(&k.time, "a time per move such as 0.5s or 200ms")},
		{Key: "endgame", Set: players.Count(&k.endgame, 0, maxEndgame)},
		players.Seed(&k.seed),
	}
}

// about says how it plays.
func (k *monteCarlo) about() string {
	about := eight.MonteCarlo{Games: k.games, Time: k.time}.String()
	if k.endgame > 0 {
		about += fmt.Sprintf(", last %d exact", k.endgame)
	}
	return about
}

// Varies implements players.Kind.
func (k *monteCarlo) Varies() string {
	if k.time > 0 || k.games == 0 {
		return "with a clock its games cannot be repeated; give games"
	}
	return ""
}

// Contestant implements players.Kind.
func (k *monteCarlo) Contestant() (*players.Contestant, error) {
	settings := *k
	if k.games == 0 && k.time == 0 {
		settings.games, settings.time = seedGames, seedTime
	}
	return drawLots(settings.about(), k.seed, settings.choose), nil
}

// choose chooses a move by random games, or exactly where few squares are empty.
func (k *monteCarlo) choose(ctx context.Context, rng *rand.Rand, b large.Board) players.LargeResult {
	if r, solved := solve(ctx, b, k.endgame); solved {
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
	began, r := time.Now(), players.LargeResult{Depth: 1}
	for games := 1; ; games++ {
		for i := range moves {
			discs, visited := toTheEnd(after[i], rng)
			points[i] += playoutPoints(-discs)
			r.Nodes += visited
		}
		if games == k.games || ctx.Err() != nil || k.time > 0 && time.Since(began) >= k.time {
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

// playoutPoints is what a random game counts, as in the seed library.
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
