// Package genome is what evolves: the weights of a Switch, one gene for each
// weight of each game phase, with the operators that vary them.
package genome

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"evothello/evaluators"
	"evothello/weights"
)

// A Genome is a set of weights for each phase of its layout, a Switch in the
// making. Its genes are whole numbers within their features' bounds.
type Genome struct {
	layout *Layout
	values []int // of the genes, in the order of the layout's places
}

var _ eaopt.Genome = (*Genome)(nil)

// New returns a genome with the given weights, one set a phase, and refuses
// weights that the layout has no gene for or that are out of their bounds.
func (l *Layout) New(phases []evaluators.Weights) (*Genome, error) {
	if len(phases) != len(l.Turns) {
		return nil, fmt.Errorf("%d phases of weights for %d turns", len(phases), len(l.Turns))
	}
	var evolves [evaluators.NumFeatures]bool
	for _, i := range l.weights {
		evolves[i] = true
	}
	for p, w := range phases {
		for i, f := range evaluators.Features {
			if !evolves[i] && w[i] != l.fixed[i] && !l.shares(&w, i) {
				if r := l.limits[i]; r[0] == r[1] {
					return nil, fmt.Errorf("phase %d: %s is %d, but limits fix it at %d", p+1, f.Name, w[i], r[0])
				}
				return nil, fmt.Errorf("phase %d: %s is %d, but it does not evolve here and stays %d: name its scorer, or take "+
					"other weights", p+1, f.Name, w[i], l.fixed[i])
			}
			if r := l.limits[i]; w[i] < r[0] || w[i] > r[1] {
				return nil, fmt.Errorf("phase %d: %s is %d, outside %d to %d", p+1, f.Name, w[i], r[0], r[1])
			}
		}
	}
	g := l.genome()
	for k, at := range l.places {
		g.values[k] = phases[at.phase][at.weight]
	}
	for p, shared := range g.Phases() {
		for i, f := range evaluators.Features {
			if phases[p][i] != shared[i] {
				return nil, fmt.Errorf("phase %d: %s is %d and %d in phase 1, but it has one weight for the whole game here", p+1,
					f.Name, phases[p][i], phases[0][i])
			}
		}
	}
	return g, nil
}

// FromGenes returns the genome with the given genes, in the order that MarshalJSON writes. The
// wrong number of genes and a gene outside its range are errors.
func (l *Layout) FromGenes(genes []int) (*Genome, error) {
	if len(genes) != l.Genes() {
		return nil, fmt.Errorf("%d genes, want %d", len(genes), l.Genes())
	}
	for k, at := range l.places {
		if r := l.limits[at.weight]; genes[k] < r[0] || genes[k] > r[1] {
			return nil, fmt.Errorf("phase %d: %s is %d, outside %d to %d", at.phase+1,
				evaluators.Features[at.weight].Name, genes[k], r[0], r[1])
		}
	}
	return &Genome{layout: l, values: slices.Clone(genes)}, nil
}

// genome returns one whose genes are still to be set.
func (l *Layout) genome() *Genome { return &Genome{layout: l, values: make([]int, len(l.places))} }

// Copy returns a copy, in this layout, of a genome of a layout with the same genes.
func (l *Layout) Copy(g *Genome) *Genome { return &Genome{layout: l, values: slices.Clone(g.values)} }

// shares reports whether weight i has the value of a gene that it shares.
func (l *Layout) shares(w *evaluators.Weights, i int) bool {
	return slices.ContainsFunc(l.shared, func(s sharedGene) bool {
		return slices.Contains(s.alike, i) && w[i] == w[s.gene]
	})
}

// Random returns a genome with every gene anywhere within its bounds.
func (l *Layout) Random(rng *rand.Rand) *Genome {
	g := l.genome()
	g.each(func(gene *int, i int) {
		r := l.limits[i]
		*gene = rng.Intn(r[1]-r[0]+1) + r[0]
	})
	return g
}

// each visits the genes in order, phase by phase, with the index of their feature.
func (g *Genome) each(visit func(gene *int, i int)) {
	for k := range g.values {
		visit(&g.values[k], g.layout.places[k].weight)
	}
}

// bound is the scale of a feature's genes.
func bound(i int) float64 { return float64(evaluators.Features[i].Bound) }

