package boards

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/runs"
	"evothello/search/solver"
)

// schema is the version of the files of State.
const schema = 1

// state is the file format of an unfinished analysis.
type state struct {
	Schema   int           `json:"schema"`
	Analysis BoardAnalysis `json:"analysis"`
	Proved   []fact        `json:"proved"`
}

// fact holds proved bounds of a position with best play. The unit is discs on the board, the mover's minus
// the opponent's.
type fact struct {
	Position string `json:"position"`
	AtLeast  int    `json:"at_least"`
	AtMost   int    `json:"at_most"`
	Nodes    uint64 `json:"nodes"`
}

// State returns the content of a file from which Resume continues.
func (w *Analysis) State() []byte {
	s := state{Schema: schema, Analysis: w.Results(), Proved: []fact{}}
	for _, f := range w.solver.Facts() {
		board := f.Board
		board.Mover |= w.shape.Holes()
		board.Opponent |= w.shape.Holes()
		p := engine.Position{Board: board, Side: engine.Black}
		s.Proved = append(s.Proved, fact{p.String(), f.AtLeast, f.AtMost, f.Nodes})
	}
	return files.EncodeSummed(s)
}

// Resume returns an analysis of a board that continues from data, a result of State. The settings may differ.
func Resume(shape engine.Shape, settings Settings, data []byte) (*Analysis, error) {
	var s state
	if err := files.DecodeJSON(data, schema, &s); err != nil {
		return nil, err
	}
	if s.Analysis.Board != shape.Start.Squares() {
		return nil, errors.New("it is about another board of that name")
	}
	facts, err := s.facts(shape)
	if err != nil {
		return nil, fmt.Errorf("damaged: %w", err)
	}
	w := Begin(shape, settings)
	w.found = s.Analysis
	w.solver.AddFacts(facts)
	return w, nil
}

// facts returns the proved facts of the state. A state that does not fit the board is an error.
func (s *state) facts(shape engine.Shape) (facts []solver.Fact, err error) {
	if err := s.Analysis.check(shape); err != nil {
		return nil, err
	}
	for i, f := range s.Proved {
		p, err := engine.ParsePosition(f.Position)
		if err != nil || p.Holes() != shape.Holes() || !between(shape, f.AtLeast, f.AtMost) {
			return nil, fmt.Errorf("proof %d is not about a position of this board", i+1)
		}
		facts = append(facts, solver.Fact{Board: p.Board, AtLeast: f.AtLeast, AtMost: f.AtMost, Nodes: f.Nodes})
	}
	return facts, nil
}

func init() {
	runs.Register(runs.Kind{Format: &runs.Format{NoneFound: "no analyses of boards", Found: "analyses of boards are"},
		Holds: Holds, Check: Check,
		WhyNoPlayer: func(string) string { return "analyses of boards are there, not a player" }})
}

// Holds reports whether a directory contains state files, intact or damaged.
func Holds(dir string) bool { return len(stateFiles(files.At(dir))) > 0 }

// stateFiles returns the contents of the files of State in a directory, by name.
func stateFiles(dir *files.Dir) map[string][]byte {
	all := map[string][]byte{}
	entries, _ := dir.List(".")
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) != ".json" {
			continue
		}
		data, err := dir.Read(entry.Name(), files.MaxGames)
		begins := bytes.Contains(data[:min(len(data), 100)], []byte(`"analysis"`))
		if err == nil && (begins || bytes.Contains(data, []byte(`"proved"`))) { // one of the names may be damaged
			all[entry.Name()] = data
		}
	}
	return all
}

// Check verifies the files of a directory and returns the damage. It changes nothing.
func Check(dir *files.Dir) (all []*files.Damaged) {
	for name, data := range stateFiles(dir) {
		var s state
		err := files.DecodeJSON(data, schema, &s)
		var shape engine.Shape
		if err == nil {
			shape, err = engine.ParseShape(s.Analysis.Name, s.Analysis.Board)
		}
		if err == nil {
			_, err = s.facts(shape)
		}
		if err != nil {
			all = append(all, dir.Damagedf(name, "is damaged: %w; move the file away to start again", err))
		}
	}
	return all
}

// StoredBoards returns the names of the boards with an intact state file in a directory.
func StoredBoards(dir *files.Dir) (boards []string) {
	for _, data := range stateFiles(dir) {
		var s state
		if files.DecodeJSON(data, schema, &s) == nil && s.Analysis.Name != "" {
			boards = append(boards, s.Analysis.Name)
		}
	}
	slices.Sort(boards)
	return boards
}

// check returns an error if the analysis cannot be of the board.
func (s *BoardAnalysis) check(shape engine.Shape) error {
	if s.Random != nil && s.Random.Games < 1 {
		return errors.New("random has no games")
	}
	switch b := s.BestGame; {
	case b == nil:
	case !ends(shape, b.End):
		return errors.New("best_game is not a finished game")
	case !b.Exact && (b.AtLeast == nil || b.AtMost == nil || !between(shape, *b.AtLeast, *b.AtMost)):
		return errors.New("best_game is not exact, and its at_least or at_most is missing or impossible")
	}
	for side, l := range []*Largest{s.LargestWinBlack, s.LargestWinWhite} {
		switch {
		case l == nil:
		case !ends(shape, l.End) || l.Attempts < 0:
			return errors.New("a largest win is not a finished game")
		case !l.Exact && (l.AtMost == nil || !between(shape, l.lead(engine.Side(side)), *l.AtMost)):
			return errors.New("a largest win is not exact, and its at_most is missing or impossible")
		}
	}
	for _, short := range []*Shortest{s.ShortestWinBlack, s.ShortestWinWhite} {
		switch {
		case short == nil:
		case !short.Exact && (short.AtLeast == nil || *short.AtLeast < 0):
			return errors.New("a shortest win is not exact, and its at_least is missing or impossible")
		case short.Moves > 0:
			game, err := engine.ParseTranscriptFrom(shape.Start, short.Record)
			if err != nil || !game.Final().Over() || len(game.Moves) != short.Moves {
				return errors.New("a shortest win is not a finished game with the stated number of moves")
			}
		}
	}
	return nil
}

// ends reports whether the record is a finished game with the discs of e.
func ends(shape engine.Shape, e End) bool {
	game, err := engine.ParseTranscriptFrom(shape.Start, e.Record)
	if err != nil || !game.Final().Over() {
		return false
	}
	return endOf(shape, game.Moves) == e
}

// between reports whether two numbers are valid bounds of a disc difference on a board.
func between(shape engine.Shape, least, most int) bool {
	return -shape.Start.Size() <= least && least <= most && most <= shape.Start.Size()
}
