// Package genome defines what evolves: layouts of parameters, genomes with a gene for each parameter, the operators
// that vary genomes, and the encoding of a Switch, that is, of the weights of each game phase.
package genome

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// A Genome has a value for each parameter of its layout: a whole number within the parameter's range.
type Genome struct {
	layout *Layout
	values []int32 // the genes
}

var _ eaopt.Genome = (*Genome)(nil)

// genome returns a genome with all genes 0.
func (l *Layout) genome() *Genome { return &Genome{layout: l, values: make([]int32, l.Genes())} }

// FromGenes returns the genome with the given genes, in the order of the parameters. It returns an error for a wrong
// number of genes or a gene outside its range.
func (l *Layout) FromGenes(genes []int32) (*Genome, error) {
	if len(genes) != l.Genes() {
		return nil, fmt.Errorf("%d genes: must be %d", len(genes), l.Genes())
	}
	for k, gene := range genes {
		if err := l.parameters[k].check(gene); err != nil {
			return nil, err
		}
	}
	return &Genome{layout: l, values: slices.Clone(genes)}, nil
}

// Random returns a genome with random genes, each uniformly distributed over its range.
func (l *Layout) Random(rng *rand.Rand) *Genome {
	g := l.genome()
	for k := range g.values {
		p := &l.parameters[k]
		g.values[k] = int32(rng.Intn(int(p.Greatest)-int(p.Least)+1) + int(p.Least))
	}
	return g
}

// MarshalJSON writes the genes as one list of whole numbers, in the order of the parameters.
// Layout.FromGenes reads it.
func (g *Genome) MarshalJSON() ([]byte, error) { return json.Marshal(g.values) }

// Gene returns gene k.
func (g *Genome) Gene(k int) int32 { return g.values[k] }

// Equal reports whether two genomes of the same layout have the same genes.
func (g *Genome) Equal(other *Genome) bool { return slices.Equal(g.values, other.values) }

// Copy returns a copy of a genome in this layout. The genome's own layout must have the same parameters.
func (l *Layout) Copy(g *Genome) *Genome { return &Genome{layout: l, values: slices.Clone(g.values)} }

// Copy returns an independent copy with the same layout.
func (g *Genome) Copy() *Genome { return g.layout.Copy(g) }

// Clone implements eaopt.Genome. It is the same as Copy.
func (g *Genome) Clone() eaopt.Genome { return g.Copy() }

// Vector returns the genes in order, each as a share of its parameter's scale.
func (g *Genome) Vector() []float64 {
	x := make([]float64, len(g.values))
	for k, gene := range g.values {
		x[k] = float64(gene) / g.layout.parameters[k].Scale
	}
	return x
}

// FromVector returns the genome whose Vector is nearest to x. It rounds genes to whole numbers. Where x is outside a
// gene's range, the gene is at the end of the range.
func (l *Layout) FromVector(x []float64) *Genome {
	g := l.genome()
	for k := range g.values {
		p := &l.parameters[k]
		g.values[k] = p.nearest(x[k] * p.Scale)
	}
	return g
}

// Clip limits each number of a vector to the range of its gene.
func (l *Layout) Clip(x []float64) {
	for k := range x {
		p := &l.parameters[k]
		x[k] = min(max(x[k], float64(p.Least)/p.Scale), float64(p.Greatest)/p.Scale)
	}
}

// Distance returns the distance between two genomes of one layout: the root mean square of the differences of their
// genes, as shares of the parameters' scales.
func (g *Genome) Distance(other *Genome) float64 { return distance(g.Vector(), other.Vector()) }

// MeanDistance returns the mean Distance over all pairs of genomes. There must be two genomes or more, all of one
// layout.
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

// Spreads returns the mean and the standard deviation of each gene among genomes of one layout, as shares of the
// parameters' scales.
func Spreads(genomes []*Genome) (means, deviations []float64) {
	n, layout := float64(len(genomes)), genomes[0].layout
	means, deviations = make([]float64, layout.Genes()), make([]float64, layout.Genes())
	for k := range means {
		sum := 0.0
		for _, g := range genomes {
			sum += float64(g.values[k])
		}
		mean, squares := sum/n, 0.0
		for _, g := range genomes {
			d := float64(g.values[k]) - mean
			squares += float64(d * d)
		}
		scale := layout.parameters[k].Scale
		means[k], deviations[k] = mean/scale, math.Sqrt(squares/n)/scale
	}
	return means, deviations
}

// distance adds up even and odd genes separately, so that an addition need not wait for the previous one. A large
// population has many pairs.
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

// ErrEvaluate is the error that Evaluate always returns.
var ErrEvaluate = errors.New("genome: a genome cannot evaluate itself: the arena evaluates a whole generation at once")

// Evaluate always returns an error: eaopt must not play games by itself.
func (g *Genome) Evaluate() (float64, error) { return 0, ErrEvaluate }
