package genome

import (
	"math"
	"math/rand"

	"github.com/MaxHalford/eaopt"

	"evothello/internal/portable"
)

// Mutate strikes the genome as hard as its layout says.
func (g *Genome) Mutate(rng *rand.Rand) { g.Strike(g.layout.kick, rng) }

// Strike adds normal noise to some of the genes, each on the scale of its own bound,
// so that a gene at 0 moves like any other. What would leave its range is reflected
// at the end.
func (g *Genome) Strike(kick Kick, rng *rand.Rand) {
	g.each(func(gene *int, i int) {
		if rng.Float64() < kick.Share {
			*gene = g.layout.limits[i].reflect(float64(*gene) + float64(portable.Normal(rng)*kick.Step*bound(i)))
		}
	})
}

// blend is how far beyond its parents a child may lie, as a share of their
// distance (BLX-α, Eshelman and Schaffer 1993).
const blend = 0.25

// Crossover turns two genomes into two children. Each gene of a child lies
// anywhere between its parents' or a little beyond.
func (g *Genome) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	m := mate.(*Genome)
	for k, at := range g.layout.places {
		a, b := float64(g.values[k]), float64(m.values[k])
		r := g.layout.limits[at.weight]
		mix := func() int { return r.reflect(a + float64((b-a)*(float64(rng.Float64()*(1+2*blend))-blend))) }
		g.values[k], m.values[k] = mix(), mix()
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
