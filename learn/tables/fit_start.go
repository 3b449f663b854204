package tables

import (
	"math/bits"
	"sync"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
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

// solve solves the equations by Gaussian elimination, in discs. It adds 1 to the diagonal, for features
// that never occur.
func (f *plainFit) solve() (x [plainFeatures]float64) {
	var a [plainFeatures][plainFeatures + 1]float64
	for i := range a {
		for j := range i + 1 {
			a[i][j], a[j][i] = float64(f.products[i][j]), float64(f.products[i][j])
		}
		a[i][i]++
		a[i][plainFeatures] = float64(f.products[i][plainFeatures]) / patterns.Unit
	}
	for k := range a {
		for i := k + 1; i < len(a); i++ {
			share := a[i][k] / a[k][k]
			for j := k; j <= plainFeatures; j++ {
				a[i][j] -= float64(share * a[k][j])
			}
		}
	}
	for k := plainFeatures - 1; k >= 0; k-- {
		x[k] = a[k][plainFeatures]
		for j := k + 1; j < plainFeatures; j++ {
			x[k] -= float64(a[k][j] * x[j])
		}
		x[k] /= a[k][k]
	}
	return x
}
