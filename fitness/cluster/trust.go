package cluster

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"evothello/fitness"
)

// uncheckedResults are the results of a worker that no check covers yet.
type uncheckedResults struct {
	pairs          []int // indices of the pairs, oldest first
	checkScheduled bool
}

// A check is a pair that is played again to verify results of a worker.
type check struct {
	worker string
	pair   int
	covers int // number of the worker's unchecked results that it verifies, oldest first
}

// nextCheck removes and returns the first waiting check, nil if there is none.
func (d *dispatcher) nextCheck() *check {
	if len(d.checks) == 0 {
		return nil
	}
	c := d.checks[0]
	d.checks = d.checks[1:]
	return &c
}

// scheduleCheck adds a check of a random one of a worker's unchecked results, if there are any and no check of
// this worker is waiting.
func (d *dispatcher) scheduleCheck(worker string, a *uncheckedResults) {
	if len(a.pairs) > 0 && !a.checkScheduled {
		a.checkScheduled = true
		d.checks = append(d.checks, check{worker, a.pairs[rand.IntN(len(a.pairs))], len(a.pairs)})
		d.changed.Broadcast()
	}
}

// finishCheck compares mine, the result of a local core, with the worker's result. If they differ, it plays the
// pair once more, so that a hardware fault of this machine is not blamed on the worker. It returns the reason
// if the worker is blocked, else "".
func (d *dispatcher) finishCheck(c *check, mine fitness.PairResult,
	playAgain func() (fitness.PairResult, error)) (reason string) {
	d.mu.Lock()
	theirs := d.results[c.pair]
	d.mu.Unlock()
	if sameGames(&theirs, &mine) {
		d.accept(c)
		return ""
	}
	second, err := playAgain()
	switch {
	case err != nil:
		d.stop(err)
	case !sameGames(&mine, &second):
		d.stop(errors.New("this machine plays the same games differently each time: its memory or its processor is faulty"))
	default:
		p := &d.pairs[c.pair]
		reason = fmt.Sprintf("worker %s returned a wrong result: this machine plays %s against %s after %s differently",
			c.worker, p.A.Name, p.B.Name, transcript(p))
		d.mu.Lock()
		defer d.mu.Unlock()
		d.block(c.worker, reason)
	}
	return reason
}

// accept makes the results final that a successful check covers.
func (d *dispatcher) accept(c *check) {
	d.mu.Lock()
	a := d.workers[c.worker]
	if a == nil { // blocked meanwhile
		d.mu.Unlock()
		return
	}
	accepted := a.pairs[:c.covers:c.covers]
	a.pairs, a.checkScheduled = a.pairs[c.covers:], false
	for _, i := range accepted {
		d.state[i] = final
	}
	d.remaining -= len(accepted)
	if len(a.pairs) >= d.resultsPerCheck {
		d.scheduleCheck(c.worker, a)
	}
	d.changed.Broadcast()
	d.mu.Unlock()
	for _, i := range accepted {
		d.notify(i)
	}
}

// block blocks a worker. Local cores play the pairs of its unchecked results again.
func (d *dispatcher) block(worker, reason string) {
	d.blocklist.block(worker, reason)
	if a := d.workers[worker]; a != nil {
		d.requeue(a.pairs)
		delete(d.workers, worker)
	}
}

func transcript(p *fitness.Pair) string {
	text, _ := p.Opening.MarshalText()
	return string(text)
}
