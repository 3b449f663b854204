// Package genome is what evolves: the weights of a Switch, one gene for each
// weight of each game phase, with the operators that vary them.
package genome

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"

	"github.com/MaxHalford/eaopt"

	"evothello/evaluators"
	"evothello/players"
)

// A Layout says which genes there are: the weights of the chosen scorers in each
// phase. Weights of other scorers stay 0.
type Layout struct {
	Turns   []int
	weights []int // indexes into evaluators.Features, rising
	kick    Kick
}

// A Kick says how hard mutation strikes.
type Kick struct {
	Share float64 // chance of each gene to change, 0…1
	Step  float64 // standard deviation of a change, as a share of the gene's bound
}

// NewLayout lays out the genes of the named scorers for the phases that end at
// the given turns.
func NewLayout(turns []int, scorers []string, kick Kick) (*Layout, error) {
	if err := players.ValidateTurns(turns); err != nil {
		return nil, err
	}
	if len(scorers) == 0 {
		return nil, errors.New("no scorers: name at least one of " + strings.Join(scorerNames(), ", "))
	}
	l := &Layout{Turns: turns, kick: kick}
	for _, name := range scorers {
		if !slices.Contains(scorerNames(), name) {
			return nil, fmt.Errorf("unknown scorer %q; known: %s", name, strings.Join(scorerNames(), ", "))
		}
		for i, f := range evaluators.Features {
			if strings.HasPrefix(f.Name, name+".") {
				l.weights = append(l.weights, i)
			}
		}
	}
	slices.Sort(l.weights)
	if len(slices.Compact(slices.Clone(l.weights))) != len(l.weights) {
		return nil, fmt.Errorf("scorers %v: one is named twice", scorers)
	}
	return l, nil
}

// StandardScorers are the scorers that evolve unless a run says otherwise.
func StandardScorers() (names []string) {
	for _, s := range evaluators.Scorers {
		if s.Standard {
			names = append(names, s.Name)
		}
	}
	return names
}

func scorerNames() (names []string) {
	for _, s := range evaluators.Scorers {
		names = append(names, s.Name)
	}
	return names
}

// Genes is the number of genes.
func (l *Layout) Genes() int { return len(l.Turns) * len(l.weights) }

// A Genome is a set of weights for each phase of its layout, a Switch in the
// making. Its genes are whole numbers within their features' bounds.
type Genome struct {
	layout *Layout
	phases []evaluators.Weights
}

var _ eaopt.Genome = (*Genome)(nil)

// New returns a genome with the given weights, one set a phase, and refuses
// weights that the layout has no gene for or that are out of their bounds.
func (l *Layout) New(phases []evaluators.Weights) (*Genome, error) {
	if len(phases) != len(l.Turns) {
		return nil, fmt.Errorf("%d phases of weights for %d turns", len(phases), len(l.Turns))
	}
	for p, w := range phases {
		for i, f := range evaluators.Features {
			if !slices.Contains(l.weights, i) && w[i] != 0 {
				return nil, fmt.Errorf("phase %d: %s is %d, but its scorer does not evolve here", p+1, f.Name, w[i])
			}
			if w[i] > f.Bound || w[i] < -f.Bound {
				return nil, fmt.Errorf("phase %d: %s is %d, outside ±%d", p+1, f.Name, w[i], f.Bound)
			}
		}
	}
	return &Genome{layout: l, phases: slices.Clone(phases)}, nil
}

// Random returns a genome with every gene anywhere within its bounds.
func (l *Layout) Random(rng *rand.Rand) *Genome {
	g := &Genome{layout: l, phases: make([]evaluators.Weights, len(l.Turns))}
	g.each(func(gene *int, bound int) { *gene = rng.Intn(2*bound+1) - bound })
	return g
}

// each visits the genes in order, phase by phase, with their bounds.
func (g *Genome) each(visit func(gene *int, bound int)) {
	for p := range g.phases {
		for _, i := range g.layout.weights {
			visit(&g.phases[p][i], evaluators.Features[i].Bound)
		}
	}
}

