package formats

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The part of Python that sets of weights are written in: names, whole numbers,
// strings, lists, and calls with keyword arguments. Whatever else a module holds
// is cut into tokens and passed over.

// A pythonToken is a name, a number, a string in its quotes, or a sign.
type pythonToken struct {
	text string
	line int
}

// pythonTokens cuts a source into tokens, without comments and line ends.
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

// stringLength is the length of the string literal that the source begins with, 0
// if it has no end.
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

// A pythonValue is a number, a name, a list or a call. As an argument of a call it
// may have a keyword.
type pythonValue struct {
	keyword string
	name    string        // of what is called
	text    string        // of a number, a name or a string
	items   []pythonValue // of a list, or the arguments of a call
	line    int
}

// argument returns the argument of that keyword, nil if there is none.
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

// text is the token so many after the next, "" after the last.
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

// see reports whether these tokens come next.
func (p *pythonParser) see(texts ...string) bool {
	for i, text := range texts {
		if p.text(i) != text {
			return false
		}
	}
	return true
}

// deepest is how far values may stand inside each other.
const deepest = 20

// value reads what comes next.
func (p *pythonParser) value(depth int) (v pythonValue, err error) {
	v.line = p.line()
	next := p.text(0)
	first, _ := utf8.DecodeRuneInString(next)
	switch {
	case depth > deepest:
		return v, fmt.Errorf("line %d: more than %d brackets inside each other", v.line, deepest)
	case next == "[":
		p.at++
		v.items, err = p.list("]", depth)
		return v, err
	case next == "-" || next == "+":
		p.at++
		v, err = p.value(depth + 1)
		v.text = next + v.text
		return v, err
	case first == '"' || first == '\'' || unicode.IsDigit(first):
		v.text = next
		p.at++
		for p.see(".") && unicode.IsDigit(first) { // a fraction, to be shown in an error
			v.text += "." + p.text(1)
			p.at += 2
		}
		return v, nil
	case !isWord(first) || next == "":
		return v, fmt.Errorf("line %d: want a value, found %q", v.line, next)
	}
	v.text = next
	for p.at++; p.see("."); p.at += 2 {
		v.text = p.text(1) // modules do not matter
	}
	if p.see("(") {
		p.at++
		v.name, v.text = v.text, ""
		v.items, err = p.list(")", depth)
	}
	return v, err
}

// list reads values, with keywords or without, up to the closing bracket.
func (p *pythonParser) list(end string, depth int) (items []pythonValue, err error) {
	for !p.see(end) {
		keyword := ""
		if p.text(1) == "=" {
			keyword = p.text(0)
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
