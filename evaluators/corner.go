package evaluators

import "evothello/engine"

// corner values the discs that one colour has around each corner: the first shape of
// cornerShapes that its discs fill. Discs of the two colours are not combined.
var corner = &Scorer{
	Name:     "corner",
	About:    "the most valuable shape of one colour's discs around each corner, as the reversi library values it",
	Features: []Feature{{Name: "corner.w", Default: 100, Bound: 2000, Max: 36}},
	Counts: func(black, white, _ uint64, counts []int) {
		for c := range 4 {
			counts[0] += cornerValue(black, c) - cornerValue(white, c)
		}
	},
	Compile: func(weights []int32, _ uint64) Term {
		weight := weights[0]
		return func(own, opp uint64) int32 { return weight * int32(cornerCount(own, opp)) }
	},
}

// cornerShapes holds the lengths of a shape's rows from the corner inwards, and its value. The
// levels are the reversi library's: any shape of a higher level comes before all of a lower one,
// and within a level higher values come first.
var cornerShapes = [...]struct {
	rows  string
	value int
}{
	// level 5
	{"7654321", 9}, {"4444321", 9}, {"7654", 9},
	// level 4
	{"654321", 8}, {"444321", 8}, {"6543", 8}, {"443321", 7}, {"6542", 7},
	{"443221", 6}, {"6532", 6}, {"333321", 6}, {"654", 6}, {"333221", 5}, {"653", 5},
	{"332221", 4}, {"652", 4}, {"222221", 3}, {"65", 3},
	// level 3
	{"54321", 6}, {"44321", 6}, {"5432", 6}, {"33321", 5}, {"543", 5},
	{"33221", 4}, {"542", 4}, {"22221", 3}, {"54", 3},
	// level 2
	{"4321", 3}, {"3321", 3}, {"432", 3}, {"2221", 2}, {"43", 2},
	// level 1
	{"321", 1}, {"221", 1}, {"32", 1},
}

// cornerValue is the Corner count of one colour's discs at one corner: 0 is a1, 1 is h1,
// 2 is a8, 3 is h8.
func cornerValue(discs uint64, c int) int {
	for i, shape := range cornerShapes {
		if squares := shapeSquares(i, c); discs&squares == squares {
			return shape.value
		}
	}
	return 0
}

// shapeSquares returns the squares of a shape at a corner.
func shapeSquares(shape, c int) (squares uint64) {
	for y, length := range cornerShapes[shape].rows {
		for x := range int(length - '0') {
			square := [4]engine.Square{engine.At(x, y), engine.At(7-x, y), engine.At(x, 7-y), engine.At(7-x, 7-y)}[c]
			squares |= square.Bit()
		}
	}
	return squares
}

// cornerBlocks holds the four squares at each corner that all shapes include.
var cornerBlocks = [4]uint64{0x0303, 0xc0c0, 0x0303 << 48, 0xc0c0 << 48}

// shapesByCorner holds the squares of all shapes at each corner.
var shapesByCorner = func() (squares [4][len(cornerShapes)]uint64) {
	for c := range squares {
		for shape := range squares[c] {
			squares[c][shape] = shapeSquares(shape, c)
		}
	}
	return squares
}()

// cornerCount is the compiled count, own minus opp. Few positions have a full block at a corner,
// and only one side can have it.
func cornerCount(own, opp uint64) (n int) {
	for c, block := range &cornerBlocks {
		switch block {
		case own & block:
			n += firstShape(own, c)
		case opp & block:
			n -= firstShape(opp, c)
		}
	}
	return n
}

func firstShape(discs uint64, c int) int {
	for i, squares := range &shapesByCorner[c] {
		if discs&squares == squares {
			return cornerShapes[i].value
		}
	}
	return 0
}
