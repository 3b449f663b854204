package cluster

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A taskSender sends the tasks of one Play.
type taskSender struct {
	*Arena
	dispatcher   *dispatcher
	lastSequence uint64 // the highest sequence number of its tasks on the server
}

// tasksPerSlot is the number of outstanding tasks per slot: while a slot plays one task, the next one is
// ready.
const tasksPerSlot = 2

// A task takes about longTask. Near the end tasks are shorter, so that all workers finish at about the same
// time, but not below shortTask, because then messages would take longer than games.
const (
	longTask  = time.Second
	shortTask = 2 * time.Millisecond
)

// fill sends tasks until workers have enough.
func (s *taskSender) fill(ctx context.Context) {
	slots := s.workers.slots()
	for s.outage.retryDue() && ctx.Err() == nil {
		outstanding, open := s.dispatcher.outstanding()
		wanted := min(tasksPerSlot*slots-outstanding, maxUnacknowledged)
		if wanted <= 0 || open == 0 {
			return
		}
		err := s.send(ctx, wanted, s.taskSize(slots, open))
		if ctx.Err() != nil {
			return
		}
		if message := s.outage.record(err); message != "" {
			s.options.Notice(message)
		}
	}
}

// maxUnacknowledged is the maximum number of tasks that are sent before the server acknowledges them.
const maxUnacknowledged = 128

// taskSize returns the number of pairs in the next task.
func (s *taskSender) taskSize(slots, open int) int {
	rate := s.workers.rate() // pairs per second of one slot, 0 if unknown
	if rate == 0 {
		return min(8, open)
	}
	fair := float64(open) / float64(3*(slots+s.local.Slots()))
	n := min(max(fair, rate*shortTask.Seconds()), rate*longTask.Seconds())
	return min(max(int(n), 1), maxPairsPerTask)
}

// send sends a number of tasks, copies included, with a number of pairs each, fewer if there are no more pairs. It
// abandons tasks that the server does not acknowledge.
func (s *taskSender) send(ctx context.Context, tasks, pairs int) error {
	if err := s.ensureQueue(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, serverTimeout)
	defer cancel()
	var batches [][]int
	for len(batches)*s.dispatcher.agree < tasks {
		which := s.dispatcher.takeForTask(pairs)
		if len(which) == 0 {
			break
		}
		batches = append(batches, which)
	}
	var sent []publication
	var err error
	for number := range s.dispatcher.agree {
		for _, which := range batches {
			t := newTask(s.name, s.plays, s.options.Timed, s.dispatcher.pairs, which, &s.store)
			t.Copy = number
			id, data := t.encode()
			s.dispatcher.addAssignment(id, which)
			one := publication{task: id}
			if err == nil {
				one.future, err = s.js.PublishAsync(taskSubjects+s.fingerprint+"."+s.name, data)
			}
			sent = append(sent, one)
		}
	}
	for _, one := range sent {
		number, failed := one.wait(ctx)
		if failed != nil {
			s.dispatcher.abandon(one.task)
			err = cmp.Or(err, failed)
		}
		s.lastSequence = max(s.lastSequence, number)
	}
	if err != nil {
		s.mu.Lock()
		s.queueReady = false // the queue may be gone
		s.mu.Unlock()
	}
	return err
}

// A publication is a task on its way to the server.
type publication struct {
	task   string                 // id of the task
	future jetstream.PubAckFuture // nil if it was not sent
}

// wait waits until the server acknowledges the task, and returns its sequence number.
func (s *publication) wait(ctx context.Context) (number uint64, err error) {
	if s.future == nil {
		return 0, errors.New("not sent")
	}
	select {
	case ack := <-s.future.Ok():
		return ack.Sequence, nil
	case err := <-s.future.Err():
		return 0, err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// cleanUp removes the recipes, and the tasks that are still in the queue. It does not wait for the server.
func (s *taskSender) cleanUp() {
	s.store.clear()
	if out := s.dispatcher.unreturned(); out == 0 || !s.conn.IsConnected() {
		return
	}
	// On an error workers play some games in vain.
	_ = s.conn.Publish(endedSubjects+s.name, strconv.AppendUint(nil, s.plays, 10))
	s.purging.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), serverTimeout)
		defer cancel()
		if stream, err := s.js.Stream(ctx, tasksStream); err == nil {
			// On an error they expire after an hour.
			_ = stream.Purge(ctx, jetstream.WithPurgeSubject(taskSubjects+s.fingerprint+"."+s.name),
				jetstream.WithPurgeSequence(s.lastSequence+1))
		}
	})
}
