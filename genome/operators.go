package genome

import (
	"math"
	"math/rand"

	"github.com/MaxHalford/eaopt"

	"evothello/internal/portable"
)

// Mutate varies the genome by the variation of its layout.
func (g *Genome) Mutate(rng *rand.Rand) { g.MutateBy(g.layout.variation, rng) }

// MutateBy adds normal noise to some of the genes, each on its parameter's scale, so that a gene at 0
// moves like any other. A value outside the range is reflected at its end.
func (g *Genome) MutateBy(variation Variation, rng *rand.Rand) {
	for k := range g.values {
		if rng.Float64() < variation.Share {
			p := &g.layout.parameters[k]
			g.values[k] = p.reflect(float64(g.values[k]) + float64(portable.Normal(rng)*variation.Step*p.Scale))
		}
	}
}

// Crossover turns two genomes into two children. Each gene of a child lies anywhere between its parents'
// or a little beyond: BLX-α (Eshelman and Schaffer, Real-Coded Genetic Algorithms and Interval-Schemata,
// 1993). At α 0.366 children vary as much as their parents, below it less. The second child is the first
// one's mirror image, so the mean of the children is that of their parents, as in simulated binary
// crossover (Deb and Agrawal, Simulated Binary Crossover for Continuous Search Space, 1995). A population
// keeps what it has learnt in its mean, and independent children would blur that in every generation.
func (g *Genome) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	m, alpha := mate.(*Genome), g.layout.variation.Alpha
	for k := range g.values {
		a, b, p := float64(g.values[k]), float64(m.values[k]), &g.layout.parameters[k]
		child := p.reflect(a + float64((b-a)*(float64(rng.Float64()*(1+float64(2*alpha)))-alpha)))
		g.values[k], m.values[k] = child, p.reflect(a+b-float64(child))
	}
}

// Challenger returns the genome that challenges g in differential evolution. At the given rate, and at
// least once, a gene is that of the first of three others plus the weighted difference of the other two.
func (g *Genome) Challenger(others [3]*Genome, weight, rate float64, rng *rand.Rand) *Genome {
	challenger := g.Copy()
	always := rng.Intn(len(g.values))
	for k := range g.values {
		if rng.Float64() < rate || k == always {
			difference := weight * (float64(others[1].values[k]) - float64(others[2].values[k]))
			challenger.values[k] = g.layout.parameters[k].reflect(float64(others[0].values[k]) + float64(difference))
		}
	}
	return challenger
}

// Rescale brings the root mean square of each group's genes, as shares of their scales, to size. It is for
// groups in which only ratios matter, such as the weights of a phase: the genome then plays as before, but
// for rounding and for genes that reach the ends of their ranges.
func (g *Genome) Rescale(size float64) {
	squares, genes := map[string]float64{}, map[string]float64{}
	for k, p := range g.layout.parameters {
		x := float64(g.values[k]) / p.Scale
		squares[p.Group] += float64(x * x)
		genes[p.Group]++
	}
	for k := range g.layout.parameters {
		if p := &g.layout.parameters[k]; squares[p.Group] > 0 {
			g.values[k] = p.nearest(float64(g.values[k]) * size / math.Sqrt(squares[p.Group]/genes[p.Group]))
		}
	}
}

// Mean returns the genome whose genes are the means of those of the given genomes.
func Mean(genomes []*Genome) *Genome {
	mean := genomes[0].layout.genome()
	for k := range mean.values {
		sum := 0
		for _, g := range genomes {
			sum += int(g.values[k])
		}
		mean.values[k] = int32(math.Round(float64(sum) / float64(len(genomes))))
	}
	return mean
}

// RangeCrossover returns a child of two genomes as the reversi library's example makes it: a copy of one of them, but
// for a random range of genes, which lie anywhere between the parents'.
func (g *Genome) RangeCrossover(mate *Genome, rng *rand.Rand) *Genome {
	from, to := rng.Intn(len(g.values)), rng.Intn(len(g.values))
	from, to = min(from, to), max(from, to)
	child := g.Copy()
	if rng.Intn(2) == 0 {
		child = mate.Copy()
	}
	for k := from; k <= to; k++ {
		low, high := min(g.values[k], mate.values[k]), max(g.values[k], mate.values[k])
		child.values[k] = low + int32(rng.Intn(int(high-low)+1))
	}
	return child
}

// Shift moves one random gene by so many units, up or down. A value outside the range is reflected at its end.
func (g *Genome) Shift(units int32, rng *rand.Rand) {
	k := rng.Intn(len(g.values))
	if rng.Intn(2) == 0 {
		units = -units
	}
	g.values[k] = g.layout.parameters[k].reflect(float64(g.values[k]) + float64(units))
}

// Within returns a random genome whose genes are at most so many units either way, 0 twice as often as others.
func (l *Layout) Within(units int32, rng *rand.Rand) *Genome {
	g := l.genome()
	for k := range g.values {
		value := float64(rng.Intn(int(units) + 1))
		if rng.Intn(2) == 0 {
			value = -value
		}
		g.values[k] = l.parameters[k].nearest(value)
	}
	return g
}
