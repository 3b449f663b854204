package genome

import (
	"math"
	"math/rand"

	"github.com/MaxHalford/eaopt"

	"evothello/internal/portable"
)

// Mutate varies the genome as its layout says.
func (g *Genome) Mutate(rng *rand.Rand) { g.MutateBy(g.layout.variation, rng) }

// MutateBy adds normal noise to some of the genes, each on the scale of its own bound,
// so that a gene at 0 moves like any other. What would leave its range is reflected
// at the end.
func (g *Genome) MutateBy(variation Variation, rng *rand.Rand) {
	g.each(func(gene *int, i int) {
		if rng.Float64() < variation.Share {
			*gene = g.layout.limits[i].reflect(float64(*gene) + float64(portable.Normal(rng)*variation.Step*bound(i)))
		}
	})
}

// Crossover turns two genomes into two children. Each gene of a child lies anywhere between its parents'
// or a little beyond: BLX-α (Eshelman and Schaffer, Real-Coded Genetic Algorithms and Interval-Schemata,
// 1993). At α 0.366 children vary as much as their parents do, below it less. The second child is the first
// one's mirror image, so that the mean of the children is that of their parents, as in simulated binary
// crossover (Deb and Agrawal, Simulated Binary Crossover for Continuous Search Space, 1995): what a population
// has learnt lies in its mean, and lots would blur that in every generation.
func (g *Genome) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	m, alpha := mate.(*Genome), g.layout.variation.Alpha
	for k, at := range g.layout.places {
		a, b := float64(g.values[k]), float64(m.values[k])
		r := g.layout.limits[at.weight]
		child := r.reflect(a + float64((b-a)*(float64(rng.Float64()*(1+float64(2*alpha)))-alpha)))
		g.values[k], m.values[k] = child, r.reflect(a+b-float64(child))
	}
}

// Challenger returns the genome that is to beat g in differential evolution: each gene at that rate, but one in
// any case, that of the first of three others plus the weighted difference of the other two.
func (g *Genome) Challenger(others [3]*Genome, weight, rate float64, rng *rand.Rand) *Genome {
	challenger := g.Clone().(*Genome)
	always := rng.Intn(len(g.values))
	for k, at := range g.layout.places {
		if rng.Float64() < rate || k == always {
			difference := weight * float64(others[1].values[k]-others[2].values[k])
			challenger.values[k] = g.layout.limits[at.weight].reflect(float64(others[0].values[k]) + float64(difference))
		}
	}
	return challenger
}

// Rescale brings the root mean square of each phase's genes, as shares of their bounds, to size. Only the
// ratios of a phase's weights mean anything, so it plays as before but for rounding and for genes that
// reach their bounds. Genes of a whole game or with limits of their own do not allow it.
func (g *Genome) Rescale(size float64) {
	squares, genes := make([]float64, len(g.layout.Turns)), make([]float64, len(g.layout.Turns))
	for k, at := range g.layout.places {
		x := float64(g.values[k]) / bound(at.weight)
		squares[at.phase] += float64(x * x)
		genes[at.phase]++
	}
	for k, at := range g.layout.places {
		if squares[at.phase] > 0 {
			r := g.layout.limits[at.weight]
			gene := float64(g.values[k]) * size / math.Sqrt(squares[at.phase]/genes[at.phase])
			g.values[k] = int(math.Round(min(max(gene, float64(r[0])), float64(r[1]))))
		}
	}
}

// reflect rounds a gene to a whole number, reflected into its range.
func (r Range) reflect(gene float64) int {
	low, high := float64(r[0]), float64(r[1])
	if gene > high {
		gene = 2*high - gene
	} else if gene < low {
		gene = 2*low - gene
	}
	return int(math.Round(min(max(gene, low), high)))
}

// Mean returns the genome whose genes are the means of the given ones'.
func Mean(genomes []*Genome) *Genome {
	mean := genomes[0].layout.genome()
	for k := range mean.values {
		sum := 0
		for _, g := range genomes {
			sum += g.values[k]
		}
		mean.values[k] = int(math.Round(float64(sum) / float64(len(genomes))))
	}
	return mean
}
