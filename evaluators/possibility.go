package evaluators

import (
	"math/bits"

	"evothello/engine"
)

// possibility is mobility: the number of legal moves.
var possibility = Scorer{
	Name:     "possibility",
	Features: []Feature{{Name: "possibility.w", Default: 5, Bound: 200, Max: 60}},
	Standard: true,
	Evolves:  true,
	count: func(black, white uint64, counts []int) {
		counts[0] = bits.OnesCount64(engine.Mobility(black, white)) - bits.OnesCount64(engine.Mobility(white, black))
	},
}

// number is the disc difference as the discs lie.
var number = Scorer{
	Name:     "number",
	Features: []Feature{{Name: "number.w", Default: 1, Bound: 250, Max: 64}},
	count: func(black, white uint64, counts []int) {
		counts[0] = bits.OnesCount64(black) - bits.OnesCount64(white)
	},
}
