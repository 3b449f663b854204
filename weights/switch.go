// Package weights is a player's weights by game phase as data: the phases, the Switch
// that has a set of weights for each, the file that champions are exchanged in, the
// sets that come with the program, and the one form in which a search uses them.
package weights

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/internal/files"
	"evothello/search"
)

// Schema is the newest champion file this program reads, and the one it writes.
const Schema = 1

// A Switch is a player's weights by game phase, and the exchange format of
// champions: runs freeze into it, matches and games read it, and a person can
// write one by hand.
type Switch struct {
	Schema int                 `json:"schema"`
	Name   string              `json:"name,omitempty"`
	Turns  Turns               `json:"turns"`
	Phases []evaluators.Packed `json:"phases"` // a set for each turn
	// the SHA-256 of the file of learnt tables that weights of patterns count
	Tables string           `json:"tables,omitempty"`
	Board  *engine.Shape    `json:"board,omitempty"`  // where it was bred and plays, nil if that is the standard board
	Search *search.Settings `json:"search,omitempty"` // how it was bred to play: to a depth, without clock or node limit
	Origin *Origin          `json:"origin,omitempty"` // where it comes from
	Note   string           `json:"note,omitempty"`

	learnt *patterns.Tables // nil if they have not been opened
}

// New returns a Switch with the weights of each phase and the learnt tables that they count, nil
// if they count none. The board is nil if it is the standard one.
func New(turns Turns, board *engine.Shape, phases []evaluators.Weights, learnt *patterns.Tables) *Switch {
	s := &Switch{Schema: Schema, Turns: slices.Clone(turns), Board: board, Phases: evaluators.PackPhases(phases)}
	s.SetLearnt(learnt)
	return s
}

// DefaultSearch is the search for champions that specify none.
var DefaultSearch = search.Settings{Depth: 4, Endgame: 8}

// Settings are how the Switch was bred to play, DefaultSearch if it does not say.
func (s *Switch) Settings() search.Settings {
	if s.Search != nil {
		return *s.Search
	}
	return DefaultSearch
}

// An Origin names the run that bred a Switch: its seed, the SHA-256 of its
// run.json and the generation.
type Origin struct {
	Seed       uint64 `json:"seed"`
	Run        string `json:"run"`
	Generation int    `json:"generation"`
}

// Phase returns the index of the phase in which searches from the given board are. Moves
// are counted from the start of the Switch's board; on another one, from four discs.
func (s *Switch) Phase(b engine.Board) int {
	if s.Board != nil {
		return s.Turns.Phase(b.Discs()-s.Board.Start.Discs(), s.Board.Blanks())
	}
	return s.Turns.Phase(b.Discs()-4, b.Size()-4)
}

// At returns the weights that score searches from the given board.
func (s *Switch) At(b engine.Board) *evaluators.Weights {
	w := s.Phases[s.Phase(b)].Weights()
	return &w
}

// Home is the board where the Switch was bred, the standard board if it does not say.
func (s *Switch) Home() engine.Shape {
	if s.Board != nil {
		return *s.Board
	}
	return engine.Standard()
}

// PlaysOn returns an error if the Switch was bred on a board of its own and this is
// another one, or if it uses learnt tables, which are of the standard board alone. Other weights
// of the standard board may play on any.
func (s *Switch) PlaysOn(board engine.Shape) error {
	if s.Tables != "" && board.Start != engine.Start() {
		return fmt.Errorf("its learnt tables are for the standard board, not for %s, where %s plays", board.Name,
			ChampionOf(board))
	}
	if s.Board != nil && s.Board.Start != board.Start {
		return fmt.Errorf("its weights are for the board %s, not for %s", s.Board.Name, board.Name)
	}
	return nil
}

// Decisive is what decides the games of the Switch: the rest of its file says where it comes
// from and how it was bred.
func (s *Switch) Decisive() *Switch {
	return &Switch{Turns: s.Turns, Phases: s.Phases, Tables: s.Tables, Board: s.Board, learnt: s.learnt}
}

// Hash names the Switch by what decides its games: the SHA-256 of that, in hexadecimal.
func (s *Switch) Hash() string {
	data, err := json.Marshal(s.Decisive())
	if err != nil {
		panic("weights: " + err.Error()) // a valid Switch always marshals
	}
	return files.SHA256(data)
}

