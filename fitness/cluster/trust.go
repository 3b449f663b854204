package cluster

import (
	"errors"
	"fmt"
	"slices"

	"evothello/fitness"
)

// A check is a pair that a local core plays, and that workers may have returned: then it verifies their results.
type check struct {
	pair       int
	covers     []int // the pairs whose results it covers, with pair; nil if none
	distrusted int   // as in dispatcher when it was planned

	other       string // a worker that returned another result than those before it, "" if none
	otherResult fitness.PairResult
}

// nextCheck removes and returns the first waiting check, nil if there is none.
func (d *dispatcher) nextCheck() *check {
	if len(d.checks) == 0 {
		return nil
	}
	c := d.checks[0]
	d.checks = d.checks[1:]
	return c
}

// planChecks adds a check for every resultsPerCheck results of a worker, as long as there are least more: of a random
// one of them.
func (d *dispatcher) planChecks(worker string, least int) {
	for open := d.unchecked[worker]; len(open) >= least && len(open) > 0; open = d.unchecked[worker] {
		n := min(len(open), d.resultsPerCheck)
		d.checks = append(d.checks, &check{pair: open[d.random(n)], covers: open[:n:n], distrusted: d.distrusted})
		d.unchecked[worker] = open[n:]
	}
}

// finish records mine, the result of a local core, and compares it with those of workers. If they differ, it plays the
// pair once more, so that a hardware fault of this machine is not blamed on workers. It returns the workers that it
// blocks.
func (d *dispatcher) finish(c *check, mine fitness.PairResult,
	playAgain func() (fitness.PairResult, error)) (blocked []string) {
	wrong, counted := d.wrong(c, &mine)
	if len(wrong) > 0 {
		second, err := playAgain()
		if err == nil && !sameGames(&mine, &second) {
			err = errors.New("this machine plays the same games differently each time: its memory or its processor is faulty")
		}
		if err != nil {
			d.stop(err)
			return nil
		}
		p := &d.pairs[c.pair]
		d.mu.Lock()
		for i, worker := range wrong {
			d.block(worker, fmt.Sprintf("worker %s returned a wrong result: the run's machine plays %s against %s after %s "+
				"differently", worker, p.A.Name, p.B.Name, transcript(p)), counted && i == 0)
		}
		d.mu.Unlock()
	} else {
		d.accept(c)
	}
	d.recordLocal(c.pair, mine)
	return wrong
}

// wrong returns the workers whose results of a check's pair differ from that of a local core. counted says that as many
// returned it as must agree, so that it would have counted without the check.
func (d *dispatcher) wrong(c *check, mine *fitness.PairResult) (workers []string, counted bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if by := d.returnedBy[c.pair]; len(by) > 0 && !sameGames(&d.results[c.pair], mine) {
		workers, counted = slices.Clone(by), len(by) == d.agree
	}
	if c.other != "" && !sameGames(&c.otherResult, mine) {
		workers = append(workers, c.other)
	}
	return workers, counted
}

// accept makes the results final that a successful check covers, unless workers have lost trust since it was planned.
func (d *dispatcher) accept(c *check) {
	d.mu.Lock()
	var accepted []int
	for _, i := range c.covers {
		if d.state[i] == unchecked && c.distrusted == d.distrusted { // else a local core was faster
			d.state[i] = final
			accepted = append(accepted, i)
		}
	}
	d.remaining -= len(accepted)
	d.changed.Broadcast()
	d.mu.Unlock()
	for _, i := range accepted {
		d.notify(i)
	}
}

// block blocks a worker and its host. All pairs that it returned and that are not final are played again. If a wrong
// result could have counted, this holds for all workers, because it may be one of many keys of the same program.
func (d *dispatcher) block(worker, reason string, counted bool) {
	d.blocklist.block(worker, reason, counted)
	if host := d.hosts[worker]; !isShared(host) {
		d.blocklist.block(host, "another worker at this address was refused: "+reason, false)
	}
	d.distrusted++
	clear(d.unchecked)
	d.checks = slices.DeleteFunc(d.checks, func(c *check) bool { return c.covers != nil })
	for i, by := range d.returnedBy {
		switch {
		case d.state[i] == final || len(by) == 0:
		case counted || slices.Contains(by, worker):
			d.state[i], d.returnedBy[i] = assigned, nil
			d.playHere(i)
		case d.state[i] == unchecked:
			last := by[len(by)-1]
			d.unchecked[last] = append(d.unchecked[last], i)
		}
	}
}

func transcript(p *fitness.Pair) string {
	text, _ := p.Opening.MarshalText()
	return string(text)
}
