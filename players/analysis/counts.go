package analysis

import (
	"math/bits"

	"evothello/engine"
)

// lastPly is the last ply of the lines at which squares are counted: later ones are hard to see.
const lastPly = 8

// A counted kind of reason counts squares of a side in both lines after as many moves.
type counted struct {
	kind  Kind
	of    func(p engine.Position, side engine.Side) uint64
	bad   bool // few are better
	turn  bool // only for the side to move
	ends  bool // only at the last ply
	least int  // difference
}

// counts returns what a side has more of in one line.
func (p *pair) counts() (all []Reason) {
	stable := func(at engine.Position, side engine.Side) uint64 {
		return p.board.Stable(discsOf(at, side), at.Empty())
	}
	for _, c := range []counted{
		{kind: Moves, of: moves, turn: true, least: 2},
		{kind: Safe, of: p.safeMoves, turn: true, least: 2},
		{kind: Stable, of: stable, ends: true, least: 1},
		{kind: Frontier, of: frontier, bad: true, least: 2},
	} {
		for side := range engine.Side(2) {
			if r, found := p.count(&c, side); found {
				all = append(all, r)
			}
		}
	}
	if p.best.end().Over() && p.played.end().Over() {
		all = append(all, p.edges()...)
	}
	return all
}

// count returns what a side has more of, at the ply with the greatest difference. It is worth what the mean difference
// is worth, which must have the same sign.
func (p *pair) count(c *counted, side engine.Side) (r Reason, found bool) {
	first, last := 1, min(len(p.best.moves), len(p.played.moves), lastPly)
	if c.ends {
		first = last
	}
	greatest, sum, n := c.least-1, 0, 0
	for ply := first; ply <= last; ply++ {
		best, played := p.best.positions[ply], p.played.positions[ply]
		if c.turn && (best.Side != side || played.Side != side) {
			continue
		}
		here, other := c.of(played, side), c.of(best, side)
		worse := bits.OnesCount64(here) - bits.OnesCount64(other)
		if (side == p.mover) != c.bad {
			worse = -worse
		}
		n++
		if sum += worse; worse > greatest {
			greatest = worse
			r = p.inPlayed(c.kind, side, ply, here, other)
		}
	}
	if sum <= 0 || greatest < c.least {
		return r, false
	}
	r.worth = worth[c.kind] * float64(sum) / float64(n)
	return r, true
}

// inPlayed returns a reason that counts squares in the line of the move played and in the other one.
func (p *pair) inPlayed(kind Kind, side engine.Side, ply int, here, other uint64) Reason {
	return Reason{Kind: kind, Side: side, Line: InPlayed, Ply: ply, Squares: squaresOf(here), Other: squaresOf(other)}
}

// edges returns the edges on which the opponent has at least two discs more at the end of the game.
func (p *pair) edges() (all []Reason) {
	ply, side := len(p.played.moves), p.mover.Other()
	for _, edge := range p.board.Edges() {
		if first, next := edge[0], edge[1]; first.Row() != next.Row() && first.Col() != next.Col() {
			continue // the sentence names a row or a column
		}
		here, other := discsOf(p.played.end(), side)&setOf(edge), discsOf(p.best.end(), side)&setOf(edge)
		if worse := bits.OnesCount64(here) - bits.OnesCount64(other); worse > 1 {
			r := p.inPlayed(Edge, side, ply, here, other)
			r.worth = worth[Edge] * float64(worse)
			all = append(all, r)
		}
	}
	return all
}

func moves(at engine.Position, _ engine.Side) uint64 { return at.Moves() }

// safeMoves returns the moves of the side to move after which the other side can take no corner.
func (p *pair) safeMoves(at engine.Position, _ engine.Side) (safe uint64) {
	for move := range engine.SquaresOf(at.Moves()) {
		after := at.Play(move)
		if after.Moves()&p.board.Safe() == 0 {
			safe |= move.Bit()
		}
	}
	return safe
}

// frontier returns a side's discs next to an empty square.
func frontier(at engine.Position, side engine.Side) (discs uint64) {
	for square := range engine.SquaresOf(discsOf(at, side)) {
		if engine.Neighbours[square]&at.Empty() != 0 {
			discs |= square.Bit()
		}
	}
	return discs
}
