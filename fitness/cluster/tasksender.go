package cluster

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A taskSender hands out the tasks of one Play.
type taskSender struct {
	*Arena
	dispatcher *dispatcher
	last       uint64 // the highest number that the server gave a task
}

// A worker's slot has a task in hand and another one waiting, so that it never waits
// itself.
const tasksPerSlot = 2

// A task takes about a second, but less where there is little left to be played: all are
// to end at about the same time. Below the least there would be more talk than play.
const (
	longTask  = time.Second
	shortTask = 2 * time.Millisecond
)

// fill hands out tasks until workers have enough.
func (s *taskSender) fill(ctx context.Context) {
	slots := s.workers.slots()
	for s.outage.over() && ctx.Err() == nil {
		out, open := s.dispatcher.outstanding()
		wanted := min(tasksPerSlot*slots-out, mostAtOnce)
		if wanted <= 0 || open == 0 {
			return
		}
		err := s.hand(ctx, wanted, s.size(slots, open))
		if ctx.Err() != nil {
			return
		}
		if news := s.outage.note(err); news != "" {
			s.options.Notice(news)
		}
	}
}

// mostAtOnce is how many tasks are sent before the server must have said that it has them.
const mostAtOnce = 128

// size is how many pairs the next task has.
func (s *taskSender) size(slots, open int) int {
	rate := s.workers.rate() // pairs a second of one slot, 0 if not known yet
	if rate == 0 {
		return min(8, open)
	}
	fair := float64(open) / float64(3*(slots+s.local.Slots()))
	n := min(max(fair, rate*shortTask.Seconds()), rate*longTask.Seconds())
	return min(max(int(n), 1), mostPairs)
}

// hand hands out so many tasks of so many pairs, fewer if there are no more. Those that the
// server does not have in the end are lost.
func (s *taskSender) hand(ctx context.Context, tasks, pairs int) error {
	if err := s.prepare(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var sent []sending
	var err error
	for len(sent) < tasks && err == nil {
		which := s.dispatcher.hand(pairs)
		if len(which) == 0 {
			break
		}
		id, data := newTask(s.name, s.plays, s.options.Timed, s.dispatcher.pairs, which, &s.store).encode()
		s.dispatcher.out(id, which)
		one := sending{task: id}
		one.future, err = s.js.PublishAsync(taskSubjects+s.fingerprint+"."+s.name, data)
		sent = append(sent, one)
	}
	for _, one := range sent {
		number, failed := one.wait(ctx)
		if failed != nil {
			s.dispatcher.lose(one.task)
			err = cmp.Or(err, failed)
		}
		s.last = max(s.last, number)
	}
	if err != nil {
		s.mu.Lock()
		s.ready = false // whatever is wrong, look again
		s.mu.Unlock()
	}
	return err
}

// A sending is a task on its way to the server.
type sending struct {
	task   string                 // its id
	future jetstream.PubAckFuture // nil if it was not even sent
}

// wait waits until the server has it, and returns the number that the server gave it.
func (s *sending) wait(ctx context.Context) (number uint64, err error) {
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

// forget removes the players and the tasks that local cores have finished. It does not wait for the
// server.
func (s *taskSender) forget() {
	s.store.clear()
	if out := s.dispatcher.unreturned(); out == 0 || !s.conn.IsConnected() {
		return
	}
	_ = s.conn.Publish(overSubjects+s.name, strconv.AppendUint(nil, s.plays, 10)) // else some games are played for nothing
	s.purging.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if stream, err := s.js.Stream(ctx, tasksStream); err == nil {
			// else they vanish after an hour
			_ = stream.Purge(ctx, jetstream.WithPurgeSubject(taskSubjects+s.fingerprint+"."+s.name),
				jetstream.WithPurgeSequence(s.last+1))
		}
	})
}
