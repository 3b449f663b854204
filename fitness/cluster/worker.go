package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"evothello/fitness"
)

// A Worker plays the tasks of arenas.
type Worker struct {
	Name   string       // name in messages and status; "" is the name of the machine
	Slots  int          // pairs at a time; 0 means one per core
	Notice func(string) // called with messages for the user; may be nil

	// For tests: corrupt changes results before they are sent; simulate returns the result of a pair without
	// playing, after a pause of pairTime.
	corrupt  func([]fitness.PairResult)
	simulate func(*fitness.Pair) fitness.PairResult
	pairTime time.Duration

	identity
	fingerprint string
	conn        *nats.Conn
	js          jetstream.JetStream
	cache       *recipeCache
	cancelled   cancellations
	taken       takenCopies
	playerCache *fitness.PlayerCache
	pairs       atomic.Int64
	tasks       atomic.Int64
}

// ErrRefused is the error of a worker that an arena refuses.
var ErrRefused = errors.New("refused")

// Pairs returns the number of pairs that the worker has returned.
func (w *Worker) Pairs() int { return int(w.pairs.Load()) }

// Tasks returns the number of tasks that the worker has finished.
func (w *Worker) Tasks() int { return int(w.tasks.Load()) }

// Work plays the tasks of all arenas at a server until ctx is cancelled or an arena refuses the worker.
// Cancellation is not an error. While the server cannot be reached, Work waits for it.
func (w *Worker) Work(ctx context.Context, address string, access Access) (err error) {
	if err := w.prepare(); err != nil {
		return err
	}
	if w.conn, err = connect(address, "evothello worker "+w.Name, &access, w.reportOnce(address)); err != nil {
		return err
	}
	defer func() {
		w.conn.SetClosedHandler(nil)
		w.conn.Close()
	}()
	if w.js, err = jetstream.New(w.conn); err != nil {
		return err
	}
	if _, err := w.conn.Subscribe(endedSubjects+"*", w.cancelled.record); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.conn.SetClosedHandler(func(conn *nats.Conn) { // for good: access was denied
		stop(fmt.Errorf("server %s: %w", address, conn.LastError()))
	})
	var wg sync.WaitGroup
	wg.Go(func() { w.sendHellos(ctx, stop) })
	for range w.Slots {
		wg.Go(func() { w.runSlot(ctx, stop) })
	}
	wg.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// reportOnce reports why the server cannot be reached, and again only if the reason changes.
func (w *Worker) reportOnce(address string) nats.Option {
	reported := ""
	return nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { // NATS makes one call at a time
		if text := err.Error(); text != reported {
			reported = text
			w.Notice(fmt.Sprintf("server %s: %s; trying again", address, text))
		}
	})
}

func (w *Worker) prepare() (err error) {
	if w.Slots <= 0 {
		w.Slots = runtime.GOMAXPROCS(0)
	}
	if w.Notice == nil {
		w.Notice = func(string) {}
	}
	if w.Name == "" {
		if w.Name, err = os.Hostname(); err != nil {
			w.Name = "unnamed"
		}
	}
	if w.identity, err = newIdentity(); err != nil {
		return err
	}
	w.Name = fmt.Sprintf("%s-%s", w.Name, w.id[len(w.id)-4:])
	w.cache = newRecipeCache()
	w.playerCache = fitness.NewPlayerCache(w.Slots)
	if w.fingerprint == "" {
		w.fingerprint, err = Fingerprint()
	}
	return err
}

// sendHellos sends a hello once a second. If an arena refuses the worker, it ends Work.
func (w *Worker) sendHellos(ctx context.Context, stop context.CancelCauseFunc) {
	greeting := nats.NewMsg(helloSubject)
	greeting.Data, _ = json.Marshal(hello{Name: w.Name, Slots: w.Slots, Fingerprint: w.fingerprint})
	w.sign(greeting)
	found := false
	for pause(ctx, 0) {
		m, err := w.conn.RequestMsg(greeting, helloInterval)
		var answer helloReply
		if err == nil && json.Unmarshal(m.Data, &answer) == nil {
			if answer.Refused != "" {
				stop(fmt.Errorf("%w: %s", ErrRefused, answer.Refused))
				return
			}
			if !found {
				w.Notice("A run answers; waiting for its tasks.")
			}
			found = true
		} else if found && ctx.Err() == nil {
			w.Notice("No run answers; waiting for one.")
			found = false
		}
		next := helloInterval
		if !found {
			next /= 8
		}
		if !pause(ctx, next) {
			return
		}
	}
}

// pause waits and reports whether ctx has not been cancelled.
func pause(ctx context.Context, d time.Duration) bool {
	if d > 0 {
		select {
		case <-ctx.Done():
		case <-time.After(d):
		}
	}
	return ctx.Err() == nil
}

// runSlot plays one task after another.
func (w *Worker) runSlot(ctx context.Context, stop context.CancelCauseFunc) {
	games := fitness.NewGameLoop(w.playerCache)
	defer games.Close()
	for pause(ctx, 0) {
		queue, err := w.taskQueue(ctx)
		if err != nil {
			pause(ctx, helloInterval/4) // there is no server, or no arena has made the queue
			continue
		}
		for ctx.Err() == nil {
			m, err := queue.Next(jetstream.FetchMaxWait(helloInterval))
			if errors.Is(err, nats.ErrTimeout) {
				continue
			}
			if err != nil {
				pause(ctx, helloInterval/4)
				break
			}
			if err := w.handleTask(ctx, games, m); err != nil {
				stop(err)
				return
			}
		}
	}
}

// taskQueue returns the queue of tasks, which arenas make.
func (w *Worker) taskQueue(ctx context.Context) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, serverTimeout)
	defer cancel()
	return w.js.Consumer(ctx, tasksStream, taskConsumer(w.fingerprint).Durable)
}