// SameWeights reports whether two Switches value every position alike, however their
// phases are divided.
func (s *Switch) SameWeights(other *Switch) bool {
	if s.Tables != other.Tables {
		return false
	}
	for move := range 61 {
		if s.Phases[s.Turns.Phase(move, 60)] != other.Phases[other.Turns.Phase(move, 60)] {
			return false
		}
	}
	return true
}

// SetLearnt gives the Switch learnt tables, nil for none.
func (s *Switch) SetLearnt(t *patterns.Tables) {
	s.learnt, s.Tables = t, ""
	if t != nil {
		s.Tables = t.Hash()
	}
}

// Learnt are the learnt tables of a valid Switch, nil if it has none.
func (s *Switch) Learnt() *patterns.Tables {
	tables, err := s.open()
	if err != nil {
		panic("weights: " + err.Error()) // it is not valid
	}
	return tables
}

// open finds the tables, if there are any: those of files lie in one of the directories.
func (s *Switch) open(dirs ...string) (*patterns.Tables, error) {
	if s.Tables == "" || s.learnt != nil {
		return s.learnt, nil
	}
	return patterns.Open(s.Tables, dirs...)
}

// Count counts a position's features.
func (s *Switch) Count(p engine.Position) evaluators.Counts {
	return evaluators.CountWith(p, s.Learnt())
}

// Read reads a champion file. Its learnt tables lie in one of the directories, or come with
// the program. Errors name what is wrong in it.
func Read(data []byte, dirs ...string) (*Switch, error) {
	var s Switch
	if err := files.DecodeJSON(data, Schema, &s); err != nil {
		var registration struct{ Cmd *string }
		if json.Unmarshal(data, &registration) == nil && registration.Cmd != nil {
			return nil, errors.New("not a champion file but the registration of a program, which plays as " +
				"external:file=REGISTRATION.json")
		}
		return nil, fmt.Errorf("not a champion file: %w", err)
	}
	if s.Tables != "" {
		tables, err := s.open(dirs...)
		if err != nil {
			return nil, err
		}
		s.learnt = tables
	}
	return &s, s.Validate()
}

// Validate returns an error that says what keeps the Switch from playing.
func (s *Switch) Validate() error {
	if s.Schema != Schema {
		return fmt.Errorf(`"schema" is %d, want %d`, s.Schema, Schema)
	}
	if err := s.Turns.Validate(); err != nil {
		return err
	}
	if len(s.Phases) != len(s.Turns) {
		return fmt.Errorf("%d phases for %d turns: want as many", len(s.Phases), len(s.Turns))
	}
	for i, packed := range s.Phases {
		w := packed.Weights()
		if err := w.Validate(); err != nil {
			return fmt.Errorf("phase %d: %w", i+1, err)
		}
		if w.UsesTables() && s.Tables == "" {
			return fmt.Errorf(`phase %d: patterns.w counts learnt tables: name them under "tables"`, i+1)
		}
	}
	if _, err := s.open(); err != nil {
		return err
	}
	if s.Search != nil {
		return s.Search.ValidateFixed()
	}
	return nil
}

// Evaluators are a Switch compiled for the search. They may be shared by any number of
// searches.
type Evaluators struct {
	of       Switch // what decides
	compiled atomic.Pointer[compiled]
}

// compiled are the phases on a board with those holes.
type compiled struct {
	holes  uint64
	phases []*evaluators.Evaluator
}

// Compile prepares a valid Switch for the search on its board. For others it is compiled
// again when it comes to play there.
func (s *Switch) Compile() *Evaluators {
	e := &Evaluators{of: *s.Decisive()}
	e.of.Turns, e.of.Phases, e.of.learnt = slices.Clone(s.Turns), slices.Clone(s.Phases), s.Learnt()
	e.compile(s.Home().Start.Holes())
	return e
}

func (e *Evaluators) compile(holes uint64) *compiled {
	c := &compiled{holes: holes, phases: evaluators.CompilePhases(evaluators.UnpackPhases(e.of.Phases), holes,
		e.of.learnt)}
	e.compiled.Store(c)
	return c
}

// At returns the evaluator that scores all leaves of a search from the given board.
func (e *Evaluators) At(b engine.Board) *evaluators.Evaluator {
	c := e.compiled.Load()
	if holes := b.Holes(); c.holes != holes {
		c = e.compile(holes)
	}
	return c.phases[e.of.Phase(b)]
}
