package human

import "evothello/engine"

// A Network rates the moves of a position by how likely people are to make them. It is a policy network of package
// learn/policy, frozen: its weights are whole numbers, and so is everything that is computed from them. So it rates a
// position the same on every processor. It is immutable.
//
// It looks at the board after each legal move. Each of the move's features has a vector. The sum of these is the input
// of a hidden layer, and that of the rating. Both have the activation ReLU, and weights for each stage of a game.
type Network struct {
	Width   int     // of a vector
	Hidden  int     // width of the hidden layer
	Vectors Numbers // Width for each feature
	Weights Numbers // of the hidden layer: for each stage Width rows of Hidden
	Biases  Numbers // likewise, Hidden for each stage
	Outputs Numbers // weights of the rating, Hidden for each stage
}

// Numbers are fixed-point numbers: each stands for itself over 2 to the power of Shift.
type Numbers struct {
	Values []int16
	Shift  int
}

// Unit is 1 in the ratings and the values of hidden layers.
const Unit = 1 << unitShift

const unitShift = 12

// Ratings returns the rating of each square in units of Unit. They are the logarithms of how often people make the
// moves, but for a constant. Those of illegal moves mean nothing.
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
