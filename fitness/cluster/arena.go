package cluster

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"evothello/fitness"
)

// Options are the settings of an arena.
type Options struct {
	Workers int     // pairs that this machine plays at a time; 0 means one per core
	Timed   bool    // measure the time of moves
	Check   float64 // share of the workers' pairs that this machine plays again to check them, above 0 up to 1
	Agree   int     // different workers that must return the same result of a pair, at most maxAgree; 0 means 1
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
	js          jetstream.JetStream
	workers     *registry
	store       recipeStore

	playing    sync.Mutex // allows one Play at a time
	plays      uint64     // number of calls of Play
	purging    sync.WaitGroup
	mu         sync.Mutex
	dispatcher *dispatcher     // of the current Play, nil if there is none
	wake       chan struct{}   // wakes sendTasks
	helpers    map[string]bool // at most maxWorkers ids of workers that helped since the last call of Helpers
	blocklist  blocklist
	outage     outage
	playedHere atomic.Int64 // pairs that local cores played
	checked    atomic.Int64 // pairs that local cores played again to check workers
	queueReady bool         // the queue of tasks exists
}

var _ fitness.Trusting = (*Arena)(nil)

// Serve returns an arena that sends its pairs over a server in this process.
func Serve(s *Server, o Options) (*Arena, error) {
	return newArena(o, s.connect)
}

// Join returns an arena that sends its pairs over an existing NATS server, which must have JetStream. While
// the server is down, this machine plays alone.
func Join(address string, access Access, o Options) (*Arena, error) {
	return newArena(o, func(name string) (*nats.Conn, error) { return connect(address, name, &access) })
}

func newArena(o Options, connect func(name string) (*nats.Conn, error)) (*Arena, error) {
	if !(o.Check > 0 && o.Check <= 1) { // nor is it NaN
		return nil, fmt.Errorf("check %g: must be above 0 and at most 1", o.Check)
	}
	if o.Agree < 0 || o.Agree > maxAgree {
		return nil, fmt.Errorf("agree %d: must be from 1 to %d workers", o.Agree, maxAgree)
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
		workers: newRegistry(), wake: make(chan struct{}, 1),
		helpers: map[string]bool{},
	}
	if a.conn, err = connect("evothello arena " + a.name); err != nil {
		return nil, err
	}
	a.conn.SetDisconnectErrHandler(func(_ *nats.Conn, err error) { a.disconnected(err) })
	a.conn.SetClosedHandler(func(conn *nats.Conn) { a.disconnected(conn.LastError()) }) // for good: access was denied
	if a.js, err = jetstream.New(a.conn); err == nil {
		err = a.subscribe()
	}
	if err != nil {
		a.Close()
		return nil, err
	}
	makeQueueNow := func(*nats.Conn) { _ = a.ensureQueue(context.Background()) } // on an error, sendTasks tries again
	a.conn.SetReconnectHandler(makeQueueNow)
	go makeQueueNow(a.conn)
	return a, nil
}

// subscribe registers the handlers of the messages from workers.
func (a *Arena) subscribe() error {
	_, err := a.conn.Subscribe(helloSubject, a.answerHello)
	if err == nil {
		_, err = a.conn.Subscribe(resultSubjects+a.name, a.receiveResults)
	}
	if err == nil {
		_, err = a.conn.Subscribe(recipeSubjects+a.name, a.sendRecipes)
	}
	if err == nil {
		_, err = a.conn.Subscribe(tablesSubjects+a.name, a.sendTables)
	}
	return err
}

// Close disconnects from the server. Workers go on with the tasks of other arenas.
func (a *Arena) Close() {
	a.conn.SetClosedHandler(nil)
	a.conn.SetDisconnectErrHandler(nil)
	a.conn.SetReconnectHandler(nil)
	a.conn.Close()
	a.purging.Wait()
}

// Slots implements fitness.Arena.
func (a *Arena) Slots() int { return a.local.Slots() + a.workers.slots() }

// Status returns the status of the arena and its workers.
func (a *Arena) Status() Status {
	s := a.workers.status()
	s.Here, s.Checked = int(a.playedHere.Load()), int(a.checked.Load())
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.dispatcher != nil {
		s.Tasks, _ = a.dispatcher.outstanding()
	}
	return s
}

// disconnected handles the loss of the server. Local cores play the pairs of all tasks that workers have.
func (a *Arena) disconnected(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.queueReady = false
	if a.dispatcher != nil {
		a.dispatcher.abandon()
	}
	if err == nil {
		return // Close closed it
	}
	if message := a.outage.record(fmt.Errorf("no server: %w", err)); message != "" {
		a.options.Notice(message)
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
	sending := make(chan struct{})
	go func() {
		defer close(sending)
		a.sendTasks(playing, d)
	}()
	wg.Wait()
	cancel()
	<-sending
	a.addHelpers(d.helpers())
	return d.outcome(context.Cause(ctx))
}

func (a *Arena) addHelpers(workers []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, worker := range workers {
		if len(a.helpers) < maxWorkers {
			a.helpers[worker] = true
		}
	}
}

// Helpers implements fitness.Trusting.
func (a *Arena) Helpers() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	defer clear(a.helpers)
	return slices.Sorted(maps.Keys(a.helpers))
}

// ReturnedBy implements fitness.Trusting.
func (a *Arena) ReturnedBy(i int) []string {
	a.mu.Lock()
	d := a.dispatcher
	a.mu.Unlock()
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.returnedBy[i])
}

// Wrong implements fitness.Trusting.
func (a *Arena) Wrong(worker string) string { return a.blocklist.reason(worker) }

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
		case c.worker != "" || c.other != "":
			a.checked.Add(1)
		default:
			a.playedHere.Add(1)
		}
		for _, worker := range d.finish(c, r, play) {
			a.drop(worker, a.blocklist.reason(worker))
		}
	}
}

// sendTasks sends tasks to workers until ctx is cancelled, and then cleans up.
func (a *Arena) sendTasks(ctx context.Context, d *dispatcher) {
	s := taskSender{Arena: a, dispatcher: d}
	defer s.cleanUp()
	ticker := time.NewTicker(workerPoll)
	defer ticker.Stop()
	for ctx.Err() == nil {
		s.fill(ctx)
		select {
		case <-ctx.Done():
		case <-a.wake:
		case <-ticker.C: // new workers may have joined
		}
	}
}

// workerPoll is the maximum delay before a new worker gets tasks.
const workerPoll = 100 * time.Millisecond

// ensureQueue makes the queue of tasks if it does not exist yet.
func (a *Arena) ensureQueue(ctx context.Context) error {
	a.mu.Lock()
	ready := a.queueReady
	a.mu.Unlock()
	if ready {
		return nil
	}
	if !a.conn.IsConnected() {
		return errors.New("not connected to a server")
	}
	ctx, cancel := context.WithTimeout(ctx, serverTimeout)
	defer cancel()
	if err := makeQueue(ctx, a.js, a.fingerprint); err != nil {
		return err
	}
	a.mu.Lock()
	a.queueReady = true
	a.mu.Unlock()
	return nil
}

// makeQueue makes the queue of tasks, or updates it if another arena made it.
func makeQueue(ctx context.Context, js jetstream.JetStream, fingerprint string) error {
	if _, err := js.CreateOrUpdateStream(ctx, taskStream()); err != nil {
		return fmt.Errorf("stream %s: %w", tasksStream, err)
	}
	if _, err := js.CreateOrUpdateConsumer(ctx, tasksStream, taskConsumer(fingerprint)); err != nil {
		return fmt.Errorf("stream %s: %w", tasksStream, err)
	}
	return nil
}
