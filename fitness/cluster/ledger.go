package cluster

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"evothello/fitness"
)

// A ledger says of each pair of one Play who has it, and what came of it.
type ledger struct {
	mu      sync.Mutex
	changed *sync.Cond // there may be work, or no more work

	pairs   []fitness.Pair
	results []fitness.PairResult
	stands  []standing
	holder  []string // the worker whose result of the pair is held
	busy    []bool   // one of our cores is at the pair

	open    []int // pairs that nobody has had yet: workers take from the front, we from the back
	home    []int // that only our cores may play, or that a worker has lost
	handed  []*handout
	byID    map[string]*handout
	workers map[string]*account
	checks  []check
	bans    *bans // of all Plays
	vouched int   // results that one check is to vouch for
	left    int   // pairs whose results do not count yet
	err     error

	report sync.Mutex // played is called one call at a time
	played func(int, fitness.PairResult)
}

// A standing is how a pair stands.
type standing uint8

const (
	waiting standing = iota // for anybody
	away                    // a worker has it
	held                    // a worker's result is there, but nothing vouches for it yet
	settled                 // its result counts
)

// A handout is a task that is out, or that was lost: a late result counts all the same.
type handout struct {
	id    string
	which []int // pairs
	lost  bool
}

func newLedger(pairs []fitness.Pair, travels func(*fitness.Pair) bool, vouched int, bans *bans, played func(int, fitness.PairResult)) *ledger {
	n := len(pairs)
	l := &ledger{
		pairs: pairs, results: make([]fitness.PairResult, n), stands: make([]standing, n), holder: make([]string, n), busy: make([]bool, n),
		byID: map[string]*handout{}, workers: map[string]*account{}, bans: bans, vouched: vouched, left: n, played: played,
	}
	l.changed = sync.NewCond(&l.mu)
	for i := range pairs {
		if travels(&pairs[i]) {
			l.open = append(l.open, i)
		} else {
			l.home = append(l.home, i)
		}
	}
	return l
}

// stop ends all work.
func (l *ledger) stop(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
	}
	l.changed.Broadcast()
}

// outcome is what came of it all when nobody works on it any more; cause is why that may be
// before its end.
func (l *ledger) outcome(cause error) ([]fitness.PairResult, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil && l.left > 0 {
		l.err = cause
	}
	return l.results, l.err
}

// over reports whether there is nothing left to do, ever.
func (l *ledger) over() bool { return l.err != nil || l.left == 0 }

// take waits for a pair that one of our cores is to play, perhaps to check a worker. ok
// is false when all is over.
func (l *ledger) take() (pair int, toCheck *check, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for ; !l.over(); l.changed.Wait() {
		if c := l.due(); c != nil {
			return c.pair, c, true
		}
		i, found := l.next()
		if !found {
			// What is left is with workers, or was. Nothing is gained by waiting with checks.
			for worker, account := range l.workers {
				l.schedule(worker, account)
			}
			if c := l.due(); c != nil {
				return c.pair, c, true
			}
			i, found = l.steal()
		}
		if found {
			l.busy[i] = true
			return i, nil, true
		}
	}
	return 0, nil, false
}

// next is a pair for one of our cores: one that no worker may have, else one that nobody
// has had.
func (l *ledger) next() (int, bool) {
	for len(l.home) > 0 {
		i := l.home[0]
		l.home = l.home[1:]
		if l.stands[i] == waiting && !l.busy[i] {
			return i, true
		}
	}
	if n := len(l.open); n > 0 {
		i := l.open[n-1]
		l.open = l.open[:n-1]
		return i, true
	}
	return 0, false
}

// steal is the last of the pairs that a worker has had in hand longest.
func (l *ledger) steal() (int, bool) {
	for _, h := range l.handed {
		for _, i := range slices.Backward(h.which) {
			if l.stands[i] == away && !l.busy[i] {
				return i, true
			}
		}
	}
	return 0, false
}

// hand takes so many pairs for a task, fewer if there are no more.
func (l *ledger) hand(n int) []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over() {
		return nil
	}
	n = min(n, len(l.open))
	which := l.open[:n:n]
	l.open = l.open[n:]
	for _, i := range which {
		l.stands[i] = away
	}
	return which
}

// out notes that a task with those pairs is out.
func (l *ledger) out(id string, which []int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := &handout{id: id, which: which}
	l.byID[id] = h
	l.handed = append(l.handed, h)
	l.changed.Broadcast() // our cores may have nothing else to do
}

// outstanding counts the tasks that are out, and the pairs that nobody has yet.
func (l *ledger) outstanding() (tasks, pairs int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over() {
		return 0, 0
	}
	return len(l.handed), len(l.open)
}

// unreturned counts the tasks whose results did not come, lost or not.
func (l *ledger) unreturned() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.byID)
}

// lose gives up on tasks: all if none is named. Our cores play their pairs.
func (l *ledger) lose(ids ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(ids) == 0 {
		for _, h := range l.handed {
			ids = append(ids, h.id)
		}
	}
	for _, id := range ids {
		if h := l.byID[id]; h != nil && !h.lost {
			h.lost = true
			l.returned(h)
			l.again(h.which)
		}
	}
}

// returned takes a task from those that are out.
func (l *ledger) returned(h *handout) {
	l.handed = slices.DeleteFunc(l.handed, func(other *handout) bool { return other == h })
}

// again has our cores play pairs that a worker had, or whose results cannot be trusted.
func (l *ledger) again(which []int) {
	for _, i := range which {
		if l.stands[i] == away || l.stands[i] == held {
			l.stands[i] = waiting
			l.home = append(l.home, i)
		}
	}
	l.changed.Broadcast()
}

// returns takes in a worker's results of a task. The first result of a pair counts, and a
// task that nobody knows any more is nobody's fault. The error is why the worker is
// refused.
func (l *ledger) returns(worker, id string, decode func(pairs int) ([]fitness.PairResult, error)) (pairs int, err error) {
	if reason := l.bans.reason(worker); reason != "" {
		return 0, errors.New(reason)
	}
	l.mu.Lock()
	h := l.byID[id]
	l.mu.Unlock()
	if h == nil {
		return 0, nil
	}
	results, err := decode(len(h.which))
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		err = fmt.Errorf("worker %s: %w", worker, err)
		l.ban(worker, err.Error())
		return 0, err
	}
	l.returned(h)
	delete(l.byID, id)
	a := l.workers[worker]
	if a == nil {
		a = &account{}
		l.workers[worker] = a
	}
	for k, i := range h.which {
		if l.stands[i] == away || l.stands[i] == waiting {
			l.results[i], l.stands[i], l.holder[i] = results[k], held, worker
			a.held = append(a.held, i)
		}
	}
	if len(a.held) >= l.vouched {
		l.schedule(worker, a)
	}
	l.changed.Broadcast()
	return len(results), nil
}

// ours takes in the result of a pair that one of our cores played, unless a worker's was
// there first.
func (l *ledger) ours(i int, r fitness.PairResult) {
	l.mu.Lock()
	l.busy[i] = false
	first := l.stands[i] == waiting || l.stands[i] == away
	if first {
		l.results[i], l.stands[i] = r, settled
		l.left--
	}
	l.changed.Broadcast()
	l.mu.Unlock()
	if first {
		l.tell(i)
	}
}

// tell says that a pair's result counts.
func (l *ledger) tell(i int) {
	if l.played != nil {
		l.report.Lock()
		defer l.report.Unlock()
		l.played(i, l.results[i])
	}
}
