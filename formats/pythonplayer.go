package formats

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"evothello/evaluators"
)

// ReadPythonPlayer reads a strategy built of the library's classes from the source of a Python module for the library
// y-tetsu/reversi. The strategy is the value of player = …. It returns the player's spec, such as
// switch(random@29,table), or "" if the module has a Switch of weights, which ReadPython reads.
func ReadPythonPlayer(source []byte) (spec string, err error) {
	_, wrong := ReadPython(source)
	if wrong == nil {
		return "", nil
	}
	tokens, err := pythonTokens(string(source))
	if err != nil {
		return "", err
	}
	p := pythonParser{tokens: tokens}
	for ; p.at < len(p.tokens); p.at++ {
		if !p.see("player", "=") {
			continue
		}
		p.at += 2
		player, err := p.value(0)
		if err != nil {
			return "", err
		}
		if player.name == "" || !errors.Is(wrong, errNoSwitch) && !player.hasRules() {
			break
		}
		return player.spec()
	}
	return "", wrong
}

// pythonRules maps the library's classes of players without an evaluator to ours.
var pythonRules = map[string]string{
	"Random": "random", "Greedy": "greedy", "Unselfish": "unselfish", "SlowStarter": "slowstarter", "Table": "table",
	"MonteCarlo": "montecarlo",
}

// pythonBooks lists the library's classes of opening books.
var pythonBooks = []string{"Usagi", "Tora", "Ushi", "Nezumi", "Neko", "Hitsuji"}

// hasRules reports whether a strategy is built of players without an evaluator.
func (v *pythonValue) hasRules() bool {
	return pythonRules[v.class()] != "" || v.class() == "RandomOpening" ||
		slices.ContainsFunc(v.items, func(item pythonValue) bool { return item.hasRules() })
}

// class returns the name of a call without the library's marks of classes with clocks and measurements.
func (v *pythonValue) class() string { return strings.Trim(v.name, "_") }

// spec returns a strategy as a player's spec.
func (v *pythonValue) spec() (string, error) {
	class := v.class()
	switch {
	case class == "Switch":
		return v.switchSpec()
	case class == "FullReading":
		return v.withBase("endgame", "remain")
	case class == "RandomOpening":
		depth, err := v.count("depth")
		if err != nil {
			return "", err
		}
		base, err := v.base()
		if depth < 1 || err != nil {
			return base, err
		}
		return fmt.Sprintf("switch(random@%d,%s)", depth-1, base), nil
	case slices.Contains(pythonBooks, class):
		return v.withBase("book", "")
	case pythonRules[class] != "":
		return v.rule(pythonRules[class])
	case class == "Blank":
		return v.searchSpec("negascout", 4, v, "TPEB")
	}
	for _, searches := range pythonSearches {
		if strings.Trim(searches, "_") == class {
			evaluator, err := v.evaluator()
			if err != nil {
				return "", err
			}
			letters, err := evaluator.letters()
			if err != nil {
				return "", err
			}
			return v.searchSpec(strings.ToLower(class), 3, evaluator, letters)
		}
	}
	return "", fmt.Errorf("line %d: unknown strategy %q: want Switch, FullReading, RandomOpening, a book, "+
		"Random, Greedy, Unselfish, SlowStarter, Table, MonteCarlo, MinMax, NegaMax, AlphaBeta, NegaScout or Blank",
		v.line, v.name+v.text)
}

// switchSpec returns Switch(turns=[…], strategies=[…]) as a spec.
func (v *pythonValue) switchSpec() (string, error) {
	turns, strategies := v.argument("turns"), v.argument("strategies")
	if turns == nil || strategies == nil || len(turns.items) != len(strategies.items) || len(turns.items) == 0 {
		return "", fmt.Errorf("line %d: want Switch(turns=[…], strategies=[…]) with one strategy for each turn", v.line)
	}
	parts := make([]string, len(turns.items))
	for i := range parts {
		turn, err := turns.items[i].number()
		if err != nil {
			return "", err
		}
		if parts[i], err = strategies.items[i].spec(); err != nil {
			return "", err
		}
		if i < len(parts)-1 {
			parts[i] += "@" + strconv.Itoa(turn)
		}
	}
	return "switch(" + strings.Join(parts, ",") + ")", nil
}

