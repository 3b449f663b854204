package formats

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"evothello/evaluators"
	"evothello/evaluators/tuples"
	"evothello/weights"
)

// IsLeague reports whether a file's name says that it is a player of the Othello League.
func IsLeague(path string) bool { return strings.EqualFold(filepath.Ext(path), ".player") }

// NTupleOf makes a player of the Othello League of a Switch, one that values boards alike in
// either view. Such a player is networks of tuples and nothing else, with one set of weights
// for the whole game. Errors say what it has besides.
func NTupleOf(s *weights.Switch) (*NTuple, error) {
	w := s.Phases[0].Weights()
	if slices.ContainsFunc(s.Phases, func(other evaluators.Packed) bool { return other != s.Phases[0] }) {
		return nil, errors.New("a player of the Othello League has one set of weights for the whole game, this one a set " +
			"a phase: breed it with --turns 60")
	}
	n, names := new(NTuple), ""
	for _, scorer := range evaluators.Scorers {
		switch {
		case scorer.Shapes != nil:
			names += ", " + scorer.Name
			if w.Uses(scorer) {
				n.add(scorer.Shapes, w.Of(scorer))
			}
		case w.Uses(scorer):
			return nil, fmt.Errorf("a player of the Othello League is networks of tuples, which the scorer %s is not: breed "+
				"it with nothing else, as --scorers lines2", scorer.Name)
		}
	}
	if len(n.Tuples) == 0 {
		return nil, errors.New("all its weights are 0: there is nothing to write; breed it with a scorer of" + names[1:])
	}
	return n, nil
}

// add adds shapes with the weights of their foldings.
func (n *NTuple) add(shapes []tuples.Shape, weights []int) {
	for _, shape := range shapes {
		fold := shape.Fold()
		values := fold.Unfold(weights[:fold.Weights])
		weights = weights[fold.Weights:]
		tuple := Tuple{Places: shape.Places, Weights: make([]float64, len(values))}
		for c := range tuple.Weights {
			tuple.Weights[c] = float64(values[ownConfiguration(c, len(shape.Places[0]))])
		}
		n.Tuples = append(n.Tuples, tuple)
	}
}

// ownConfiguration is package tuples' number of one of the League's configurations: the
// first square is the lowest digit, 0 an empty square, 1 an own disc, Black's, and 2 an
// opponent's.
func ownConfiguration(c, squares int) (own int) {
	for range squares {
		own = 3*own + [3]int{2, 0, 1}[c%3]
		c /= 3
	}
	return own
}
