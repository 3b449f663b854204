package fitness_test

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"math/bits"
	"math/rand"
	"slices"

	"evothello/engine"
	"evothello/evolution/cmaes"
	"evothello/fitness"
	"evothello/players"
	"evothello/search"
)

// own is a player with its own evaluation. Its spec gives the points for a corner and for a move, as in
// own:corner=40,move=3.
type own struct {
	Corner int `key:"corner" range:"-100 to 100"`
	Move   int `key:"move" range:"-100 to 100"`
}

func (o *own) WhyUnrepeatable() string { return "" } // the spec decides its games

func (o *own) Contestant() (*players.Contestant, error) {
	return players.Evaluating("its own evaluation", o.evaluate, search.Settings{Depth: 2}), nil
}

// evaluate is the evaluation: the value of a board for the side to move.
func (o *own) evaluate(b engine.Board) int {
	const corners = 0x8100000000000081
	return o.Corner*(bits.OnesCount64(b.Mover&corners)-bits.OnesCount64(b.Opponent&corners)) +
		o.Move*(bits.OnesCount64(b.Moves())-bits.OnesCount64(b.Swap().Moves()))
}

// Your own evaluation can evolve, too. Genomes are specs, fitness is the win rate against a panel, and
// CMA-ES draws the next generation according to the ranking.
func Example_evolveAnEvaluationOfYourOwn() {
	players.Register(players.RosterEntry{Name: "own", About: "corners and moves", Default: &own{}})
	player := func(spec string) *players.Recipe {
		r, err := players.ParseRecipe(spec, spec)
		if err != nil {
			log.Fatal(err)
		}
		return r
	}
	recipe := func(x []float64) *players.Recipe {
		return player(fmt.Sprintf("own:corner=%.0f,move=%.0f", max(-100, min(100*x[0], 100)),
			max(-100, min(100*x[1], 100))))
	}
	ctx, rng := context.Background(), rand.New(rand.NewSource(1))
	panel := []*players.Recipe{player("greedy"), player("random")}
	distribution := cmaes.New([]float64{0, 0}, 0.5)
	for generation := range 5 {
		openings, err := fitness.RandomOpenings(fitness.Random(1, "example", generation), engine.Start(), 8, 8,
			fitness.ForFitness)
		if err != nil {
			log.Fatal(err)
		}
		genomes, recipes := make([][]float64, 12), make([]*players.Recipe, 12)
		for i := range genomes {
			genomes[i] = distribution.Ask(rng)
			recipes[i] = recipe(genomes[i])
		}
		tallies, err := fitness.Round(ctx, fitness.Local{}, recipes, panel, openings, 0, 1, 0, nil)
		if err != nil {
			log.Fatal(err)
		}
		order := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Compare(tallies[b].Pairs.Score(),
				tallies[a].Pairs.Score())
		})
		ranked := make([][]float64, len(order))
		for i, g := range order {
			ranked[i] = genomes[g]
		}
		distribution.Tell(ranked)
	}
	openings, err := fitness.RandomOpenings(fitness.Random(1, "example"), engine.Start(), 100, 8, fitness.ForReference)
	if err != nil {
		log.Fatal(err)
	}
	best := recipe(distribution.Average)
	tally, _, err := fitness.Match(ctx, fitness.Local{}, best, panel[0], openings, 1, nil, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s scores %.0f %% against greedy\n", best.Name, 100*tally.Pairs.Score())
	// Output: own:corner=100,move=27 scores 94 % against greedy
}
