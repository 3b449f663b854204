package evaluators

import "math/bits"

// table counts discs by the class of their square. Squares that are symmetric on the board share one of ten classes.
var table = &Scorer{
	Name:  "table",
	About: "discs by the class of their square, such as corner: ten classes on a board of any shape",
	Features: []Feature{
		{Name: "table.corner", Default: 50, Bound: 1000, Max: 4, Most: 64},
		{Name: "table.c", Default: -20, Bound: 500, Max: 8, Most: 64},
		{Name: "table.a1", Default: 0, Bound: 250, Max: 4, Most: 64},
		{Name: "table.a2", Default: -1, Bound: 250, Max: 8, Most: 64},
		{Name: "table.b1", Default: -1, Bound: 250, Max: 4, Most: 64},
		{Name: "table.b2", Default: -1, Bound: 250, Max: 8, Most: 64},
		{Name: "table.b3", Default: -1, Bound: 250, Max: 8, Most: 64},
		{Name: "table.x", Default: -25, Bound: 500, Max: 4, Most: 64},
		{Name: "table.o1", Default: -5, Bound: 250, Max: 8, Most: 64},
		{Name: "table.o2", Default: -5, Bound: 250, Max: 8, Most: 64},
	},
	Standard: true,
	Evolves:  true,
	Counts: func(black, white, playable uint64, counts []int) {
		for class, squares := range layoutOf(playable).classes {
			counts[class] = bits.OnesCount64(black&squares) - bits.OnesCount64(white&squares)
		}
	},
	compile: func(e *tabled, weights []int32) {
		for class, weight := range weights {
			e.squares[class] += weight
		}
	},
	vector: func(v *vectorWeights, weights []int32) bool {
		for class, weight := range weights {
			v.squares[class] += int(weight)
		}
		return true
	},
}
