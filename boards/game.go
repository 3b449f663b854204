package boards

import (
	"fmt"
	"strings"
	"unicode"
)

// A Game is a start position and the moves played from it. Passes are implied: Moves
// holds squares only.
type Game struct {
	Start Position
	Moves []Square
}

// Final returns the position after the last move, with the pass taken if the mover must
// pass.
func (g *Game) Final() Position {
	p := g.Start.Settle()
	for _, s := range g.Moves {
		p = p.Play(s).Settle()
	}
	return p
}

// CheckLegal returns nil for a legal move, which Pass is for a mover who has no other, and
// otherwise an error that says whose move it is and what is wrong.
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

// Transcript writes the moves as j10k9…
func (g *Game) Transcript() string { return Transcript(g.Moves) }

// Transcript writes moves as j10k9…
func Transcript(moves []Square) string {
	var text strings.Builder
	for _, s := range moves {
		text.WriteString(s.String())
	}
	return text.String()
}

// ParseTranscript reads a game from its start: squares in either case with or without
// blanks between them; passes may be written where they are due, as pass, pa, ps or --, or
// left out. Illegal moves are errors that name the move and its number, which does not
// count passes.
func ParseTranscript(start Position, text string) (*Game, error) {
	g, p := &Game{Start: start}, start
	for {
		word, rest := cutMove(text)
		if word == "" {
			return g, nil
		}
		text = rest
		s, err := parseMove(p.Size, word)
		if err == nil && s != Pass {
			p = p.Settle()
		}
		if err == nil {
			err = CheckLegal(p, s)
		}
		if err != nil {
			return nil, fmt.Errorf("transcript, move %d: %w", len(g.Moves)+1, err)
		}
		if s != Pass {
			g.Moves = append(g.Moves, s)
		}
		p = p.Play(s)
	}
}

// cutMove cuts the first move off a transcript: a word for a pass, or a letter and the
// digits after it. What is neither is cut off as it stands, up to the next blank.
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

// passes are how passes are written, the longest first.
var passes = []string{"pass", "pa", "ps", "--"}

func parseMove(size int, word string) (Square, error) {
	for _, pass := range passes {
		if strings.EqualFold(word, pass) {
			return Pass, nil
		}
	}
	return ParseSquare(size, word)
}
