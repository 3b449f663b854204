// Package weights holds a player's weights by game phase as data: the turns that divide a game
// into phases, the Switch (one set of weights per phase, the format of champion files), the sets
// that ship with the program, and the compiled form that a search uses.
package weights

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/internal/files"
	"evothello/search"
)

// Schema is the newest version of the champion file that this program reads, and the one that it writes.
const Schema = 1

// A Switch is a player's weights by game phase. It is also the content of the champion file, which runs write
// and matches and games read. It can be written by hand.
type Switch struct {
	Schema int               `json:"schema"`
	Name   string            `json:"name,omitempty"`
	Turns  Turns             `json:"turns"`
	Phases evaluators.Phases `json:"phases"` // one set of weights per phase, in the order of Turns
	// Tables is the SHA-256 of the pattern table file. The weight patterns.w needs it.
	Tables string `json:"tables,omitempty"`
	// Board is the board that it was evolved on and plays on, nil for the standard board.
	Board *engine.Shape `json:"board,omitempty"`
	// Search is the search that it was evolved with. It has a depth and no limit of time or nodes.
	Search *search.Settings `json:"search,omitempty"`
	Origin *Origin          `json:"origin,omitempty"` // the run that made it
	Note   string           `json:"note,omitempty"`

	patternTables *patterns.Tables // nil until they are opened
}

// New returns a Switch with the weights of each phase. board is nil for the standard board,
// patternTables is nil if the weights use no pattern tables.
func New(turns Turns, board *engine.Shape, phases evaluators.Phases, patternTables *patterns.Tables) *Switch {
	s := &Switch{Schema: Schema, Turns: slices.Clone(turns), Board: board, Phases: phases}
	s.SetPatternTables(patternTables)
	return s
}

// DefaultSearch is the search of champions that specify none.
var DefaultSearch = search.Settings{Depth: 4, Endgame: 8}

// Settings returns the search that the Switch was evolved with, or DefaultSearch if it is not stored.
func (s *Switch) Settings() search.Settings {
	if s.Search != nil {
		return *s.Search
	}
	return DefaultSearch
}

// An Origin identifies the run that evolved a Switch: its seed, the SHA-256 of its
// run.json and the generation.
type Origin struct {
	Seed       uint64 `json:"seed"`
	Run        string `json:"run"`
	Generation int    `json:"generation"`
}

// Phase returns the index of the phase of a search from board b. Moves are counted from the number of discs
// at the start of the Switch's board, or from four discs if it has no board.
func (s *Switch) Phase(b engine.Board) int {
	if s.Board != nil {
		return s.Turns.Phase(b.Discs()-s.Board.DiscsAtStart(), s.Board.EmptiesAtStart())
	}
	return s.Turns.Phase(b.Discs()-4, b.Size()-4)
}

// At returns the weights that score the leaves of a search from the given board.
func (s *Switch) At(b engine.Board) evaluators.Weights { return s.Phases[s.Phase(b)] }

// HomeBoard returns the board that the Switch was evolved on, by default the standard board.
func (s *Switch) HomeBoard() engine.Shape {
	if s.Board != nil {
		return *s.Board
	}
	return engine.Standard()
}

// PlaysOn returns an error if the Switch cannot play on the board. A Switch with a board plays only there. A Switch
// with pattern tables plays only on the standard board. Every other Switch plays on any board.
func (s *Switch) PlaysOn(board engine.Shape) error {
	if s.Tables != "" && !board.IsStandard() {
		return fmt.Errorf("its pattern tables are for the standard board only: on board %s use player %s",
			board.Name, ChampionOf(board))
	}
	if s.Board != nil && !s.Board.SameGames(board) {
		return fmt.Errorf("its weights are for the board %s, not for %s", s.Board.Name, board.Name)
	}
	return nil
}

// Decisive returns a copy with only the fields that affect games: without name, origin, note and the search
// that it was evolved with.
func (s *Switch) Decisive() *Switch {
	return &Switch{Turns: s.Turns, Phases: s.Phases, Tables: s.Tables, Board: s.Board, patternTables: s.patternTables}
}

// Hash returns the SHA-256 of Decisive in hexadecimal. It identifies everything that affects games.
func (s *Switch) Hash() string {
	data, err := json.Marshal(s.Decisive())
	if err != nil {
		panic("weights: " + err.Error()) // a valid Switch always marshals
	}
	return files.SHA256(data)
}

// SameWeights reports whether two Switches give every position the same value, even if they
// divide the game into different phases.
func (s *Switch) SameWeights(other *Switch) bool {
	if s.Tables != other.Tables {
		return false
	}
	for move := range 61 {
		if !s.Phases[s.Turns.Phase(move, 60)].Equal(other.Phases[other.Turns.Phase(move, 60)]) {
			return false
		}
	}
	return true
}

