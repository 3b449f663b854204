package cluster

import (
	"errors"
	"fmt"
	"slices"

	"evothello/fitness"
)

// A check is a pair that a local core plays, and that workers may have returned: then it verifies their results.
type check struct {
	pair   int
	worker string // the last of those whose results it covers, "" if it covers none
	covers []int  // the pairs of these results, with pair

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
	open := d.unchecked[worker]
	for len(open) >= least && len(open) > 0 {
		n := min(len(open), d.resultsPerCheck)
		covers := open[:n:n]
		open = open[n:]
		d.checks = append(d.checks, &check{pair: covers[d.random(n)], worker: worker, covers: covers})
	}
	d.unchecked[worker] = open
}

// finish records mine, the result of a local core, and compares it with those of workers. If they differ, it plays the
// pair once more, so that a hardware fault of this machine is not blamed on workers. It returns the workers that it
// blocks.
func (d *dispatcher) finish(c *check, mine fitness.PairResult,
	playAgain func() (fitness.PairResult, error)) (blocked []string) {
	wrong := d.wrong(c, &mine)
	if len(wrong) > 0 {
		second, err := playAgain()
		if err == nil && !sameGames(&mine, &second) {
			err = errors.New("this machine plays the same games differently each time: its memory or its processor is faulty")
		}
		if err != nil {
			d.stop(err)
			return nil
		}
		for _, worker := range wrong {
			p := &d.pairs[c.pair]
			d.mu.Lock()
			d.block(worker, fmt.Sprintf("worker %s returned a wrong result: this machine plays %s against %s after %s "+
				"differently", worker, p.A.Name, p.B.Name, transcript(p)))
			d.mu.Unlock()
		}
	} else if c.worker != "" {
		d.accept(c, &mine)
	}
	d.recordLocal(c.pair, mine)
	return wrong
}

// wrong returns the workers whose results of a check's pair differ from that of a local core.
func (d *dispatcher) wrong(c *check, mine *fitness.PairResult) (workers []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if by := d.returnedBy[c.pair]; len(by) > 0 && !sameGames(&d.results[c.pair], mine) {
		workers = slices.Clone(by)
	}
	if c.other != "" && !sameGames(&c.otherResult, mine) {
		workers = append(workers, c.other)
	}
	return workers
}

// accept makes the results final that a successful check covers. If the worker's result of the checked pair does not
// count any more, because another worker that returned it is blocked or a local core was faster, nothing was checked:
// then another of the results is.
func (d *dispatcher) accept(c *check, mine *fitness.PairResult) {
	d.mu.Lock()
	if d.state[c.pair] != unchecked || !sameGames(&d.results[c.pair], mine) {
		left := slices.DeleteFunc(slices.Clone(c.covers), func(i int) bool {
			return i == c.pair || d.state[i] != unchecked
		})
		d.unchecked[c.worker] = append(left, d.unchecked[c.worker]...)
		d.planChecks(c.worker, 1)
		d.changed.Broadcast()
		d.mu.Unlock()
		return
	}
	var accepted []int
	for _, i := range c.covers {
		// Others may be final already, or open again because a worker that returned them is blocked.
		if d.state[i] == unchecked && d.returnedBy[i][d.agree-1] == c.worker {
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

// block blocks a worker. Local cores play the pairs again that it returned and that are not final.
func (d *dispatcher) block(worker, reason string) {
	d.blocklist.block(worker, reason)
	delete(d.unchecked, worker)
	for i, by := range d.returnedBy {
		if d.state[i] != final && slices.Contains(by, worker) {
			d.state[i], d.returnedBy[i] = assigned, nil
			d.playHere(i)
		}
	}
}

func transcript(p *fitness.Pair) string {
	text, _ := p.Opening.MarshalText()
	return string(text)
}
