package search

import "math/bits"

// A Table is a transposition table of searched positions. Only one Searcher may use it at a time.
// Entries hold the whole position, so that hash collisions never change a result.
type Table struct {
	entries []entry
	shift   uint
	stamp   uint16 // entries with another stamp count as empty
}

type entry struct {
	own, opp uint64
	value    int32
	stamp    uint16
	move     int8
	depth    uint8 // remaining plies << 2 | bound
}

// Relations between an entry's value and the true value.
const (
	upper = 1 // the true value is at most value
	lower = 2 // the true value is at least value
	exact = upper | lower
)

// Table sizes for NewTable. DefaultTableBits is 96 KiB: it leaves room in a core's caches and is
// enough for searches to about depth 6. ClockTableBits is 6 MiB, for searches of millions of
// positions.
const (
	DefaultTableBits = 12
	ClockTableBits   = 18
)

// NewTable returns a table of 2^bits entries of 24 bytes.
func NewTable(bits uint) *Table {
	return &Table{entries: make([]entry, 1<<bits), shift: 64 - bits, stamp: 1}
}

// fresh returns a stamp that no entry has, which empties the table.
func (t *Table) fresh() uint16 {
	t.stamp++
	if t.stamp == 0 { // after 65,535 stamps old entries would become valid again
		clear(t.entries)
		t.stamp = 1
	}
	return t.stamp
}

func (t *Table) slot(own, opp uint64) *entry { return &t.entries[hash(own, opp)>>t.shift] }

// Positions with fewer empties than nearTo share the first 2^nearBits entries, 384 KiB. These stay
// in a core's second-level cache. Most positions of an endgame search are among them.
const (
	nearBits = 14
	nearTo   = 13
)

// endgameSlot returns the slot of a position in the endgame search.
func (t *Table) endgameSlot(own, opp uint64, empties int) *entry {
	if empties >= nearTo {
		return t.slot(own, opp)
	}
	return &t.entries[hash(own, opp)>>max(t.shift, 64-nearBits)]
}

func hash(own, opp uint64) uint64 {
	h := own*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(opp*0xc2b2ae3d27d4eb4f, 29)
	return h * 0xd6e8feb86659fd93
}

// holds reports whether the entry belongs to the position.
func (e *entry) holds(own, opp uint64, stamp uint16) bool {
	return e.own == own && e.opp == opp && e.stamp == stamp
}

// narrow uses an entry of the right depth. If the value is exact or outside the window, done is
// true. Otherwise narrow returns a smaller window.
func (e *entry) narrow(alpha, beta int32) (newAlpha, newBeta int32, done bool) {
	switch e.depth & exact {
	case exact:
		return 0, 0, true
	case lower:
		alpha = max(alpha, e.value)
	case upper:
		beta = min(beta, e.value)
	}
	return alpha, beta, alpha >= beta
}

// store writes the result of a search with the given window to the entry.
func (e *entry) store(own, opp uint64, stamp uint16, depth int, alpha, beta, value int32, move int8) {
	bound := uint8(exact)
	if value <= alpha {
		bound = upper
	} else if value >= beta {
		bound = lower
	}
	*e = entry{own: own, opp: opp, value: value, stamp: stamp, move: move, depth: uint8(depth)<<2 | bound}
}
