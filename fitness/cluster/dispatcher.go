package cluster

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"evothello/fitness"
)

// A dispatcher tracks which worker holds each pair of one Play, and its result.
type dispatcher struct {
	mu      sync.Mutex
	changed *sync.Cond // signals new work, or the end of all work

	pairs   []fitness.Pair
	results []fitness.PairResult
	state   []pairState
	holder  []string // the worker whose result of the pair is held
	busy    []bool   // a local core plays the pair

	open      []int // pairs that were never taken: workers take from the front, local cores from the back
	home      []int // pairs for local cores only, or that a worker lost
	handed    []*assignment
	byID      map[string]*assignment
	workers   map[string]*account
	checks    []check
	blocklist *blocklist // of all Plays
	vouched   int        // results that one check is to vouch for
	left      int        // pairs whose results do not count yet
	err       error

	report sync.Mutex // played is called one call at a time
	played func(int, fitness.PairResult)
}

// A pairState says how far a pair is.
type pairState uint8

const (
	waiting pairState = iota // not taken
	away                     // a worker has it
	held                     // a worker returned a result that is not proven yet
	settled                  // its result counts
)

// An assignment is a task that a worker has, or has lost. A late result still counts.
type assignment struct {
	id    string
	which []int // pairs
	lost  bool
}

func newDispatcher(pairs []fitness.Pair, travels func(*fitness.Pair) bool, vouched int, bans *blocklist,
	played func(int, fitness.PairResult)) *dispatcher {
	n := len(pairs)
	l := &dispatcher{
		pairs: pairs, results: make([]fitness.PairResult, n), state: make([]pairState, n), holder: make([]string, n),
		busy: make([]bool, n),
		byID: map[string]*assignment{}, workers: map[string]*account{}, blocklist: bans, vouched: vouched, left: n,
		played: played,
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
func (d *dispatcher) stop(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err == nil {
		d.err = err
	}
	d.changed.Broadcast()
}

// outcome returns the results after all work has ended. Of work that was cut short the error is cause.
func (d *dispatcher) outcome(cause error) ([]fitness.PairResult, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err == nil && d.left > 0 {
		d.err = cause
	}
	return d.results, d.err
}

// over reports whether all work has ended.
func (d *dispatcher) over() bool { return d.err != nil || d.left == 0 }

// take waits for a pair that a local core must play, perhaps to check a worker. ok is false when
// all work has ended.
func (d *dispatcher) take() (pair int, toCheck *check, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for ; !d.over(); d.changed.Wait() {
		if c := d.due(); c != nil {
			return c.pair, c, true
		}
		i, found := d.next()
		if !found {
			// What is left is with workers, or was. Nothing is gained by waiting with checks.
			for worker, account := range d.workers {
				d.schedule(worker, account)
			}
			if c := d.due(); c != nil {
				return c.pair, c, true
			}
			i, found = d.steal()
		}
		if found {
			d.busy[i] = true
			return i, nil, true
		}
	}
	return 0, nil, false
}

// next returns a pair for a local core: first those that no worker may play, then those that were never
// taken.
func (d *dispatcher) next() (int, bool) {
	for len(d.home) > 0 {
		i := d.home[0]
		d.home = d.home[1:]
		if d.state[i] == waiting && !d.busy[i] {
			return i, true
		}
	}
	if n := len(d.open); n > 0 {
		i := d.open[n-1]
		d.open = d.open[:n-1]
		return i, true
	}
	return 0, false
}

// steal is the last of the pairs that a worker has had in hand longest.
func (d *dispatcher) steal() (int, bool) {
	for _, h := range d.handed {
		for _, i := range slices.Backward(h.which) {
			if d.state[i] == away && !d.busy[i] {
				return i, true
			}
		}
	}
	return 0, false
}

// hand takes so many pairs for a task, fewer if there are no more.
func (d *dispatcher) hand(n int) []int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.over() {
		return nil
	}
	n = min(n, len(d.open))
	which := d.open[:n:n]
	d.open = d.open[n:]
	for _, i := range which {
		d.state[i] = away
	}
	return which
}

// out notes that a task with those pairs is out.
func (d *dispatcher) out(id string, which []int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	h := &assignment{id: id, which: which}
	d.byID[id] = h
	d.handed = append(d.handed, h)
	d.changed.Broadcast() // our cores may have nothing else to do
}

// outstanding counts the tasks that workers have, and the pairs that were never taken.
func (d *dispatcher) outstanding() (tasks, pairs int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.over() {
		return 0, 0
	}
	return len(d.handed), len(d.open)
}

// unreturned counts the tasks whose results did not come, lost or not.
func (d *dispatcher) unreturned() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.byID)
}

// lose gives up on tasks: all if none is named. Our cores play their pairs.
func (d *dispatcher) lose(ids ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(ids) == 0 {
		for _, h := range d.handed {
			ids = append(ids, h.id)
		}
	}
	for _, id := range ids {
		if h := d.byID[id]; h != nil && !h.lost {
			h.lost = true
			d.returned(h)
			d.again(h.which)
		}
	}
}

// returned takes a task from those that are out.
func (d *dispatcher) returned(h *assignment) {
	d.handed = slices.DeleteFunc(d.handed, func(other *assignment) bool { return other == h })
}

// again has our cores play pairs that a worker had, or whose results cannot be trusted.
func (d *dispatcher) again(which []int) {
	for _, i := range which {
		if d.state[i] == away || d.state[i] == held {
			d.state[i] = waiting
			d.home = append(d.home, i)
		}
	}
	d.changed.Broadcast()
}

// returns records a worker's results of a task. The first result of a pair counts. Results of an unknown
// task are ignored. The error says why the worker is refused.
func (d *dispatcher) returns(worker, id string,
	decode func(pairs int) ([]fitness.PairResult, error)) (pairs int, err error) {
	if reason := d.blocklist.reason(worker); reason != "" {
		return 0, errors.New(reason)
	}
	d.mu.Lock()
	h := d.byID[id]
	d.mu.Unlock()
	if h == nil {
		return 0, nil
	}
	results, err := decode(len(h.which))
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil {
		err = fmt.Errorf("worker %s: %w", worker, err)
		d.ban(worker, err.Error())
		return 0, err
	}
	d.returned(h)
	delete(d.byID, id)
	a := d.workers[worker]
	if a == nil {
		a = &account{}
		d.workers[worker] = a
	}
	for k, i := range h.which {
		if d.state[i] == away || d.state[i] == waiting {
			d.results[i], d.state[i], d.holder[i] = results[k], held, worker
			a.held = append(a.held, i)
		}
	}
	if len(a.held) >= d.vouched {
		d.schedule(worker, a)
	}
	d.changed.Broadcast()
	return len(results), nil
}

// ours takes in the result of a pair that one of our cores played, unless a worker's was
// there first.
func (d *dispatcher) ours(i int, r fitness.PairResult) {
	d.mu.Lock()
	d.busy[i] = false
	first := d.state[i] == waiting || d.state[i] == away
	if first {
		d.results[i], d.state[i] = r, settled
		d.left--
	}
	d.changed.Broadcast()
	d.mu.Unlock()
	if first {
		d.tell(i)
	}
}

// tell says that a pair's result counts.
func (d *dispatcher) tell(i int) {
	if d.played != nil {
		d.report.Lock()
		defer d.report.Unlock()
		d.played(i, d.results[i])
	}
}
