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
	"github.com/nats-io/nuid"

	"evothello/fitness"
)

// A Worker plays what arenas hand out.
type Worker struct {
	Name   string // for people; the machine's if it is ""
	Slots  int    // pairs at a time; 0 means one per core
	Notice func(string)

	// For tests: lie changes results before they are returned; pretend says what they are
	// without playing, after pairTime.
	lie      func([]fitness.PairResult)
	pretend  func(*fitness.Pair) fitness.PairResult
	pairTime time.Duration

	id          string
	fingerprint string
	conn        *nats.Conn
	js          jetstream.JetStream
	cache       *recipeCache
	cancelled   cancellations
	ready       *fitness.PlayerCache
	pairs       atomic.Int64
	tasks       atomic.Int64
}

// ErrRefused is what errors are of workers that an arena will not have.
var ErrRefused = errors.New("refused")

// Pairs counts the pairs that were returned.
func (w *Worker) Pairs() int { return int(w.pairs.Load()) }

// Tasks counts the tasks that they were in.
func (w *Worker) Tasks() int { return int(w.tasks.Load()) }

// Work helps the arenas at a server until ctx is cancelled, which is no error, or an
// arena refuses the worker. A server that is not there, or not any more, is waited for.
func (w *Worker) Work(ctx context.Context, address string, access Access) (err error) {
	if err := w.prepare(); err != nil {
		return err
	}
	if w.conn, err = connect(address, "evothello worker "+w.Name, &access, w.sayOnce(address)); err != nil {
		return err
	}
	defer func() {
		w.conn.SetClosedHandler(nil)
		w.conn.Close()
	}()
	if w.js, err = jetstream.New(w.conn); err != nil {
		return err
	}
	if _, err := w.conn.Subscribe(overSubjects+"*", w.cancelled.take); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.conn.SetClosedHandler(func(conn *nats.Conn) { // for good: it does not let us in
		stop(fmt.Errorf("server %s: %w", address, conn.LastError()))
	})
	var wg sync.WaitGroup
	wg.Go(func() { w.greet(ctx, stop) })
	for range w.Slots {
		wg.Go(func() { w.serve(ctx, stop) })
	}
	wg.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// sayOnce says why the server cannot be reached, and again only if that changes.
func (w *Worker) sayOnce(address string) nats.Option {
	said := ""
	return nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { // one call at a time
		if text := err.Error(); text != said {
			said = text
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
	w.id = nuid.Next()
	w.Name = fmt.Sprintf("%s-%s", w.Name, w.id[len(w.id)-4:])
	w.cache = newRecipeCache()
	w.ready = fitness.NewPlayerCache(w.Slots)
	if w.fingerprint == "" {
		w.fingerprint, err = Fingerprint()
	}
	return err
}

// greet says once a second that the worker is there. An arena that refuses it ends its
// work.
func (w *Worker) greet(ctx context.Context, stop context.CancelCauseFunc) {
	data, _ := json.Marshal(greeting{ID: w.id, Name: w.Name, Slots: w.Slots, Fingerprint: w.fingerprint})
	found := false
	for pause(ctx, 0) {
		m, err := w.conn.Request(helloSubject, data, helloPace)
		var answer reply
		if err == nil && json.Unmarshal(m.Data, &answer) == nil {
			if answer.Refused != "" {
				stop(fmt.Errorf("%w: %s", ErrRefused, answer.Refused))
				return
			}
			if !found {
				w.Notice("There is work.")
			}
			found = true
		} else if found && ctx.Err() == nil {
			w.Notice("No run answers; waiting for one.")
			found = false
		}
		next := helloPace
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

// serve has one slot play task after task.
func (w *Worker) serve(ctx context.Context, stop context.CancelCauseFunc) {
	games := fitness.NewGameLoop(w.ready)
	defer games.Leave()
	for pause(ctx, 0) {
		queue, err := w.queue(ctx)
		if err != nil {
			pause(ctx, helloPace/4) // there is no server, or no arena at it
			continue
		}
		for ctx.Err() == nil {
			m, err := queue.Next(jetstream.FetchMaxWait(helloPace))
			if errors.Is(err, nats.ErrTimeout) {
				continue
			}
			if err != nil {
				pause(ctx, helloPace/4)
				break
			}
			if err := w.do(ctx, games, m); err != nil {
				stop(err)
				return
			}
		}
	}
}

// queue is where tasks come from; an arena makes it.
func (w *Worker) queue(ctx context.Context) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return w.js.Consumer(ctx, tasksStream, consumer(w.fingerprint).Durable)
}
