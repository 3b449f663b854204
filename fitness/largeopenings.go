package fitness

import (
	"fmt"
	"math/rand/v2"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/internal/english"
)

// OpeningsOn is RandomOpenings from the start position of a board of any size.
func OpeningsOn(board engine.Shape, rng *rand.Rand, n, plies int, use Use) ([]Opening, error) {
	if board.IsLarge() {
		return largeOpenings(board.Size, rng, n, plies, use)
	}
	return RandomOpenings(rng, board.Start, n, plies, use)
}

// StartOf returns the opening without moves.
func StartOf(board engine.Shape) Opening {
	if board.IsLarge() {
		return Opening{Large: &large.Game{Start: large.Start(board.Size)}}
	}
	return OpeningFromGame(&engine.Game{Start: board.Start})
}

// largeOpenings is RandomOpenings for boards larger than 8×8.
func largeOpenings(size int, rng *rand.Rand, n, plies int, use Use) ([]Opening, error) {
	if plies < 0 || plies > MaxPlies {
		return nil, fmt.Errorf("openings of %d plies: must be 0 to %d", plies, MaxPlies)
	}
	openings := make([]Opening, 0, n)
	seen := map[large.Board]bool{}
	for failed := 0; len(openings) < n; failed++ {
		game, final, over := randomLargeGame(size, rng, plies)
		canonical := final.Canonical()
		if !over && use.includes(canonical.Hash()) && !seen[canonical] {
			seen[canonical] = true
			openings = append(openings, Opening{Large: game})
			failed = 0
		}
		if failed > 1000 {
			return nil, fmt.Errorf("%w: found %d of %d plies for %d pairs; ask for at most %s or more plies",
				ErrTooFewOpenings, len(openings), plies, n, english.Count(len(openings), "pair"))
		}
	}
	return openings, nil
}

// randomLargeGame plays random moves; over is true if the game is over.
func randomLargeGame(size int, rng *rand.Rand, plies int) (game *large.Game, final large.Position, over bool) {
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
