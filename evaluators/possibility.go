package evaluators

import (
	"math/bits"

	"evothello/engine"
)

// possibility is mobility: the number of legal moves.
var possibility = &Scorer{
	Name:     "possibility",
	About:    "legal moves (mobility)",
	Features: []Feature{{Name: "possibility.w", Default: 5, Bound: 200, Max: 60}},
	Standard: true,
	Evolves:  true,
	Counts: func(black, white, playable uint64, counts []int) {
		counts[0] = bits.OnesCount64(engine.Mobility(black, white)&playable) -
			bits.OnesCount64(engine.Mobility(white, black)&playable)
	},
	compile: func(e *tabled, weights []int32) { e.mobility += weights[0] },
	vector:  func(v *vectorWeights, weights []int32) bool { return put(weights, &v.mobility) },
}
