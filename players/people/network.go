package people

import (
	"math/bits"

	"evothello/engine"
	"evothello/evaluators/tuples"
)

// A Network rates the moves of a position by how likely people are to make them. It is a policy network of package
// learn/policy, frozen: its weights are whole numbers, and so is everything that is computed from them. So it rates a
// position the same on every processor. It is immutable.
//
// The network sees Planes, and Patterns of the lines, edges and corners of the board. Each pattern becomes a vector.
// Fully connected layers follow, the hidden ones with the activation ReLU, and a rating for each of the 64 squares.
type Network struct {
	Vectors Numbers // for each configuration of tuples.Patterns, Width numbers
	Width   int     // of a vector
	Layers  []Layer
}

// Numbers are fixed-point numbers: each stands for itself over 2 to the power of Shift.
type Numbers struct {
	Values []int16
	Shift  int
}

// A Layer is fully connected.
type Layer struct {
	In, Out int
	Weights Numbers // In rows of Out
	Biases  Numbers
}

// Unit is 1 in the ratings and the values of hidden layers.
const Unit = 1 << unitShift

const unitShift = 12

// planeCount is the number of planes, each of 64 inputs that are 0 or 1.
const planeCount = 4

// Inputs is the number of inputs with a weight, for vectors of that width.
func Inputs(width int) int { return 64*planeCount + PatternCount*width }

// PatternCount is the number of patterns on a board.
var PatternCount = len(Patterns(engine.Board{}))

// Planes returns the sets of squares that a network sees: the mover's legal moves and discs, the opponent's discs, and
// where the opponent could move if it were its turn.
func Planes(b engine.Board) [planeCount]uint64 {
	moves, replies := engine.Mobilities(b.Mover, b.Opponent)
	return [planeCount]uint64{moves, b.Mover, b.Opponent, replies}
}

// Patterns returns the configuration of each pattern of a board, an index below tuples.Patterns().Len.
func Patterns(b engine.Board) []uint32 {
	var at tuples.Position
	var space [tuples.Slots]uint32
	tuples.Patterns().Find(b.Mover, b.Opponent, &at)
	return append([]uint32(nil), at.Entries(tuples.Patterns(), &space)...)
}

// Ratings returns the rating of each square in units of Unit. They are the logarithms of how often people make the
// moves, but for a constant. Those of illegal moves mean nothing.
func (n *Network) Ratings(b engine.Board) []int64 {
	sums := n.firstSums(b)
	for i := 1; i < len(n.Layers); i++ {
		for j, x := range sums {
			sums[j] = max(x, 0)
		}
		sums = n.Layers[i].sums(sums)
	}
	return sums
}

// firstSums returns the sums of the first layer. Most of its inputs are 0 or 1.
func (n *Network) firstSums(b engine.Board) []int64 {
	l := &n.Layers[0]
	sums, row := l.start(n.Vectors.Shift), 0
	for _, plane := range Planes(b) {
		for set := plane; set != 0; set &= set - 1 {
			l.add(sums, row+bits.TrailingZeros64(set), 1<<n.Vectors.Shift)
		}
		row += 64
	}
	for _, configuration := range Patterns(b) {
		for _, x := range n.Vectors.Values[int(configuration)*n.Width:][:n.Width] {
			l.add(sums, row, int64(x))
			row++
		}
	}
	return l.finish(sums, n.Vectors.Shift)
}

// sums returns the weighted sums of inputs in units of Unit.
func (l *Layer) sums(inputs []int64) []int64 {
	sums := l.start(unitShift)
	for row, x := range inputs {
		l.add(sums, row, x)
	}
	return l.finish(sums, unitShift)
}

// start returns the biases, where inputs are fixed-point numbers with that shift.
func (l *Layer) start(shift int) []int64 {
	sums := make([]int64, l.Out)
	for i, bias := range l.Biases.Values {
		sums[i] = shifted(int64(bias), shift+l.Weights.Shift-l.Biases.Shift)
	}
	return sums
}

// add adds an input's weights, times the input.
func (l *Layer) add(sums []int64, row int, input int64) {
	if input == 0 {
		return
	}
	for i, w := range l.Weights.Values[row*l.Out:][:l.Out] {
		sums[i] += input * int64(w)
	}
}

// finish converts sums to units of Unit.
func (l *Layer) finish(sums []int64, shift int) []int64 {
	for i, x := range sums {
		sums[i] = shifted(x, unitShift-shift-l.Weights.Shift)
	}
	return sums
}

// shifted returns x times 2 to the power of n, rounded down.
func shifted(x int64, n int) int64 {
	if n < 0 {
		return x >> -n
	}
	return x << n
}
