package formats

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
)

// A PythonPlayer is a strategy for the library y-tetsu/reversi: a rule, weights with a search, or several players for
// successive parts of a game. It may begin with an opening book, and end with a search to the end of the game.
type PythonPlayer struct {
	Rule    string          // spec of a player without weights, such as "table:corner=80"
	Weights *weights.Switch // used with the algorithm and the depth of Search
	Search  search.Settings
	Players []*PythonPlayer // player i moves up to move Turns[i]
	Turns   weights.Turns
	Book    string // a book's name, "" for none
	Endgame int    // empty squares from which it solves the game, 0 for none
}

// WritePythonPlayer writes a player as a Python module for the library, with a strategy called player. The module
// contains the scorers that the library lacks. It returns an error for scorers and players without Python code, such as
// pattern tables and clocks, and for weights that may add up to a won game. comment is the first line, "" for none.
func WritePythonPlayer(comment string, p *PythonPlayer) ([]byte, error) {
	w := pythonWriter{ofLibrary: true, imports: map[string]bool{}}
	if err := w.check(p); err != nil {
		return nil, err
	}
	player, err := w.player(p, "")
	if err != nil {
		return nil, err
	}
	var out strings.Builder
	if comment != "" {
		fmt.Fprintf(&out, "# %s\n#\n", printable(comment))
	}
	out.WriteString(`# A strategy for the Python library y-tetsu/reversi. Import it from this file and
# give it to an application, Reversi({'Evolved': player}).start(), or to a Simulator.
`)
	if w.scorers != nil {
		out.WriteString("# It searches to its depth, however long that takes.\n")
	}
	out.WriteString("\n")
	evaluator := ""
	switch {
	case !w.ofLibrary:
		evaluator = pythonSections(pythonLibrary+pythonScorersCode, w.scorers) +
			fmt.Sprintf("\n\nWON = %d  # more than all weights add up to\n", pythonWin) + pythonTables(w.scorers)
	case w.scorers != nil:
		evaluator = "from reversi.strategies.coordinator import Evaluator_TPWEB\n"
	}
	library := "from reversi.strategies import " + strings.Join(slices.Sorted(maps.Keys(w.imports)), ", ") + "\n"
	if evaluator == "" {
		out.WriteString(library)
	} else {
		out.WriteString(addImport(evaluator, library))
	}
	fmt.Fprintf(&out, "\nplayer = %s\n", player)
	return marked(out.String()), nil
}

// A pythonWriter writes the calls that build a strategy.
type pythonWriter struct {
	imports   map[string]bool // the library's classes
	scorers   map[string]bool // with weights, nil if no player has weights
	ofLibrary bool            // the library has all these scorers
}

// check returns an error if a player's weights cannot be written, and finds out what they need.
func (w *pythonWriter) check(p *PythonPlayer) error {
	for _, part := range p.Players {
		if err := w.check(part); err != nil {
			return err
		}
	}
	if p.Weights == nil {
		return nil
	}
	used, err := checkPythonWeights(p)
	if err != nil {
		return err
	}
	for i, phase := range p.Weights.Phases {
		if err := checkLibrarySum(phase); err != nil {
			return fmt.Errorf("phase %d: %w", i+1, err)
		}
	}
	if w.scorers == nil {
		w.scorers = map[string]bool{}
	}
	maps.Copy(w.scorers, used)
	for _, s := range evaluators.Scorers {
		w.ofLibrary = w.ofLibrary && (s.Standard || !used[s.Name])
	}
	return nil
}

// player returns the call of a player. The lines after the first begin with indent.
func (w *pythonWriter) player(p *PythonPlayer, indent string) (call string, err error) {
	switch {
	case p.Rule != "":
		call, err = w.rule(p.Rule)
	case p.Weights != nil:
		var phases []string
		for _, phase := range p.Weights.Phases {
			algorithm := pythonSearches[p.Search.Algorithm]
			w.imports[algorithm] = true
			evaluator := "Evaluator_TPWEB(" + pythonArguments(phase) + ")"
			if !w.ofLibrary {
				evaluator = pythonEvaluatorName + "(" + pythonWeights(phase) + ")"
			}
			phases = append(phases, fmt.Sprintf("%s(depth=%d, evaluator=%s)", algorithm, p.Search.Depth, evaluator))
		}
		if call = phases[0]; len(phases) > 1 || indent == "" { // the reader of weights wants a Switch
			call = w.inTurn(p.Weights.Turns, phases, indent)
		}
	case len(p.Players) == 1:
		call, err = w.player(p.Players[0], indent)
	default:
		var parts []string
		for _, part := range p.Players {
			one, wrong := w.player(part, indent+"        ")
			if wrong != nil {
				return "", wrong
			}
			parts = append(parts, one)
		}
		call = w.inTurn(p.Turns, parts, indent)
	}
	if p.Endgame > 0 {
		w.imports["_FullReading"] = true
		call = fmt.Sprintf("_FullReading(remain=%d, base=%s)", p.Endgame, call)
	}
	if p.Book != "" {
		w.imports[p.Book] = true
		call = fmt.Sprintf("%s(base=%s)", p.Book, call)
	}
	return call, err
}

// inTurn returns the call of strategies that move one after the other.
func (w *pythonWriter) inTurn(turns weights.Turns, strategies []string, indent string) string {
	w.imports["Switch"] = true
	var out strings.Builder
	fmt.Fprintf(&out, "Switch(\n%[1]s    turns=%[2]s,\n%[1]s    strategies=[\n", indent,
		strings.ReplaceAll(fmt.Sprint(turns), " ", ", "))
	for _, one := range strategies {
		fmt.Fprintf(&out, "%s        %s,\n", indent, one)
	}
	fmt.Fprintf(&out, "%[1]s    ],\n%[1]s)", indent)
	return out.String()
}

// rule returns the call of a player without weights.
func (w *pythonWriter) rule(spec string) (string, error) {
	name, keys, _ := strings.Cut(spec, ":")
	for class, ours := range pythonRules {
		if ours != name {
			continue
		}
		w.imports[class] = true
		switch {
		case keys == "" && name == "montecarlo":
			keys = "count=1000"
		case name == "montecarlo" && slices.ContainsFunc(strings.Split(keys, ","), func(key string) bool {
			return !strings.HasPrefix(key, "count=") && !strings.HasPrefix(key, "remain=") && !strings.HasPrefix(key, "by_move=")
		}):
			return "", fmt.Errorf("player %s: only its keys count, remain and by_move have Python code: leave out the "+
				"others", spec)
		case strings.HasPrefix(keys, "seed=") && !strings.Contains(keys, ","):
			keys = "" // the library draws its own random numbers
		}
		keys = strings.NewReplacer(",", ", ", "=yes", "=True", "=no", "=False").Replace(keys)
		return class + "(" + keys + ")", nil
	}
	return "", fmt.Errorf("player %s has no Python code: the players without weights that have it are %s", spec,
		strings.Join(slices.Sorted(maps.Values(pythonRules)), ", "))
}
