package analysis

import (
	"math/bits"

	"evothello/engine"
)

// corners returns who takes corners in one line only. There is no reason if the mover gains as many corners in the
// line of the move played.
func (p *pair) corners() (all []Reason) {
	corners, gains := p.board.Safe(), 0
	for _, v := range p.good() {
		only := func(in, from *track) []engine.Square { return in.by(v.side, corners&^setOf(from.by(v.side, corners))) }
		squares := only(v.in, v.from)
		gains += len(squares) - len(only(v.from, v.in))
		if len(squares) > 0 {
			all = append(all, Reason{Kind: Corners, Side: v.side, Line: v.in.name, Ply: v.in.ply(squares[0]),
				Squares: squares, worth: worth[Corners] * float64(len(squares))})
		}
	}
	if gains <= 0 {
		return nil
	}
	return all
}

// passes returns who must pass more often in one line than in the other.
func (p *pair) passes() (all []Reason) {
	for _, v := range p.good() {
		v.side = v.side.Other()
		plies := v.in.passes(v.side)
		if more := len(plies) - len(v.from.passes(v.side)); more > 0 {
			all = append(all, Reason{Kind: Passes, Side: v.side, Line: v.in.name, Ply: plies[0],
				worth: worth[Passes] * float64(more)})
		}
	}
	return all
}

// passes returns the plies after which a side must pass.
func (t *track) passes(side engine.Side) (plies []int) {
	for i, move := range t.moves {
		if after := t.positions[i].Play(move); after.Side == side && after.MustPass() {
			plies = append(plies, i+1)
		}
	}
	return plies
}

// wedges returns who plays a wedge in one line only.
func (p *pair) wedges() (all []Reason) {
	for _, v := range p.good() {
		others := setOf(v.from.wedges(p.board, v.side))
		for _, square := range v.in.wedges(p.board, v.side) {
			if others&square.Bit() == 0 {
				all = append(all, Reason{Kind: Wedge, Side: v.side, Line: v.in.name, Ply: v.in.ply(square),
					Squares: []engine.Square{square}, worth: worth[Wedge]})
			}
		}
	}
	return all
}

// wedges returns where a side plays between two discs of the other side on an edge, and has a disc when the line ends.
func (t *track) wedges(board *engine.Lines, side engine.Side) (squares []engine.Square) {
	for _, edge := range board.Edges() {
		for i := 1; i < len(edge)-1; i++ {
			between := edge[i-1].Bit() | edge[i+1].Bit()
			for _, square := range t.by(side, edge[i].Bit()&discsOf(t.end(), side)) {
				if before := t.positions[t.ply(square)-1]; between&^discsOf(before, side.Other()) == 0 {
					squares = append(squares, square)
				}
			}
		}
	}
	return squares
}

// lastMoves returns the regions of empty squares in which the opponent plays last in the line of the move played, and
// the mover in the best line.
func (p *pair) lastMoves() (all []Reason) {
	for _, region := range regions(p.best.positions[0].Empty()) {
		ply, side := p.played.last(region)
		if other, by := p.best.last(region); min(ply, other) > 0 && side != p.mover && by == p.mover &&
			bits.OnesCount64(region) > 1 {
			all = append(all, Reason{Kind: LastMove, Side: side, Line: InPlayed, Ply: ply,
				Squares: squaresOf(region), worth: worth[LastMove]})
		}
	}
	return all
}

// last returns the number of the last move in a region, from 1, and who makes it. It is 0 if a square stays empty.
func (t *track) last(region uint64) (ply int, side engine.Side) {
	if t.end().Empty()&region != 0 {
		return 0, side
	}
	for i, move := range t.moves {
		if region&move.Bit() != 0 {
			ply, side = i+1, t.positions[i].Side
		}
	}
	return ply, side
}

// regions divides a set of squares into those that are connected to each other.
func regions(set uint64) (all []uint64) {
	for set != 0 {
		region, grown := uint64(0), set&-set
		for region != grown {
			region = grown
			for square := range engine.SquaresOf(region) {
				grown |= engine.Neighbours[square] & set
			}
		}
		all = append(all, region)
		set &^= region
	}
	return all
}
