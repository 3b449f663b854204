package large

import (
	"fmt"
	"strings"
	"unicode"

	"evothello/engine"
)

// A Game is a start position and the moves played from it.
type Game = engine.GameOf[Position, Square]

// CheckLegal returns nil for a legal move. Pass is legal for a mover without another move. Otherwise
// the error says whose move it is and what is wrong.
func CheckLegal(p Position, s Square) error {
	switch {
	case s == Pass && p.MustPass():
		return nil
	case s == Pass || !s.on(p.Size):
	case p.Mover.Has(s) || p.Opponent.Has(s):
		return fmt.Errorf("%s is taken", s)
	case !p.Flips(s).IsEmpty():
		return nil
	}
	if p.Over() {
		return fmt.Errorf("%s comes after the end of the game", s)
	}
	return fmt.Errorf("%s is no legal move for %s", s, p.Side)
}

// ParseTranscript parses a game from its start, like engine.ParseTranscript: passes are written as
// pass, pa, ps or --, or left out, and moves may be numbered. Links are not read.
func ParseTranscript(start Position, text string) (*Game, error) {
	read := func(word string) (Square, error) { return parseMove(start.Size, word) }
	notation := engine.Notation[Position, Square]{Pass: Pass, Cut: cutMove, Read: read, Check: CheckLegal}
	return notation.Parse(start, start.Side, text)
}

// cutMove splits the first move off a transcript: a word for a pass, or a letter with the digits
// after it. Other text is split off up to the next blank.
func cutMove(transcript string) (move, rest string) {
	text := strings.TrimLeftFunc(transcript, unicode.IsSpace)
	for _, pass := range passes {
		if len(text) >= len(pass) && strings.EqualFold(text[:len(pass)], pass) {
			return text[:len(pass)], text[len(pass):]
		}
	}
	end := 0
	for end < len(text) && (end == 0 || text[end] >= '0' && text[end] <= '9') {
		end++
	}
	if end < 2 {
		if end = strings.IndexFunc(text, unicode.IsSpace); end < 0 {
			end = len(text)
		}
	}
	return text[:end], text[end:]
}

// passes are the words for a pass, the longest first.
var passes = []string{"pass", "pa", "ps", "--"}

func parseMove(size int, word string) (Square, error) {
	for _, pass := range passes {
		if strings.EqualFold(word, pass) {
			return Pass, nil
		}
	}
	return ParseSquare(size, word)
}
