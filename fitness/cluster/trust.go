package cluster

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"evothello/fitness"
)

// An account is what a worker has returned that nothing vouches for yet.
type account struct {
	held     []int
	checking bool
}

// A check is a pair that is played again to see if a worker can be trusted.
type check struct {
	worker string
	pair   int
	held   int // so many of the worker's results it vouches for
}

// due is a check that is due, nil if none is.
func (d *dispatcher) due() *check {
	if len(d.checks) == 0 {
		return nil
	}
	c := d.checks[0]
	d.checks = d.checks[1:]
	return &c
}

// schedule has one of a worker's results checked, whichever.
func (d *dispatcher) schedule(worker string, a *account) {
	if len(a.held) > 0 && !a.checking {
		a.checking = true
		d.checks = append(d.checks, check{worker, a.held[rand.IntN(len(a.held))], len(a.held)})
		d.changed.Broadcast()
	}
}

// checked takes in the outcome of a check: the pair as our core played it, twice if it
// differs from the worker's, so that a fault of our own does not pass for the worker's.
// It returns why the worker is dropped, "" if it is not.
func (d *dispatcher) checked(c *check, mine fitness.PairResult,
	playAgain func() (fitness.PairResult, error)) (reason string) {
	d.mu.Lock()
	theirs := d.results[c.pair]
	d.mu.Unlock()
	if same(&theirs, &mine) {
		d.vouch(c)
		return ""
	}
	second, err := playAgain()
	switch {
	case err != nil:
		d.stop(err)
	case !same(&mine, &second):
		d.stop(errors.New("this machine plays the same games differently each time: its memory or its processor is faulty"))
	default:
		p := &d.pairs[c.pair]
		reason = fmt.Sprintf("worker %s returned a wrong result: its games of %s against %s after %s are not those of "+
			"this machine",
			c.worker, p.A.Name, p.B.Name, transcript(p))
		d.mu.Lock()
		defer d.mu.Unlock()
		d.ban(c.worker, reason)
	}
	return reason
}

// vouch makes the results count that a good check vouches for.
func (d *dispatcher) vouch(c *check) {
	d.mu.Lock()
	a := d.workers[c.worker]
	if a == nil { // banned meanwhile
		d.mu.Unlock()
		return
	}
	good := a.held[:c.held:c.held]
	a.held, a.checking = a.held[c.held:], false
	for _, i := range good {
		d.state[i] = settled
	}
	d.left -= len(good)
	if len(a.held) >= d.vouched {
		d.schedule(c.worker, a)
	}
	d.changed.Broadcast()
	d.mu.Unlock()
	for _, i := range good {
		d.tell(i)
	}
}

// ban drops a worker for good. What it returned since its last good check is played again.
func (d *dispatcher) ban(worker, reason string) {
	d.blocklist.ban(worker, reason)
	if a := d.workers[worker]; a != nil {
		d.again(a.held)
		delete(d.workers, worker)
	}
}

func transcript(p *fitness.Pair) string {
	text, _ := p.Opening.MarshalText()
	return string(text)
}
