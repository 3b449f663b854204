package environment_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"evothello/engine"
	"evothello/learn/environment"
	"evothello/learn/nets"
	"evothello/players"
)

// A simple learner: it plays 4×4 against a random player. At the end of each game it trains on the
// reward as the value of every move. This takes a second or two. With games = 20,000 on "6x6" against
// "episode" it takes a few minutes.
func Example() {
	const games = 1_000
	board, _ := engine.ShapeNamed("4x4")
	spec, _ := players.ParseSpec("random")
	opponent, err := spec.Contestant()
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := environment.New(board, opponent, environment.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	l := e.Layout
	net, _ := nets.New(nets.Spec{Inputs: l.Inputs(), Hidden: []int{64}, Outputs: l.Squares()}, 1)
	trainer, _ := nets.NewTrainer(net, nets.Huber, nets.Optimizer{Method: nets.Adam, Rate: 2e-3, Decay: 0.999}, nil)

	ctx, rng := context.Background(), rand.New(rand.NewPCG(1, 1))
	unbeaten := [2]int{} // among the first 200 games and the last
	for game := range games {
		// The agent is Black in every other game, and plays fewer and fewer random moves.
		epsilon := max(0.02, 1-2*float64(game)/games)
		o, _ := e.Reset(ctx, engine.Side(game&1), uint64(game))
		seen := make([]float32, l.Inputs())
		for !e.Done() {
			l.Fill(seen, o, 0)
			values, _ := net.Forward(seen)
			legal := e.Legal()
			move := legal[0]
			for _, other := range legal {
				if values[other] > values[move] {
					move = other
				}
			}
			if rng.Float64() < epsilon {
				move = legal[rng.IntN(len(legal))]
			}
			if o, _, _, err = e.Step(ctx, move); err != nil {
				fmt.Println(err)
				return
			}
		}
		episode := e.Episode()
		var inputs, targets, mask []float32
		for _, k := range board.Symmetries() { // training on one corner serves all four
			for i, move := range episode.Actions {
				target, counts := make([]float32, l.Squares()), make([]float32, l.Squares())
				l.Fill(seen, episode.Observation(i, l.Frames), k)
				action := l.Transformed(move, k)
				target[action], counts[action] = float32(episode.Reward), 1
				inputs, targets, mask = append(inputs, seen...), append(targets, target...), append(mask, counts...)
			}
		}
		if _, err := trainer.Step(inputs, targets, mask); err != nil {
			fmt.Println(err)
			return
		}
		switch {
		case episode.Reward == environment.Loss:
		case game < 200:
			unbeaten[0]++
		case game >= games-200:
			unbeaten[1]++
		}
	}
	fmt.Println("It has learnt to lose less:", unbeaten[1] > unbeaten[0]+20)
	// Output: It has learnt to lose less: true
}
