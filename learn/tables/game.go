// Package tables trains pattern tables. Each round plays games of self-play, fits tables to the games
// of the last rounds, and promotes the new player if it beats the current one.
package tables

import (
	"iter"

	"evothello/engine"
)

// A Game is a finished game from the start of the standard board.
type Game struct {
	Moves  []engine.Square // without passes, which are forced
	Random int             // number of random moves at the start
}

// Positions iterates over the position before each move and the position at the end, with the number of moves before
// it. If neither side can move at the end, the opponent of the side that moved last is to move there. The moves must be
// legal.
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

// End returns the board after the last move.
func (g *Game) End() (end engine.Board) {
	for _, p := range g.Positions() {
		end = p.Board
	}
	return end
}
