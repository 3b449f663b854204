package formats

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file parses the part of Python in which sets of weights are written: names, integers, strings,
// lists, dictionaries, and calls with keyword arguments. All else in a module is split into tokens and skipped.

// A pythonToken is a name, a number, a string in its quotes, or a symbol.
type pythonToken struct {
	text string
	line int
}

// pythonTokens splits a source into tokens, without comments and line ends.
func pythonTokens(source string) (tokens []pythonToken, err error) {
	line := 1
	for len(source) > 0 {
		r, size := utf8.DecodeRuneInString(source)
		switch {
		case r == '#':
			size = len(source)
			if end := strings.IndexByte(source, '\n'); end >= 0 {
				size = end
			}
		case r == '"' || r == '\'':
			if size = stringLength(source); size == 0 {
				return nil, fmt.Errorf("line %d: a string without an end", line)
			}
			tokens = append(tokens, pythonToken{source[:size], line})
		case isWord(r):
			size = len(source) - len(strings.TrimLeftFunc(source, isWord))
			tokens = append(tokens, pythonToken{source[:size], line})
		case !unicode.IsSpace(r) && r != '\\':
			tokens = append(tokens, pythonToken{source[:size], line})
		}
		line += strings.Count(source[:size], "\n")
		source = source[size:]
	}
	return tokens, nil
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// stringLength returns the length of the string literal at the beginning of the source, 0 if it has no
// end.
func stringLength(source string) int {
	quote := source[:1]
	if strings.HasPrefix(source, strings.Repeat(quote, 3)) {
		quote = source[:3]
	}
	for i := len(quote); i < len(source); i++ {
		switch {
		case source[i] == '\\':
			i++
		case strings.HasPrefix(source[i:], quote):
			return i + len(quote)
		case source[i] == '\n' && len(quote) == 1:
			return 0
		}
	}
	return 0
}

// A pythonValue is a number, a name, a list, a dictionary or a call. An argument of a call may also have a keyword, and
// what a dictionary holds has its key as one.
type pythonValue struct {
	keyword string
	name    string        // of the called function or class
	text    string        // of a number, a name or a string
	items   []pythonValue // of a list or dictionary, or the arguments of a call
	line    int
}

// argument returns the argument with a keyword, nil if it is missing.
func (v *pythonValue) argument(keyword string) *pythonValue {
	for i := range v.items {
		if v.items[i].keyword == keyword {
			return &v.items[i]
		}
	}
	return nil
}

func (v *pythonValue) number() (int, error) {
	n, err := strconv.Atoi(strings.ReplaceAll(v.text, "_", ""))
	if err != nil {
		return 0, fmt.Errorf("line %d: want a whole number, found %q", v.line, v.name+v.text)
	}
	return n, nil
}

type pythonParser struct {
	tokens []pythonToken
	at     int
}

// text returns the token at a distance ahead of the next one, "" after the last.
func (p *pythonParser) text(ahead int) string {
	if p.at+ahead >= len(p.tokens) {
		return ""
	}
	return p.tokens[p.at+ahead].text
}

func (p *pythonParser) line() int {
	if len(p.tokens) == 0 {
		return 1
	}
	return p.tokens[min(p.at, len(p.tokens)-1)].line
}

// see reports whether these tokens are the next ones.
func (p *pythonParser) see(texts ...string) bool {
	for i, text := range texts {
		if p.text(i) != text {
			return false
		}
	}
	return true
}

// deepest is the deepest nesting of values.
const deepest = 20

// value parses a value.
func (p *pythonParser) value(depth int) (v pythonValue, err error) {
	v.line = p.line()
	next := p.text(0)
	first, _ := utf8.DecodeRuneInString(next)
	switch {
	case depth > deepest:
		return v, fmt.Errorf("line %d: values are nested more than %d deep", v.line, deepest)
	case next == "[" || next == "{":
		p.at++
		v.items, err = p.list(map[string]string{"[": "]", "{": "}"}[next], depth)
		return v, err
	case next == "-" || next == "+":
		p.at++
		v, err = p.value(depth + 1)
		v.text = next + v.text
		return v, err
	case first == '"' || first == '\'' || unicode.IsDigit(first):
		v.text = next
		p.at++
		for p.see(".") && unicode.IsDigit(first) { // a fraction, kept for the error
			v.text += "." + p.text(1)
			p.at += 2
		}
		return v, nil
	case !isWord(first) || next == "":
		return v, fmt.Errorf("line %d: want a value, found %q", v.line, next)
	}
	v.text = next
	for p.at++; p.see("."); p.at += 2 {
		v.text = p.text(1) // the name without its module
	}
	if p.see("(") {
		p.at++
		v.name, v.text = v.text, ""
		v.items, err = p.list(")", depth)
	}
	return v, err
}

// list parses values, with or without keywords or keys, up to the closing bracket.
func (p *pythonParser) list(end string, depth int) (items []pythonValue, err error) {
	for !p.see(end) {
		keyword := ""
		if p.text(1) == "=" || p.text(1) == ":" {
			keyword = strings.Trim(p.text(0), `'"`)
			p.at += 2
		}
		item, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		item.keyword = keyword
		items = append(items, item)
		if p.see(",") {
			p.at++
		} else if !p.see(end) {
			return nil, fmt.Errorf("line %d: want a comma or %q, found %q", p.line(), end, p.text(0))
		}
	}
	p.at++
	return items, nil
}
