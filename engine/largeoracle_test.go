package engine

import (
	"math/rand/v2"

	"pgregory.net/rapid"
)

// A grid is a slow, simple board with a letter per square: X, O or -.
type grid [][]byte

func gridOf(p Position) grid {
	text, g := p.Squares(), grid{}
	for y := range p.Columns() {
		g = append(g, []byte(text[y*p.Columns():][:p.Columns()]))
	}
	return g
}

// at returns the letter in a column and row, a blank off the board.
func (g grid) at(x, y int) byte {
	if x < 0 || y < 0 || x >= len(g) || y >= len(g) {
		return ' '
	}
	return g[y][x]
}

// flips returns the squares that a disc of a letter would flip.
func (g grid) flips(x, y int, own byte) (flips [][2]int) {
	if g.at(x, y) != '-' {
		return nil
	}
	opp := map[byte]byte{'X': 'O', 'O': 'X'}[own]
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			n := 1
			for g.at(x+n*dx, y+n*dy) == opp {
				n++
			}
			if g.at(x+n*dx, y+n*dy) == own {
				for k := 1; k < n; k++ {
					flips = append(flips, [2]int{x + k*dx, y + k*dy})
				}
			}
		}
	}
	return flips
}

// play places a disc and flips others.
func (g grid) play(x, y int, own byte) {
	flips := g.flips(x, y, own)
	for _, f := range append(flips, [2]int{x, y}) {
		g[f[1]][f[0]] = own
	}
}

func (g grid) text() (text string) {
	for _, row := range g {
		text += string(row)
	}
	return text
}

// anySize draws a size for which the rules hold.
func anySize(t *rapid.T) int { return 2 * rapid.IntRange(2, 13).Draw(t, "half the size") }

// anyGame draws a random game on a board of a size, not always to its end.
func anyGame(t *rapid.T, size int) *Game {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	game := &Game{Start: LargeStart(size)}
	p := game.Start
	for range rapid.SampledFrom([]int{0, 1, 10, 50, size * size / 2, size * size}).Draw(t, "moves") {
		if p.Over() {
			break
		}
		p = p.Settle()
		move := p.RandomMove(rng)
		game.Moves = append(game.Moves, move)
		p = p.Play(move)
	}
	return game
}

// anyLarge draws the end of a random game, or random discs.
func anyLarge(t *rapid.T, size int) Position {
	p := anyGame(t, size).Final()
	b := p.Large()
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "noise"), 0))
	if rapid.Bool().Draw(t, "no game") {
		for y := range size {
			own, opp := rng.Uint32(), rng.Uint32()
			b.Mover[y], b.Opponent[y] = own&^opp&b.full(), opp&rng.Uint32()&b.full()
			b.Opponent[y] &^= b.Mover[y]
		}
		p = b.At(p.Side)
	}
	if rapid.Bool().Draw(t, "the other side") {
		p = p.Pass()
	}
	return p
}

// small returns a large position of 8×8 squares as one within 8×8.
func small(p Position) Position { return Position{Board: p.Large().small(), Side: p.Side} }
