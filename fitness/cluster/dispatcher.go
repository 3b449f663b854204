package cluster

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"evothello/fitness"
)

// A dispatcher tracks which worker holds each pair of one Play, and its result.
type dispatcher struct {
	mu      sync.Mutex
	changed *sync.Cond // signals new work, or that the dispatcher is done

	pairs         []fitness.Pair
	results       []fitness.PairResult
	state         []pairState
	returnedBy    [][]string // the workers that returned the result of each pair, in this order
	playedLocally []bool     // a local core plays the pair now

	untaken     []int         // pairs that were never taken: workers take from the front, local cores from the back
	localOnly   []int         // pairs that only local cores may play, and pairs that a worker could not play
	open        []*batch      // tasks that more workers must play, or that were lost
	assignments []*assignment // that workers have, oldest first
	byID        map[string]*assignment
	hosts       map[string]string // of the workers that had tasks
	unchecked   map[string][]int  // pairs for which no check is planned, by the last worker that had to agree
	checks      []*check          // that are waiting
	distrusted  int               // number of times that workers were blocked
	blocklist   *blocklist        // shared by all calls of Play

	resultsPerCheck int // number of results that one check covers
	agree           int // number of workers that must return the same result
	remaining       int // pairs whose results are not final
	err             error

	random func(n int) int // a random number below n; that of workers is secret

	report sync.Mutex // allows one call of played at a time
	played func(int, fitness.PairResult)
}

// A pairState is the state of a pair.
type pairState uint8

const (
	pending   pairState = iota // no worker has it
	assigned                   // a worker has it
	unchecked                  // enough workers returned the same result, and no check covers it yet
	final                      // its result counts
)

func newDispatcher(pairs []fitness.Pair, mayRunRemotely func(*fitness.Pair) bool, o *Options, blocked *blocklist,
	played func(int, fitness.PairResult)) *dispatcher {
	n := len(pairs)
	d := &dispatcher{
		pairs: pairs, results: make([]fitness.PairResult, n), state: make([]pairState, n), returnedBy: make([][]string, n),
		playedLocally: make([]bool, n),
		byID:          map[string]*assignment{}, hosts: map[string]string{}, unchecked: map[string][]int{},
		blocklist:       blocked,
		resultsPerCheck: int(1 / o.Check), agree: max(1, o.Agree), remaining: n,
		random: rand.IntN, played: played,
	}
	d.changed = sync.NewCond(&d.mu)
	for caught, _ := blocked.caughtSoFar(); caught > 0; caught-- { // trust that was lost comes back slowly
		d.resultsPerCheck = max(1, d.resultsPerCheck/10)
	}
	for i := range pairs {
		if mayRunRemotely(&pairs[i]) {
			d.untaken = append(d.untaken, i)
		} else {
			d.localOnly = append(d.localOnly, i)
		}
	}
	return d
}

// stop ends the dispatcher with an error, unless it is done.
func (d *dispatcher) stop(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.over() {
		d.err = err
	}
	d.changed.Broadcast()
}

// outcome returns the results after the dispatcher is done. If pairs remain, the error is cause.
func (d *dispatcher) outcome(cause error) ([]fitness.PairResult, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err == nil && d.remaining > 0 {
		d.err = cause
	}
	return d.results, d.err
}

// over reports whether the dispatcher is done: all results are final, or there is an error.
func (d *dispatcher) over() bool { return d.err != nil || d.remaining == 0 }

// takePair waits for a pair that a local core must play, often one that workers have returned, to check them. It
// returns nil if the dispatcher is done.
func (d *dispatcher) takePair() *check {
	d.mu.Lock()
	defer d.mu.Unlock()
	for ; !d.over(); d.changed.Wait() {
		if c := d.nextCheck(); c != nil {
			return c
		}
		i, found := d.takeUnassigned()
		if !found {
			// Workers have or had the remaining pairs, so waiting for more results before a check gains nothing.
			for worker := range d.unchecked {
				d.planChecks(worker, 1)
			}
			if c := d.nextCheck(); c != nil {
				return c
			}
			i, found = d.oldestAssigned()
		}
		if found {
			d.playedLocally[i] = true
			return &check{pair: i}
		}
	}
	return nil
}

