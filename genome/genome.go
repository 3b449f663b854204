// Package genome is what evolves: the weights of a Switch, one gene for each
// weight of each game phase, with the operators that vary them.
package genome

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"math/rand"
	"slices"
	"strings"

	"github.com/MaxHalford/eaopt"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/internal/names"
	"evothello/weights"
)

// A Layout says which genes there are: the weights of the chosen scorers in each
// phase, but for those that are fixed. Weights of other scorers stay 0.
type Layout struct {
	Turns   weights.Turns
	Tables  *patterns.Tables   // that the scorer patterns counts by, nil if it does not evolve
	Board   *engine.Shape      // where games are played, nil if on the standard board
	weights []int              // indexes into evaluators.Features of what evolves, rising
	fixed   evaluators.Weights // all others
	limits  [evaluators.NumFeatures]Range
	shared  []sharedGene
	whole   []bool // by place in weights: one gene for all phases, the first one's; nil if there are none
	places  []place
	kick    Kick
}

// A sharedGene is the gene of several weights: those of squares that the board's symmetries
// take to each other.
type sharedGene struct {
	gene  int   // index of the weight that evolves
	alike []int // indexes of those that follow it
}

// A place is where a gene's weight lies.
type place struct{ phase, weight int }

// A Range is the least and the greatest value of a gene. Where they are the same
// the weight is fixed and no gene.
type Range [2]int

// A Kick says how hard mutation strikes.
type Kick struct {
	Share float64 // chance of each gene to change, 0…1
	Step  float64 // standard deviation of a change, as a share of the gene's bound
}

// NewLayout lays out the genes of the named scorers for the phases that end at
// the given turns of games on a board, nil for the standard one. Weights named in limits evolve in that range, in all phases, the
// others within their features' bounds.
func NewLayout(board *engine.Shape, turns weights.Turns, scorers []string, limits map[string]Range, kick Kick) (*Layout, error) {
	if err := turns.Validate(); err != nil {
		return nil, err
	}
	if len(scorers) == 0 {
		return nil, errors.New("no scorers: name at least one of " + strings.Join(AllScorers(), ", "))
	}
	l := &Layout{Turns: turns, Board: board, kick: kick}
	for _, name := range scorers {
		if !slices.Contains(AllScorers(), name) {
			return nil, names.New("scorer", name, AllScorers())
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
	l.joinSquares()
	err := l.limit(limits)
	l.layPlaces()
	return l, err
}

// joinSquares leaves one gene for all squares that the board's symmetries take to each
// other, and none for holes.
func (l *Layout) joinSquares() {
	first := evaluators.OnSquare(0)
	if !slices.Contains(l.weights, first) {
		return
	}
	board := engine.Standard()
	if l.Board != nil {
		board = *l.Board
	}
	l.weights = slices.DeleteFunc(l.weights, func(i int) bool { return i >= first && i < first+64 })
	for _, orbit := range board.Orbits() {
		g := sharedGene{gene: first + bits.TrailingZeros64(orbit)}
		for s := range engine.SquaresOf(orbit & (orbit - 1)) {
			g.alike = append(g.alike, first+int(s))
		}
		l.weights, l.shared = append(l.weights, g.gene), append(l.shared, g)
	}
}

// SharePhases gives the weights of some of the layout's scorers one gene each for the whole game, and
// leaves a gene for each phase to those of the others.
func (l *Layout) SharePhases(scorers []string) error {
	for _, name := range scorers {
		known := false
		for k, i := range l.weights {
			if strings.HasPrefix(evaluators.Features[i].Name, name+".") {
				if l.whole == nil {
					l.whole = make([]bool, len(l.weights))
				}
				known, l.whole[k] = true, true
			}
		}
		if !known {
			return fmt.Errorf("whole game: no weight of %q evolves here", name)
		}
	}
	l.layPlaces()
	return nil
}

// layPlaces lists where the genes lie, phase by phase.
func (l *Layout) layPlaces() {
	l.places = nil
	for p := range l.Turns {
		for k, i := range l.weights {
			if l.hasGene(p, k) {
				l.places = append(l.places, place{p, i})
			}
		}
	}
}

// SharesPhases reports whether some weights have one gene for the whole game.
func (l *Layout) SharesPhases() bool { return l.whole != nil }

// hasGene reports whether the weight that is k-th among those that evolve has a gene of its
// own in a phase.
func (l *Layout) hasGene(phase, k int) bool { return phase == 0 || l.whole == nil || !l.whole[k] }

// limit sets the genes' ranges and takes those out that are fixed.
func (l *Layout) limit(limits map[string]Range) error {
	for i, f := range evaluators.Features {
		l.limits[i] = Range{-f.Bound, f.Bound}
	}
	for _, name := range slices.Sorted(maps.Keys(limits)) {
		i, known := evaluators.Index(name)
		if !known || !slices.Contains(l.weights, i) {
			return fmt.Errorf("limits: %q is no weight that evolves here", name)
		}
		r, bound := limits[name], evaluators.Features[i].Bound
		if r[0] > r[1] || r[0] < -bound || r[1] > bound {
			return fmt.Errorf("limits: %s from %d to %d: want the smaller first, both within ±%d", name, r[0], r[1], bound)
		}
		if l.limits[i] = r; r[0] == r[1] {
			l.fixed[i] = r[0]
		}
	}
	l.weights = slices.DeleteFunc(l.weights, func(i int) bool { return l.limits[i][0] == l.limits[i][1] })
	if len(l.weights) == 0 {
		return errors.New("limits: every weight is fixed, so there is nothing to evolve")
	}
	for _, s := range l.shared {
		for _, i := range s.alike {
			l.fixed[i], l.limits[i] = l.fixed[s.gene], l.limits[s.gene]
		}
	}
	return nil
}

// DefaultScorers are the scorers that evolve on a board unless a run says otherwise: those of
// edges only where the board has all four of them whole.
func DefaultScorers(board engine.Shape) (names []string) {
	const border uint64 = 0xff818181818181ff
	whole := board.Start.Holes()&border == 0
	for _, s := range evaluators.Scorers {
		if s.Evolves && (whole || !s.OfEdges) {
			names = append(names, s.Name)
		}
	}
	return names
}

// AllScorers are all that a run can name.
func AllScorers() (names []string) {
	for _, s := range evaluators.Scorers {
		names = append(names, s.Name)
	}
	return names
}

// Genes is the number of genes.
func (l *Layout) Genes() int { return len(l.places) }

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
				return nil, fmt.Errorf("phase %d: %s is %d, but it does not evolve here and stays %d: name its scorer, or take other weights", p+1, f.Name, w[i], l.fixed[i])
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
				return nil, fmt.Errorf("phase %d: %s is %d and %d in phase 1, but it has one weight for the whole game here", p+1, f.Name, phases[p][i], phases[0][i])
			}
		}
	}
	return g, nil
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

// MarshalJSON writes the weights of each phase.
func (g *Genome) MarshalJSON() ([]byte, error) { return json.Marshal(g.Phases()) }

// Equal reports whether two genomes of one layout play the same.
func (g *Genome) Equal(other *Genome) bool { return slices.Equal(g.values, other.values) }

// Freeze makes the genome a Switch.
func (g *Genome) Freeze() *weights.Switch {
	s := &weights.Switch{Schema: weights.Schema, Turns: slices.Clone(g.layout.Turns), Board: g.layout.Board, Phases: evaluators.PackPhases(g.Phases())}
	s.SetLearnt(g.layout.Tables)
	return s
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
