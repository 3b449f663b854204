package evolution

import (
	"fmt"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"evothello/internal/portable"
)

// ranking is an eaopt.Selector: it draws parents from the best of a population, each in proportion to the
// logarithm of its rank, as CMA-ES weights them (Hansen and Ostermeier, Completely Derandomized
// Self-Adaptation in Evolution Strategies, 2001), and by stochastic universal sampling (Baker, Reducing Bias
// and Inefficiency in the Selection Algorithm, 1987): as often as it should be, give or take one.
type ranking struct {
	parents int     // how many genomes, of the best
	deck    []int   // parents still to be drawn, in random order
	couples [][]int // ranks of those drawn, one couple for each two children
}

var _ eaopt.Selector = &ranking{}

// Apply draws n parents of individuals that stand best first, different ones where it can.
func (r *ranking) Apply(n uint, all eaopt.Individuals, rng *rand.Rand) (eaopt.Individuals, []int, error) {
	var drawn eaopt.Individuals
	var which []int
	for range n {
		next := r.draw(len(all), rng)
		for try := 0; try < 5 && slices.Contains(which, next); try++ {
			next = r.draw(len(all), rng)
		}
		drawn, which = append(drawn, all[next].Clone(rng)), append(which, next)
	}
	r.couples = append(r.couples, which)
	return drawn, which, nil
}

// draw deals the next parent. A new deck has about as many as the population.
func (r *ranking) draw(population int, rng *rand.Rand) int {
	if len(r.deck) == 0 {
		at, sum := rng.Float64(), 0.0
		for parent, w := range logRanks(r.parents) {
			for sum += float64(w * float64(population)); at < sum; at++ {
				r.deck = append(r.deck, parent)
			}
		}
		rng.Shuffle(len(r.deck), func(i, j int) { r.deck[i], r.deck[j] = r.deck[j], r.deck[i] })
	}
	next := r.deck[0]
	r.deck = r.deck[1:]
	return next
}

// Validate returns an error if there are no parents.
func (r *ranking) Validate() error {
	if r.parents < 1 {
		return fmt.Errorf("%d parents: must be 1 or more", r.parents)
	}
	return nil
}

// logRanks weights n ranks by logarithm; the sum is 1.
func logRanks(n int) []float64 {
	weights, sum := make([]float64, n), 0.0
	for k := range weights {
		weights[k] = portable.Log(float64(n)+0.5) - portable.Log(float64(k+1))
		sum += weights[k]
	}
	for k := range weights {
		weights[k] /= sum
	}
	return weights
}
