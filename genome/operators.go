package genome

import (
	"math"
	"math/rand"

	"github.com/MaxHalford/eaopt"

	"evothello/internal/portable"
)

// Mutate is MutateBy with the Variation of the layout.
func (g *Genome) Mutate(rng *rand.Rand) { g.MutateBy(g.layout.variation, rng) }

// MutateBy adds normal noise to each gene with the probability variation.Share. The noise is proportional to the
// parameter's scale, so a gene at 0 moves like any other. A value outside the range is reflected at its end.
func (g *Genome) MutateBy(variation Variation, rng *rand.Rand) {
	for k := range g.values {
		if rng.Float64() < variation.Share {
			p := &g.layout.parameters[k]
			g.values[k] = p.reflect(float64(g.values[k]) + float64(portable.Normal(rng)*variation.Step*p.Scale))
		}
	}
}

// Crossover turns two genomes into two children. Each gene of a child is random between the parents' genes or a little
// outside: BLX-α (Eshelman and Schaffer, Real-Coded Genetic Algorithms and Interval-Schemata, 1993). At α 0.366
// children vary as much as their parents, below it less. The second child is the mirror image of the first one, so the
// children have the same mean as their parents. Simulated binary crossover does this too (Deb and Agrawal, Simulated
// Binary Crossover for Continuous Search Space, 1995). It keeps the mean of the population, which independent children
// would change at random in every generation.
func (g *Genome) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	m, alpha := mate.(*Genome), g.layout.variation.Alpha
	for k := range g.values {
		a, b, p := float64(g.values[k]), float64(m.values[k]), &g.layout.parameters[k]
		child := p.reflect(a + float64((b-a)*(float64(rng.Float64()*(1+float64(2*alpha)))-alpha)))
		g.values[k], m.values[k] = child, p.reflect(a+b-float64(child))
	}
}

// Challenger returns the genome that challenges g in differential evolution. It is a copy of g in which each gene is
// replaced with the probability rate, and at least one gene in any case. A replaced gene is the gene of others[0] plus
// weight times the difference between others[1] and others[2].
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

// Rescale multiplies the genes of each group by a factor, so that their root mean square is size, as a share of their
// scales. It is for groups in which only ratios matter, such as the weights of a phase. The genome then plays as
// before, except for rounding and for genes that reach the ends of their ranges.
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

// Mean returns the genome whose genes are the rounded means of the given genomes' genes.
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

// RangeCrossover returns a child of two genomes, made as in the reversi library's example. It is a copy of one parent,
// except that the genes from one random index to another are random between the parents' genes.
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

// Shift moves one random gene up or down by the given number of units. A value outside the range is reflected at its
// end.
func (g *Genome) Shift(units int32, rng *rand.Rand) {
	k := rng.Intn(len(g.values))
	if rng.Intn(2) == 0 {
		units = -units
	}
	g.values[k] = g.layout.parameters[k].reflect(float64(g.values[k]) + float64(units))
}

// Within returns a random genome with genes in −units…units. The value 0 is twice as likely as any other.
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
