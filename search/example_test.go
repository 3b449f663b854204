package search_test

import (
	"context"
	"fmt"
	"math/bits"

	"evothello/engine"
	"evothello/search"
)

// A custom evaluation is a function: here of corners held and legal moves, for the mover.
func ExampleEvaluation() {
	const corners = 0x8100000000000081 // a1, h1, a8, h8
	mine := search.Evaluation(func(b engine.Board) int {
		held := bits.OnesCount64(b.Mover&corners) - bits.OnesCount64(b.Opponent&corners)
		moves := bits.OnesCount64(b.Moves()) - bits.OnesCount64(b.Swap().Moves())
		return 10*held + moves
	})
	game, _ := engine.ParsePosition("f5d6c3d3c4")
	searcher := search.New(search.NewTable(search.DefaultTableBits))
	best := searcher.Search(context.Background(), game.Board, mine, search.Settings{Depth: 6, Endgame: 12})
	fmt.Println(game.Side, "plays", best.Move, "for", best.Score, "points")
	// Output: White plays b3 for -3 points
}
