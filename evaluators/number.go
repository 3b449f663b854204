package evaluators

import "math/bits"

// number is the disc difference on the board.
var number = &Scorer{
	Name:     "number",
	About:    "discs",
	Features: []Feature{{Name: "number.w", Default: 1, Bound: 250, Max: 64}},
	Counts: func(black, white, _ uint64, counts []int) {
		counts[0] = bits.OnesCount64(black) - bits.OnesCount64(white)
	},
	compile: func(e *tabled, weights []int32) {
		for class := range e.squares {
			e.squares[class] += weights[0]
		}
	},
	vector: func(v *vectorWeights, weights []int32) bool {
		for class := range v.squares {
			v.squares[class] += int(weights[0])
		}
		return true
	},
}
