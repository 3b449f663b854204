// Package tables fits tables of patterns to games, and plays the games to learn from: round
// after round of self-play, from which the next player learns.
package tables

import (
	"iter"

	"evothello/engine"
)

// A Game is a finished game from the start of the standard board.
type Game struct {
	Moves  []engine.Square // without passes, which are forced
	Random int             // how many of the first moves were drawn by lot
}

// Positions visits the positions of the game before each move and at its end, from the side
// that is to move, or has moved last where none can. The moves must be legal.
func (g *Game) Positions() iter.Seq2[int, engine.Position] {
	return func(visit func(int, engine.Position) bool) {
		p := engine.Start()
		for i, move := range g.Moves {
			if !visit(i, p) {
				return
			}
			p = p.Play(move).Settle()
		}
		visit(len(g.Moves), p)
	}
}

// End is the board after the last move.
func (g *Game) End() (end engine.Board) {
	for _, p := range g.Positions() {
		end = p.Board
	}
	return end
}
