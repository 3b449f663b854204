package analysis

import (
	"cmp"
	"slices"

	"evothello/engine"
)

// A Reason is a fact about the lines of a comparison that makes the best line better for the mover. The rules
// of the game prove it: it can be seen on the board after Ply moves of Line.
type Reason struct {
	Kind          Kind
	Side          engine.Side // side that takes the corners, has the moves or discs, moves last or passes
	Line          LineName    // line in which the fact can be seen
	Ply           int         // number of moves of the line after which it can be seen, passes not counted
	Move, Instead engine.Square
	Squares       []engine.Square // corners in the order of the line, other squares in board order
	Other         []engine.Square // for Moves and the kinds after it: such squares in the other line after Ply moves
	worth         float64         // in discs, roughly
}

// A LineName is one of the two lines of a comparison.
type LineName string

// The lines of the best move and of the move played.
const (
	InBest   LineName = "best"
	InPlayed LineName = "played"
)

// A Kind is a kind of reason.
type Kind string

// The kinds of reasons. Moves and the kinds after it compare two numbers of squares: Squares in Line, and Other
// in the other line.
const (
	Corners  Kind = "corners"  // Side takes the corners Squares, the first one by move Ply
	Passes   Kind = "passes"   // Side has no move
	Wedge    Kind = "wedge"    // Side plays between two discs of the other side on an edge, and keeps that square
	LastMove Kind = "last"     // Side plays last in Squares, a region of empty squares before the line, by move Ply
	Moves    Kind = "moves"    // Side is to move and has the legal moves Squares
	Safe     Kind = "safe"     // Side is to move and has the moves Squares after which the other can take no corner
	Stable   Kind = "stable"   // Side has the discs Squares, which can never be flipped
	Frontier Kind = "frontier" // Side has the discs Squares next to an empty square
	Edge     Kind = "edge"     // Side has the discs Squares on one edge at the end of the game
)

// worth is about how many discs one more square of a kind is worth, or a reason without a number. The values fit the
// losses of 1,010 mistakes in games of experts.
var worth = map[Kind]float64{Corners: 2, Passes: 1.5, Wedge: 1, LastMove: 2, Moves: 0.7, Safe: 0.5, Stable: 0.45,
	Frontier: 0.8, Edge: 0.5}

// Limits of what is worth a sentence.
const (
	mostReasons = 2
	leastWorth  = 0.5
)

// reasonsOf returns the reasons why the best line is better for the mover, the weightiest first, of different kinds.
// There are none if as much speaks for the move played.
func reasonsOf(at engine.Position, best, played *Line) (chosen []Reason) {
	if best.Square == played.Square {
		return nil
	}
	all, total := newPair(at, best, played).facts()
	if _, against := newPair(at, played, best).facts(); against >= total {
		return nil
	}
	slices.SortStableFunc(all, func(a, b Reason) int { return cmp.Compare(b.order(), a.order()) })
	for _, r := range all {
		same := func(c Reason) bool { return c.Kind == r.Kind || c.mobility() && r.mobility() }
		if len(chosen) == mostReasons || r.worth < leastWorth || slices.ContainsFunc(chosen, same) {
			continue
		}
		if r.Move, r.Instead = best.Square, played.Square; r.Line == InPlayed {
			r.Move, r.Instead = r.Instead, r.Move
		}
		chosen = append(chosen, r)
	}
	return chosen
}

// order is the worth of a reason, or more for corners that are taken soon: these are what players look at first.
func (r *Reason) order() float64 {
	if r.Kind == Corners && r.Ply <= lastPly {
		return 64 + r.worth
	}
	return r.worth
}

func (r *Reason) mobility() bool { return r.Kind == Moves || r.Kind == Safe }

// A pair is the two lines of a comparison.
type pair struct {
	mover        engine.Side
	board        *engine.Lines
	best, played track
}

// A track is a line without passes.
type track struct {
	name      LineName
	moves     []engine.Square
	positions []engine.Position // before the line, and after each move and the pass that may follow it
}

func newPair(at engine.Position, best, played *Line) *pair {
	return &pair{
		mover: at.Side, board: engine.NewLines(^at.Holes()),
		best: newTrack(InBest, at, best.Play), played: newTrack(InPlayed, at, played.Play),
	}
}

func newTrack(name LineName, at engine.Position, play []engine.Square) track {
	t := track{name: name, positions: []engine.Position{at}}
	for _, move := range play {
		if move != engine.Pass {
			t.moves = append(t.moves, move)
			t.positions = append(t.positions, t.end().Play(move).Settle())
		}
	}
	return t
}

func (t *track) end() engine.Position { return t.positions[len(t.positions)-1] }

// facts returns all facts that are better for the mover in the best line, and what they are worth in total.
func (p *pair) facts() (all []Reason, total float64) {
	all = slices.Concat(p.corners(), p.passes(), p.wedges(), p.lastMoves(), p.counts())
	for _, r := range all {
		total += r.worth
	}
	return all, total
}

// by returns the squares of a set where a side plays in the line, in this order.
func (t *track) by(side engine.Side, set uint64) (squares []engine.Square) {
	for i, move := range t.moves {
		if t.positions[i].Side == side && set&move.Bit() != 0 {
			squares = append(squares, move)
		}
	}
	return squares
}

// ply returns the number of a move of the line, from 1.
func (t *track) ply(move engine.Square) int { return slices.Index(t.moves, move) + 1 }

// A view is a side, a line and the other line.
type view struct {
	side     engine.Side
	in, from *track
}

// good lists where a side's good moves are reasons: the opponent's in the line of the move played, and the mover's in
// the best line.
func (p *pair) good() [2]view {
	return [2]view{{p.mover.Other(), &p.played, &p.best}, {p.mover, &p.best, &p.played}}
}

// squaresOf lists the squares of a set.
func squaresOf(set uint64) []engine.Square { return slices.Collect(engine.SquaresOf(set)) }

// setOf is the inverse of squaresOf.
func setOf(squares []engine.Square) (set uint64) {
	for _, s := range squares {
		set |= s.Bit()
	}
	return set
}

func discsOf(p engine.Position, side engine.Side) uint64 {
	if side == engine.Black {
		return p.Black()
	}
	return p.White()
}