// SetPatternTables sets the pattern tables, nil for none.
func (s *Switch) SetPatternTables(t *patterns.Tables) {
	s.patternTables, s.Tables = t, ""
	if t != nil {
		s.Tables = t.Hash()
	}
}

// PatternTables returns the pattern tables of a valid Switch, nil if it has none. It panics if they cannot be opened.
func (s *Switch) PatternTables() *patterns.Tables {
	tables, err := s.open()
	if err != nil {
		panic("weights: " + err.Error()) // the Switch is not valid
	}
	return tables
}

// open returns the tables, nil if there are none. It looks for table files in the directories.
func (s *Switch) open(dirs ...string) (*patterns.Tables, error) {
	if s.Tables == "" || s.patternTables != nil {
		return s.patternTables, nil
	}
	return patterns.Open(s.Tables, dirs...)
}

// File returns the champion file, with a checksum.
func (s *Switch) File() []byte { return files.EncodeSummed(s) }

// Read parses a champion file. A file written by hand needs no checksum. Read looks for pattern tables in
// dirs and among those that ship with the program.
func Read(data []byte, dirs ...string) (*Switch, error) {
	s, err := decode(data)
	if err != nil {
		return nil, err
	}
	s.patternTables, err = s.open(dirs...)
	if err != nil {
		return nil, err
	}
	return s, s.Validate()
}

// decode reads a champion file without its pattern tables.
func decode(data []byte) (*Switch, error) {
	var s Switch
	switch err := files.DecodeJSON(data, Schema, &s); {
	case errors.Is(err, files.ErrSum):
		return nil, err
	case err != nil:
		var other struct {
			Cmd        *string
			Parameters map[string]any
		}
		switch wrong := json.Unmarshal(data, &other); {
		case wrong == nil && other.Cmd != nil:
			return nil, errors.New("not a champion file but the registration of a program, " +
				"which plays as external:file=REGISTRATION.json")
		case wrong == nil && other.Parameters != nil:
			return nil, ErrParameters
		}
		return nil, fmt.Errorf("not a champion file: %w", err)
	}
	return &s, nil
}

// Validate returns an error if the Switch cannot play.
func (s *Switch) Validate() error {
	if err := files.CheckSchema(s.Schema, Schema); err != nil {
		return err
	}
	if err := s.Turns.Validate(); err != nil {
		return err
	}
	if len(s.Phases) != len(s.Turns) {
		return fmt.Errorf("%d phases for %d turns: give one phase for each turn", len(s.Phases), len(s.Turns))
	}
	for i, w := range s.Phases {
		if err := w.Validate(); err != nil {
			return fmt.Errorf("phase %d: %w", i+1, err)
		}
		if w.UsesTables() && s.Tables == "" {
			return fmt.Errorf(`phase %d: patterns.w counts pattern tables: name them under "tables"`, i+1)
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

// CompiledSwitch is a Switch compiled for the search. Any number of searches may share it.
type CompiledSwitch struct {
	of       Switch // what affects games
	compiled atomic.Pointer[compiled]
	large    sync.Map // the []*evaluators.LargeEvaluator of the phases, by the size of a board larger than 8×8
}

// compiled holds the evaluators of the phases on boards with these holes.
type compiled struct {
	holes  uint64
	phases []evaluators.Evaluator
}

// Compile prepares a valid Switch for searches on its home board. It is compiled again at its first use on a
// board with other holes.
func (s *Switch) Compile() *CompiledSwitch {
	e := &CompiledSwitch{of: *s.Decisive()}
	e.of.Turns, e.of.Phases, e.of.patternTables = slices.Clone(s.Turns), slices.Clone(s.Phases), s.PatternTables()
	e.compile(s.HomeBoard().Holes())
	return e
}

func (e *CompiledSwitch) compile(holes uint64) *compiled {
	phases := evaluators.CompilePhases(e.of.Phases, holes, e.of.patternTables)
	c := &compiled{holes: holes, phases: phases}
	e.compiled.Store(c)
	return c
}

// At returns the evaluator that scores all leaves of a search from the given board.
func (e *CompiledSwitch) At(b engine.Board) evaluators.Evaluator {
	c := e.compiled.Load()
	if holes := b.Holes(); c.holes != holes {
		c = e.compile(holes)
	}
	return c.phases[e.of.Phase(b)]
}

// AtLarge is At for a board larger than 8×8. The weights must pass evaluators.CheckLarge.
func (e *CompiledSwitch) AtLarge(b engine.LargeBoard) *evaluators.LargeEvaluator {
	known, is := e.large.Load(b.Size)
	if !is {
		var phases []*evaluators.LargeEvaluator
		for _, w := range e.of.Phases {
			phases = append(phases, evaluators.CompileLarge(w, b.Size))
		}
		known, _ = e.large.LoadOrStore(b.Size, phases)
	}
	return known.([]*evaluators.LargeEvaluator)[e.of.Turns.Phase(b.Discs()-4, b.Size*b.Size-4)]
}
