// Package search finds moves: MinMax, NegaMax, AlphaBeta and NegaScout to a fixed depth or deepening within a
// node or time limit, and exact endgames.
//
// At a fixed depth the value of a position equals that of a plain MinMax search. Among equally valued moves
// the first in the order a1, b1 … h8 is chosen. The algorithm, the move ordering and the transposition table
// never change this result.
//
// Positions are valued by compiled weights or by any other Evaluator. The type Evaluation makes an Evaluator
// of a function.
package search

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"evothello/engine"
	"evothello/internal/names"
)

// An Algorithm is a way to search the game tree. All algorithms find the same move and value at
// the same depth; they differ in the number of nodes.
type Algorithm int8

// The algorithms. NegaScout is the default: it proves with null windows that the later moves are
// no better than the first. NegaMax and MinMax visit every node.
const (
	NegaScout Algorithm = iota
	AlphaBeta
	NegaMax
	MinMax
)

var algorithmNames = [...]string{"negascout", "alphabeta", "negamax", "minmax"}

// String returns the name that ParseAlgorithm reads.
func (a Algorithm) String() string { return algorithmNames[a] }

// ParseAlgorithm parses an algorithm's name in any case.
func ParseAlgorithm(name string) (Algorithm, error) {
	for a, known := range algorithmNames {
		if strings.EqualFold(name, known) {
			return Algorithm(a), nil
		}
	}
	return 0, names.New("search", name, algorithmNames[:])
}

// MarshalText returns the algorithm's name.
func (a Algorithm) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText parses an algorithm's name.
func (a *Algorithm) UnmarshalText(text []byte) (err error) {
	*a, err = ParseAlgorithm(string(text))
	return err
}

// MaxDepth is the deepest useful search: a game has 60 moves.
const MaxDepth = 60

// Settings are the limits of a search. Without Nodes and Time it searches Depth plies. With Nodes or Time it
// deepens ply by ply until a limit is reached, or Depth if that is set. The result is then that of the last
// finished depth; depth 1 is always finished.
//
// Games with Time are not reproducible in any case, so searches with a clock use everything that they find.
// The results of an unfinished depth count. So do values in the table from deeper searches of the same game.
// Without Depth, such a search also solves a position as soon as there is time for it, independent of
// Endgame.
type Settings struct {
	Algorithm Algorithm     `json:"search" flag:"search ALGORITHM" is:"search algorithm: negascout, alphabeta, negamax or minmax"`
	Depth     int           `json:"depth" flag:"depth PLIES,…" is:"search depth in plies; generations take several, such as 2,4, in turn"` // 0 = not limited by depth
	Nodes     uint64        `json:"nodes,omitempty"`                                                                                       // positions visited, 0 = not limited by nodes
	Time      time.Duration `json:"time_ns,omitempty"`                                                                                     // per move, 0 = not limited by time
	Endgame   int           `json:"endgame" flag:"endgame SQUARES" is:"solve the game exactly from this many empty squares on"`
	// Cuts make the search selective, nil for a full search. They belong to one evaluator, so they are not
	// written to files.
	Cuts *Cuts `json:"-"`
}

// Validate returns an error that names an invalid setting.
func (s Settings) Validate() error {
	switch {
	case s.Depth < 0 || s.Depth > MaxDepth:
		return fmt.Errorf("depth %d: must be 1 to %d", s.Depth, MaxDepth)
	case s.Endgame < 0 || s.Endgame > MaxDepth:
		return fmt.Errorf("endgame %d: must be 0 to %d", s.Endgame, MaxDepth)
	case s.Time < 0:
		return fmt.Errorf("time %s: must be above 0", s.Time)
	case s.Depth == 0 && s.Nodes == 0 && s.Time == 0:
		return fmt.Errorf("a search needs a limit: depth (1 to %d), nodes or time", MaxDepth)
	}
	return nil
}

// ValidateFixed is Validate for searches to a fixed depth, such as those of evolution. It rejects Nodes and
// Time. Results then depend only on the position.
func (s Settings) ValidateFixed() error {
	switch {
	case s.Nodes != 0 || s.Time != 0:
		return errors.New("the search must have a depth, and no limit of nodes or time")
	case s.Depth < 1:
		return fmt.Errorf("depth is %d: must be 1 to %d", s.Depth, MaxDepth)
	}
	return s.Validate()
}

// String returns a description of the search, such as "negascout to depth 4, solved from 8 empties".
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
		text += fmt.Sprintf(", solved from %d empties", s.Endgame)
	}
	return text
}

// A Result is the outcome of a search.
type Result struct {
	Move  engine.Square // Pass if the mover must pass, NoSquare if the game is over
	Score int           // value for the mover: evaluator points, or discs if Exact
	Exact bool          // whether the game is solved to its end; empty squares then count for the winner
	// Depth is the number of plies searched. With a clock the last ply may be searched for some moves only.
	// It is 0 if a rule or a book chose the move, and the number of empty squares if Exact.
	Depth int
	Nodes uint64 // positions visited
}
