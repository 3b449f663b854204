package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The result of a search with the window 0…10, and the bound that it proves.
func TestStoreRemembersABound(t *testing.T) {
	for _, c := range []struct {
		value int32
		bound uint8
	}{
		{-1, upper}, {0, upper}, {1, exact}, {9, exact}, {10, lower}, {11, lower},
	} {
		var e entry
		e.store(1, 2, 3, 60, 0, 10, c.value, 44)
		assert.Equal(t, entry{own: 1, opp: 2, stamp: 3, move: 44, value: c.value, depth: 60<<2 | c.bound}, e)
	}
}

// The effect of an entry on the window 0…10.
func TestNarrowShrinksTheWindow(t *testing.T) {
	for _, c := range []struct {
		name        string
		bound       uint8
		value       int32
		alpha, beta int32 // the remaining window
		done        bool
	}{
		{"the value", exact, 5, 0, 0, true},
		{"at least what is in the window", lower, 5, 5, 10, false},
		{"at least what was known", lower, -5, 0, 10, false},
		{"at least the upper end", lower, 10, 10, 10, true},
		{"at least more", lower, 11, 11, 10, true},
		{"at most what is in the window", upper, 5, 0, 5, false},
		{"at most what was known", upper, 15, 0, 10, false},
		{"at most the lower end", upper, 0, 0, 0, true},
		{"at most less", upper, -1, 0, -1, true},
	} {
		e := entry{value: c.value, depth: 7<<2 | c.bound}
		alpha, beta, done := e.narrow(0, 10)
		assert.Equal(t, []any{c.alpha, c.beta, c.done}, []any{alpha, beta, done}, c.name)
	}
}

func TestEntriesAreAboutOnePosition(t *testing.T) {
	e := entry{own: 1, opp: 2, stamp: 3}
	assert.True(t, e.holds(1, 2, 3))
	assert.False(t, e.holds(2, 1, 3), "the other side's view")
	assert.False(t, e.holds(1, 4, 3))
	assert.False(t, e.holds(4, 2, 3))
	assert.False(t, e.holds(1, 2, 4), "forgotten")
}

// 4,000 positions at random slots of 1,000 entries leave e⁻⁴ of them, 18, empty. This must not depend
// on where the positions differ.
func TestPositionsSpreadOverTheTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	own, opp := rng.Uint64(), rng.Uint64()
	for name, position := range map[string]func(i uint64) (own, opp uint64){
		"in anything":           func(uint64) (uint64, uint64) { return rng.Uint64(), rng.Uint64() },
		"in the mover's discs":  func(uint64) (uint64, uint64) { return rng.Uint64(), opp },
		"in the other's discs":  func(uint64) (uint64, uint64) { return own, rng.Uint64() },
		"in the mover's row 1":  func(i uint64) (uint64, uint64) { return own ^ i, opp },
		"in the mover's row 8":  func(i uint64) (uint64, uint64) { return own ^ i<<52, opp },
		"in the other's row 1":  func(i uint64) (uint64, uint64) { return own, opp ^ i },
		"in the other's row 8":  func(i uint64) (uint64, uint64) { return own, opp ^ i<<52 },
		"in some discs flipped": func(i uint64) (uint64, uint64) { return own ^ i<<26, opp ^ i<<26 },
	} {
		table := NewTable(10)
		used := map[*entry]bool{}
		for i := range uint64(4096) {
			used[table.slot(position(i))] = true
		}
		assert.Len(t, table.entries, 1024)
		assert.Greater(t, len(used), 900, "positions that differ %s", name)
	}
}

// Positions with few empties use the first entries of a large table, all others any entry. In a
// small table there is no difference.
func TestFewEmptiesUseTheFirstEntries(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 1))
	small, large := NewTable(nearBits-1), NewTable(nearBits+3)
	near := map[*entry]bool{}
	for i := range large.entries[:1<<nearBits] {
		near[&large.entries[i]] = true
	}
	far := 0
	for range 1000 {
		own, opp := rng.Uint64(), rng.Uint64()
		assert.True(t, near[large.endgameSlot(own, opp, nearTo-1)])
		assert.Same(t, small.slot(own, opp), small.endgameSlot(own, opp, nearTo-1))
		assert.Same(t, large.slot(own, opp), large.endgameSlot(own, opp, nearTo))
		if !near[large.slot(own, opp)] {
			far++
		}
	}
	assert.InDelta(t, 875, far, 50)
}

// A stamp is used again only after all others, and the table is cleared before.
func TestStampsWrapRound(t *testing.T) {
	table := NewTable(2)
	stamp := table.fresh()
	slot := table.slot(1, 2)
	slot.store(1, 2, stamp, 3, 0, 10, 5, 1)
	for range 1<<16 - 2 {
		fresh := table.fresh()
		if fresh == 0 || slot.holds(1, 2, fresh) {
			require.Fail(t, "an entry is found under a stamp that is not its own", "stamp %d after %d", fresh, stamp)
		}
	}
	assert.Equal(t, stamp, table.fresh())
	assert.False(t, slot.holds(1, 2, stamp), "an entry survived the wrap")
}