// Phases returns the weights of each phase: those that evolve, those that share their genes
// and those that are fixed.
func (g *Genome) Phases() []evaluators.Weights {
	l := g.layout
	phases := make([]evaluators.Weights, len(l.Turns))
	for p := range phases {
		phases[p] = l.fixed
	}
	for k, at := range l.places {
		phases[at.phase][at.weight] = g.values[k]
	}
	for p := range phases {
		for k, i := range l.weights {
			if !l.hasGene(p, k) {
				phases[p][i] = phases[0][i]
			}
		}
		for _, shared := range l.shared {
			for _, i := range shared.alike {
				phases[p][i] = phases[p][shared.gene]
			}
		}
	}
	return phases
}

// MarshalJSON writes the genes as one list of whole numbers, phase by phase, in a phase in the
// order of evaluators.Features. Layout.FromGenes reads it.
func (g *Genome) MarshalJSON() ([]byte, error) { return json.Marshal(g.values) }

// Equal reports whether two genomes of one layout play the same.
func (g *Genome) Equal(other *Genome) bool { return slices.Equal(g.values, other.values) }

// Freeze makes the genome a Switch.
func (g *Genome) Freeze() *weights.Switch {
	return weights.New(g.layout.Turns, g.layout.Board, g.Phases(), g.layout.Tables)
}

// Vector returns the genes in order, each as a share of its feature's bound: −1…1.
func (g *Genome) Vector() (x []float64) {
	g.each(func(gene *int, i int) { x = append(x, float64(*gene)/bound(i)) })
	return x
}

// FromVector returns the genome whose Vector is nearest to x: rounded to whole
// genes, and at the end of its range where x is beyond it.
func (l *Layout) FromVector(x []float64) *Genome {
	g := l.genome()
	n := 0
	g.each(func(gene *int, i int) {
		r := l.limits[i]
		*gene = int(math.Round(min(max(x[n]*bound(i), float64(r[0])), float64(r[1]))))
		n++
	})
	return g
}

// Distance is how far apart two genomes of one layout are: the root mean square
// of the differences of their genes, each as a share of its bound; 0…2.
func (g *Genome) Distance(other *Genome) float64 { return distance(g.Vector(), other.Vector()) }

// MeanDistance is the mean distance of all pairs among two or more genomes of one layout.
func MeanDistance(genomes []*Genome) float64 {
	vectors := make([][]float64, len(genomes))
	sum := 0.0
	for i, g := range genomes {
		vectors[i] = g.Vector()
		for _, before := range vectors[:i] {
			sum += distance(vectors[i], before)
		}
	}
	return sum / (float64(len(genomes)) * float64(len(genomes)-1) / 2)
}

// Spreads returns the mean and the standard deviation of each gene among genomes of one layout, as shares of its
// bound.
func Spreads(genomes []*Genome) (means, deviations []float64) {
	n := float64(len(genomes))
	means = make([]float64, len(genomes[0].values))
	deviations = make([]float64, len(means))
	for k, at := range genomes[0].layout.places {
		sum := 0.0
		for _, g := range genomes {
			sum += float64(g.values[k])
		}
		mean, squares := sum/n, 0.0
		for _, g := range genomes {
			d := float64(g.values[k]) - mean
			squares += float64(d * d)
		}
		means[k], deviations[k] = mean/bound(at.weight), math.Sqrt(squares/n)/bound(at.weight)
	}
	return means, deviations
}

// distance goes two genes at a time, so that a sum need not wait for the one before it:
// the pairs of a large population are many.
func distance(x, y []float64) float64 {
	var even, odd float64
	y = y[:len(x)]
	for i := 1; i < len(x); i += 2 {
		d, e := x[i-1]-y[i-1], x[i]-y[i]
		even += float64(d * d)
		odd += float64(e * e)
	}
	if last := len(x) - 1; last%2 == 0 {
		d := x[last] - y[last]
		even += float64(d * d)
	}
	return math.Sqrt((even + odd) / float64(len(x)))
}

// ErrEvaluate is what Evaluate returns.
var ErrEvaluate = errors.New("genome: only the arena evaluates genomes, a whole generation at once")

// Evaluate always fails: it proves that nothing in eaopt plays games behind the
// arena's back.
func (g *Genome) Evaluate() (float64, error) { return 0, ErrEvaluate }

// Clone returns a copy.
func (g *Genome) Clone() eaopt.Genome { return g.layout.Copy(g) }
