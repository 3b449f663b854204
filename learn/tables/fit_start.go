package tables

import (
	"math/bits"
	"sync"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
	"evothello/internal/portable"
)

// A plainFit fits the plain model, which is the centre of the regularization and the start without
// earlier tables. It has a value for a disc on each class of symmetric squares, one for a legal move,
// and one for having the move at each disc count. The weight of a rare pattern configuration so comes
// from its discs.
type plainFit struct {
	// products holds the normal equations: products of the features with each other and, last, with
	// the target. All are whole numbers, so sums do not depend on the order.
	products [plainFeatures][plainFeatures + 1]int64
}

// The features are the classes of squares, mobility, and each disc count.
const (
	squareClasses = 10
	plainMobility = squareClasses
	plainDiscs    = plainMobility + 1
	plainFeatures = plainDiscs + 65
)

// classes returns the sets of symmetric squares.
var classes = sync.OnceValue(func() (all []uint64) {
	done := uint64(0)
	for s := range engine.Square(64) {
		if done&s.Bit() != 0 {
			continue
		}
		class := uint64(0)
		for k := range 8 {
			class |= engine.Board{Mover: s.Bit()}.Symmetry(k).Mover
		}
		done |= class
		all = append(all, class)
	}
	return all
})

// add adds a sample to the normal equations.
func (f *plainFit) add(s *sample, discs int) {
	var features [plainMobility + 1]int64
	for i, class := range classes() {
		features[i] = int64(bits.OnesCount64(s.own&class) - bits.OnesCount64(s.opp&class))
	}
	features[plainMobility] = int64(s.mobility)
	at := plainDiscs + discs
	for i, x := range features {
		for j, y := range features[:i+1] {
			f.products[i][j] += x * y
		}
		f.products[at][i] += x
		f.products[i][plainFeatures] += x * int64(s.target)
	}
	f.products[at][at]++
	f.products[at][plainFeatures] += int64(s.target)
}

// weights solves the equations and returns pattern weights that predict the same: the value of a
// square is divided equally among the patterns that contain it.
func (f *plainFit) weights() []float64 {
	features := f.solve()
	weights := make([]float64, folded())
	copy(weights[mobilityWeight():], features[plainMobility:])
	g, fold := tuples.Patterns(), patterns.Folding()
	value := [64]float64{}
	for i, class := range classes() {
		for s := range engine.SquaresOf(class) {
			in := 0
			for _, shape := range g.Shapes {
				for _, place := range shape.Places {
					for _, square := range place {
						if square == s {
							in++
						}
					}
				}
			}
			value[s] = features[i] / float64(in)
		}
	}
	for i, shape := range g.Shapes {
		for c := range shape.Configurations() {
			sum, rest := 0.0, c
			for _, square := range shape.Places[0] {
				switch rest % 3 {
				case 1:
					sum += value[square]
				case 2:
					sum -= value[square]
				}
				rest /= 3
			}
			weights[fold.Of[g.Starts[i]+c]-1] = sum
		}
	}
	return weights
}

// solve solves the equations, in discs. It adds 1 to the diagonal, for features that never occur; so the matrix is
// positive definite.
func (f *plainFit) solve() []float64 {
	a, x := portable.NewTriangle(plainFeatures), make([]float64, plainFeatures)
	for i, row := range a {
		for j := range row {
			row[j] = float64(f.products[i][j])
		}
		row[i]++
		x[i] = float64(f.products[i][plainFeatures]) / patterns.Unit
	}
	a.Decompose()
	a.Solve(x)
	return x
}
