package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"evothello/fitness"
)

// Options say how an arena plays.
type Options struct {
	Workers int     // pairs that this machine plays at a time; 0 means one per core
	Timed   bool    // take the time of moves
	Check   float64 // the share of workers' pairs that is played again here, above 0
	// Notice is told what people should know: a worker that is dropped, a server that is
	// down. It may be nil.
	Notice func(string)
}

// DefaultCheck is the usual share of pairs that are played again.
const DefaultCheck = 0.01

// An Arena plays pairs on this machine's cores and on workers that come and go. Its
// creator must Close it.
type Arena struct {
	options     Options
	local       fitness.Local
	name        string
	fingerprint string
	conn        *nats.Conn
	js          jetstream.JetStream
	workers     *registry
	store       recipeStore

	playing    sync.Mutex // one Play at a time
	plays      uint64     // Plays so far
	purging    sync.WaitGroup
	mu         sync.Mutex
	dispatcher *dispatcher // of the Play that is under way, nil if none is
	wake       chan struct{}
	blocklist  blocklist
	outage     outage
	here       atomic.Int64 // pairs that our cores played
	checked    atomic.Int64 // and those that they played again
	ready      bool         // the queue is there
}

var _ fitness.Arena = (*Arena)(nil)

// Serve makes the arena of a server in this process.
func Serve(s *Server, o Options) (*Arena, error) {
	return newArena(o, s.connect)
}

// Join makes an arena that sends its pairs over an existing NATS server, which must have
// JetStream. While the server is down this machine plays alone.
func Join(address string, access Access, o Options) (*Arena, error) {
	return newArena(o, func(name string) (*nats.Conn, error) { return connect(address, name, &access) })
}

func newArena(o Options, connect func(name string) (*nats.Conn, error)) (*Arena, error) {
	if o.Check <= 0 || o.Check > 1 {
		return nil, fmt.Errorf("check %g: want a share above 0, up to 1", o.Check)
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
	}
	if a.conn, err = connect("evothello arena " + a.name); err != nil {
		return nil, err
	}
	a.conn.SetDisconnectErrHandler(func(_ *nats.Conn, err error) { a.lost(err) })
	a.conn.SetClosedHandler(func(conn *nats.Conn) { a.lost(conn.LastError()) }) // for good: it does not let us in
	if a.js, err = jetstream.New(a.conn); err == nil {
		err = a.listen()
	}
	if err != nil {
		a.Close()
		return nil, err
	}
	welcome := func(*nats.Conn) { _ = a.prepare(context.Background()) } // else the first task does it
	a.conn.SetReconnectHandler(welcome)
	go welcome(a.conn)
	return a, nil
}

// listen takes in what workers say.
func (a *Arena) listen() error {
	_, err := a.conn.Subscribe(helloSubject, a.greet)
	if err == nil {
		_, err = a.conn.Subscribe(resultSubjects+a.name, a.take)
	}
	if err == nil {
		_, err = a.conn.Subscribe(recipeSubjects+a.name, a.sendRecipes)
	}
	if err == nil {
		_, err = a.conn.Subscribe(tablesSubjects+a.name, a.sendTables)
	}
	return err
}

// Close lets go of the server. Workers turn to other arenas.
func (a *Arena) Close() {
	a.conn.SetClosedHandler(nil)
	a.conn.SetDisconnectErrHandler(nil)
	a.conn.SetReconnectHandler(nil)
	a.conn.Close()
	a.purging.Wait()
}

// Slots implements fitness.Arena.
func (a *Arena) Slots() int { return a.local.Slots() + a.workers.slots() }

// Status says how the helpers do.
func (a *Arena) Status() Status {
	s := a.workers.status()
	s.Here, s.Checked = int(a.here.Load()), int(a.checked.Load())
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.dispatcher != nil {
		s.Tasks, _ = a.dispatcher.outstanding()
	}
	return s
}

// lost gives up on what is out when the server is gone: our cores play it.
func (a *Arena) lost(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ready = false
	if a.dispatcher != nil {
		a.dispatcher.lose()
	}
	if err == nil {
		return // it was closed on purpose
	}
	if news := a.outage.note(fmt.Errorf("no server: %w", err)); news != "" {
		a.options.Notice(news)
	}
}

// Play implements fitness.Arena.
func (a *Arena) Play(ctx context.Context, pairs []fitness.Pair,
	played func(i int, r fitness.PairResult)) ([]fitness.PairResult, error) {
	a.playing.Lock()
	defer a.playing.Unlock()
	a.plays++
	travels := distributable{}
	l := newDispatcher(pairs, travels.travels, int(1/a.options.Check), &a.blocklist, played)
	a.setDispatcher(l)
	defer a.setDispatcher(nil)
	defer context.AfterFunc(ctx, func() { l.stop(context.Cause(ctx)) })()

	playing, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	ready := fitness.NewPlayerCache(a.local.Slots())
	for range min(a.local.Slots(), len(pairs)) {
		wg.Go(func() {
			a.playHere(playing, l, fitness.NewGameLoop(ready))
			cancel() // all results are there: stop what a worker was faster with
		})
	}
	feeding := make(chan struct{})
	go func() {
		defer close(feeding)
		a.feed(playing, l)
	}()
	wg.Wait()
	cancel()
	<-feeding
	return l.outcome(context.Cause(ctx))
}