// Phases returns the weights of each phase.
func (g *Genome) Phases() []evaluators.Weights { return slices.Clone(g.phases) }

// Equal reports whether two genomes play the same.
func (g *Genome) Equal(other *Genome) bool { return slices.Equal(g.phases, other.phases) }

// Freeze makes the genome a Switch.
func (g *Genome) Freeze() *players.Switch {
	return &players.Switch{Schema: players.SwitchSchema, Turns: slices.Clone(g.layout.Turns), Phases: g.Phases()}
}

// Vector returns the genes in order, each as a share of its bound: −1…1.
func (g *Genome) Vector() (x []float64) {
	g.each(func(gene *int, bound int) { x = append(x, float64(*gene)/float64(bound)) })
	return x
}

// FromVector returns the genome whose Vector is nearest to x: rounded to whole
// genes, and at a bound where x is beyond it.
func (l *Layout) FromVector(x []float64) *Genome {
	g := &Genome{layout: l, phases: make([]evaluators.Weights, len(l.Turns))}
	i := 0
	g.each(func(gene *int, bound int) {
		*gene = int(math.Round(min(max(x[i], -1), 1) * float64(bound)))
		i++
	})
	return g
}

// Distance is how far apart two genomes of one layout are: the root mean square
// of the differences of their genes, each as a share of its bound; 0…2.
func (g *Genome) Distance(other *Genome) float64 {
	sum := 0.0
	for p := range g.phases {
		for _, i := range g.layout.weights {
			d := float64(g.phases[p][i]-other.phases[p][i]) / float64(evaluators.Features[i].Bound)
			sum += d * d
		}
	}
	return math.Sqrt(sum / float64(g.layout.Genes()))
}

// ErrEvaluate is what Evaluate returns.
var ErrEvaluate = errors.New("genome: only the arena evaluates genomes, a whole generation at once")

// Evaluate always fails: it proves that nothing in eaopt plays games behind the
// arena's back.
func (g *Genome) Evaluate() (float64, error) { return 0, ErrEvaluate }

// Clone returns a copy.
func (g *Genome) Clone() eaopt.Genome {
	return &Genome{layout: g.layout, phases: slices.Clone(g.phases)}
}

// Mutate strikes the genome as hard as its layout says.
func (g *Genome) Mutate(rng *rand.Rand) { g.Strike(g.layout.kick, rng) }

// Strike adds normal noise to some of the genes, each on the scale of its own bound,
// so that a gene at 0 moves like any other. What would leave the bounds is reflected
// at them.
func (g *Genome) Strike(kick Kick, rng *rand.Rand) {
	g.each(func(gene *int, bound int) {
		if rng.Float64() < kick.Share {
			*gene = within(float64(*gene)+rng.NormFloat64()*kick.Step*float64(bound), bound)
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
	for p := range g.phases {
		for _, i := range g.layout.weights {
			a, b := float64(g.phases[p][i]), float64(m.phases[p][i])
			bound := evaluators.Features[i].Bound
			mix := func() int { return within(a+(b-a)*(rng.Float64()*(1+2*blend)-blend), bound) }
			g.phases[p][i], m.phases[p][i] = mix(), mix()
		}
	}
}

// within rounds a gene to a whole number, reflected into its bounds.
func within(gene float64, bound int) int {
	limit := float64(bound)
	if gene > limit {
		gene = 2*limit - gene
	} else if gene < -limit {
		gene = -2*limit - gene
	}
	return int(math.Round(min(max(gene, -limit), limit)))
}

// Mean returns the genome whose genes are the means of the given ones'.
func Mean(genomes []*Genome) *Genome {
	first := genomes[0]
	mean := &Genome{layout: first.layout, phases: make([]evaluators.Weights, len(first.phases))}
	for p := range mean.phases {
		for _, i := range mean.layout.weights {
			sum := 0
			for _, g := range genomes {
				sum += g.phases[p][i]
			}
			mean.phases[p][i] = int(math.Round(float64(sum) / float64(len(genomes))))
		}
	}
	return mean
}
