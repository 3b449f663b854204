package genome_test

import (
	"fmt"
	"log"
	"math/rand"

	"evothello/genome"
	"evothello/weights"
)

// An encoding says what evolves. Two parents then have a child, which becomes weights by phase.
func ExampleNewEncoding() {
	e, err := genome.NewEncoding(genome.Encoding{
		Turns: weights.Turns{30, 60}, Scorers: []string{"possibility", "edge"},
	}, genome.Variation{Alpha: 0.5, Share: 0.1, Step: 0.2})
	if err != nil {
		log.Fatal(err)
	}
	rng := rand.New(rand.NewSource(1))
	child, mate := e.Random(rng), e.Random(rng)
	child.Crossover(mate, rng) // both become children
	child.Mutate(rng)
	for k := range e.Genes() {
		fmt.Println(e.Parameter(k))
	}
	fmt.Println(e.Switch(child).Phases[1].Get("edge.w"))
	// Output:
	// phase 1: possibility.w
	// phase 1: edge.w
	// phase 2: possibility.w
	// phase 2: edge.w
	// 710
}
