package evolution

import (
	"math"
	"slices"
	"strings"

	"evothello/evolution/cmaes"
	"evothello/genome"
)

// GeneGroups returns the names of the groups of genes whose spread is measured: the scorers that evolve, or the groups
// of a program's parameters.
func (c *Config) GeneGroups() (groups []string) {
	for i := range c.Parameters {
		if group := c.Parameters[i].Group; !slices.Contains(groups, group) {
			groups = append(groups, group)
		}
	}
	for _, s := range c.EvolvingScorers() {
		groups = append(groups, s.Name)
	}
	return groups
}

// geneSpreads returns the spread of the genes of each of GeneGroups: the root mean square of their standard
// deviations among the genomes of a generation, as shares of their bounds.
func (c *Config) geneSpreads(l *genome.Layout, deviations []float64) []float64 {
	groups := c.GeneGroups()
	of := map[string]int{}
	for i, name := range groups {
		of[name] = i
	}
	squares, genes := make([]float64, len(groups)), make([]float64, len(groups))
	for k, d := range deviations {
		group, _, _ := strings.Cut(l.Parameter(k).Name, ".")
		if c.Tunes() {
			group = l.Parameter(k).Group
		}
		if i, evolves := of[group]; evolves {
			squares[i] += float64(d * d)
			genes[i]++
		}
	}
	spreads := make([]float64, len(groups))
	for i := range spreads {
		if genes[i] > 0 {
			spreads[i] = fixed(math.Sqrt(squares[i] / genes[i]))
		}
	}
	return spreads
}

// A Gene is the mean and standard deviation of one gene in the population after a generation. For an optimizer without
// a population they describe its distribution.
type Gene struct {
	Name  string // of the weight or parameter
	Phase int
	// Mean and Deviation are shares of the gene's bound. A parameter of a program is scaled to −1…1, from its least to
	// its greatest value.
	Mean, Deviation float64
}

// Genes returns all genes, phase by phase.
func (s *State) Genes() (genes []Gene) {
	var means, deviations []float64
	switch m := s.Optimizer.(type) {
	case Population:
		means, deviations = genome.Spreads(m.genomes())
	case *cmaes.State:
		means = m.Mean
		for _, variance := range m.Variances {
			deviations = append(deviations, m.Sigma*math.Sqrt(variance))
		}
	case *Walk:
		means, deviations = m.Mean, slices.Repeat([]float64{m.Perturbation}, len(m.Mean))
	}
	for k := range means {
		p := s.encoding.Parameter(k)
		g := Gene{p.Name, s.encoding.PhaseOf(k), means[k], deviations[k]}
		if s.encoding.Parameters != nil {
			half := (float64(p.Greatest) - float64(p.Least)) / 2
			middle := float64((float64(p.Greatest) + float64(p.Least)) / 2)
			g.Mean = (float64(g.Mean*p.Scale) - middle) / half
			g.Deviation = g.Deviation * p.Scale / half
		}
		genes = append(genes, g)
	}
	return genes
}

// selected sets the selection differential (Falconer and Mackay, Introduction to Quantitative Genetics, 1996): the mean
// win rate of the genomes from which the next generation is made, minus the mean win rate of all. weight returns the
// weight of the i-th member in the first mean. The expected response is the differential times the heritability.
func (s *step) selected(weight func(i int) float64) {
	var all, chosen, weights float64
	for i, m := range s.members {
		score, w := m.Result.Score(), weight(i)
		all += score
		chosen += float64(w * score)
		weights += w
	}
	differential := fixed(chosen/weights - all/float64(len(s.members)))
	s.row.Selection = &differential
}

// selectedFrom sets the selection differential of members that all count alike.
func (s *step) selectedFrom(chosen Population) {
	is := map[string]bool{}
	for _, m := range chosen {
		is[m.ID] = true
	}
	s.selected(func(i int) float64 {
		if is[s.members[i].ID] {
			return 1
		}
		return 0
	})
}
