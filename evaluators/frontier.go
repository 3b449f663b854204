package evaluators

import (
	"math/bits"

	"evothello/engine"
)

// frontier is potential mobility: the number of empty squares next to the opponent's discs, where
// moves may become legal. It is one of three such measures in IAGO (Rosenbloom, A
// World-Championship-Level Othello Program, Artificial Intelligence 19, 1982). blank.w1 is close
// to another one, which counts an empty square once for each disc it touches.
var frontier = &Scorer{
	Name:  "frontier",
	About: "empty squares beside the opponent's discs (potential mobility)",
	// The bound is lower than that of other weights. The count reaches dozens, and would dominate
	// the others in the first generations (docs/results/settings-of-evolution.md).
	Features: []Feature{{Name: "frontier.w", Bound: 60, Max: 60}},
	Counts: func(black, white, playable uint64, counts []int) {
		for s := range engine.SquaresOf(playable &^ (black | white)) {
			if touches(white, s) {
				counts[0]++
			}
			if touches(black, s) {
				counts[0]--
			}
		}
	},
	Compile: func(weights []int32, playable uint64) Term {
		weight := weights[0]
		return func(own, opp uint64) int32 { return weight * int32(frontierCount(own, opp, playable)) }
	},
	vector: func(v *vectorWeights, weights []int32) bool { return put(weights, &v.frontier) },
}

// touches reports whether one of the discs is next to the square.
func touches(discs uint64, s engine.Square) bool {
	for x := max(s.Col()-1, 0); x <= min(s.Col()+1, 7); x++ {
		for y := max(s.Row()-1, 0); y <= min(s.Row()+1, 7); y++ {
			if discs&engine.At(x, y).Bit() != 0 {
				return true
			}
		}
	}
	return false
}

// frontierCount is the compiled count, own minus opp.
func frontierCount(own, opp, playable uint64) int {
	empty := playable &^ (own | opp)
	return bits.OnesCount64(empty&around(opp)) - bits.OnesCount64(empty&around(own))
}

// around adds all neighbours to a set of squares.
func around(set uint64) uint64 {
	const colA, colH uint64 = 0x0101010101010101, 0x8080808080808080
	set |= set<<1&^colA | set>>1&^colH
	return set | set<<8 | set>>8
}
