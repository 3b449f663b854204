package solver

import (
	"math/bits"
	"sync/atomic"
)

// A table stores proved bounds of positions and the moves that proved them. All threads share it
// without locks. It keeps whole positions, so that hash collisions never change a result. The two
// sets of discs are stored xor a function of the data, so that an entry that two threads wrote at
// the same time matches no position.
type table struct {
	buckets []bucket
	shift   uint
}

// A bucket fills a cache line. It holds the two positions with the greatest cost, and the last of
// the others.
type bucket struct {
	discs [3][2]atomic.Uint64
	known [3]atomic.Uint32
	_     uint32
}

const bucketSize = 64

// known holds the proved bounds of a position.
type known struct {
	lower, upper int8
	move         int8  // −1: none
	cost         uint8 // the logarithm of the nodes searched for it, in eighths
}

// unknown holds the bounds of a position without any proof.
var unknown = known{lower: -infinity, upper: infinity, move: -1}

// learn adds a result of search with alpha.
func (k *known) learn(value, alpha int, move int8, nodes uint64) {
	if value > alpha {
		k.lower, k.move = int8(value), move
	} else if k.upper = int8(value); k.move < 0 {
		k.move = move
	}
	k.cost = logarithm(nodes)
}

// logarithm returns the binary logarithm of n in eighths; it is never 0.
func logarithm(n uint64) uint8 {
	n |= 8
	whole := 63 - bits.LeadingZeros64(n)
	return uint8(whole<<3) | uint8(n>>(whole-3)&7)
}

func (k known) pack() uint32 {
	return uint32(uint8(k.lower)) | uint32(uint8(k.upper))<<8 | uint32(uint8(k.move))<<16 | uint32(k.cost)<<24
}

func unpack(data uint32) known {
	return known{int8(data), int8(data >> 8), int8(data >> 16), uint8(data >> 24)}
}

// seal returns the value that an entry's sets are xored with.
func seal(data uint32) uint64 { return (uint64(data) | 1<<32) * 0x9e3779b97f4a7c15 }

// newTable returns a table of at most size bytes, rounded down to a power of two.
func newTable(size int) *table {
	n := bits.Len(uint(max(size/bucketSize, 1))) - 1
	return &table{buckets: make([]bucket, 1<<n), shift: uint(64 - n)}
}

func hash(own, opp uint64) uint64 {
	h := own*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(opp*0xc2b2ae3d27d4eb4f, 29)
	return (h ^ h>>32) * 0xd6e8feb86659fd93
}

func (t *table) bucket(h uint64) *bucket { return &t.buckets[h>>t.shift&uint64(len(t.buckets)-1)] }

// find returns the known bounds of a position.
func (b *bucket) find(own, opp uint64) (known, bool) {
	for i := range b.known {
		data := b.known[i].Load()
		if mix := seal(data); b.discs[i][0].Load()^mix == own && b.discs[i][1].Load()^mix == opp && data != 0 {
			return unpack(data), true
		}
	}
	return known{}, false
}

// keep stores the known bounds of a position.
func (b *bucket) keep(own, opp uint64, k known) {
	least := 0
	for i := range b.known {
		data := b.known[i].Load()
		if mix := seal(data); data == 0 || b.discs[i][0].Load()^mix == own && b.discs[i][1].Load()^mix == opp {
			b.put(i, own, opp, k)
			return
		}
		if i < 2 && data>>24 < b.known[least].Load()>>24 {
			least = i
		}
	}
	if uint32(k.cost) < b.known[least].Load()>>24 {
		least = 2
	}
	b.put(least, own, opp, k)
}

func (b *bucket) put(i int, own, opp uint64, k known) {
	data := k.pack()
	mix := seal(data)
	b.known[i].Store(data)
	b.discs[i][0].Store(own ^ mix)
	b.discs[i][1].Store(opp ^ mix)
}
