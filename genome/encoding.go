package genome

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/weights"
)

// An Encoding encodes a Switch as genes: the weights of the chosen scorers in each phase, except those that Limits
// fixes. The weights of other scorers are 0. Symmetric squares share a gene, and holes have none. If Parameters is set,
// the genes encode the values of a program's parameters instead of a Switch, and the other fields are empty.
type Encoding struct {
	Board   *engine.Shape    // of the games, nil for the standard board
	Turns   weights.Turns    // the last moves of the phases
	Scorers []string         // with weights that evolve
	Shared  []string         // scorers with one gene per weight for all phases
	Limits  map[string]Range // by name of the weight; default: the feature's bounds
	Tables  *patterns.Tables // for the scorer patterns, nil if it does not evolve

	Parameters []Parameter // of a program that is not ours

	*Layout
	scorers []*evaluators.Scorer
	names   []string // of the weights of a phase, one scorer after the other
	fixed   []int32  // their values if they have no gene
	places  [][]int  // by gene: the indexes of its weights in the list of all phases' weights
}

// A Range is the least and the greatest value of a weight. If they are the same, the weight is fixed and
// has no gene.
type Range [2]int

// UnmarshalJSON reads [least, greatest]. More or fewer numbers are an error.
func (r *Range) UnmarshalJSON(text []byte) error {
	var ends []int
	if err := json.Unmarshal(text, &ends); err != nil {
		return errors.New("a range must be two whole numbers, [least, greatest], such as [0, 1000]")
	}
	if len(ends) != 2 {
		return fmt.Errorf("range %v: must be two whole numbers, [least, greatest], such as [0, 1000]", ends)
	}
	*r = Range(ends)
	return nil
}

// NewEncoding returns a copy of e with the layout of its genes. The other exported fields of e must be set.
func NewEncoding(e Encoding, variation Variation) (_ *Encoding, err error) {
	if e.Parameters != nil {
		e.Layout, err = NewLayout(e.Parameters, variation)
		return &e, err
	}
	if err := e.Turns.Validate(); err != nil {
		return nil, err
	}
	genes, err := e.chooseGenes()
	if err == nil {
		genes, err = e.limit(genes)
	}
	if err == nil {
		err = e.shareGenes(genes)
	}
	if err != nil {
		return nil, err
	}
	var parameters []Parameter
	for phase := range e.Turns {
		for _, g := range genes {
			if g.whole && phase > 0 {
				continue
			}
			g.Group = fmt.Sprintf("phase %d", phase+1)
			parameters, e.places = append(parameters, g.Parameter), append(e.places, e.placesOf(g, phase))
		}
	}
	e.Layout, err = NewLayout(parameters, variation)
	return &e, err
}

// A gene is a gene of a phase or of the whole game.
type gene struct {
	Parameter
	weights []int // the indexes of its weights in a phase
	whole   bool  // it is of the whole game
}

// chooseGenes returns a gene for each weight of the scorers, and one for each orbit of squares. Those of
// squares come last.
func (e *Encoding) chooseGenes() (genes []gene, err error) {
	if len(e.Scorers) == 0 {
		return nil, errors.New("no scorers: name at least one of " + strings.Join(AllScorers(), ", "))
	}
	for i, name := range e.Scorers {
		switch {
		case !slices.Contains(AllScorers(), name):
			return nil, files.OtherProgram{Err: fmt.Errorf("%w; if the scorer is your own, use the program that registers it",
				names.New("scorer", name, AllScorers()))}
		case slices.Contains(e.Scorers[:i], name):
			return nil, fmt.Errorf("scorer %q is listed twice", name)
		}
	}
	var ofSquares []gene
	for _, s := range evaluators.Scorers {
		if !slices.Contains(e.Scorers, s.Name) {
			continue
		}
		into := &genes
		if s.BySquare {
			into = &ofSquares
		}
		for _, weights := range e.alike(s) {
			f := &s.Features[weights[0]]
			for i := range weights {
				weights[i] += len(e.names)
			}
			*into = append(*into, gene{weights: weights,
				Parameter: Parameter{Name: f.Name, Least: int32(-f.Bound), Greatest: int32(f.Bound), Scale: float64(f.Bound)}})
		}
		e.scorers = append(e.scorers, s)
		for _, f := range s.Features {
			e.names = append(e.names, f.Name)
		}
	}
	e.fixed = make([]int32, len(e.names))
	return append(genes, ofSquares...), nil
}

// alike returns the features of a scorer, those together that share a gene.
func (e *Encoding) alike(s *evaluators.Scorer) (sets [][]int) {
	if !s.BySquare {
		for i := range s.Features {
			sets = append(sets, []int{i})
		}
		return sets
	}
	board := engine.Standard()
	if e.Board != nil {
		board = *e.Board
	}
	for _, orbit := range board.Orbits() {
		var squares []int
		for square := range engine.SquaresOf(orbit) {
			squares = append(squares, int(square))
		}
		sets = append(sets, squares)
	}
	return sets
}