// takeUnassigned returns a pair for a local core that no worker has: first those that only local cores may
// play, then those that were never taken.
func (d *dispatcher) takeUnassigned() (int, bool) {
	for len(d.localOnly) > 0 {
		i := d.localOnly[0]
		d.localOnly = d.localOnly[1:]
		if d.state[i] == pending && !d.playedLocally[i] {
			return i, true
		}
	}
	if n := len(d.untaken); n > 0 {
		i := d.untaken[n-1]
		d.untaken = d.untaken[:n-1]
		return i, true
	}
	return 0, false
}

// oldestAssigned returns a pair of the oldest task that is not played locally yet.
func (d *dispatcher) oldestAssigned() (int, bool) {
	open := func(i int) bool { return d.state[i] == assigned && !d.playedLocally[i] }
	for _, b := range d.open { // there may be no other worker
		if k := slices.IndexFunc(b.which, open); k >= 0 {
			return b.which[k], true
		}
	}
	for _, h := range d.assignments {
		for _, i := range slices.Backward(h.which) {
			if open(i) {
				return i, true
			}
		}
	}
	return 0, false
}

// playHere has local cores play pairs, unless enough workers have returned them.
func (d *dispatcher) playHere(which ...int) {
	for _, i := range which {
		if d.state[i] == assigned {
			d.state[i] = pending
			d.localOnly = append(d.localOnly, i)
		}
	}
	d.changed.Broadcast()
}

// receive records the results of a task from the worker that has it. It keeps only the first results of each pair. It
// ignores results of another task and returns nil. The error is the reason why the worker is refused.
func (d *dispatcher) receive(worker, id string,
	decode func(*assignment) ([]fitness.PairResult, error)) (*assignment, error) {
	d.mu.Lock()
	h := d.byID[id]
	reason := d.blocklist.reason(worker)
	d.mu.Unlock()
	if h == nil || h.worker != worker || h.done {
		return nil, nil
	}
	if reason != "" {
		return nil, errors.New(reason)
	}
	results, err := decode(h)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil {
		err = fmt.Errorf("worker %s returned an impossible result: %w", worker, err)
		d.block(worker, err.Error(), d.agree == 1) // what it returned before may have counted
		return nil, err
	}
	if reason := d.blocklist.reason(worker); reason != "" { // meanwhile
		return nil, errors.New(reason)
	}
	d.removeAssignment(h)
	h.done = true
	for k, i := range h.which {
		if d.state[i] == assigned || d.state[i] == pending {
			d.claim(worker, i, results[k])
		}
	}
	d.planChecks(worker, d.resultsPerCheck)
	d.changed.Broadcast()
	return h, nil
}

// claim records a worker's result of a pair that needs more results.
func (d *dispatcher) claim(worker string, i int, r fitness.PairResult) {
	switch by := d.returnedBy[i]; {
	case len(by) == 0:
		d.results[i] = r
	case slices.Contains(by, worker):
		d.playHere(i) // the worker took two copies: the second says nothing
		return
	case !sameGames(&d.results[i], &r):
		d.checks = append(d.checks, &check{pair: i, other: worker, otherResult: r})
		return
	}
	d.returnedBy[i] = append(d.returnedBy[i], worker)
	if len(d.returnedBy[i]) == d.agree {
		d.state[i] = unchecked
		d.unchecked[worker] = append(d.unchecked[worker], i)
	}
}

// fromWorker reports whether a worker returned the result of a pair.
func (d *dispatcher) fromWorker(i int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.returnedBy[i]) > 0
}

// recordLocal records the result of a pair from a local core, unless one is final.
func (d *dispatcher) recordLocal(i int, r fitness.PairResult) {
	d.mu.Lock()
	d.playedLocally[i] = false
	first := d.state[i] != final
	if first {
		d.results[i], d.state[i], d.returnedBy[i] = r, final, nil
		d.remaining--
	}
	d.changed.Broadcast()
	d.mu.Unlock()
	if first {
		d.notify(i)
	}
}

// notify calls played for a pair whose result is final.
func (d *dispatcher) notify(i int) {
	if d.played != nil {
		d.report.Lock()
		defer d.report.Unlock()
		d.played(i, d.results[i])
	}
}
