package boards

import "evothello/engine"

// A cache is a hash table of fixed size with a number for each position. A new position replaces the
// former one in its place.
type cache struct {
	entries    []entry
	shift      uint
	symmetries []int
}

type entry struct {
	board engine.Board
	value int8
}

func newCache(shape engine.Shape, bits uint) *cache {
	return &cache{entries: make([]entry, 1<<bits), shift: 64 - bits, symmetries: shape.Symmetries()[1:]}
}

// at returns the place of a position and its normal form: the least of its symmetric boards, with the
// sets complemented if White is to move. The place holds the position if its board is the normal form.
func (m *cache) at(own, opp uint64, side engine.Side) (*entry, engine.Board) {
	b := engine.Board{Mover: own, Opponent: opp}
	least := b
	for _, k := range m.symmetries {
		if c := b.Symmetry(k); c.Mover < least.Mover || c.Mover == least.Mover && c.Opponent < least.Opponent {
			least = c
		}
	}
	if side == engine.White {
		least.Mover, least.Opponent = ^least.Mover, ^least.Opponent
	}
	return &m.entries[least.Hash()>>m.shift], least
}
