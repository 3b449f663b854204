package evolution

import (
	"math"
	"strings"

	"evothello/evolution/cmaes"
	"evothello/genome"
)

// geneSpreads returns the spread of the genes of each scorer that evolves: the root mean square of their standard
// deviations among the genomes of a generation, as shares of their bounds.
func (c *Config) geneSpreads(l *genome.Layout, deviations []float64) []float64 {
	scorers := c.EvolvingScorers()
	of := map[string]int{}
	for i, s := range scorers {
		of[s.Name] = i
	}
	squares, genes := make([]float64, len(scorers)), make([]float64, len(scorers))
	for k, d := range deviations {
		scorer, _, _ := strings.Cut(l.Parameter(k).Name, ".")
		if i, evolves := of[scorer]; evolves {
			squares[i] += float64(d * d)
			genes[i]++
		}
	}
	spreads := make([]float64, len(scorers))
	for i := range spreads {
		if genes[i] > 0 {
			spreads[i] = fixed(math.Sqrt(squares[i] / genes[i]))
		}
	}
	return spreads
}

// A Gene is a gene in the population after a generation, or in the distribution that models without a population have.
type Gene struct {
	Name            string // of the weight
	Phase           int
	Mean, Deviation float64 // as shares of the gene's bound
}

// Genes returns all genes, phase by phase.
func (s *State) Genes() (genes []Gene) {
	var means, deviations []float64
	switch m := s.Model.(type) {
	case Population:
		genomes := make([]*genome.Genome, len(m))
		for i := range m {
			genomes[i] = m[i].Genome
		}
		means, deviations = genome.Spreads(genomes)
	case *cmaes.State:
		means = m.Mean
		for _, variance := range m.Variances {
			deviations = append(deviations, m.Sigma*math.Sqrt(variance))
		}
	}
	for k := range means {
		genes = append(genes, Gene{s.encoding.Parameter(k).Name, s.encoding.PhaseOf(k), means[k], deviations[k]})
	}
	return genes
}

// selected sets the selection differential (Falconer and Mackay, Introduction to Quantitative Genetics, 1996): by how
// much the mean win rate of the genomes that the next generation comes from is above that of all. weight says how much
// the i-th member counts there. The response is expected to be this times the heritability.
func (s *step) selected(weight func(i int) float64) {
	var all, chosen, weights float64
	for i, m := range s.members {
		score, w := m.result.Score(), weight(i)
		all += score
		chosen += float64(w * score)
		weights += w
	}
	differential := fixed(chosen/weights - all/float64(len(s.members)))
	s.row.Selection = &differential
}

// selectedFrom sets the selection differential of members that all count alike.
func (s *step) selectedFrom(chosen []member) {
	is := map[string]bool{}
	for _, m := range chosen {
		is[m.id] = true
	}
	s.selected(func(i int) float64 {
		if is[s.members[i].id] {
			return 1
		}
		return 0
	})
}
