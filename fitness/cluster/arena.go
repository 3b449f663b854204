package cluster

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"

	"evothello/fitness"
)

// Options are the settings of an arena.
type Options struct {
	Workers int     // pairs that this machine plays at a time; 0 means one per core
	Timed   bool    // measure the time of moves
	Check   float64 // share of the workers' pairs that this machine plays again to check them, above 0 up to 1
	Agree   int     // different workers that must return the same result of a pair, at most 9; 0 means 1
	// Notice is called with messages for the user: a worker is refused, the server is down. It may be
	// nil.
	Notice func(string)
}

// DefaultCheck is the default of Options.Check.
const DefaultCheck = 0.01

// maxAgree is the maximum of Options.Agree.
const maxAgree = 9

// An Arena plays pairs on the cores of this machine and on remote workers, which may join and leave at any
// time. The caller must Close it.
type Arena struct {
	options     Options
	local       fitness.Local
	name        string
	fingerprint string
	conn        *nats.Conn
	knowsHosts  bool // this process started the server, which puts the workers' addresses into subjects
	workers     *registry
	store       recipeStore
	blocklist   blocklist
	refusals    notices
	tellAlone   sync.Once

	playing    sync.Mutex // allows one Play at a time
	plays      uint64     // number of calls of Play
	mu         sync.Mutex
	dispatcher *dispatcher // of the current Play, nil if there is none
	down       bool        // users know that there is no server
	playedHere atomic.Int64
	checked    atomic.Int64 // pairs that local cores played again to check workers
}

var _ fitness.Trusting = (*Arena)(nil)

// Serve returns an arena that sends its pairs over a server that this process has started.
func Serve(s *Server, o Options) (*Arena, error) {
	return newArena(o, true, s.connect)
}

// Join returns an arena that sends its pairs over an existing NATS server. While the server is down, this machine plays
// alone.
func Join(address string, access Access, o Options) (*Arena, error) {
	return newArena(o, false, func(name string) (*nats.Conn, error) { return connect(address, name, &access) })
}

func newArena(o Options, knowsHosts bool, connect func(name string) (*nats.Conn, error)) (*Arena, error) {
	if !(o.Check > 0 && o.Check <= 1) { // nor is it NaN
		return nil, fmt.Errorf("verify %g: must be above 0 and at most 1", o.Check)
	}
	if o.Agree < 0 || o.Agree > maxAgree {
		return nil, fmt.Errorf("replicas %d: must be 1 to %d workers", o.Agree, maxAgree)
	}
	if o.Notice == nil {
		o.Notice = func(string) {}
	}
	fingerprint, err := Fingerprint()
	if err != nil {
		return nil, err
	}
	a := &Arena{
		options: o, local: fitness.Local{Workers: o.Workers, Timed: o.Timed}, name: nuid.Next(), fingerprint: fingerprint,
		knowsHosts: knowsHosts, workers: newRegistry(), refusals: notices{pass: o.Notice},
	}
	if a.conn, err = connect("evothello arena " + a.name); err != nil {
		return nil, err
	}
	a.conn.SetDisconnectErrHandler(func(_ *nats.Conn, err error) { a.disconnected(err) })
	a.conn.SetClosedHandler(func(conn *nats.Conn) { a.disconnected(conn.LastError()) }) // for good: access was denied
	a.conn.SetReconnectHandler(func(*nats.Conn) { a.reportServer(nil) })
	for subject, handle := range map[string]nats.MsgHandler{
		helloSubjects + "*": a.answerHello, resultSubjects + a.name: a.receiveResults,
		recipeSubjects + a.name: a.sendRecipes, tablesSubjects + a.name: a.sendTables,
	} {
		if _, err := a.conn.Subscribe(subject, handle); err != nil {
			a.Close()
			return nil, err
		}
	}
	return a, nil
}

// Close disconnects from the server. Workers continue with the tasks of other arenas.
func (a *Arena) Close() {
	a.conn.SetClosedHandler(nil)
	a.conn.SetDisconnectErrHandler(nil)
	a.conn.SetReconnectHandler(nil)
	a.conn.Close()
}

// Slots implements fitness.Arena.
func (a *Arena) Slots() int { return a.local.Slots() + a.workers.slots() }

// Status returns the status of the arena and its workers.
func (a *Arena) Status() Status {
	s := a.workers.status()
	s.Here, s.Checked = int(a.playedHere.Load()), int(a.checked.Load())
	s.Caught, _ = a.Caught()
	if d := a.current(); d != nil {
		s.Tasks, _ = d.outstanding()
	}
	return s
}