func (a *Arena) setDispatcher(l *dispatcher) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.dispatcher = l
}

// playHere has one of our cores play until all is over.
func (a *Arena) playHere(ctx context.Context, l *dispatcher, games *fitness.GameLoop) {
	defer games.Leave()
	for {
		i, toCheck, ok := l.take()
		if !ok {
			return
		}
		play := func() (fitness.PairResult, error) { return games.Play(ctx, &l.pairs[i], a.options.Timed) }
		r, err := play()
		switch {
		case err != nil && ctx.Err() != nil:
			return // it does not count: all is over
		case err != nil:
			l.stop(err)
		case toCheck != nil:
			a.checked.Add(1)
			if reason := l.checked(toCheck, r, play); reason != "" {
				a.drop(toCheck.worker, reason)
			}
		default:
			a.here.Add(1)
			l.ours(i, r)
		}
	}
}

// feed keeps workers busy until all is over, and then forgets what was out.
func (a *Arena) feed(ctx context.Context, l *dispatcher) {
	f := taskSender{Arena: a, dispatcher: l}
	defer f.forget()
	pause := time.NewTicker(feedPause)
	defer pause.Stop()
	for ctx.Err() == nil {
		f.fill(ctx)
		select {
		case <-ctx.Done():
		case <-a.wake:
		case <-pause.C: // workers may have come
		}
	}
}

// feedPause is how long a worker that has come waits at most.
const feedPause = 100 * time.Millisecond

// take takes in a worker's results.
func (a *Arena) take(m *nats.Msg) {
	a.mu.Lock()
	l := a.dispatcher
	a.mu.Unlock()
	worker, refused := m.Header.Get(workerHeader), ""
	switch failed := m.Header.Get(failedHeader); {
	case l == nil: // too late: all pairs have results
	case failed != "":
		l.lose(m.Header.Get(taskHeader)) // our cores will see what is wrong
	default:
		pairs, err := l.returns(worker, m.Header.Get(taskHeader), func(pairs int) ([]fitness.PairResult, error) {
			return decodeResults(m.Data, pairs, a.options.Timed)
		})
		if err != nil {
			refused = err.Error()
			a.drop(worker, refused)
		}
		took, _ := strconv.ParseInt(m.Header.Get(tookHeader), 10, 64)
		again, _ := strconv.Atoi(m.Header.Get(againHeader))
		a.workers.returned(worker, pairs, time.Duration(took), again)
		select {
		case a.wake <- struct{}{}:
		default:
		}
	}
	_ = m.Respond([]byte(refused)) // a worker that hears nothing says it again
}

// sendRecipes answers a worker that asks for players.
func (a *Arena) sendRecipes(m *nats.Msg) {
	var hashes []string
	if json.Unmarshal(m.Data, &hashes) == nil {
		_ = m.Respond(a.store.some(hashes, int(a.conn.MaxPayload())))
	}
}

// greet answers a worker that says that it is there.
func (a *Arena) greet(m *nats.Msg) {
	var w greeting
	if json.Unmarshal(m.Data, &w) != nil || !w.sensible() {
		return
	}
	answer := reply{Fingerprint: a.fingerprint}
	reason := a.blocklist.reason(w.ID)
	switch {
	case w.Fingerprint != a.fingerprint:
		answer.Refused = fmt.Sprintf("worker %s plays otherwise than we do: the fingerprint of its engine is %s, ours is "+
			"%s; build both from the same version",
			w.Name, w.Fingerprint, a.fingerprint)
	case reason != "":
		answer.Refused = reason
	default:
		a.workers.there(&w)
	}
	if answer.Refused != "" {
		a.drop(w.ID, answer.Refused)
	}
	data, _ := json.Marshal(answer)
	_ = m.Respond(data)
}

// drop counts a worker no longer, and says why, once.
func (a *Arena) drop(worker, reason string) {
	if a.workers.refuse(worker) {
		a.options.Notice(reason)
	}
}

// prepare makes the queue of tasks, unless it is there.
func (a *Arena) prepare(ctx context.Context) error {
	a.mu.Lock()
	ready := a.ready
	a.mu.Unlock()
	if ready {
		return nil
	}
	if !a.conn.IsConnected() {
		return errors.New("there is no server")
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := makeQueue(ctx, a.js, a.fingerprint); err != nil {
		return err
	}
	a.mu.Lock()
	a.ready = true
	a.mu.Unlock()
	return nil
}

// makeQueue makes the queue of tasks, unless another arena has.
func makeQueue(ctx context.Context, js jetstream.JetStream, fingerprint string) error {
	if _, err := js.CreateOrUpdateStream(ctx, queue()); err != nil {
		return fmt.Errorf("stream %s: %w", tasksStream, err)
	}
	if _, err := js.CreateOrUpdateConsumer(ctx, tasksStream, consumer(fingerprint)); err != nil {
		return fmt.Errorf("stream %s: %w", tasksStream, err)
	}
	return nil
}
