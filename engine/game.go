package engine

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Game is a start position and the moves played from it, on a board of any size. Passes are implied: Moves holds
// squares only.
type Game struct {
	Start Position
	Moves []Square
}

// NewGame returns a game without moves from the start position.
func NewGame() *Game { return &Game{Start: Start()} }

// Final returns the position after the last move. If the mover must then pass, it returns the position
// after the pass.
func (g *Game) Final() Position {
	p := g.Start.Settle()
	for _, s := range g.Moves {
		p = p.Play(s).Settle()
	}
	return p
}

// Positions returns the position before each move, after any pass, and the final position.
func (g *Game) Positions() []Position {
	positions := []Position{g.Start.Settle()}
	for i, s := range g.Moves {
		positions = append(positions, positions[i].Play(s).Settle())
	}
	return positions
}

// CheckLegal returns nil for a legal move. Pass is legal if the mover has no other move and the opponent has one.
// Otherwise the error contains the side to move and the fault.
func CheckLegal(p Position, s Square) error {
	if s == Pass && p.MustPass() || p.isLegal(s) {
		return nil
	}
	if s.on(p.Columns()) {
		switch size := p.Columns(); p.Squares()[size*s.Row()+s.Col()] {
		case '#':
			return fmt.Errorf("%s is not a square of this board", s)
		case 'X', 'O':
			return fmt.Errorf("%s is taken", s)
		}
	}
	if p.Over() {
		return fmt.Errorf("%s comes after the end of the game", s)
	}
	return fmt.Errorf("%s is not a legal move for %s", s, p.Side)
}

// isLegal reports whether the mover may play on a square.
func (p Position) isLegal(s Square) bool {
	if !p.IsLarge() {
		return s >= 0 && s < 64 && p.Moves()&s.Bit() != 0
	}
	b := p.Large()
	return s.on(b.Size) && !b.Mover.Has(s) && !b.Opponent.Has(s) && !b.Flips(s).IsEmpty()
}

// Transcript writes the moves as f5d6c3…, without passes.
func (g *Game) Transcript() string { return Transcript(g.Moves) }

// Transcript writes moves as f5d6c3…, without passes.
func Transcript(moves []Square) string {
	var text strings.Builder
	for _, s := range moves {
		if s != Pass {
			text.WriteString(s.String())
		}
	}
	return text.String()
}

// ParseTranscript parses a game from the start position: squares in either case, written as PlainMoves reads them.
// Passes that are due may be written as ParseMove reads them, or left out; passes after the end of the game are
// skipped. Moves, or pairs of moves, may be numbered: "1. f5 d6 2. c3". An error contains the number of the move, from
// 1, not counting passes. The returned game then ends before that move.
func ParseTranscript(text string) (*Game, error) { return ParseTranscriptFrom(Start(), text) }

// ParseTranscriptFrom is ParseTranscript for a game from another start position.
func ParseTranscriptFrom(start Position, text string) (*Game, error) {
	g, p, numbers := &Game{Start: start}, start, Numbering{First: start.Side}
	text = PlainMoves(text)
	for {
		number, unnumbered := CutNumber(text)
		word, rest := p.cutMove(unnumbered)
		if word == "" && number < 0 {
			return g, nil
		}
		text = rest
		s, err := p.ParseMove(word)
		if err == nil && s == Pass && p.Over() {
			continue
		}
		if err == nil && s != Pass && p.MustPass() {
			p = p.Settle()
			numbers.Passes++
		}
		if err == nil {
			err = CheckLegal(p, s)
		}
		if err == nil && number >= 0 {
			err = numbers.Check(number, len(g.Moves))
		}
		if err != nil {
			return g, fmt.Errorf("transcript, move %d: %w", len(g.Moves)+1, err)
		}
		if s == Pass {
			numbers.Passes++
		} else {
			g.Moves = append(g.Moves, s)
		}
		p = p.Play(s)
	}
}

// ParseMove parses a square of the board, or a written pass: "--", or "pa", "ps" or "pass" in any case.
func (p Position) ParseMove(text string) (Square, error) {
	if slices.Contains(passes[:], strings.ToLower(text)) {
		return Pass, nil
	}
	return ParseSquareOn(p.Columns(), text)
}

// ParseGame is like ParseTranscriptFrom, but also reads the link of a game on the web page. A link may name another
// start position.
func ParseGame(start Position, text string) (*Game, error) {
	if IsLink(text) {
		var err error
		if start, text, err = readLink(start, text); err != nil {
			return &Game{Start: start}, err
		}
	}
	return ParseTranscriptFrom(start, text)
}

// cutMove splits the first move off a transcript. Within 8×8 it is two letters, or the four of "pass". On larger boards
// it is a word for a pass, or a letter with the digits after it, or else all up to the next blank.
func (p Position) cutMove(transcript string) (move, rest string) {
	if !p.IsLarge() {
		if move, rest = letters(transcript, 4); strings.EqualFold(move, "pass") {
			return move, rest
		}
		return letters(transcript, 2)
	}
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

// letters splits n characters off a text, not counting blanks, or the whole text if it is shorter.
func letters(text string, n int) (word, rest string) {
	end := min(n, len(text))
	if strings.IndexFunc(text[:end], func(r rune) bool { return r <= ' ' || r >= utf8.RuneSelf }) < 0 {
		return text[:end], text[end:] // the usual case
	}
	for ; n > 0; n-- {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		_, size := utf8.DecodeRuneInString(text)
		word, text = word+text[:size], text[size:]
	}
	return word, text
}
