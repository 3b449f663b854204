package runs

import (
	"math"
	"slices"
)

// Climb returns the generations of up to n champions, each stronger than the one before, from the first to
// the strongest. Strength is the mean score against the reference opponents. The steps between the champions
// are about equal.
func (r *Run) Climb(n int) (generations []int) {
	var rising []float64 // scores
	for i := range r.State.Champions {
		c := &r.State.Champions[i]
		if len(c.Reference) == 0 {
			continue
		}
		if score, _ := referenceScore(c.Reference); rising == nil || score > rising[len(rising)-1] {
			rising, generations = append(rising, score), append(generations, c.Generation)
		}
	}
	for len(rising) > n { // drop the one that is nearest to its neighbours
		drop, least := 0, math.Inf(1)
		for i := 1; i < len(rising)-1; i++ {
			if apart := rising[i+1] - rising[i-1]; apart < least {
				drop, least = i, apart
			}
		}
		rising, generations = slices.Delete(rising, drop, drop+1), slices.Delete(generations, drop, drop+1)
	}
	return generations
}
