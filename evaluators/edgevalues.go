package evaluators

import (
	_ "embed"
	"sync"
)

// An edgeTable has the value for own of each configuration of an edge of eight squares and its X squares. Its
// last entry is padding: the vector code reads four bytes at a time.
type edgeTable [edgeXConfigurations + 1]int16

// maxEdgeValue is the largest value in points.
const maxEdgeValue = 91

// These files have a byte for each configuration of edges of six, seven and eight squares. The tests compute
// the values, because that takes longer than the start of a program may take.
var (
	//go:embed edges6.values
	edges6File string
	//go:embed edges7.values
	edges7File string
	//go:embed edges.values
	edgesFile string
)

// edgesFiles are the files by the length of the edge.
var edgesFiles = map[int]string{6: edges6File, 7: edges7File, 8: edgesFile}

// edgeValues returns the values of edges of eight squares after Rosenbloom's IAGO (A World-Championship-Level
// Othello Program, Artificial Intelligence 19, 1982), with the numbers of Norvig's reconstruction
// (Paradigms of Artificial Intelligence Programming, 1992, chapter 18). On IAGO's scale a stable
// disc has a value of 700 to 1200, here of 7 to 12.
var edgeValues = sync.OnceValue(func() *edgeTable {
	var values edgeTable
	for i := range len(edgesFile) {
		values[i] = int16(int8(edgesFile[i]))
	}
	return &values
})

// EdgeValues returns the values of the scorer edgestability, in points for own: one for each way to fill an edge of
// eight squares and its two X squares. The index is a number in base three with 0 for an empty square, 1 for an own
// disc and 2 for an opponent's disc. Its digits, lowest first, are the eight squares of the edge from a corner on, the
// X square next to that corner, and the other X square.
func EdgeValues() []int16 { return edgeValues()[:edgeXConfigurations] }
