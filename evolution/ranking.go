package evolution

import (
	"fmt"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"evothello/internal/portable"
)

// ranking is an eaopt.Selector. It selects random parents from the best genomes of a population, with the logarithmic
// rank weights of CMA-ES (Hansen and Ostermeier, Completely Derandomized Self-Adaptation in Evolution Strategies,
// 2001). It uses stochastic universal sampling (Baker, Reducing Bias and Inefficiency in the Selection Algorithm,
// 1987): in each filling of the queue, the number of each parent is its weight's share, rounded up or down. Apply
// repeats a selection that would mate a parent with itself. So the best parents have fewer children: of 64 the best has
// 7.2 on average, and 7.5 by its weight. In one generation of 64 the numbers of 3 % of the parents differ from their
// weights by one or more.
type ranking struct {
	parents     int     // number of best genomes that may be parents
	queue       []int   // ranks of the next parents, in random order
	matingPairs [][]int // ranks of the selected parents, one pair for each two children
}

var _ eaopt.Selector = &ranking{}

// Apply selects n parents at random from individuals that are sorted best first. If it selects a parent a second time,
// it tries again, up to five times.
func (r *ranking) Apply(n uint, all eaopt.Individuals, rng *rand.Rand) (eaopt.Individuals, []int, error) {
	var drawn eaopt.Individuals
	var which []int
	for range n {
		next := r.next(len(all), rng)
		for try := 0; try < 5 && slices.Contains(which, next); try++ {
			next = r.next(len(all), rng)
		}
		drawn, which = append(drawn, all[next].Clone(rng)), append(which, next)
	}
	r.matingPairs = append(r.matingPairs, which)
	return drawn, which, nil
}

// next returns the rank of the next parent. When the queue is empty, it is refilled with about as many parents as the
// population has genomes.
func (r *ranking) next(population int, rng *rand.Rand) int {
	if len(r.queue) == 0 {
		at, sum := rng.Float64(), 0.0
		for parent, w := range logRanks(r.parents) {
			for sum += float64(w * float64(population)); at < sum; at++ {
				r.queue = append(r.queue, parent)
			}
		}
		rng.Shuffle(len(r.queue), func(i, j int) { r.queue[i], r.queue[j] = r.queue[j], r.queue[i] })
	}
	next := r.queue[0]
	r.queue = r.queue[1:]
	return next
}

// Validate returns an error if there are no parents.
func (r *ranking) Validate() error {
	if r.parents < 1 {
		return fmt.Errorf("%d parents: must be 1 or more", r.parents)
	}
	return nil
}

// logRanks returns the logarithmic weights of n ranks. Their sum is 1.
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
