package formats

import (
	"encoding/json"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
)

// A parameter is a keyword argument of the evaluators of the Python library y-tetsu/reversi. The names
// of these evaluators list their scorers: Evaluator_TPWEB takes the parameters of T, P, W, E and B.
type parameter struct {
	keyword string
	scorer  rune
	weight  string // our name of it
}

// pythonParameters lists the parameters in the library's order.
var pythonParameters = []parameter{
	{"corner", 'T', "table.corner"}, {"c", 'T', "table.c"}, {"a1", 'T', "table.a1"}, {"a2", 'T', "table.a2"},
	{"b1", 'T', "table.b1"}, {"b2", 'T', "table.b2"}, {"b3", 'T', "table.b3"}, {"x", 'T', "table.x"},
	{"o1", 'T', "table.o1"}, {"o2", 'T', "table.o2"}, {"wp", 'P', "possibility.w"}, {wonGame, 'W', ""},
	{"we", 'E', "edge.w"}, {"wb1", 'B', "blank.w1"}, {"wb2", 'B', "blank.w2"}, {"wb3", 'B', "blank.w3"},
}

// LibraryWeights iterates over pairs of weight names: the reversi library's name and ours. scorers selects scorers by
// the library's letters: T, P, W, E and B.
func LibraryWeights(scorers string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, p := range pythonParameters {
			if strings.ContainsRune(scorers, p.scorer) && p.weight != "" && !yield(p.keyword, p.weight) {
				return
			}
		}
	}
}

// wonGame is the library's parameter for the value of a won game. This program has no such weight: a
// finished game always outweighs all weights.
const wonGame = "ww"

// pythonWin is the value of a won game in files that we write. It is more than weights may add up to, and
// with a disc difference it is still inside the library's search window of ±10,000,000.
const pythonWin = 9_000_000

// pythonSearches maps our algorithms to the library's classes that search without its time limit.
var pythonSearches = map[search.Algorithm]string{
	search.NegaScout: "_NegaScout", search.AlphaBeta: "_AlphaBeta", search.NegaMax: "_NegaMax", search.MinMax: "MinMax",
}

// pythonScorers lists the scorers that have Python code, in python/scorers.py.
var pythonScorers = []string{
	"table", "possibility", "edge", "blank", "number", "corner", "edgecorner", "stable", "frontier", "edgestability",
	"squares", "lines1", "lines2", "lines3", "lines4", "blocks", "outer", "sides2",
}

// IsPython reports whether a path has the file extension of a Python module.
func IsPython(path string) bool { return strings.EqualFold(filepath.Ext(path), ".py") }

// WritePython writes a Switch as a Python module for the library y-tetsu/reversi. The module has a strategy called
// player with these weights and the search of the Switch. If the Switch has no search settings, it uses the default
// ones.
func WritePython(s *weights.Switch) ([]byte, error) { return WritePythonPlayer(PythonOf(s)) }

// PythonOf returns a player with the weights and the search of a Switch, and a comment with the name of the weights.
func PythonOf(s *weights.Switch) (comment string, p *PythonPlayer) {
	if s.Name != "" {
		comment = "Weights of " + s.Name + "."
	}
	settings := s.Settings()
	return comment, &PythonPlayer{Weights: s, Search: settings, Endgame: settings.Endgame}
}

// addImport puts an import before the library's imports in a source.
func addImport(source, line string) string {
	at := strings.Index(source, "from reversi.")
	return source[:at] + line + source[at:]
}

// checkPythonWeights returns the scorers of a player's weights. It returns an error if one of them, the board or the
// search has no Python code.
func checkPythonWeights(p *PythonPlayer) (used map[string]bool, err error) {
	if b := p.Weights.Board; b != nil {
		return nil, fmt.Errorf("weights of the board %s: Python code is for the standard board; freeze them as JSON", b.Name)
	}
	if p.Search.Depth == 0 || p.Search.Nodes > 0 || p.Search.Time > 0 {
		return nil, fmt.Errorf("a search %s has no Python code: give the player a depth, such as depth=4", p.Search.String())
	}
	used = map[string]bool{}
	for i, phase := range p.Weights.Phases {
		for s := range phase.All() {
			if !slices.Contains(pythonScorers, s.Name) {
				return nil, fmt.Errorf("phase %d: scorer %s has no Python code, only %s have: "+
					"freeze the player as JSON", i+1, s.Name, strings.Join(pythonScorers, ", "))
			}
			used[s.Name] = true
		}
	}
	return used, nil
}

// checkLibrarySum returns an error if weights can add up to a won game of the library.
func checkLibrarySum(w evaluators.Weights) error {
	sum := 0
	for s, weights := range w.All() {
		for i, weight := range weights {
			sum += max(int(weight), -int(weight)) * s.Features[i].Max
		}
	}
	if sum > pythonWin {
		return fmt.Errorf("the weights can add up to %d, more than the %d of a won game in y-tetsu/reversi: "+
			"divide them all by %d", sum, pythonWin, sum/pythonWin+1)
	}
	return nil
}

// pythonArguments writes a phase's weights as arguments of Evaluator_TPWEB.
func pythonArguments(w evaluators.Weights) string {
	arguments := make([]string, len(pythonParameters))
	for i, p := range pythonParameters {
		value := pythonWin
		if p.keyword != wonGame {
			value = w.Get(p.weight)
		}
		arguments[i] = fmt.Sprintf("%s=%d", p.keyword, value)
	}
	return strings.Join(arguments, ", ")
}

// pythonWeights writes a phase's weights as a dictionary.
func pythonWeights(w evaluators.Weights) string {
	text, err := json.Marshal(w)
	if err != nil {
		panic("formats: " + err.Error()) // weights always marshal
	}
	return pythonOfJSON(text)
}

// pythonOfJSON writes JSON without spaces as Python.
func pythonOfJSON(text []byte) string {
	return strings.ReplaceAll(strings.ReplaceAll(string(text), ",", ", "), ":", ": ")
}
