package cluster

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A feeder hands out the tasks of one Play.
type feeder struct {
	*Arena
	ledger *ledger
	last   uint64 // the highest number that the server gave a task
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
func (f *feeder) fill(ctx context.Context) {
	slots := f.workers.slots()
	for f.trouble.over() && ctx.Err() == nil {
		out, open := f.ledger.outstanding()
		wanted := min(tasksPerSlot*slots-out, mostAtOnce)
		if wanted <= 0 || open == 0 {
			return
		}
		err := f.hand(ctx, wanted, f.size(slots, open))
		if ctx.Err() != nil {
			return
		}
		if news := f.trouble.note(err); news != "" {
			f.options.Notice(news)
		}
	}
}

// mostAtOnce is how many tasks are sent before the server must have said that it has them.
const mostAtOnce = 128

// size is how many pairs the next task has.
func (f *feeder) size(slots, open int) int {
	rate := f.workers.rate() // pairs a second of one slot, 0 if not known yet
	if rate == 0 {
		return min(8, open)
	}
	fair := float64(open) / float64(3*(slots+f.local.Slots()))
	n := min(max(fair, rate*shortTask.Seconds()), rate*longTask.Seconds())
	return min(max(int(n), 1), mostPairs)
}

// hand hands out so many tasks of so many pairs, fewer if there are no more. Those that the
// server does not have in the end are lost.
func (f *feeder) hand(ctx context.Context, tasks, pairs int) error {
	if err := f.prepare(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var sent []sending
	var err error
	for len(sent) < tasks && err == nil {
		which := f.ledger.hand(pairs)
		if len(which) == 0 {
			break
		}
		id, data := newTask(f.name, f.plays, f.options.Timed, f.ledger.pairs, which, &f.shelf).encode()
		f.ledger.out(id, which)
		one := sending{task: id}
		one.future, err = f.js.PublishAsync(taskSubjects+f.fingerprint+"."+f.name, data)
		sent = append(sent, one)
	}
	for _, one := range sent {
		number, failed := one.wait(ctx)
		if failed != nil {
			f.ledger.lose(one.task)
			err = cmp.Or(err, failed)
		}
		f.last = max(f.last, number)
	}
	if err != nil {
		f.mu.Lock()
		f.ready = false // whatever is wrong, look again
		f.mu.Unlock()
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

// forget takes back what nobody needs any more: the players, and tasks that our cores were
// faster with. Nobody waits for the server to do so.
func (f *feeder) forget() {
	f.shelf.clear()
	if out := f.ledger.unreturned(); out == 0 || !f.conn.IsConnected() {
		return
	}
	_ = f.conn.Publish(overSubjects+f.name, strconv.AppendUint(nil, f.plays, 10)) // else some games are played for nothing
	f.purging.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if stream, err := f.js.Stream(ctx, tasksStream); err == nil {
			_ = stream.Purge(ctx, jetstream.WithPurgeSubject(taskSubjects+f.fingerprint+"."+f.name), jetstream.WithPurgeSequence(f.last+1)) // else they vanish after an hour
		}
	})
}
