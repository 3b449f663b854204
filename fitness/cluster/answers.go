package cluster

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"evothello/fitness"
)

// respond answers a worker. It answers to inboxes only: to any other subject a worker could not publish by itself.
func respond(m *nats.Msg, data []byte) {
	if strings.HasPrefix(m.Reply, nats.InboxPrefix) {
		_ = m.Respond(data) // a worker that gets no answer asks again
	}
}

// receiveResults handles the results of a worker.
func (a *Arena) receiveResults(m *nats.Msg) {
	a.mu.Lock()
	d := a.dispatcher
	a.mu.Unlock()
	worker, refused := signer(m), ""
	switch failed := m.Header.Get(failedHeader); {
	case d == nil: // too late: all pairs have results
	case worker == "":
		return // it is forged
	case failed != "":
		d.abandon(m.Header.Get(taskHeader)) // local cores play the pairs and find the error
	default:
		pairs, err := d.receive(worker, m.Header.Get(taskHeader), func(pairs int) ([]fitness.PairResult, error) {
			return decodeResults(m.Data, pairs, a.options.Timed)
		})
		if err != nil {
			refused = err.Error()
			a.drop(worker, refused)
		}
		took, _ := strconv.ParseInt(m.Header.Get(durationHeader), 10, 64)
		redelivered, _ := strconv.Atoi(m.Header.Get(redeliveredHeader))
		if a.options.Agree > 1 {
			redelivered = 0 // the server counts copies as well that a worker may not play and gives back
		}
		a.workers.recordResults(worker, pairs, time.Duration(took), redelivered)
		select {
		case a.wake <- struct{}{}:
		default:
		}
	}
	respond(m, []byte(refused)) // without an answer the worker sends them again
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
	id := signer(m)
	if id == "" || json.Unmarshal(m.Data, &w) != nil || !w.valid() {
		return
	}
	answer := helloReply{Fingerprint: a.fingerprint}
	reason := a.blocklist.reason(id)
	switch {
	case w.Fingerprint != a.fingerprint:
		answer.Refused = fmt.Sprintf("worker %s plays differently: the fingerprint of its engine is %s, ours is %s; "+
			"build both from the same version", w.Name, w.Fingerprint, a.fingerprint)
	case reason != "":
		answer.Refused = reason
	default:
		a.workers.register(id, &w)
	}
	if answer.Refused != "" {
		a.drop(id, answer.Refused)
	}
	data, _ := json.Marshal(answer)
	respond(m, data)
}

// drop removes a worker and reports the reason, once.
func (a *Arena) drop(worker, reason string) {
	if a.workers.refuse(worker) {
		a.options.Notice(reason)
	}
}
