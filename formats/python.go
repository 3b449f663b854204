package formats

import (
	"fmt"
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

// wonGame is the library's parameter for the value of a won game. This program has no such weight: a
// finished game always outweighs all weights.
const wonGame = "ww"

// pythonWin is the value of a won game in files that we write. It is more than weights may add up to, and
// with a disc difference it is still inside the library's search window of ±10,000,000.
const pythonWin = 9_000_000

// pythonSearches maps our algorithms to the library's classes.
var pythonSearches = map[search.Algorithm]string{
	search.NegaScout: "NegaScout", search.AlphaBeta: "AlphaBeta", search.NegaMax: "NegaMax", search.MinMax: "MinMax",
}

// IsPython reports whether a path has the file extension of a Python module.
func IsPython(path string) bool { return strings.EqualFold(filepath.Ext(path), ".py") }

// WritePython writes a Switch as a Python module for the library y-tetsu/reversi. The module has a
// strategy called player with these weights and the search of the Switch, by default that of the
// champion. Weights that the library's evaluator does not have are errors, and so are weights that may
// add up to a won game.
func WritePython(s *weights.Switch) ([]byte, error) {
	if s.Board != nil {
		return nil, fmt.Errorf("weights of the board %s: a strategy of y-tetsu/reversi is for the standard board; "+
			"freeze them as JSON", s.Board.Name)
	}
	settings := s.Settings()
	algorithm := pythonSearches[settings.Algorithm]
	imports, call, end := []string{algorithm, "Switch"}, "Switch(", ")"
	if settings.Endgame > 0 {
		imports, end = append(imports, "FullReading"), "))"
		call = fmt.Sprintf("FullReading(remain=%d, base=Switch(", settings.Endgame)
	}
	slices.Sort(imports)
	var out strings.Builder
	if s.Name != "" {
		fmt.Fprintf(&out, "# Weights of %s.\n#\n", printable(s.Name))
	}
	fmt.Fprintf(&out, `# A strategy for the Python library y-tetsu/reversi. Import it from this file and
# give it to an application, Reversi({'Evolved': player}).start(), or to a Simulator.
# The library cuts a search short that takes longer than its own time limit.

from reversi.strategies import %s
from reversi.strategies.coordinator import Evaluator_TPWEB

player = %s
    turns=%s,
    strategies=[
`, strings.Join(imports, ", "), call, strings.ReplaceAll(fmt.Sprint(s.Turns), " ", ", "))
	for i, w := range s.Phases {
		arguments, err := pythonArguments(w)
		if err != nil {
			return nil, fmt.Errorf("phase %d: %w", i+1, err)
		}
		fmt.Fprintf(&out, "        %s(depth=%d, evaluator=Evaluator_TPWEB(%s)),\n", algorithm, settings.Depth, arguments)
	}
	fmt.Fprintf(&out, "    ],\n%s\n", end)
	return []byte(out.String()), nil
}

// pythonArguments writes a phase's weights as arguments of Evaluator_TPWEB.
func pythonArguments(w evaluators.Weights) (string, error) {
	known := map[string]bool{}
	arguments := make([]string, len(pythonParameters))
	for i, p := range pythonParameters {
		value := pythonWin
		if p.keyword != wonGame {
			known[p.weight], value = true, w.Get(p.weight)
		}
		arguments[i] = fmt.Sprintf("%s=%d", p.keyword, value)
	}
	sum := 0
	for s, weights := range w.All() {
		for i, weight := range weights {
			f, weight := &s.Features[i], int(weight)
			if weight != 0 && !known[f.Name] {
				return "", fmt.Errorf("%s is %d, and y-tetsu/reversi's Evaluator_TPWEB has no such weight: "+
					"freeze it as JSON, or evolve with --scorers table,possibility,edge,blank", f.Name, weight)
			}
			sum += max(weight, -weight) * f.Max
		}
	}
	if sum > pythonWin {
		return "", fmt.Errorf("the weights can add up to %d, more than the %d of a won game in y-tetsu/reversi: "+
			"divide them all by %d", sum, pythonWin, sum/pythonWin+1)
	}
	return strings.Join(arguments, ", "), nil
}
