package cluster

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"evothello/fitness"
)

// An answer is an arena's answer to a message of a worker.
type answer struct {
	Refused string `json:"refused,omitempty"` // why the arena refuses the worker
	Task    *task  `json:"task,omitempty"`    // for a worker that asked for one or returned results; nil if there is none
}

func (a answer) send(m *nats.Msg) {
	data, err := json.Marshal(a)
	if err != nil {
		panic("cluster: " + err.Error()) // it is plain data
	}
	respond(m, data)
}

// respond answers a worker. It answers to inboxes only, so that workers cannot use it to publish to subjects that are
// closed to them.
func respond(m *nats.Msg, data []byte) {
	if strings.HasPrefix(m.Reply, nats.InboxPrefix) {
		_ = m.Respond(data) // a worker that gets no answer asks again
	}
}

// handOut answers a worker that asks for a task.
func (a *Arena) handOut(m *nats.Msg) { answer{Task: a.nextTask(signer(m))}.send(m) }

// nextTask gives a task to a worker. It returns nil if there is none.
func (a *Arena) nextTask(worker string) *task {
	d := a.current()
	host, slots := a.workers.find(worker)
	if d == nil || slots == 0 || a.blockReason(worker, host) != "" {
		return nil
	}
	_, open := d.outstanding()
	h, lost := d.assign(worker, host, tasksPerSlot*slots, a.taskSize(open))
	a.workers.recordLost(lost)
	if h == nil {
		return nil
	}
	return newTask(a.name, a.plays, h.id, a.options.Timed, d.pairs, h.which, &a.store)
}

// A task takes about longTask. Near the end tasks are shorter, so that all workers finish at about the same
// time, but not below shortTask, because then messages would take longer than games.
const (
	longTask  = 1.0 // seconds
	shortTask = 0.002
)

// taskSize returns the number of pairs in the next task, if open pairs are left.
func (a *Arena) taskSize(open int) int {
	rate := a.workers.rate() // pairs per second of one slot, 0 if unknown
	if rate == 0 {
		return min(8, open)
	}
	fair := float64(open) / float64(3*a.Slots())
	n := min(max(fair, rate*shortTask), rate*longTask)
	return min(max(int(n), 1), maxPairsPerTask)
}

// receiveResults handles the results of a worker, and answers with its next task.
func (a *Arena) receiveResults(m *nats.Msg) {
	d, worker, id := a.current(), signer(m), m.Header.Get(taskHeader)
	if worker == "" {
		return // it is forged
	}
	var next answer
	switch {
	case d == nil: // too late: all pairs have results
	case m.Header.Get(failedHeader) != "":
		d.fail(worker, id)
	default:
		h, err := d.receive(worker, id, func(h *assignment) ([]fitness.PairResult, error) {
			return decodeResults(m.Data, d.pairs, h.which, h.age(), a.options.Timed)
		})
		if err != nil {
			next.Refused = err.Error()
			a.drop(worker, next.Refused)
		} else if h != nil { // else it is of another Play, and the worker may have stopped waiting
			next.Task = a.nextTask(worker)
			took, _ := strconv.ParseInt(m.Header.Get(durationHeader), 10, 64)
			a.workers.recordResults(worker, len(h.which), min(time.Duration(took), h.age()))
		}
	}
	next.send(m) // without an answer the worker sends them again
}

// sendRecipes answers a worker's request for recipes.
func (a *Arena) sendRecipes(m *nats.Msg) {
	var hashes []string
	if json.Unmarshal(m.Data, &hashes) == nil {
		respond(m, a.store.batch(hashes, int(a.conn.MaxPayload())))
	}
}

// answerHello answers the hello of a worker. It registers the worker, or refuses it.
func (a *Arena) answerHello(m *nats.Msg) {
	var w hello
	id, host := signer(m), ""
	if id == "" || json.Unmarshal(m.Data, &w) != nil || !w.valid() {
		return
	}
	if a.knowsHosts { // else workers could claim any
		host = m.Subject[len(helloSubjects):]
	}
	var refused string
	if w.Fingerprint != a.fingerprint {
		refused = fmt.Sprintf("worker %s plays differently: the fingerprint of its engine is %s, but the run's is %s; "+
			"build both programs from the same version", w.Name, w.Fingerprint, a.fingerprint)
	} else {
		refused = a.blockReason(id, host)
	}
	if refused != "" {
		a.drop(id, refused)
	} else {
		a.workers.register(id, host, &w)
	}
	answer{Refused: refused}.send(m)
}

// blockReason returns why a worker gets no tasks, "" if it may have some.
func (a *Arena) blockReason(worker, host string) string {
	reason := cmp.Or(a.blocklist.reason(worker), a.blocklist.alone())
	if !isShared(host) {
		reason = cmp.Or(reason, a.blocklist.reason(host))
	}
	return reason
}

// drop removes a worker and reports the reason, once. It also reports when the arena continues without workers.
func (a *Arena) drop(worker, reason string) {
	alone := a.blocklist.alone()
	if a.workers.refuse(worker) && reason != alone {
		a.refusals.tell(reason)
	}
	if alone != "" {
		a.tellAlone.Do(func() { a.options.Notice(alone) })
	}
}
