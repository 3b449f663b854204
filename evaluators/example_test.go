package evaluators_test

import (
	"encoding/json"
	"fmt"
	"log"

	"evothello/engine"
	"evothello/evaluators"
)

// A score is the sum of weights times counts, Black's minus White's. Compile makes it fast, for the side to move.
func ExampleWeights() {
	var w evaluators.Weights
	if err := json.Unmarshal([]byte(`{"possibility.w": 10, "number.w": -3}`), &w); err != nil {
		log.Fatal(err)
	}
	game, err := engine.ParseTranscript("f5d6c3d3c4f4f6")
	if err != nil {
		log.Fatal(err)
	}
	p := game.Final() // White to move
	own, opp := p.Sets()
	fast := evaluators.Compile(w, p.Holes()).Score(own, opp, p.Moves(), p.Swap().Moves())
	fmt.Println(w.Score(p, nil), fast)
	// Output: 41 -41
}
