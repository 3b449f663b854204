package evaluators

import "evothello/engine"

// table counts discs by the class of their square. Squares that are symmetric on the board share one of ten classes.
var table = &Scorer{
	Name:  "table",
	About: "discs by the class of their square: ten classes, mirrored to all quarters of the board",
	Features: []Feature{
		{Name: "table.corner", Default: 50, Bound: 1000, Max: 4},
		{Name: "table.c", Default: -20, Bound: 500, Max: 8},
		{Name: "table.a1", Default: 0, Bound: 250, Max: 4},
		{Name: "table.a2", Default: -1, Bound: 250, Max: 8},
		{Name: "table.b1", Default: -1, Bound: 250, Max: 4},
		{Name: "table.b2", Default: -1, Bound: 250, Max: 8},
		{Name: "table.b3", Default: -1, Bound: 250, Max: 8},
		{Name: "table.x", Default: -25, Bound: 500, Max: 4},
		{Name: "table.o1", Default: -5, Bound: 250, Max: 8},
		{Name: "table.o2", Default: -5, Bound: 250, Max: 8},
	},
	Standard: true,
	Evolves:  true,
	Counts: func(black, white, _ uint64, counts []int) {
		for s := range engine.Square(64) {
			if black&s.Bit() != 0 {
				counts[class(s)]++
			}
			if white&s.Bit() != 0 {
				counts[class(s)]--
			}
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

// quarter holds the class of each square of the quarter a1–d4, as an index into table.Features. The
// other quarters mirror it.
var quarter = [4][4]int{
	{0, 1, 3, 6}, // corner c  a2 b3
	{1, 7, 8, 9}, // c      x  o1 o2
	{3, 8, 2, 5}, // a2     o1 a1 b2
	{6, 9, 5, 4}, // b3     o2 b2 b1
}

// class returns the index in table.Features of the feature for a disc on s.
func class(s engine.Square) int {
	return quarter[min(s.Row(), 7-s.Row())][min(s.Col(), 7-s.Col())]
}

// classSquares holds the squares of each class.
var classSquares = func() (sets [10]uint64) {
	for s := range engine.Square(64) {
		sets[class(s)] |= s.Bit()
	}
	return sets
}()
