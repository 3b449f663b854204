package players

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/internal/files"
	"evothello/internal/jsonfile"
	"evothello/search"
)

// SwitchSchema is the newest champion file this program reads, and the one it
// writes.
const SwitchSchema = 1

// DefaultTurns divides the 60 moves of a game in five phases of twelve.
var DefaultTurns = []int{12, 24, 36, 48, 60}

// A Switch is a player's weights by game phase, and the exchange format of
// champions: runs freeze into it, matches and games read it, and a person can
// write one by hand.
type Switch struct {
	Schema int    `json:"schema"`
	Name   string `json:"name,omitempty"`
	// Turns are the last moves of the phases: phase i is the first for which
	// discs − 4 ≤ Turns[i]. They rise strictly and end at 60.
	Turns  []int                `json:"turns"`
	Phases []evaluators.Weights `json:"phases"`
	Search *FixedSearch         `json:"search,omitempty"` // how it was bred to play
	Origin *Origin              `json:"origin,omitempty"` // where it comes from
	Note   string               `json:"note,omitempty"`
}

// A FixedSearch is a search without clock or node limit, as evolution uses it.
type FixedSearch struct {
	Search  search.Algorithm `json:"search"`
	Depth   int              `json:"depth"`
	Endgame int              `json:"endgame"`
}

// Settings returns the search's settings.
func (f FixedSearch) Settings() search.Settings {
	return search.Settings{Algorithm: f.Search, Depth: f.Depth, Endgame: f.Endgame}
}

// An Origin names the run that bred a Switch: its seed, the SHA-256 of its
// run.json and the generation.
type Origin struct {
	Seed       uint64 `json:"seed"`
	Run        string `json:"run"`
	Generation int    `json:"generation"`
}

// ValidateTurns refuses phase limits that do not rise strictly to 60.
func ValidateTurns(turns []int) error {
	for i, t := range turns {
		if t < 0 || i > 0 && t <= turns[i-1] {
			return fmt.Errorf("turns %v must rise strictly", turns)
		}
	}
	if len(turns) == 0 || turns[len(turns)-1] != 60 {
		return fmt.Errorf("turns %v must end at 60", turns)
	}
	return nil
}

// Phase returns the index of the phase of a board with so many discs.
func Phase(turns []int, discs int) int {
	i := slices.IndexFunc(turns, func(t int) bool { return discs-4 <= t })
	return max(i, 0)
}

// Weights returns the weights that score searches from the given board.
func (s *Switch) Weights(b engine.Board) *evaluators.Weights {
	return &s.Phases[Phase(s.Turns, b.Discs())]
}

// ReadSwitch reads a champion file. Errors name what is wrong in it.
func ReadSwitch(data []byte) (*Switch, error) {
	var s Switch
	if err := jsonfile.Decode(data, SwitchSchema, &s); err != nil {
		var registration struct{ Cmd *string }
		if json.Unmarshal(data, &registration) == nil && registration.Cmd != nil {
			return nil, errors.New("not a champion file but the registration of a program, which plays as external:file=REGISTRATION.json")
		}
		return nil, fmt.Errorf("not a champion file: %w", err)
	}
	return &s, s.Validate()
}

// Validate returns an error that says what keeps the Switch from playing.
func (s *Switch) Validate() error {
	if s.Schema != SwitchSchema {
		return fmt.Errorf(`"schema" is %d, want %d`, s.Schema, SwitchSchema)
	}
	if err := ValidateTurns(s.Turns); err != nil {
		return err
	}
	if len(s.Phases) != len(s.Turns) {
		return fmt.Errorf("%d phases for %d turns: want as many", len(s.Phases), len(s.Turns))
	}
	for i := range s.Phases {
		if err := s.Phases[i].Validate(); err != nil {
			return fmt.Errorf("phase %d: %w", i+1, err)
		}
	}
	if s.Search != nil {
		return s.Search.Settings().Validate()
	}
	return nil
}

// LoadSwitch reads a champion file from disk, or a Python module if the file's
// name ends in .py.
func LoadSwitch(path string) (*Switch, error) {
	data, err := files.Read(path)
	if err != nil {
		return nil, err
	}
	read := ReadSwitch
	if IsPython(path) {
		read = ReadPython
	}
	s, err := read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

//go:embed seed-weights.json
var seedWeightsJSON []byte

// seedSwitches are the weight sets of the seed library's players by name.
var seedSwitches = func() map[string]*Switch {
	var sets map[string]*Switch
	if err := json.Unmarshal(seedWeightsJSON, &sets); err != nil {
		panic("players: seed-weights.json: " + err.Error())
	}
	for name, s := range sets {
		s.Schema, s.Name = SwitchSchema, name
		if err := s.Validate(); err != nil {
			panic("players: seed-weights.json: " + name + ": " + err.Error())
		}
	}
	return sets
}()

// Contestant makes the Switch a contestant that searches with the settings.
func (s *Switch) Contestant(name string, settings search.Settings) *Contestant {
	return s.contestant(name, settings, nil)
}

// contestant does so where the book, which may be nil, has no move.
func (s *Switch) contestant(name string, settings search.Settings, book *book) *Contestant {
	compiled := make([]*evaluators.Evaluator, len(s.Phases))
	for i := range s.Phases {
		compiled[i] = evaluators.Compile(&s.Phases[i])
	}
	about := settings.String()
	if s.Name != "" {
		about = "weights of " + s.Name + ", " + about
	}
	if book != nil {
		about += ", book " + book.name
	}
	return &Contestant{Name: name, About: about, New: func(searcher *search.Searcher) Player {
		return &switchPlayer{turns: s.Turns, phases: compiled, settings: settings, book: book, searcher: searcher}
	}}
}

type switchPlayer struct {
	turns    []int
	phases   []*evaluators.Evaluator
	settings search.Settings
	book     *book
	searcher *search.Searcher
}

func (p *switchPlayer) NewGame(uint64) { p.searcher.NewGame() }

func (p *switchPlayer) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	if r, ok := p.book.move(at); ok {
		return r, nil
	}
	eval := p.phases[Phase(p.turns, at.Discs())]
	return p.searcher.Search(ctx, at.Board, eval, p.settings), nil
}

// Rank implements Analyst. The book, which values nothing, has no part in it.
func (p *switchPlayer) Rank(ctx context.Context, at engine.Position, n int, report func([]search.Result)) {
	eval := p.phases[Phase(p.turns, at.Discs())]
	p.searcher.Rank(ctx, at.Board, eval, p.settings, n, report)
}

// Line returns the line of play that the last search expects, or what follows in
// the book if the result is the book's.
func (p *switchPlayer) Line(at engine.Position, r search.Result) []engine.Square {
	if r.Depth == 0 {
		return p.book.line(at)
	}
	return p.searcher.Line(at.Board, r)
}
