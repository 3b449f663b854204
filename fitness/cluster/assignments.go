package cluster

import (
	"slices"
	"time"

	"github.com/nats-io/nuid"
)

// A batch is the pairs of a task, which as many workers play as must agree.
type batch struct {
	which []int    // pairs
	by    []string // workers that have or had the task
}

// An assignment is a task that a worker has. If it is lost, others play its pairs, but a late result still counts.
type assignment struct {
	*batch
	id, worker string
	since      time.Time
	lost, done bool
}

// age returns the time since the worker got the task, also on a clock that runs while the machine sleeps.
func (h *assignment) age() time.Duration {
	now := time.Now()
	return max(now.Sub(h.since), now.Round(0).Sub(h.since.Round(0)))
}

// assign gives a task to a worker: one that more workers must play, else a new one with n pairs, fewer if there are no
// more, nil if there are none. A worker that has most tasks has lost the oldest one, else it would not ask.
func (d *dispatcher) assign(worker, host string, most, n int) (h *assignment, lost int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.over() {
		return nil, 0
	}
	if has := d.assignedTo(worker); len(has) >= most {
		lost = d.take(has[0])
	}
	d.open = slices.DeleteFunc(d.open, func(b *batch) bool { // local cores were faster
		return !slices.ContainsFunc(b.which, func(i int) bool { return d.state[i] == assigned })
	})
	i := slices.IndexFunc(d.open, func(b *batch) bool { return !slices.Contains(b.by, worker) })
	if i < 0 {
		if n = min(n, len(d.untaken)); n == 0 {
			return nil, lost
		}
		i, d.open = len(d.open), append(d.open, &batch{which: d.untaken[:n:n]})
		d.untaken = d.untaken[n:]
		for _, i := range d.open[i].which {
			d.state[i] = assigned
		}
	}
	b := d.open[i]
	if b.by = append(b.by, worker); len(b.by) == d.agree {
		d.open = slices.Delete(d.open, i, i+1)
	}
	h = &assignment{batch: b, id: nuid.Next(), worker: worker, since: time.Now()}
	d.byID[h.id], d.hosts[worker] = h, host
	d.assignments = append(d.assignments, h)
	d.changed.Broadcast() // idle local cores may play its pairs, too
	return h, lost
}

func (d *dispatcher) assignedTo(worker string) (all []*assignment) {
	for _, h := range d.assignments {
		if h.worker == worker {
			all = append(all, h)
		}
	}
	return all
}

// outstanding returns the number of tasks that workers have, and of pairs that no worker has.
func (d *dispatcher) outstanding() (tasks, pairs int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.over() {
		return 0, 0
	}
	return len(d.assignments), len(d.untaken)
}

// lose takes the tasks back that match, and returns their number. Other workers and local cores play their pairs.
func (d *dispatcher) lose(matches func(*assignment) bool) (lost int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, h := range slices.Clone(d.assignments) {
		if matches(h) {
			lost += d.take(h)
		}
	}
	return lost
}

// take takes a task back from its worker.
func (d *dispatcher) take(h *assignment) (lost int) {
	h.lost = true
	d.removeAssignment(h)
	h.by = slices.DeleteFunc(h.by, func(worker string) bool { return worker == h.worker })
	if !slices.Contains(d.open, h.batch) {
		d.open = append(d.open, h.batch)
	}
	d.changed.Broadcast()
	return 1
}

// fail records that a worker cannot play a task. Local cores play the pairs and find the error.
func (d *dispatcher) fail(worker, id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if h := d.byID[id]; h != nil && h.worker == worker && !h.lost {
		h.lost = true
		d.removeAssignment(h)
		d.playHere(h.which...)
	}
}

// removeAssignment removes a task from those that workers have.
func (d *dispatcher) removeAssignment(h *assignment) {
	d.assignments = slices.DeleteFunc(d.assignments, func(other *assignment) bool { return other == h })
}
