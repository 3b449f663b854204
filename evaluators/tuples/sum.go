package tuples

import (
	"math/bits"

	"evothello/engine"
)

//go:generate go run ../../internal/asm tuples avx512 -out avx512_amd64.s -stubs avx512_amd64.go -pkg tuples
//go:generate go run ../../internal/asm tuples avx2 -out avx2_amd64.s -stubs avx2_amd64.go -pkg tuples

// A Position holds the configuration of each place in a position. From a Position, SumAfter and BestAfter compute the
// configurations after a move; they look only at the squares that the move changes.
type Position struct {
	at configurations
}

// Find computes the configurations of a position.
func (g *Geometry) Find(own, opp uint64, p *Position) {
	switch engine.PathInUse() {
	case engine.AVX512:
		findAVX512(g.lookup, own, opp, p)
	case engine.AVX2:
		findAVX2(g.lookup, own, opp, p)
	default:
		p.at = g.find(own, opp)
	}
}

// Entries returns the index in Values of each place's configuration, in the order of shapes and places. The result is
// stored in space.
func (p *Position) Entries(g *Geometry, space *[Slots]uint32) []uint32 {
	entries := space[:g.slots]
	for slot := range entries {
		entries[slot] = g.lookup.starts[slot] + p.at.of(slot)
	}
	return entries
}

// Sum returns the value of a position for own.
func (g *Geometry) Sum(values Values, own, opp uint64) int32 {
	_ = values[g.Len+1] // the vector code reads up to here
	switch engine.PathInUse() {
	case engine.AVX512:
		return sumAVX512(g.lookup, g.blocks, &values[0], own, opp)
	case engine.AVX2:
		return sumAVX2(g.lookup, g.blocks, &values[0], own, opp)
	}
	return g.sumPlain(values, own, opp)
}

func (g *Geometry) sumPlain(values Values, own, opp uint64) int32 {
	at := g.find(own, opp)
	return g.sum(values, &at)
}

// sum adds the values of configurations.
func (g *Geometry) sum(values Values, at *configurations) (sum int32) {
	starts := &g.lookup.starts
	for i := range 4 * g.blocks {
		n, s := at[i&15], starts[4*i&63:]
		sum += int32(values[s[0]+uint32(n&0xffff)]) + int32(values[s[1]+uint32(n>>16&0xffff)]) +
			int32(values[s[2]+uint32(n>>32&0xffff)]) + int32(values[s[3]+uint32(n>>48)])
	}
	return sum
}

// SumAfter returns the value for own of the position after own's move. move is a set of one square, flips the set of
// discs that it flips. Use BestAfter for speed: SumAfter has no vector code.
func (g *Geometry) SumAfter(values Values, p *Position, move, flips uint64) int32 {
	var at configurations
	g.addRows(&at, flips)
	square := &g.lookup.squares[bits.TrailingZeros64(move)]
	for i := range 4 * g.blocks { // the digit of a flipped disc changes from 2 to 1
		at[i&15] = p.at[i&15] + square[i&15] - at[i&15]
	}
	return g.sum(values, &at)
}

// Children holds up to eight positions after moves, in the layout that the vector code reads.
type Children struct {
	Scores [8]uint64 // the scores so far, in the lower 32 bits of each number
	Theirs [8]uint64 // the discs of the side that did not move
}

// BestAfter returns the best score of the positions after own's moves, and the first move with that score. It first
// adds weight times the position's value for own to each score; the value is limited to −most…most. opp are the
// opponent's discs before the move. It stops at the first score that reaches enough.
func (g *Geometry) BestAfter(
	values Values, p *Position, c *Children, opp, moves uint64, weight, most, enough int32,
) (best int32, move uint64) {
	_ = values[g.Len+1] // the vector code reads up to here
	switch engine.PathInUse() {
	case engine.AVX512:
		return bestAfterAVX512(g.lookup, g.blocks, &values[0], p, c, opp, moves, weight, most, enough)
	case engine.AVX2:
		return bestAfterAVX2(g.lookup, g.blocks, &values[0], p, c, opp, moves, weight, most, enough)
	}
	return g.bestAfterPlain(values, p, c, opp, moves, weight, most, enough)
}

func (g *Geometry) bestAfterPlain(
	values Values, p *Position, c *Children, opp, moves uint64, weight, most, enough int32,
) (best int32, first uint64) {
	best = -1 << 30
	for i := 0; moves != 0 && best < enough; i, moves = i+1, moves&(moves-1) {
		move := moves & -moves
		sum := g.SumAfter(values, p, move, opp&^c.Theirs[i&7])
		score := int32(c.Scores[i&7]) + weight*max(-most, min(sum, most))
		c.Scores[i&7] = uint64(uint32(score))
		if score > best {
			best, first = score, move
		}
	}
	return best, first
}

// Replies holds up to eight positions in the layout that the vector code reads.
type Replies struct {
	Children
	Discs [8]uint64 // the discs of both sides
}

// Reach returns the positions whose score reaches enough, as a set of indexes. It first adds weight times the
// position's value for own to each score; the value is limited to −most…most. It looks only at the positions with
// indexes in some, also a set. The squares in shared have a disc in every position; each position has at most two
// further discs.
func (g *Geometry) Reach(
	values Values, r *Replies, shared, some uint64, weight, most, enough int32,
) (reached uint64) {
	_ = values[g.Len+1] // the vector code reads up to here
	switch path := engine.PathInUse(); {
	case some == 0:
		return 0
	case path == engine.AVX512:
		return reachAVX512(g.lookup, g.blocks, &values[0], r, shared, some, weight, most, enough)
	case path == engine.AVX2:
		return reachAVX2(g.lookup, g.blocks, &values[0], r, shared, some, weight, most, enough)
	}
	return g.reachPlain(values, r, shared, some, weight, most, enough)
}

// reachPlain computes configurations like find.
func (g *Geometry) reachPlain(
	values Values, r *Replies, shared, some uint64, weight, most, enough int32,
) (reached uint64) {
	var base configurations
	g.addRows(&base, shared)
	for ; some != 0; some &= some - 1 {
		i := bits.TrailingZeros64(some)
		at := base
		for more := r.Discs[i&7] &^ shared; more != 0; more &= more - 1 {
			g.add(&at, &g.lookup.squares[bits.TrailingZeros64(more)])
		}
		g.addRows(&at, r.Theirs[i&7])
		score := int32(r.Scores[i&7]) + weight*max(-most, min(g.sum(values, &at), most))
		r.Scores[i&7] = uint64(uint32(score))
		if score >= enough {
			reached |= some & -some
		}
	}
	return reached
}

// add adds slot by slot, as far as the geometry looks up. A slot never carries over into the next one.
func (g *Geometry) add(to, more *configurations) {
	for i := range 4 * g.blocks {
		to[i&15] += more[i&15]
	}
}
