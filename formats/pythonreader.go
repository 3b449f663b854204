package formats

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
)

// ReadPython reads a Switch from the source of a Python module for the library y-tetsu/reversi. The module must have
// the form of WritePython or of the library's own strategies: one turns=[…], strategies=[…] in the file, and for each
// strategy an evaluator with integer weights, given by name. Errors name unknown and missing weights. The search is
// read if its depth is the same in all phases. ww, the library's value of a won game, is ignored.
func ReadPython(source []byte) (*weights.Switch, error) {
	tokens, err := pythonTokens(string(source))
	if err != nil {
		return nil, err
	}
	p := pythonParser{tokens: tokens}
	var found *weights.Switch
	for ; p.at < len(p.tokens); p.at++ {
		if !p.see("turns", "=", "[") {
			continue
		}
		line := p.line()
		if found != nil {
			return nil, fmt.Errorf("line %d: a second turns=[…]: keep only one Switch in the file", line)
		}
		if found, err = p.readSwitch(); err != nil {
			return nil, err
		}
		if err := found.Validate(); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
	if found == nil {
		return nil, errNoSwitch
	}
	return found, nil
}

var errNoSwitch = errors.New("no Switch found: the file needs turns=[…], strategies=[…]")

// readSwitch reads turns=[…], strategies=[…].
func (p *pythonParser) readSwitch() (*weights.Switch, error) {
	endgame := p.endgame()
	p.at += 2
	turns, err := p.value(0)
	if err != nil {
		return nil, err
	}
	s := &weights.Switch{Schema: weights.Schema}
	for _, turn := range turns.items {
		n, err := turn.number()
		if err != nil {
			return nil, err
		}
		s.Turns = append(s.Turns, n)
	}
	if p.see(",") {
		p.at++
	}
	if !p.see("strategies", "=", "[") {
		return nil, fmt.Errorf("line %d: want strategies=[…] after turns=[…], found %q", p.line(), p.text(0))
	}
	p.at += 2
	strategies, err := p.value(0)
	if err != nil {
		return nil, err
	}
	p.at-- // the caller advances by one
	for i := range strategies.items {
		w, err := strategies.items[i].weights()
		if err != nil {
			return nil, err
		}
		s.Phases = append(s.Phases, w)
	}
	s.Search = commonSearch(strategies.items, endgame)
	return s, nil
}

// endgame returns n if the next tokens, turns, are inside FullReading(remain=n, base=Switch(…)), else 0.
func (p *pythonParser) endgame() int {
	before := pythonParser{tokens: p.tokens, at: p.at - 10}
	if before.at < 0 || strings.Trim(before.text(0), "_") != "FullReading" {
		return 0
	}
	if !before.see(before.text(0), "(", "remain", "=") {
		return 0
	}
	before.at += 4
	n, err := before.value(0)
	if err != nil || !before.see(",", "base", "=", "Switch", "(") {
		return 0
	}
	empties, _ := n.number()
	return empties
}

// commonSearch returns the search of all strategies. It is nil unless all have the same one, with a depth
// and nothing else.
func commonSearch(strategies []pythonValue, endgame int) *search.Settings {
	var common *search.Settings
	for _, strategy := range strategies {
		one := &search.Settings{Endgame: endgame}
		depth := strategy.argument("depth")
		if depth == nil {
			return nil
		}
		var err error
		if one.Depth, err = depth.number(); err != nil {
			return nil
		}
		known := false
		for algorithm, class := range pythonSearches {
			if strings.Trim(class, "_") == strings.Trim(strategy.name, "_") {
				one.Algorithm, known = algorithm, true
			}
		}
		if !known || common != nil && *common != *one {
			return nil
		}
		common = one
	}
	return common
}

// weights reads the weights of a strategy's only evaluator.
func (v *pythonValue) weights() (w evaluators.Weights, err error) {
	evaluator, err := v.evaluator()
	if err != nil {
		return w, err
	}
	if evaluator.name == pythonEvaluatorName {
		return evaluator.namedWeights()
	}
	letters, err := evaluator.letters()
	if err != nil {
		return w, err
	}
	var known, given, missing []string
	for _, p := range pythonParameters {
		if !strings.ContainsRune(letters, p.scorer) {
			continue
		}
		known = append(known, p.keyword)
		switch value := evaluator.argument(p.keyword); {
		case value == nil && p.keyword != wonGame:
			missing = append(missing, p.keyword)
		case value != nil:
			n, err := value.number()
			if err != nil {
				return w, fmt.Errorf("%w for %s", err, p.keyword)
			}
			if p.keyword != wonGame {
				w.Set(p.weight, n)
			}
		}
	}
	for _, argument := range evaluator.items {
		switch {
		case argument.keyword == "":
			return w, fmt.Errorf("line %d: %s takes its weights as NAME=NUMBER", argument.line, evaluator.name)
		case slices.Contains(given, argument.keyword):
			return w, fmt.Errorf("line %d: %s is given twice", argument.line, argument.keyword)
		case argument.keyword == "size" && argument.text != "8":
			return w, fmt.Errorf("line %d: size=%s: must be 8", argument.line, argument.text)
		case argument.keyword != "size" && !slices.Contains(known, argument.keyword):
			return w, fmt.Errorf("line %d: %s has no weight %q; known: %s",
				argument.line, evaluator.name, argument.keyword, strings.Join(known, ", "))
		}
		given = append(given, argument.keyword)
	}
	if len(missing) > 0 {
		return w, fmt.Errorf("line %d: %s lacks %s: give all of its weights",
			evaluator.line, evaluator.name, strings.Join(missing, ", "))
	}
	return w, nil
}

// namedWeights reads the dictionary of an evaluator of ours.
func (v *pythonValue) namedWeights() (w evaluators.Weights, err error) {
	if len(v.items) != 1 {
		return w, fmt.Errorf("line %d: want one dictionary of weights in %s", v.line, v.name)
	}
	named := map[string]int{}
	for _, weight := range v.items[0].items {
		if named[weight.keyword], err = weight.number(); err != nil {
			return w, fmt.Errorf("%w for %s", err, weight.keyword)
		}
	}
	text, err := json.Marshal(named)
	if err == nil {
		err = json.Unmarshal(text, &w)
	}
	if err != nil {
		return w, fmt.Errorf("line %d: %w", v.line, err)
	}
	return w, nil
}

const evaluatorPrefix = "Evaluator_"

// evaluator returns a strategy's only evaluator.
func (v *pythonValue) evaluator() (*pythonValue, error) {
	found := v.evaluators()
	if len(found) != 1 {
		return nil, fmt.Errorf("line %d: %d evaluators in %s: want one, such as Evaluator_TPWEB(…)", v.line, len(found),
			cmp.Or(v.name, "a strategy"))
	}
	return found[0], nil
}

// letters returns the letters of an evaluator's scorers.
func (v *pythonValue) letters() (string, error) {
	letters := strings.TrimSuffix(strings.TrimPrefix(v.name, evaluatorPrefix), "_Fast")
	if strings.Trim(letters, "TPWEB") != "" {
		return "", fmt.Errorf("line %d: %s has unknown scorers: want letters of T, P, W, E and B, "+
			"such as Evaluator_TPWEB", v.line, v.name)
	}
	return letters, nil
}

// evaluators returns the evaluators in a call and its arguments.
func (v *pythonValue) evaluators() (all []*pythonValue) {
	if strings.HasPrefix(v.name, evaluatorPrefix) {
		return []*pythonValue{v}
	}
	for i := range v.items {
		all = append(all, v.items[i].evaluators()...)
	}
	return all
}
