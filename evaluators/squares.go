package evaluators

import (
	"math/bits"

	"evothello/engine"
)

// squares counts discs square by square, for boards that do not fit the ten classes of table. Runs
// that evolve it have one gene for all squares that are symmetric on the board. Weights that are
// missing in files are 0.
var squares = &Scorer{
	Name:     "squares",
	About:    "discs on each square; squares that the board's symmetries map onto each other share a gene",
	Features: squareFeatures(),
	BySquare: true,
	Sparse:   true,
	Counts: func(black, white, _ uint64, counts []int) {
		for s := range counts {
			counts[s] = int(black>>s&1) - int(white>>s&1)
		}
	},
	Compile: func(weights []int32, _ uint64) Term {
		var sets []weighedSet
		for s, weight := range weights {
			sets = addSquare(sets, engine.Square(s), weight)
		}
		return func(own, opp uint64) (score int32) {
			for _, s := range sets {
				score += s.weight * int32(bits.OnesCount64(own&s.squares)-bits.OnesCount64(opp&s.squares))
			}
			return score
		}
	},
}

func squareFeatures() (all []Feature) {
	for s := range engine.Square(64) {
		all = append(all, Feature{Name: "squares." + s.String(), Bound: 500, Max: 1})
	}
	return all
}

// A weighedSet is a set of squares with the same weight, which are counted together.
type weighedSet struct {
	squares uint64
	weight  int32
}

func addSquare(sets []weighedSet, s engine.Square, weight int32) []weighedSet {
	if weight == 0 {
		return sets
	}
	for i := range sets {
		if sets[i].weight == weight {
			sets[i].squares |= s.Bit()
			return sets
		}
	}
	return append(sets, weighedSet{s.Bit(), weight})
}
