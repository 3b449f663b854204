package engine

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PlainMoves rewrites moves from the usual notations to the form f5 d6. Full-width characters become ASCII. Remarks in
// brackets, separators and marks such as ! become blanks. A hyphen between moves is a separator; two hyphens are a pass
// and stay.
func PlainMoves(text string) string {
	usual := strings.IndexFunc(text, func(r rune) bool {
		return r > unicode.MaxASCII || strings.ContainsRune(separators+"([{-", r)
	}) < 0
	if usual || !utf8.ValidString(text) {
		return text
	}
	runes := []rune(strings.Map(ascii, text))
	unclosed := map[rune]bool{}
	for i := 0; i < len(runes); i++ {
		switch r := runes[i]; {
		case strings.ContainsRune(separators, r), r == '-' && neighbour(runes, i, -1) != '-' && neighbour(runes, i, 1) != '-':
			runes[i] = ' '
		case strings.ContainsRune("([{", r) && !unclosed[r]:
			end := slices.Index(runes[i:], map[rune]rune{'(': ')', '[': ']', '{': '}'}[r])
			if unclosed[r] = end < 0; end > 0 {
				copy(runes[i:], []rune(strings.Repeat(" ", end+1)))
			}
		}
	}
	return string(runes)
}

// separators are characters that may stand between moves, and after them.
const separators = ",;/|>!?"

// ascii returns the ASCII form of a full-width character or a dash, −1 for invisible characters, and others as
// they are.
func ascii(r rune) rune {
	switch {
	case r >= '！' && r <= '～':
		return r - '！' + '!'
	case r == '、' || r == '。' || r == '→':
		return ','
	case unicode.Is(unicode.Pd, r), r == '−':
		return '-'
	case unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}

// neighbour returns the next character that is no blank in a direction, 0 at the end.
func neighbour(runes []rune, i, step int) rune {
	for i += step; i >= 0 && i < len(runes); i += step {
		if !unicode.IsSpace(runes[i]) {
			return runes[i]
		}
	}
	return 0
}

// linkMark begins the game in a link of the web page.
const linkMark = "#/game?"

// IsLink reports whether a text is the link of a game on the web page.
func IsLink(text string) bool { return strings.Contains(text, linkMark) }

// readLink returns the start position and the moves of a link. Without a start or a board it is the given start.
func readLink(start Position, text string) (Position, string, error) {
	_, query, _ := strings.Cut(strings.TrimSpace(text), linkMark)
	parts, err := url.ParseQuery(query)
	if err != nil {
		return start, "", fmt.Errorf("the link is damaged: copy it again")
	}
	if name := parts.Get("board"); name != "" {
		shape, err := ShapeNamed(name)
		if err != nil {
			return start, "", fmt.Errorf("the link's board: %w", err)
		}
		start = shape.Start
	}
	if at := parts.Get("start"); at != "" {
		if start, err = ParsePositionOn(start, at); err != nil {
			return start, "", fmt.Errorf("the link's start position: %w", err)
		}
	}
	return start, parts.Get("moves"), nil
}
