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
func (l *ledger) due() *check {
	if len(l.checks) == 0 {
		return nil
	}
	c := l.checks[0]
	l.checks = l.checks[1:]
	return &c
}

// schedule has one of a worker's results checked, whichever.
func (l *ledger) schedule(worker string, a *account) {
	if len(a.held) > 0 && !a.checking {
		a.checking = true
		l.checks = append(l.checks, check{worker, a.held[rand.IntN(len(a.held))], len(a.held)})
		l.changed.Broadcast()
	}
}

// checked takes in the outcome of a check: the pair as our core played it, twice if it
// differs from the worker's, so that a fault of our own does not pass for the worker's.
// It returns why the worker is dropped, "" if it is not.
func (l *ledger) checked(c *check, mine fitness.PairResult, playAgain func() (fitness.PairResult, error)) (reason string) {
	l.mu.Lock()
	theirs := l.results[c.pair]
	l.mu.Unlock()
	if same(&theirs, &mine) {
		l.vouch(c)
		return ""
	}
	second, err := playAgain()
	switch {
	case err != nil:
		l.stop(err)
	case !same(&mine, &second):
		l.stop(errors.New("this machine plays the same games differently each time: its memory or its processor is faulty"))
	default:
		p := &l.pairs[c.pair]
		reason = fmt.Sprintf("worker %s returned a wrong result: its games of %s against %s after %s are not those of this machine",
			c.worker, p.A.Name, p.B.Name, transcript(p))
		l.mu.Lock()
		defer l.mu.Unlock()
		l.ban(c.worker, reason)
	}
	return reason
}

// vouch makes the results count that a good check vouches for.
func (l *ledger) vouch(c *check) {
	l.mu.Lock()
	a := l.workers[c.worker]
	if a == nil { // banned meanwhile
		l.mu.Unlock()
		return
	}
	good := a.held[:c.held:c.held]
	a.held, a.checking = a.held[c.held:], false
	for _, i := range good {
		l.stands[i] = settled
	}
	l.left -= len(good)
	if len(a.held) >= l.vouched {
		l.schedule(c.worker, a)
	}
	l.changed.Broadcast()
	l.mu.Unlock()
	for _, i := range good {
		l.tell(i)
	}
}

// ban drops a worker for good. What it returned since its last good check is played again.
func (l *ledger) ban(worker, reason string) {
	l.bans.ban(worker, reason)
	if a := l.workers[worker]; a != nil {
		l.again(a.held)
		delete(l.workers, worker)
	}
}

func transcript(p *fitness.Pair) string {
	text, _ := p.Opening.MarshalText()
	return string(text)
}
