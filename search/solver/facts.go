package solver

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"evothello/engine"
)

// A Fact is a proved bound of a position's value. The mover gets at least AtLeast and at most AtMost discs
// more than its opponent. An interrupted search can continue from stored facts.
type Fact struct {
	Board           engine.Board
	AtLeast, AtMost int
	Nodes           uint64 // number of positions searched for the proof
}

// facts are the facts with the most nodes, by canonical position.
type facts struct {
	mu    sync.Mutex
	known map[engine.Board]Fact
	least uint64 // the fewest nodes of a fact that is kept
	size  int    // squares of the board, which bound all differences
}

// Limits of facts: the fewest nodes of one, and their number.
const (
	factFrom = 1 << 20
	maxFacts = 20000
)

func newFacts(size int) *facts {
	return &facts{known: map[engine.Board]Fact{}, least: factFrom, size: size}
}

func (f *facts) add(own, opp uint64, k known, nodes uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if nodes < f.least {
		return
	}
	b := engine.Board{Mover: own, Opponent: opp}
	fact := Fact{b, max(int(k.lower), -f.size), min(int(k.upper), f.size), nodes}
	if old, there := f.known[b]; there {
		fact.AtLeast, fact.AtMost = max(fact.AtLeast, old.AtLeast), min(fact.AtMost, old.AtMost)
		fact.Nodes += old.Nodes
	}
	f.known[b] = fact
	for len(f.known) > maxFacts {
		f.least *= 2
		maps.DeleteFunc(f.known, func(_ engine.Board, fact Fact) bool { return fact.Nodes < f.least })
	}
}

// all returns the facts, those with the most nodes first.
func (f *facts) all() []Fact {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.SortedFunc(maps.Values(f.known), func(a, b Fact) int {
		return cmp.Or(
			cmp.Compare(b.Nodes, a.Nodes),
			cmp.Compare(a.Board.Mover, b.Board.Mover),
			cmp.Compare(a.Board.Opponent, b.Board.Opponent),
		)
	})
}
