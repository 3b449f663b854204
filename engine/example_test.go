package engine_test

import (
	"fmt"
	"log"

	"evothello/engine"
)

// A position knows its legal moves. Settle lets a side without one pass.
func Example() {
	p := engine.Start()
	for !p.Over() {
		first, most := engine.NoSquare, 65
		for s := range engine.SquaresOf(p.Moves()) { // the move that leaves the opponent the fewest
			if replies := p.Play(s).Moves(); first == engine.NoSquare || count(replies) < most {
				first, most = s, count(replies)
			}
		}
		p = p.Play(first).Settle()
	}
	winner, discs := p.Winner()
	fmt.Println(winner, "wins by", discs)
	// Output: White wins by 50
}

func count(squares uint64) (n int) {
	for range engine.SquaresOf(squares) {
		n++
	}
	return n
}

func ExampleParseTranscript() {
	game, err := engine.ParseTranscript("f5d6c3")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.Final())
	_, err = engine.ParseTranscript("f5f6a1")
	fmt.Println(err)
	// Output:
	// ------------------X--------XX------OXX-----O-------------------- O
	// transcript, move 3: a1 is not a legal move for Black
}
