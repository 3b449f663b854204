// Package genome is what evolves: a list of parameters, genomes with a gene for each, the operators that
// vary them, and the encoding of a Switch as such a list: the weights of each game phase.
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

// A Genome is a value for each parameter of its layout: whole numbers within their ranges.
type Genome struct {
	layout *Layout
	values []int32 // the genes
}

var _ eaopt.Genome = (*Genome)(nil)

// genome returns a genome with all genes 0.
func (l *Layout) genome() *Genome { return &Genome{layout: l, values: make([]int32, l.Genes())} }

// FromGenes returns the genome with the given genes, in the order that MarshalJSON writes. The
// wrong number of genes and a gene outside its range are errors.
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

// Random returns a genome with every gene anywhere in its range.
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

// Equal reports whether two genomes of one layout have the same genes.
func (g *Genome) Equal(other *Genome) bool { return slices.Equal(g.values, other.values) }

// Copy returns a copy, in this layout, of a genome of a layout with the same parameters.
func (l *Layout) Copy(g *Genome) *Genome { return &Genome{layout: l, values: slices.Clone(g.values)} }

// Copy returns a copy.
func (g *Genome) Copy() *Genome { return g.layout.Copy(g) }

// Clone is Copy for eaopt.
func (g *Genome) Clone() eaopt.Genome { return g.Copy() }

// Vector returns the genes in order, each as a share of its parameter's scale.
func (g *Genome) Vector() []float64 {
	x := make([]float64, len(g.values))
	for k, gene := range g.values {
		x[k] = float64(gene) / g.layout.parameters[k].Scale
	}
	return x
}

// FromVector returns the genome whose Vector is nearest to x. Genes are rounded to whole numbers, and
// are at the end of their range where x is beyond it.
func (l *Layout) FromVector(x []float64) *Genome {
	g := l.genome()
	for k := range g.values {
		p := &l.parameters[k]
		g.values[k] = p.nearest(x[k] * p.Scale)
	}
	return g
}

// Clip changes the numbers of a vector that are beyond the ranges of their genes to the ends of these.
func (l *Layout) Clip(x []float64) {
	for k := range x {
		p := &l.parameters[k]
		x[k] = min(max(x[k], float64(p.Least)/p.Scale), float64(p.Greatest)/p.Scale)
	}
}

// Distance returns how far apart two genomes of one layout are: the root mean square of the
// differences of their genes, as shares of the parameters' scales.
func (g *Genome) Distance(other *Genome) float64 { return distance(g.Vector(), other.Vector()) }

// MeanDistance returns the mean distance of all pairs among two or more genomes of one layout.
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

// distance adds up even and odd genes apart, because an addition then need not wait for the one before.
// A large population has many pairs.
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

// ErrEvaluate is the error of Evaluate.
var ErrEvaluate = errors.New("genome: a genome cannot evaluate itself: the arena evaluates a whole generation at once")

// Evaluate always returns an error: eaopt must not play games by itself.
func (g *Genome) Evaluate() (float64, error) { return 0, ErrEvaluate }