// limit sets the ranges of genes, and fixes the weights of those that have one value only. It returns
// the other genes.
func (e *Encoding) limit(genes []gene) ([]gene, error) {
	for _, name := range slices.Sorted(maps.Keys(e.Limits)) {
		k := slices.IndexFunc(genes, func(g gene) bool { return g.Name == name })
		if k < 0 {
			return nil, fmt.Errorf("limits: %q is not a weight that evolves", name)
		}
		g, r := &genes[k], e.Limits[name]
		if r[0] > r[1] || r[0] < int(g.Least) || r[1] > int(g.Greatest) {
			return nil, fmt.Errorf("limits: %s from %d to %d: the smaller must come first, both within ±%d", name, r[0], r[1],
				g.Greatest)
		}
		if g.Least, g.Greatest = int32(r[0]), int32(r[1]); r[0] == r[1] {
			for _, at := range g.weights {
				e.fixed[at] = g.Least
			}
		}
	}
	genes = slices.DeleteFunc(genes, func(g gene) bool { return g.Least == g.Greatest })
	if len(genes) == 0 {
		return nil, errors.New("limits: every weight is fixed, so there is nothing to evolve")
	}
	return genes, nil
}

// shareGenes marks the genes of the whole game.
func (e *Encoding) shareGenes(genes []gene) error {
	for _, name := range e.Shared {
		known := false
		for k := range genes {
			if strings.HasPrefix(genes[k].Name, name+".") {
				known, genes[k].whole = true, true
			}
		}
		if !known {
			return fmt.Errorf("shared: %q has no weight that evolves", name)
		}
	}
	return nil
}

// placesOf returns the places of a gene's weights, of a phase or of the whole game.
func (e *Encoding) placesOf(g gene, phase int) (places []int) {
	for p := range e.Turns {
		if p == phase || g.whole {
			for _, at := range g.weights {
				places = append(places, p*len(e.names)+at)
			}
		}
	}
	return places
}

// PhaseOf returns the index of a gene's phase, 0 for genes of the whole game.
func (e *Encoding) PhaseOf(gene int) int {
	if e.Parameters != nil {
		return 0
	}
	return e.places[gene][0] / len(e.names)
}

// Effects returns, for each gene, how much the value of a position for Black changes if the gene grows by its scale.
// phase is the phase of the weights.
func (e *Encoding) Effects(p engine.Position, phase int) []float64 {
	var counts []int
	for _, s := range e.scorers {
		counts = append(counts, s.Count(p, e.Tables)...)
	}
	effects, first := make([]float64, e.Genes()), phase*len(e.names)
	for k, places := range e.places {
		sum := 0
		for _, at := range places {
			if at >= first && at < first+len(counts) {
				sum += counts[at-first]
			}
		}
		effects[k] = float64(sum) * e.Parameter(k).Scale
	}
	return effects
}

// Phases returns the weights that a genome encodes, phase by phase.
func (e *Encoding) Phases(g *Genome) evaluators.Phases {
	n, phases := len(e.fixed), make(evaluators.Phases, len(e.Turns))
	values := slices.Repeat(e.fixed, len(phases))
	for k, gene := range g.values {
		for _, at := range e.places[k] {
			values[at] = gene
		}
	}
	for p := range phases {
		phases[p] = evaluators.NewWeights(e.scorers, values[p*n:(p+1)*n:(p+1)*n])
	}
	return phases
}

// Switch returns the Switch that a genome encodes.
func (e *Encoding) Switch(g *Genome) *weights.Switch {
	return weights.New(e.Turns, e.Board, e.Phases(g), e.Tables)
}

// Genome returns the genome that encodes the weights of the phases. It returns an error if a weight is outside its
// range, or if no genome encodes these weights.
func (e *Encoding) Genome(phases evaluators.Phases) (*Genome, error) {
	if len(phases) != len(e.Turns) {
		return nil, fmt.Errorf("%d phases for %d turns: give one phase for each turn", len(phases), len(e.Turns))
	}
	weight := func(at int) int { return phases[at/len(e.names)].Get(e.names[at%len(e.names)]) }
	g := e.genome()
	for k, places := range e.places {
		g.values[k] = int32(weight(places[0]))
	}
	for p, encoded := range e.Phases(g) {
		if !encoded.Equal(phases[p]) {
			return nil, e.whyNot(p, phases[p], encoded)
		}
	}
	return e.FromGenes(g.values)
}

// whyNot returns the error for a phase's weights that differ from those that their genome encodes.
func (e *Encoding) whyNot(phase int, w, encoded evaluators.Weights) error {
	for _, s := range evaluators.Scorers {
		for _, f := range s.Features {
			weight, stays := w.Get(f.Name), encoded.Get(f.Name)
			if weight == stays {
				continue
			}
			at := phase*len(e.names) + slices.Index(e.names, f.Name)
			is := fmt.Sprintf("phase %d: %s is %d", phase+1, f.Name, weight)
			k := slices.IndexFunc(e.places, func(places []int) bool { return slices.Contains(places, at) })
			if k >= 0 && slices.Contains(e.scorers, s) {
				return fmt.Errorf("%s, but it shares the gene of %s, which is %d", is, &e.parameters[k], stays)
			}
			if _, limited := e.Limits[f.Name]; limited {
				return fmt.Errorf("%s, but limits fix it at %d", is, stays)
			}
			return fmt.Errorf("%s, but it does not evolve and stays %d: add its scorer, or start from other weights", is, stays)
		}
	}
	return nil
}

// DefaultScorers returns the names of the scorers that evolve by default on a board. Scorers of edges are included only
// if the board has such edges. On boards larger than 8×8 only the reversi library's scorers evolve by default.
func DefaultScorers(board engine.Shape) (names []string) {
	for _, s := range evaluators.Scorers {
		if s.Evolves && (s.Standard || !board.IsLarge()) && (s.Has == nil || s.Has(^board.Holes())) {
			names = append(names, s.Name)
		}
	}
	return names
}

// AllScorers returns the names of all scorers.
func AllScorers() (names []string) {
	for _, s := range evaluators.Scorers {
		names = append(names, s.Name)
	}
	return names
}