// base returns the spec of the strategy that another one is built on.
func (v *pythonValue) base() (string, error) {
	base := v.argument("base")
	if base == nil {
		return "", fmt.Errorf("line %d: %s lacks base=…", v.line, v.name)
	}
	return base.spec()
}

// withBase returns a strategy's base with a key. The key's value is an argument's value, or the strategy's class.
func (v *pythonValue) withBase(key, argument string) (string, error) {
	base, err := v.base()
	if err != nil {
		return "", err
	}
	value := v.class()
	if argument != "" {
		n, err := v.count(argument)
		if err != nil {
			return "", err
		}
		value = strconv.Itoa(n)
	}
	return fmt.Sprintf("switch(%s):%s=%s", base, key, value), nil
}

func (v *pythonValue) count(keyword string) (int, error) {
	given := v.argument(keyword)
	if given == nil {
		return 0, fmt.Errorf("line %d: %s lacks %s=…", v.line, v.name, keyword)
	}
	return given.number()
}

// rule returns a player without an evaluator, with its arguments as keys.
func (v *pythonValue) rule(name string) (string, error) {
	var keys []string
	if name == "montecarlo" && v.argument("count") == nil {
		keys = append(keys, "count=100")
	}
	for _, argument := range v.items {
		value, known := map[string]string{"True": "yes", "False": "no"}[argument.text]
		switch {
		case argument.keyword == "" || strings.ContainsFunc(argument.keyword, func(r rune) bool { return !isWord(r) }):
			return "", fmt.Errorf("line %d: %s takes its arguments as NAME=VALUE", argument.line, v.name)
		case argument.keyword == "size":
			continue // it is that of the board
		case !known: // only numbers become part of a spec
			n, err := argument.number()
			if err != nil {
				return "", err
			}
			value = strconv.Itoa(n)
		}
		keys = append(keys, argument.keyword+"="+value)
	}
	if keys == nil {
		return name, nil
	}
	return name + ":" + strings.Join(keys, ","), nil
}

// searchSpec returns a search with weights, the arguments of a call, as a spec. Scorers without a letter weigh 0, and
// weights that are not given are the library's.
func (v *pythonValue) searchSpec(name string, depth int, arguments *pythonValue, letters string) (string, error) {
	for _, a := range slices.Concat(v.items, arguments.items) {
		weight := slices.ContainsFunc(pythonParameters, func(p parameter) bool { return p.keyword == a.keyword })
		switch {
		case a.keyword == "":
			return "", fmt.Errorf("line %d: %s takes its arguments as NAME=VALUE", a.line, v.name)
		case !weight && !slices.Contains([]string{"depth", "evaluator", "size"}, a.keyword):
			return "", fmt.Errorf("line %d: %s has no argument %q", a.line, v.name, a.keyword)
		}
	}
	if given := v.argument("depth"); given != nil {
		n, err := given.number()
		if err != nil {
			return "", err
		}
		depth = n
	}
	keys := fmt.Sprintf("%s:depth=%d", name, depth)
	defaults := evaluators.Defaults()
	for keyword, weight := range map[string]int{"blank.w1": -5, "blank.w2": -20, "blank.w3": -10} {
		defaults.Set(keyword, weight) // those of Evaluator_TPWEB and Blank
	}
	for _, p := range pythonParameters {
		if p.keyword == wonGame {
			continue
		}
		value := 0
		if strings.ContainsRune(letters, p.scorer) {
			value = defaults.Get(p.weight)
			if given := arguments.argument(p.keyword); given != nil {
				n, err := given.number()
				if err != nil {
					return "", err
				}
				value = n
			}
		}
		keys += fmt.Sprintf(",%s=%d", p.keyword, value)
	}
	return keys, nil
}
