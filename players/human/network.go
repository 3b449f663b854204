package human

import "evothello/engine"

// A Network rates the moves of a position by how likely people are to make them. It is a policy network of
// package learn/policy with its weights rounded to whole numbers. All arithmetic is on whole numbers, so it
// rates a position the same on every processor. It is immutable.
//
// It looks at the board after each legal move. Each feature of the move has a vector. The sum of the vectors
// is the input of a hidden layer, whose output is the input of the rating. Both inputs pass a ReLU, and both
// have weights for each stage of a game.
type Network struct {
	Width   int     // length of a feature's vector
	Hidden  int     // width of the hidden layer
	Vectors Numbers // Width numbers for each feature
	Weights Numbers // weights of the hidden layer: Width rows of Hidden numbers for each stage
	Biases  Numbers // biases of the hidden layer: Hidden numbers for each stage
	Outputs Numbers // weights of the rating: Hidden numbers for each stage
}

// Numbers are fixed-point numbers: their values are Values divided by 2^Shift.
type Numbers struct {
	Values []int16
	Shift  int
}

// Unit stands for 1 in ratings and hidden layers.
const Unit = 1 << unitShift

const unitShift = 12

// Ratings returns the rating of each square in units of Unit. A rating is the logarithm of how often people
// make the move, plus a constant for the position. Ratings of illegal moves have no meaning.
func (n *Network) Ratings(b engine.Board) []int64 {
	ratings, sums, hidden := make([]int64, 64), make([]int64, n.Width), make([]int64, n.Hidden)
	stage := StageOf(b)
	for _, m := range AppendMoves(nil, b) {
		clear(sums)
		for _, f := range m.Features {
			for i, x := range n.Vectors.Values[int(f)*n.Width:][:n.Width] {
				sums[i] += int64(x)
			}
		}
		ratings[m.Square] = n.rate(stage, sums, hidden)
	}
	return ratings
}

// rate returns the rating for the sums of a move's vectors. It changes sums, and hidden, which is space for the hidden
// layer.
func (n *Network) rate(stage int, sums, hidden []int64) (rating int64) {
	from := stage * n.Hidden
	for j, bias := range n.Biases.Values[from:][:n.Hidden] {
		hidden[j] = shifted(int64(bias), unitShift+n.Weights.Shift-n.Biases.Shift)
	}
	for i, sum := range sums {
		if sum = shifted(sum, unitShift-n.Vectors.Shift); sum > 0 {
			for j, w := range n.Weights.Values[(stage*n.Width+i)*n.Hidden:][:n.Hidden] {
				hidden[j] += sum * int64(w)
			}
		}
	}
	for j, w := range n.Outputs.Values[from:][:n.Hidden] {
		rating += max(shifted(hidden[j], -n.Weights.Shift), 0) * int64(w)
	}
	return shifted(rating, -n.Outputs.Shift)
}

// shifted returns x times 2 to the power of n, rounded down.
func shifted(x int64, n int) int64 {
	if n < 0 {
		return x >> -n
	}
	return x << n
}