// disconnected handles the loss of the server. Local cores may play the pairs of all tasks that workers have.
func (a *Arena) disconnected(err error) {
	if d := a.current(); d != nil {
		a.workers.recordLost(d.lose(func(*assignment) bool { return true }))
	}
	if err != nil { // else Close closed it
		a.reportServer(err)
	}
}

// reportServer tells the user once that there is no server, and once that it is back.
func (a *Arena) reportServer(err error) {
	a.mu.Lock()
	told := a.down == (err != nil)
	a.down = err != nil
	a.mu.Unlock()
	switch {
	case told:
	case err != nil:
		a.options.Notice(fmt.Sprintf("cannot send tasks to workers: no server: %v; continuing on the cores of this machine",
			err))
	default:
		a.options.Notice("the server is back")
	}
}

// Play implements fitness.Arena.
func (a *Arena) Play(ctx context.Context, pairs []fitness.Pair,
	played func(i int, r fitness.PairResult)) ([]fitness.PairResult, error) {
	a.playing.Lock()
	defer a.playing.Unlock()
	a.plays++
	remote := distributable{}
	d := newDispatcher(pairs, remote.mayRunRemotely, &a.options, &a.blocklist, played)
	a.setDispatcher(d)
	defer a.setDispatcher(nil)
	defer a.store.clear()
	defer context.AfterFunc(ctx, func() { d.stop(context.Cause(ctx)) })()

	playing, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	cache := fitness.NewPlayerCache(a.local.Slots())
	for range min(a.local.Slots(), len(pairs)) {
		wg.Go(func() {
			a.playLocally(playing, d, fitness.NewGameLoop(cache))
			cancel() // all results are there: stop pairs that workers finished first
		})
	}
	serving := make(chan struct{})
	go func() {
		defer close(serving)
		a.serveTasks(playing, d)
	}()
	wg.Wait()
	cancel()
	<-serving
	return d.outcome(context.Cause(ctx))
}

// serveTasks hands out tasks until ctx is cancelled. Once per interval it announces to workers that the arena is alive,
// and takes back the tasks of those that are silent.
func (a *Arena) serveTasks(ctx context.Context, d *dispatcher) {
	// One of the arenas that have work answers. On an error a worker cannot ask, and local cores play.
	asks, err := a.conn.QueueSubscribe(askSubjects+a.fingerprint, "arenas", a.handOut)
	if err == nil {
		defer func() { _ = asks.Drain() }() // answers those who have asked
	}
	if !a.conn.IsConnected() {
		a.reportServer(errors.New("not connected"))
	}
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for a.announce(a.plays); ctx.Err() == nil; {
		select {
		case <-ctx.Done():
		case <-ticker.C:
			a.announce(a.plays)
			gone := a.workers.dropSilent()
			a.workers.recordLost(d.lose(func(h *assignment) bool { return gone[h.worker] }))
		}
	}
	a.announce(a.plays + 1) // workers stop what they play for this one
}

// announce sends workers a message that all Plays before the given one are over.
func (a *Arena) announce(play uint64) {
	_ = a.conn.Publish(playSubjects+a.name, strconv.AppendUint(nil, play, 10)) // else they notice the silence
}

// FromWorker implements fitness.Trusting.
func (a *Arena) FromWorker(i int) bool {
	d := a.current()
	return d != nil && d.fromWorker(i)
}

// Caught implements fitness.Trusting.
func (a *Arena) Caught() (times int, reason string) { return a.blocklist.caughtSoFar() }

func (a *Arena) current() *dispatcher {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.dispatcher
}

func (a *Arena) setDispatcher(d *dispatcher) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.dispatcher = d
}

// playLocally plays pairs on one core until the dispatcher is done.
func (a *Arena) playLocally(ctx context.Context, d *dispatcher, games *fitness.GameLoop) {
	defer games.Close()
	for {
		c := d.takePair()
		if c == nil {
			return
		}
		play := func() (fitness.PairResult, error) { return games.Play(ctx, &d.pairs[c.pair], a.options.Timed) }
		r, err := play()
		switch {
		case err != nil && ctx.Err() != nil:
			return // it was cancelled because the dispatcher is done
		case err != nil:
			d.stop(err)
			continue
		case c.covers != nil || c.other != "":
			a.checked.Add(1)
		default:
			a.playedHere.Add(1)
		}
		for _, worker := range d.finish(c, r, play) {
			a.drop(worker, a.blocklist.reason(worker))
		}
	}
}
