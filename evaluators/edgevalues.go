package evaluators

import (
	_ "embed"
	"sync"
)

// An edgeTable has a value for own of each configuration of an edge and its X
// squares. Its last place is never used: the vector code reads four bytes at a time.
type edgeTable [edgeXConfigurations + 1]int16

// maxEdgeValue is the largest value in points.
const maxEdgeValue = 91

// edgesFile has a byte for each configuration. Its tests work the values out: that takes
// longer than a program may that must answer at once.
//
//go:embed edges.values
var edgesFile []byte

// edgeValues are the values of edges after Rosenbloom's IAGO (A World-Championship-Level
// Othello Program, Artificial Intelligence 19, 1982), with the numbers that Norvig's
// reconstruction of it uses (Paradigms of Artificial Intelligence Programming, 1992,
// chapter 18). On IAGO's scale a stable disc is worth 700 to 1200, here 7 to 12.
var edgeValues = sync.OnceValue(func() *edgeTable {
	var values edgeTable
	for i, value := range edgesFile {
		values[i] = int16(int8(value))
	}
	return &values
})
