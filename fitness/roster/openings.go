package roster

import (
	"fmt"
	"math/rand/v2"

	"evothello/engine/large"
	"evothello/fitness"
	"evothello/internal/english"
)

// RandomOpenings returns n random openings of the given number of plies from the start position. No two
// are the same up to symmetry, and after none of them the game is over.
func RandomOpenings(size int, rng *rand.Rand, n, plies int) ([]*large.Game, error) {
	if plies < 0 || plies > fitness.MaxPlies {
		return nil, fmt.Errorf("openings of %d plies: must be 0 to %d", plies, fitness.MaxPlies)
	}
	openings := make([]*large.Game, 0, n)
	seen := map[large.Board]bool{}
	for failed := 0; len(openings) < n; failed++ {
		game, final, over := randomOpening(size, rng, plies)
		if canonical := final.Canonical(); !over && !seen[canonical] {
			seen[canonical] = true
			openings = append(openings, game)
			failed = 0
		}
		if failed > 1000 {
			return nil, fmt.Errorf("%w: found %d of %d plies for %d pairs; ask for at most %s or more plies",
				fitness.ErrTooFewOpenings, len(openings), plies, n, english.Count(len(openings), "pair"))
		}
	}
	return openings, nil
}

// randomOpening plays random moves; over is true if the game is over.
func randomOpening(size int, rng *rand.Rand, plies int) (game *large.Game, final large.Position, over bool) {
	final = large.Start(size)
	game = &large.Game{Start: final}
	for range plies {
		moves := final.Moves()
		if moves.IsEmpty() {
			return game, final, true
		}
		move := moves.Pick(rng)
		game.Moves = append(game.Moves, move)
		final = final.Play(move).Settle()
	}
	return game, final, final.Over()
}
