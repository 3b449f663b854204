package genome

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/internal/names"
	"evothello/weights"
)

// A Layout says which genes there are: the weights of the chosen scorers in each
// phase, but for those that are fixed. Weights of other scorers stay 0.
type Layout struct {
	Turns     weights.Turns
	Tables    *patterns.Tables   // that the scorer patterns counts by, nil if it does not evolve
	Board     *engine.Shape      // where games are played, nil if on the standard board
	weights   []int              // indexes into evaluators.Features of what evolves, rising
	fixed     evaluators.Weights // all others
	limits    [evaluators.NumFeatures]Range
	shared    []sharedGene
	whole     []bool // by place in weights: one gene for all phases, the first one's; nil if there are none
	places    []place
	variation Variation
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

// UnmarshalJSON reads [least, greatest]. More or fewer numbers are an error.
func (r *Range) UnmarshalJSON(text []byte) error {
	var ends []int
	if err := json.Unmarshal(text, &ends); err != nil {
		return errors.New("a range must be two whole numbers, [least, greatest], such as [0, 1000]")
	}
	if len(ends) != 2 {
		return fmt.Errorf("range %v: want two numbers, [least, greatest], such as [0, 1000]", ends)
	}
	*r = Range(ends)
	return nil
}

// A Variation says how crossover and mutation vary genomes.
type Variation struct {
	Alpha float64 // how far beyond its parents a child may lie, as a share of their distance
	Share float64 // chance of each gene to mutate, 0…1
	Step  float64 // standard deviation of a mutation, as a share of the gene's bound
}

// NewLayout lays out the genes of the named scorers for the phases that end at
// the given turns of games on a board, nil for the standard one. Weights named in limits evolve in that range, in all
// phases, the others within their features' bounds.
func NewLayout(board *engine.Shape, turns weights.Turns, scorers []string, limits map[string]Range,
	variation Variation) (*Layout, error) {
	if err := turns.Validate(); err != nil {
		return nil, err
	}
	if len(scorers) == 0 {
		return nil, errors.New("no scorers: name at least one of " + strings.Join(AllScorers(), ", "))
	}
	l := &Layout{Turns: turns, Board: board, variation: variation}
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

// Place returns the phase and the weight, as an index of evaluators.Features, of a gene.
func (l *Layout) Place(gene int) (phase, weight int) {
	return l.places[gene].phase, l.places[gene].weight
}
