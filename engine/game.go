package engine

import (
	"fmt"
	"strings"
)

// A Game is a start position and the moves played from it. Passes are implied:
// Moves holds squares only.
type Game struct {
	Start Position
	Moves []Square
}

// NewGame returns a game from the start position with no move played.
func NewGame() *Game { return &Game{Start: Start()} }

// Final returns the position after the last move, with the pass taken if the
// mover must pass.
func (g *Game) Final() Position {
	p := g.Start.Settle()
	for _, s := range g.Moves {
		p = p.Play(s).Settle()
	}
	return p
}

// Play adds a move; an illegal one is refused and changes nothing.
func (g *Game) Play(s Square) error {
	p := g.Final()
	if err := CheckLegal(p, s); err != nil {
		return err
	}
	g.Moves = append(g.Moves, s)
	return nil
}

// CheckLegal returns nil for a legal move and otherwise an error that says whose
// move it is and what is wrong.
func CheckLegal(p Position, s Square) error {
	moves := p.Moves()
	switch {
	case s >= 0 && s < 64 && moves&s.Bit() != 0:
		return nil
	case s >= 0 && s < 64 && p.Empty()&s.Bit() == 0:
		return fmt.Errorf("%s is taken", s)
	case p.Over():
		return fmt.Errorf("%s comes after the end of the game", s)
	}
	return fmt.Errorf("%s is no legal move for %s", s, p.Side)
}

// Transcript writes the moves as f5d6c3…
func (g *Game) Transcript() string { return Transcript(g.Moves) }

// Transcript writes moves as f5d6c3…, passes left out.
func Transcript(moves []Square) string {
	var text strings.Builder
	for _, s := range moves {
		if s != Pass {
			text.WriteString(s.String())
		}
	}
	return text.String()
}

// ParseTranscript reads a game from the start position: squares in either case
// with or without blanks between them, passes implied. Illegal moves are errors
// that name the move and its number.
func ParseTranscript(text string) (*Game, error) {
	squares := strings.Join(strings.Fields(text), "")
	g, p := NewGame(), Start()
	for i := 0; i < len(squares); i += 2 {
		s, err := ParseSquare(squares[i:min(i+2, len(squares))])
		if err == nil {
			err = CheckLegal(p, s)
		}
		if err != nil {
			return nil, fmt.Errorf("transcript, move %d: %w", i/2+1, err)
		}
		g.Moves = append(g.Moves, s)
		p = p.Play(s).Settle()
	}
	return g, nil
}
