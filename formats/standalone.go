package formats

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"evothello/evaluators"
	"evothello/weights"
)

// pythonStandalone is the source of a player that needs no library, without weights and scorers.
//
//go:embed python/standalone.py
var pythonStandalone string

// WriteStandalone writes weights and their search as a Python file that needs no library. The player in it chooses the
// same moves, with the same values, as package search with the same depth. It returns an error for players without
// weights and for parts without Python code, such as books, pattern tables and clocks. comment is one of the first
// lines, "" for none.
func WriteStandalone(comment string, p *PythonPlayer) ([]byte, error) {
	switch {
	case p.Weights == nil:
		return nil, errors.New("a standalone file searches with the weights of one player: " +
			"name a player with weights, or leave out --standalone")
	case p.Book != "":
		return nil, errors.New("a standalone file has no opening book: leave out book")
	}
	used, err := checkPythonWeights(p)
	if err != nil {
		return nil, err
	}
	if comment != "" {
		comment = "# " + printable(comment) + "\n"
	}
	data := fmt.Sprintf("DEPTH, ENDGAME, WON, INFINITY = %d, %d, %d, %d\n", p.Search.Depth, p.Endgame, evaluators.Win,
		1<<30) + pythonPhases(p.Weights) + pythonTables(used)
	source := strings.Replace(pythonStandalone, "# SCORERS\n", pythonScorersCode, 1)
	source = strings.Replace(pythonSections(source, used), "# WEIGHTS\n", data, 1)
	return marked(comment + strings.ReplaceAll(source, "\n\n\n", "\n\n")), nil
}

// pythonPhases writes the weights of all phases, each in a line.
func pythonPhases(s *weights.Switch) string {
	var phases struct {
		Shared json.RawMessage   `json:"shared"`
		Each   []json.RawMessage `json:"each"`
	}
	text, err := json.Marshal(s.Phases)
	if err == nil && text[0] == '{' {
		err = json.Unmarshal(text, &phases)
	} else if err == nil {
		phases.Shared = []byte("{}")
		err = json.Unmarshal(text, &phases.Each)
	}
	if err != nil {
		panic("formats: " + err.Error()) // weights always marshal
	}
	each := make([]string, len(phases.Each))
	for i, phase := range phases.Each {
		each[i] = pythonOfJSON(phase)
	}
	return fmt.Sprintf("TURNS = %s\nWHOLE_GAME = %s\nPHASES = [%s]\n", strings.ReplaceAll(fmt.Sprint(s.Turns), " ", ", "),
		pythonOfJSON(phases.Shared), strings.Join(each, ",\n          "))
}
