package engine

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A GameOf is a start position and the moves played from it, on boards with positions P and squares
// S. Passes are implied: Moves holds squares only.
type GameOf[P settling[P, S], S fmt.Stringer] struct {
	Start P
	Moves []S
}

// settling are the methods of positions that a game needs.
type settling[P, S any] interface {
	Play(S) P
	Settle() P
	MustPass() bool
	Over() bool
}

// A Game is a game on a board within 8×8 squares.
type Game = GameOf[Position, Square]

// NewGame returns a game without moves from the start position.
func NewGame() *Game { return &Game{Start: Start()} }

// Final returns the position after the last move. If the mover must then pass, it returns the position
// after the pass.
func (g *GameOf[P, S]) Final() P {
	p := g.Start.Settle()
	for _, s := range g.Moves {
		p = p.Play(s).Settle()
	}
	return p
}

// Positions returns the position before each move, after any pass, and the final position.
func (g *GameOf[P, S]) Positions() []P {
	positions := []P{g.Start.Settle()}
	for i, s := range g.Moves {
		positions = append(positions, positions[i].Play(s).Settle())
	}
	return positions
}

// CheckLegal returns nil for a legal move. Pass is legal for a mover without another move. Otherwise
// the error says whose move it is and what is wrong.
func CheckLegal(p Position, s Square) error {
	moves := p.Moves()
	switch {
	case s == Pass && p.MustPass():
		return nil
	case s >= 0 && s < 64 && moves&s.Bit() != 0:
		return nil
	case s >= 0 && s < 64 && p.Holes()&s.Bit() != 0:
		return fmt.Errorf("%s is no square of this board", s)
	case s >= 0 && s < 64 && p.Empty()&s.Bit() == 0:
		return fmt.Errorf("%s is taken", s)
	case p.Over():
		return fmt.Errorf("%s comes after the end of the game", s)
	}
	return fmt.Errorf("%s is no legal move for %s", s, p.Side)
}

// Transcript writes the moves as f5d6c3…, without passes.
func (g *GameOf[P, S]) Transcript() string { return Transcript(g.Moves) }

// Transcript writes moves as f5d6c3…, without passes.
func Transcript[S fmt.Stringer](moves []S) string {
	var text strings.Builder
	for _, s := range moves {
		if word := s.String(); word != Pass.String() {
			text.WriteString(word)
		}
	}
	return text.String()
}

// ParseTranscript parses a game from the start position: squares in either case, written as PlainMoves reads them.
// Passes that are due may be written as ParseMove reads them, or left out; passes after the end of the game are
// skipped. Moves, or pairs of moves, may be numbered: "1. f5 d6 2. c3". An error names the move by its index, which
// does not count passes; the returned game then ends before that move.
func ParseTranscript(text string) (*Game, error) { return ParseTranscriptFrom(Start(), text) }

// ParseTranscriptFrom is ParseTranscript for a game from another start position.
func ParseTranscriptFrom(start Position, text string) (*Game, error) {
	return Notation[Position, Square]{Pass, cutMove, ParseMove, CheckLegal}.Parse(start, start.Side, text)
}

// ParseGame is ParseTranscriptFrom that also reads the link of a game on the web page. A link may name another
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

// A Notation is the way to write moves on boards with positions P and squares S.
type Notation[P settling[P, S], S interface {
	comparable
	fmt.Stringer
}] struct {
	Pass  S
	Cut   func(transcript string) (word, rest string) // splits the first move off
	Read  func(word string) (S, error)
	Check func(P, S) error // returns what is wrong with a move or pass, nil if it is legal
}

// Parse parses a game from its start, where side first is to move, like ParseTranscript.
func (n Notation[P, S]) Parse(start P, first Side, text string) (*GameOf[P, S], error) {
	g, p, numbers := &GameOf[P, S]{Start: start}, start, Numbering{First: first}
	text = PlainMoves(text)
	for {
		number, unnumbered := CutNumber(text)
		word, rest := n.Cut(unnumbered)
		if word == "" && number < 0 {
			return g, nil
		}
		text = rest
		s, err := n.Read(word)
		if err == nil && s == n.Pass && p.Over() {
			continue
		}
		if err == nil && s != n.Pass && p.MustPass() {
			p = p.Settle()
			numbers.Passes++
		}
		if err == nil {
			err = n.Check(p, s)
		}
		if err == nil && number >= 0 {
			err = numbers.Check(number, len(g.Moves))
		}
		if err != nil {
			return g, fmt.Errorf("transcript, move %d: %w", len(g.Moves)+1, err)
		}
		if s == n.Pass {
			numbers.Passes++
		} else {
			g.Moves = append(g.Moves, s)
		}
		p = p.Play(s)
	}
}

// cutMove splits the first move off a transcript: two letters, or the four of "pass".
func cutMove(transcript string) (move, rest string) {
	if move, rest = letters(transcript, 4); strings.EqualFold(move, "pass") {
		return move, rest
	}
	return letters(transcript, 2)
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
