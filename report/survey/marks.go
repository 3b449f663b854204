package survey

import "evothello/engine"

// marks remember a number for each of many positions, those met last: of two that share a
// place the second stays.
type marks struct {
	entries    []marked
	shift      uint
	symmetries []int
}

type marked struct {
	board engine.Board
	mark  int8
}

func newMarks(shape engine.Shape, bits uint) *marks {
	return &marks{entries: make([]marked, 1<<bits), shift: 64 - bits, symmetries: shape.Symmetries()[1:]}
}

// at is where a position is remembered, and the form in which it is: the least of its
// mirrored ones, with the sets turned inside out where White is to move.
func (m *marks) at(own, opp uint64, side engine.Side) (*marked, engine.Board) {
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
