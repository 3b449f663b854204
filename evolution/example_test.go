package evolution_test

import (
	"context"
	"fmt"
	"log"

	"evothello/evolution"
	"evothello/fitness"
)

// Next is a pure step from one generation to the next. The same configuration always gives the same champion.
func ExampleNext() {
	config := evolution.Defaults(1)
	if err := config.SetOptimizer("ga"); err != nil {
		log.Fatal(err)
	}
	config.SetSize(16, 8)
	config.Search.Depth, config.Gate.Every = 1, 1
	config.Reference.Opponents = []string{"greedy"}
	state, err := evolution.InitialState(&config)
	if err != nil {
		log.Fatal(err)
	}
	for range 3 {
		var outcome *evolution.Outcome
		if state, outcome, err = evolution.Next(context.Background(), &config, state, fitness.Local{}); err != nil {
			log.Fatal(err)
		}
		if champion := outcome.Champion; champion != nil {
			fmt.Printf("generation %d: %.0f %% against greedy\n", champion.Generation,
				100*champion.Reference[0].Result.Score())
		}
	}
	// Output: generation 1: 75 % against greedy
}
