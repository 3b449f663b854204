package importance

import (
	"slices"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/tuples"
)

// A Configuration is a configuration of discs on the squares of a network's tuple, with its weight.
type Configuration struct {
	Name     string          // name of the weight, such as lines2.a1b1=ox
	Weight   int             // weight for the side to move
	Squares  []engine.Square // squares of the tuple at its first place on the board
	Own, Opp uint64          // discs on these squares
}

// Largest returns the n configurations of networks whose weights have the largest absolute values. It omits
// weights of 0. Of the configurations that share a weight it returns one.
func Largest(w evaluators.Weights, n int) (all []Configuration) {
	for _, s := range evaluators.Scorers {
		weights, first := w.Of(s), 0
		for _, shape := range s.Shapes {
			fold := s.Fold(shape)
			for i, weight := range weights[first : first+fold.Weights] {
				if weight != 0 {
					all = append(all, configuration(s.Features[first+i].Name, int(weight), shape, fold, i))
				}
			}
			first += fold.Weights
		}
	}
	slices.SortStableFunc(all, func(a, b Configuration) int {
		return max(b.Weight, -b.Weight) - max(a.Weight, -a.Weight)
	})
	return all[:min(n, len(all))]
}

// configuration returns the first configuration with the i-th weight of a shape.
func configuration(name string, weight int, shape tuples.Shape, fold tuples.Folding, i int) Configuration {
	c := Configuration{Name: name, Weight: weight, Squares: shape.Places[0]}
	rest := slices.Index(fold.Of, int32(i+1))
	for _, square := range c.Squares {
		switch rest % 3 {
		case 1:
			c.Own |= square.Bit()
		case 2:
			c.Opp |= square.Bit()
		}
		rest /= 3
	}
	return c
}
