package roster

import (
	"fmt"
	"math/rand/v2"

	"evothello/engine/large"
	"evothello/fitness"
	"evothello/internal/english"
)

// Openings plays n random openings of the given number of plies from the start. No two are the
// same up to symmetry, and none ends the game.
func Openings(size int, rng *rand.Rand, n, plies int) ([]*large.Game, error) {
	if plies < 0 || plies > fitness.MaxPlies {
		return nil, fmt.Errorf("openings of %d plies: must be 0 to %d", plies, fitness.MaxPlies)
	}
	openings := make([]*large.Game, 0, n)
	seen := map[large.Board]bool{}
	for fruitless := 0; len(openings) < n; fruitless++ {
		game, final, over := randomOpening(size, rng, plies)
		if canonical := final.Canonical(); !over && !seen[canonical] {
			seen[canonical] = true
			openings = append(openings, game)
			fruitless = 0
		}
		if fruitless > 1000 {
			return nil, fmt.Errorf("%w: found %d of %d plies for %d pairs; ask for at most %s or more plies",
				fitness.ErrTooFewOpenings, len(openings), plies, n, english.Count(len(openings), "pair"))
		}
	}
	return openings, nil
}

// randomOpening plays random moves; over says that the game ended.
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
