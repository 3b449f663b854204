package fitness_test

import (
	"context"
	"fmt"
	"log"
	"math/bits"

	"evothello/engine"
	"evothello/fitness"
	"evothello/players"
	"evothello/search"
)

// stifler plays the move that leaves its opponent the fewest moves.
type stifler struct{}

func (stifler) NewGame(uint64) {}

func (stifler) Move(_ context.Context, p engine.Position) (search.Result, error) {
	best, fewest := engine.NoSquare, 65
	for s := range engine.SquaresOf(p.Moves()) {
		if n := bits.OnesCount64(p.Play(s).Moves()); n < fewest {
			best, fewest = s, n
		}
	}
	return search.Result{Move: best}, nil
}

// A player of your own plays a match against one of the roster.
func Example() {
	players.Register(players.RosterEntry{
		Name: "stifler", About: "the move that leaves the opponent fewest moves",
		Default: players.Plain(players.Contestant{About: "fewest replies",
			New: func(*search.Searcher) players.Player { return stifler{} }}),
	})
	mine, err := players.ParseRecipe("mine", "stifler")
	if err != nil {
		log.Fatal(err)
	}
	greedy, err := players.ParseRecipe("greedy", "greedy")
	if err != nil {
		log.Fatal(err)
	}
	openings, err := fitness.RandomOpenings(fitness.Random(1, "example"), engine.Start(), 100, 8, fitness.ForAnything)
	if err != nil {
		log.Fatal(err)
	}
	tally, _, err := fitness.Match(context.Background(), fitness.Local{}, mine, greedy, openings, 1, nil, nil)
	if err != nil {
		log.Fatal(err)
	}
	low, high := tally.Pairs.Interval()
	fmt.Printf("%s against greedy: %d won, %d drawn, %d lost, score %.0f %% (95 %% interval %.0f to %.0f %%)\n",
		mine.Name, tally.Wins, tally.Draws, tally.Losses, 100*tally.Pairs.Score(), 100*low, 100*high)
	// Output:
	// mine against greedy: 113 won, 4 drawn, 83 lost, score 57 % (95 % interval 51 to 64 %)
}
