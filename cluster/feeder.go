package cluster

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"evothello/players"
)

// A feeder hands out the tasks of one Play.
type feeder struct {
	*Arena
	ledger    *ledger
	hashes    hasher
	published map[string]bool // recipes, by hash
}

// A worker's slot has a task in hand and another one waiting, so that it never waits
// itself.
const tasksPerSlot = 2

// A task takes about a second, but less where there is little left to be played: all are
// to end at about the same time. Below the least there would be more talk than play.
const (
	longTask  = time.Second
	shortTask = 20 * time.Millisecond
)

// fill hands out tasks until workers have enough.
func (f *feeder) fill(ctx context.Context) {
	slots := f.workers.slots()
	for f.trouble.over() {
		tasks, open := f.ledger.outstanding()
		if tasks >= tasksPerSlot*slots || open == 0 {
			return
		}
		err := f.hand(ctx, f.size(slots, open))
		if ctx.Err() != nil {
			return
		}
		if news := f.trouble.note(err); news != "" {
			f.options.Notice(news)
		}
	}
}

// size is how many pairs the next task has.
func (f *feeder) size(slots, open int) int {
	rate := f.workers.rate() // pairs a second of one slot, 0 if not known yet
	if rate == 0 {
		return min(8, open)
	}
	fair := float64(open) / float64(2*(slots+f.local.Slots()))
	n := min(max(fair, rate*shortTask.Seconds()), rate*longTask.Seconds())
	return min(max(int(n), 1), mostPairs)
}

// hand hands out one task.
func (f *feeder) hand(ctx context.Context, n int) error {
	if err := f.prepare(ctx); err != nil {
		return err
	}
	which := f.ledger.hand(n)
	if len(which) == 0 {
		return nil
	}
	t, needed := newTask(f.name, f.options.Timed, f.ledger.pairs, which, f.hashes)
	id, data := t.encode()
	f.ledger.out(id, which)
	err := f.publish(ctx, needed)
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		_, err = f.js.Publish(ctx, taskSubjects+f.fingerprint+"."+f.name, data)
	}
	if err != nil {
		f.mu.Lock()
		f.ready = false // whatever is wrong, look again
		f.mu.Unlock()
		f.ledger.lose(id)
	}
	return err
}

// publish sends the recipes that have not been sent yet, all at once.
func (f *feeder) publish(ctx context.Context, needed []*players.Recipe) error {
	var sent []jetstream.PubAckFuture
	var hashes []string
	for _, r := range needed {
		hash := f.hashes.hash(r)
		if f.published[hash] {
			continue
		}
		data, err := json.Marshal(r)
		if err != nil {
			return err
		}
		future, err := f.js.PublishAsync(f.recipeSubject(hash), data)
		if err != nil {
			return err
		}
		sent, hashes = append(sent, future), append(hashes, hash)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for i, future := range sent {
		select {
		case <-future.Ok():
			f.published[hashes[i]] = true
		case err := <-future.Err():
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (f *feeder) recipeSubject(hash string) string { return recipeSubjects + f.name + "." + hash }

// forget takes back what nobody needs any more: tasks that our cores were faster with,
// and the recipes.
func (f *feeder) forget() {
	if len(f.published) == 0 || !f.conn.IsConnected() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for name, subject := range map[string]string{
		tasksStream:   taskSubjects + f.fingerprint + "." + f.name,
		recipesStream: recipeSubjects + f.name + ".>",
	} {
		stream, err := f.js.Stream(ctx, name)
		if err == nil {
			err = stream.Purge(ctx, jetstream.WithPurgeSubject(subject))
		}
		if err != nil {
			return // they vanish after an hour
		}
	}
}
