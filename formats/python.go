package formats

import (
	_ "embed"
	"encoding/base64"
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

// LibraryWeights returns our names of weights by the reversi library's, for scorers by their letters: T, P, W, E and B.
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

// pythonEvaluator is the source of an evaluator with the scorers that the library lacks.
//
//go:embed python/weights.py
var pythonEvaluator string

// pythonEvaluatorName is its class.
const pythonEvaluatorName = evaluatorPrefix + "Weights"

// pythonScorers lists the scorers that it has.
var pythonScorers = []string{
	"table", "possibility", "edge", "blank", "number", "corner", "edgecorner", "stable", "frontier", "edgestability",
	"squares", "lines1", "lines2", "lines3", "lines4", "blocks", "outer",
}

// IsPython reports whether a path has the file extension of a Python module.
func IsPython(path string) bool { return strings.EqualFold(filepath.Ext(path), ".py") }

// WritePython writes a Switch as a Python module for the library y-tetsu/reversi. The module has a
// strategy called player with these weights and the search of the Switch, by default that of the
// champion.
func WritePython(s *weights.Switch) ([]byte, error) {
	comment := ""
	if s.Name != "" {
		comment = "Weights of " + s.Name + "."
	}
	settings := s.Settings()
	return WritePythonPlayer(comment, &PythonPlayer{Weights: s, Search: settings, Endgame: settings.Endgame})
}

// addImport puts an import before those of the library in a source.
func addImport(source, line string) string {
	at := strings.Index(source, "from reversi.")
	return source[:at] + line + source[at:]
}

// checkPython returns an error if the weights cannot be written.
func checkPython(w evaluators.Weights) error {
	sum := 0
	for s, weights := range w.All() {
		if !slices.Contains(pythonScorers, s.Name) {
			return fmt.Errorf("the scorer %s has no Python code: freeze the player as JSON, or evolve with --scorers %s",
				s.Name, strings.Join(pythonScorers[:4], ","))
		}
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
	return strings.ReplaceAll(strings.ReplaceAll(string(text), ",", ", "), ":", ": ")
}

// pythonEdges writes the values of edges as the evaluator reads them. It leaves out all that follow from earlier ones
// by reversing the edge or by swapping the discs.
func pythonEdges() string {
	var given []byte
	known := make([]bool, len(evaluators.EdgeValues()))
	for way, value := range evaluators.EdgeValues() {
		if known[way] {
			continue
		}
		given = append(given, byte(value))
		var digits, reversed [10]int
		for i, rest := 0, way; i < 10; i, rest = i+1, rest/3 {
			digits[i] = rest % 3
			reversed[[10]int{7, 6, 5, 4, 3, 2, 1, 0, 9, 8}[i]] = rest % 3
		}
		for _, edge := range [][10]int{digits, reversed} {
			own, opp := 0, 0
			for i := 9; i >= 0; i-- {
				own, opp = 3*own+edge[i], 3*opp+[3]int{0, 2, 1}[edge[i]]
			}
			known[own], known[opp] = true, true
		}
	}
	text := base64.StdEncoding.EncodeToString(given)
	var out strings.Builder
	out.WriteString("EDGES = '''\n")
	for len(text) > 0 {
		n := min(len(text), 100)
		out.WriteString(text[:n] + "\n")
		text = text[n:]
	}
	out.WriteString("'''\n")
	return out.String()
}
