package tables

import (
	"math/bits"
	"sync"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
)

// A plainFit fits the model that patterns start from where there are no earlier tables: what
// a disc is worth on each square, the same for squares that symmetries take to each other,
// and what a legal move and being to move are. What patterns are worth that were rarely seen
// then comes from their discs.
type plainFit struct {
	// The normal equations: products of the features with each other and, last, with the
	// result. They are whole numbers.
	products [plainFeatures][plainFeatures + 1]int64
}

// The features are the classes of squares, mobility, and each number of discs.
const (
	squareClasses = 10
	plainMobility = squareClasses
	plainDiscs    = plainMobility + 1
	plainFeatures = plainDiscs + 65
)

// classes are the sets of squares that symmetries take to each other.
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

// learn takes a sample into account.
func (f *plainFit) learn(s *sample, discs int) {
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
		f.products[i][plainFeatures] += x * int64(s.result)
	}
	f.products[at][at]++
	f.products[at][plainFeatures] += int64(s.result)
}

// weights solves the equations and gives the patterns' weights that say the same: a square's
// worth is divided among the patterns that it is in.
func (f *plainFit) weights() []float64 {
	features := f.solve()
	weights := make([]float64, folded())
	copy(weights[mobilityWeight():], features[plainMobility:])
	g, fold := tuples.Patterns(), patterns.Folding()
	worth := [64]float64{}
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
			worth[s] = features[i] / float64(in)
		}
	}
	for i, shape := range g.Shapes {
		for c := range shape.Configurations() {
			sum, rest := 0.0, c
			for _, square := range shape.Places[0] {
				switch rest % 3 {
				case 1:
					sum += worth[square]
				case 2:
					sum -= worth[square]
				}
				rest /= 3
			}
			weights[fold.Of[g.Starts[i]+c]-1] = sum
		}
	}
	return weights
}

// solve is Gaussian elimination. A little is added to the diagonal, for features that were never seen.
func (f *plainFit) solve() (x [plainFeatures]float64) {
	var a [plainFeatures][plainFeatures + 1]float64
	for i := range a {
		for j := range i + 1 {
			a[i][j], a[j][i] = float64(f.products[i][j]), float64(f.products[i][j])
		}
		a[i][i]++
		a[i][plainFeatures] = float64(f.products[i][plainFeatures])
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
