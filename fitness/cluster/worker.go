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

	"evothello/fitness"
	"evothello/fitness/cluster/hub"
)

// A Worker plays the tasks of arenas.
type Worker struct {
	Name   string       // name in messages and status; "" is the name of the machine
	Slots  int          // pairs at a time; 0 means one per core
	Keys   string       // directory with the keys of this machine's workers; "" for a new key
	Notice func(string) // called with messages for the user; may be nil

	// For tests: corrupt changes results before they are sent; simulate returns the result of a pair without
	// playing, after a pause of pairTime.
	corrupt  func([]fitness.PairResult)
	simulate func(*fitness.Pair) fitness.PairResult
	pairTime time.Duration

	identity
	fingerprint string
	conn        *nats.Conn
	cache       *recipeCache
	heard       heard
	idle        chan *fitness.GameLoop // one for each slot that does not play
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
	release, err := w.prepare()
	if err != nil {
		return err
	}
	defer release()
	if w.conn, err = connect(address, "evothello worker "+w.Name, &access, w.reportOnce(address)); err != nil {
		return err
	}
	defer func() {
		w.conn.SetClosedHandler(nil)
		w.conn.Close()
	}()
	if _, err := w.conn.Subscribe(playSubjects+"*", w.heard.receive); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.conn.SetClosedHandler(func(conn *nats.Conn) { // for good: access was denied
		stop(fmt.Errorf("server %s: %w", address, conn.LastError()))
	})
	var wg sync.WaitGroup
	wg.Go(func() { w.sendHellos(ctx, stop) })
	for range tasksPerSlot * w.Slots {
		wg.Go(func() { w.runTasks(ctx, stop) })
	}
	wg.Wait()
	for range w.Slots {
		(<-w.idle).Close()
	}
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// reportOnce reports why the server cannot be reached, and again only if the reason changes.
func (w *Worker) reportOnce(address string) nats.Option {
	reported := ""
	return nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { // NATS makes one call at a time
		text := err.Error()
		if errors.Is(err, nats.ErrAuthorization) {
			text = "it rejects the token, or the user and password"
		}
		if text != reported {
			reported = text
			w.Notice(fmt.Sprintf("server %s: %s; trying again", address, text))
		}
	})
}

// prepare sets defaults. release gives the worker's key to other processes.
func (w *Worker) prepare() (release func(), err error) {
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
	if w.identity, release, err = ownIdentity(w.Keys); err != nil {
		w.Notice(fmt.Sprintf("%v; continuing with a new key", err))
		if w.identity, release, err = ownIdentity(""); err != nil {
			return nil, err
		}
	}
	w.Name = fmt.Sprintf("%s-%s", w.Name, w.id[len(w.id)-4:])
	w.cache = newRecipeCache()
	w.idle = make(chan *fitness.GameLoop, w.Slots)
	for cache := fitness.NewPlayerCache(w.Slots); len(w.idle) < w.Slots; {
		w.idle <- fitness.NewGameLoop(cache)
	}
	if w.fingerprint == "" {
		w.fingerprint, err = Fingerprint()
	}
	return release, err
}

// sendHellos sends a hello once per interval. If an arena refuses the worker, it ends Work.
func (w *Worker) sendHellos(ctx context.Context, stop context.CancelCauseFunc) {
	found := false
	for pause(ctx, 0) {
		ip, _ := w.conn.GetClientIP() // nil if there is no connection, or no IP address
		greeting := nats.NewMsg(helloSubjects + hub.HostToken(ip))
		greeting.Data, _ = json.Marshal(hello{Name: w.Name, Slots: w.Slots, Fingerprint: w.fingerprint})
		w.sign(greeting)
		m, err := w.conn.RequestMsg(greeting, interval)
		if err == nil {
			if _, err := w.readAnswer(m); err != nil {
				stop(err)
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
		next := interval
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

// runTasks handles one task after another.
func (w *Worker) runTasks(ctx context.Context, stop context.CancelCauseFunc) {
	for pause(ctx, 0) {
		announcement := w.heard.announcement() // before the question: else a Play could begin in between
		t, err := w.ask(ctx)
		none := t == nil
		for n := 0; t != nil && n < tasksInTurn; n++ {
			t, err = w.handleTask(ctx, t)
		}
		if err != nil {
			stop(err)
			return
		}
		if none {
			select {
			case <-ctx.Done():
			case <-announcement:
			case <-time.After(interval / 4):
			}
		}
	}
}

// tasksInTurn is the maximum number of tasks of one arena in turn: then another one may answer.
const tasksInTurn = 10

// ask asks for a task of one of the arenas that play. It returns nil if there is none.
func (w *Worker) ask(ctx context.Context) (*task, error) {
	question := nats.NewMsg(askSubjects + w.fingerprint)
	w.sign(question)
	ctx, cancel := context.WithTimeout(ctx, serverTimeout)
	defer cancel()
	m, err := w.conn.RequestMsgWithContext(ctx, question)
	if err != nil {
		return nil, nil // it asks again
	}
	return w.readAnswer(m)
}

// readAnswer returns the task in an answer, nil if there is none. The error is that the arena refuses the worker.
func (w *Worker) readAnswer(m *nats.Msg) (*task, error) {
	var a answer
	if json.Unmarshal(m.Data, &a) != nil {
		return nil, nil
	}
	if a.Refused != "" {
		return nil, fmt.Errorf("%w: %s", ErrRefused, a.Refused)
	}
	if a.Task == nil || a.Task.validate() != nil {
		return nil, nil // the arena takes it back
	}
	w.heard.record(a.Task.Arena, a.Task.Play)
	return a.Task, nil
}
