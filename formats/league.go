package formats

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"evothello/evaluators"
	"evothello/weights"
)

// IsLeague reports whether a path has the file extension of a player of the Othello League.
func IsLeague(path string) bool { return strings.EqualFold(filepath.Ext(path), ".player") }

// NTupleOf converts a Switch to a player of the Othello League. The player gives a board the same value from either
// side's view. The Switch must consist of networks of tuples only, with one set of weights for the whole game. Errors
// list the weights that prevent it.
func NTupleOf(s *weights.Switch) (*NTuple, error) {
	w := s.Phases[0]
	if slices.ContainsFunc(s.Phases, func(other evaluators.Weights) bool { return !other.Equal(w) }) {
		return nil, errors.New("a player of the Othello League has one set of weights for the whole game, " +
			"but this one has a set for each phase: evolve it with --turns 60")
	}
	n, names := new(NTuple), ""
	for _, scorer := range evaluators.Scorers {
		switch {
		case scorer.Shapes != nil:
			names += ", " + scorer.Name
			if w.Uses(scorer) {
				n.add(scorer, w.Of(scorer))
			}
		case w.Uses(scorer):
			return nil, fmt.Errorf("a player of the Othello League consists of networks of tuples, "+
				"and scorer %s is not one: evolve it with network scorers only, such as --scorers lines2", scorer.Name)
		}
	}
	if len(n.Tuples) == 0 {
		return nil, errors.New("all network weights of the player are 0: there is nothing to write; " +
			"evolve the player with one of the scorers" + names[1:])
	}
	return n, nil
}

// add appends tuples for the shapes of a network, with the weights of their foldings.
func (n *NTuple) add(scorer *evaluators.Scorer, weights []int32) {
	for _, shape := range scorer.Shapes {
		fold := scorer.Fold(shape)
		values := fold.Unfold(weights[:fold.Weights])
		weights = weights[fold.Weights:]
		tuple := Tuple{Places: shape.Places, Weights: make([]float64, len(values))}
		for c := range tuple.Weights {
			tuple.Weights[c] = float64(values[ownConfiguration(c, len(shape.Places[0]))])
		}
		n.Tuples = append(n.Tuples, tuple)
	}
}

// ownConfiguration converts a configuration's number in the League to its number in package tuples. In tuples the first
// square is the lowest digit, and 0 is an empty square, 1 an own disc (Black's) and 2 an opponent's.
func ownConfiguration(c, squares int) (own int) {
	for range squares {
		own = 3*own + [3]int{2, 0, 1}[c%3]
		c /= 3
	}
	return own
}
