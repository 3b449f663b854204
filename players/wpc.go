package players

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"evothello/engine"
)

// WPC is the name of the Othello League's standard heuristic, the opponent in the League's measurements.
const WPC = "wpc"

const wpcAbout = "the standard heuristic of the Othello League: one ply ahead with weights of squares, ties at random"

// wpcQuarter holds the weights of the Othello League's standard heuristic, a weighted piece counter, in hundredths. It
// has the squares a1 to d4, row by row; the other quarters mirror them (Lucas and Runarsson, Temporal Difference
// Learning Versus Co-Evolution for Acquiring Othello Position Evaluation, 2006).
var wpcQuarter = [4][4]int{
	{100, -25, 10, 5},
	{-25, -25, 1, 1},
	{10, 1, 5, 2},
	{5, 1, 2, 1},
}

// wpcWeights are the weights of wpcQuarter, each with its squares.
var wpcWeights = func() (all []squaresWeight) {
	for square := range 64 {
		x, y := square%8, square/8
		weight := wpcQuarter[min(y, 7-y)][min(x, 7-x)]
		i := slices.IndexFunc(all, func(w squaresWeight) bool { return w.weight == weight })
		if i < 0 {
			i, all = len(all), append(all, squaresWeight{weight: weight})
		}
		all[i].squares |= 1 << square
	}
	return all
}()

// A squaresWeight is the weight of a disc on any of some squares.
type squaresWeight struct {
	weight  int
	squares uint64
}

// wpcMove returns one of the moves to the board of the highest value: the sum of the weights of own discs, less that of
// the opponent's. It values a board that ends the game in the same way.
func wpcMove(rng *rand.Rand, v *view) int {
	var best []int
	most := math.MinInt
	for i, move := range v.moves {
		switch value := wpcValue(v.Play(move)); {
		case value > most:
			best, most = append(best[:0], i), value
		case value == most:
			best = append(best, i)
		}
	}
	return pick(rng, best)
}

// wpcValue returns the value of a position for the side that has just moved.
func wpcValue(after engine.Position) (sum int) {
	opponent, own := after.Sets()
	for _, w := range wpcWeights {
		sum += w.weight * (bits.OnesCount64(own&w.squares) - bits.OnesCount64(opponent&w.squares))
	}
	return sum
}
