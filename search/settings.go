// Package search finds moves: MinMax, NegaMax, AlphaBeta and NegaScout to a fixed
// depth or deepening within a node or time limit, and exact endgames.
//
// At a fixed depth the value of a position is that of the plain MinMax search,
// and of equally valued moves the first in the order a1, b1 … h8 is chosen,
// whatever the algorithm, the move ordering and the transposition table did.
//
// Positions are valued by compiled weights or by any other Evaluator: an Evaluation makes
// one of a function.
package search

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"evothello/engine"
	"evothello/internal/names"
)

// An Algorithm is a way to search the game tree. All give the same move and
// value at the same depth; they differ in the nodes they need.
type Algorithm int8

// NegaScout is the default: it proves by null windows that the later moves are
// no better than the first. NegaMax and MinMax visit every node.
const (
	NegaScout Algorithm = iota
	AlphaBeta
	NegaMax
	MinMax
)

var algorithmNames = [...]string{"negascout", "alphabeta", "negamax", "minmax"}

// String returns the name ParseAlgorithm reads.
func (a Algorithm) String() string { return algorithmNames[a] }

// ParseAlgorithm reads an algorithm's name in any case.
func ParseAlgorithm(name string) (Algorithm, error) {
	for a, known := range algorithmNames {
		if strings.EqualFold(name, known) {
			return Algorithm(a), nil
		}
	}
	return 0, names.New("search", name, algorithmNames[:])
}

// MarshalText and UnmarshalText write and read an algorithm by name.
func (a Algorithm) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads an algorithm's name.
func (a *Algorithm) UnmarshalText(text []byte) (err error) {
	*a, err = ParseAlgorithm(string(text))
	return err
}

// MaxDepth is the deepest search there is any use for: a game has 60 moves.
const MaxDepth = 60

// Settings say how far to search. With Nodes or Time the search deepens ply by
// ply, to Depth at most if that is given, until a limit is reached, and the last
// depth that was finished counts; depth 1 always is. Without them it searches
// Depth plies.
//
// Games with Time cannot be repeated anyway. So it is made the most of: what was found of
// an unfinished depth counts, and so do values that deeper searches of the game remember;
// and without a Depth a position is solved as soon as there is time for it, whatever
// Endgame says.
type Settings struct {
	Algorithm Algorithm     `json:"search" is:"search algorithm"`
	Depth     int           `json:"depth" is:"depth in plies"` // 0 = not limited by depth
	Nodes     uint64        `json:"nodes,omitempty"`           // positions visited, 0 = not limited by nodes
	Time      time.Duration `json:"time_ns,omitempty"`         // per move, 0 = not limited by time
	Endgame   int           `json:"endgame" is:"empty squares from which on the root is solved exactly"`
	// Cuts make the search selective, nil for a full one. They belong to one evaluator, so
	// they are no part of what is written.
	Cuts *Cuts `json:"-"`
}

// Validate returns an error that names the setting that makes no sense.
func (s Settings) Validate() error {
	switch {
	case s.Depth < 0 || s.Depth > MaxDepth:
		return fmt.Errorf("depth %d: must be 1 to %d", s.Depth, MaxDepth)
	case s.Endgame < 0 || s.Endgame > MaxDepth:
		return fmt.Errorf("endgame %d: must be 0 to %d", s.Endgame, MaxDepth)
	case s.Time < 0:
		return fmt.Errorf("time %s: must be positive", s.Time)
	case s.Depth == 0 && s.Nodes == 0 && s.Time == 0:
		return fmt.Errorf("a search needs a limit: depth (1 to %d), nodes or time", MaxDepth)
	}
	return nil
}

// ValidateFixed is Validate for searches that must be to a depth alone, as those of
// evolution are: what they find depends on nothing but the position.
func (s Settings) ValidateFixed() error {
	switch {
	case s.Nodes != 0 || s.Time != 0:
		return errors.New("the search must be to a depth, without a limit of nodes or time")
	case s.Depth < 1:
		return fmt.Errorf("depth is %d: must be 1 to %d", s.Depth, MaxDepth)
	}
	return s.Validate()
}

// String says in words how the search goes: "negascout to depth 4, last 8 exact".
func (s Settings) String() string {
	text := s.Algorithm.String()
	if s.Depth > 0 {
		text += fmt.Sprintf(" to depth %d", s.Depth)
	}
	if s.Nodes > 0 {
		text += fmt.Sprintf(" within %d nodes a move", s.Nodes)
	}
	if s.Time > 0 {
		text += fmt.Sprintf(" within %s a move", s.Time)
	}
	if s.Endgame > 0 {
		text += fmt.Sprintf(", last %d exact", s.Endgame)
	}
	return text
}

// A Result is what a search found.
type Result struct {
	Move  engine.Square // Pass if the mover must pass, NoSquare if the game is over
	Score int           // for the mover: evaluator points, or discs if Exact
	Exact bool          // solved to the end of the game, empties to the winner
	// plies searched, perhaps not by all moves if there was a clock; 0 if a rule or a book chose; the empties, if Exact
	Depth int
	Nodes uint64 // positions visited
}
