package cluster

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
)

// An externalServer is a NATS server outside of the arena that can be restarted.
type externalServer struct {
	t       *testing.T
	options server.Options
	server  *server.Server
}

func startExternalServer(t *testing.T, change func(*server.Options)) *externalServer {
	e := &externalServer{t: t, options: server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true,
	}}
	if change != nil {
		change(&e.options)
	}
	e.start()
	e.options.Port = e.server.Addr().(*net.TCPAddr).Port
	t.Cleanup(func() { e.server.Shutdown() })
	return e
}

func (e *externalServer) start() {
	options := e.options
	var err error
	e.server, err = server.NewServer(&options)
	require.NoError(e.t, err)
	e.server.Start()
	require.True(e.t, e.server.ReadyForConnections(10*time.Second))
}

func (e *externalServer) restart() {
	e.server.Shutdown()
	e.server.WaitForShutdown()
	e.start()
}

// joinServer makes an arena at an address. The function returns all notices so far.
func joinServer(t *testing.T, address string, o Options) (*Arena, func() string) {
	var mu sync.Mutex
	var noticed string
	if o.Check == 0 {
		o.Check = DefaultCheck
	}
	o.Notice = func(text string) {
		mu.Lock()
		defer mu.Unlock()
		noticed += text + "\n"
	}
	a, err := Join(address, Access{}, o)
	require.NoError(t, err)
	t.Cleanup(a.Close)
	return a, func() string {
		mu.Lock()
		defer mu.Unlock()
		return noticed
	}
}

// startWorker starts a worker at an address.
func startWorker(t *testing.T, address string, w *Worker) (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Work(ctx, address, Access{}) }()
	stop = sync.OnceValue(func() error { cancel(); return <-done })
	t.Cleanup(func() { _ = stop() })
	return stop
}

// playAll plays pairs and checks the results. It calls happens after each tenth of the pairs.
func playAll(t *testing.T, a *Arena, pairs []fitness.Pair, want []fitness.PairResult, happens func(tenth int)) {
	played := 0
	got, err := a.Play(context.Background(), pairs, func(int, fitness.PairResult) {
		if played++; happens != nil && played%(len(pairs)/10) == 0 {
			happens(played / (len(pairs) / 10))
		}
	})
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

func TestServerIsRestarted(t *testing.T) {
	t.Parallel()
	pairs, want := slowPairs(t, 300)
	e := startExternalServer(t, nil)
	a, _ := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
	startWorker(t, e.server.ClientURL(), &Worker{Slots: 2})
	waitForSlots(t, a, 2)
	playAll(t, a, pairs, want, func(tenth int) {
		if tenth == 2 || tenth == 6 {
			e.restart()
		}
	})
	waitForSlots(t, a, 2)
	for before := a.Status().Elsewhere; a.Status().Elsewhere == before; { // the worker helps again
		playAll(t, a, pairs, want, nil)
	}
}

func TestNoServer(t *testing.T) {
	pairs, want := slowPairs(t, 30)
	a, _ := joinServer(t, "nats://127.0.0.1:1", Options{})
	playAll(t, a, pairs, want, nil)
}

func TestWorkersComeAndGo(t *testing.T) {
	t.Parallel()
	pairs, want := slowPairs(t, 300)
	e := startExternalServer(t, nil)
	a, _ := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
	var stops []func() error
	playAll(t, a, pairs, want, func(tenth int) {
		stops = append(stops, startWorker(t, e.server.ClientURL(), &Worker{Slots: 1}))
		if len(stops) > 2 {
			assert.NoError(t, stops[len(stops)-3]())
		}
	})
}

// A killed worker sends no message. The local cores or other workers play its pairs.
func TestWorkerIsKilled(t *testing.T) {
	t.Parallel()
	pairs, want := slowPairs(t, 300)
	e := startExternalServer(t, nil)
	a, _ := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
	victim := &Worker{Slots: 2}
	startWorker(t, e.server.ClientURL(), victim)
	startWorker(t, e.server.ClientURL(), &Worker{Slots: 1})
	waitForSlots(t, a, 3)
	playAll(t, a, pairs, want, func(tenth int) {
		if tenth == 3 {
			victim.conn.Close()
		}
	})
}

func TestWrongResultsAreDetected(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		lie  func([]fitness.PairResult)
	}{
		{"in all results", func(r []fitness.PairResult) {
			for i := range r {
				if discs := &r[i].Games[0].Discs; *discs > 0 {
					*discs--
				} else {
					*discs++
				}
			}
		}},
		{"in the number of nodes", func(r []fitness.PairResult) {
			for i := range r {
				r[i].Games[1].Nodes++
			}
		}},
		{"in a move that does not exist", func(r []fitness.PairResult) {
			for i := range r {
				r[i].Games[0].Moves[5] = 64
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			pairs, want := slowPairs(t, 150)
			e := startExternalServer(t, nil)
			a, noticed := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
			liar, honest := &Worker{Name: "liar", Slots: 1, corrupt: c.lie}, &Worker{Name: "honest", Slots: 1}
			stop := startWorker(t, e.server.ClientURL(), liar)
			startWorker(t, e.server.ClientURL(), honest)
			waitForSlots(t, a, 2)
			for a.Status().Refused == 0 {
				playAll(t, a, pairs, want, nil)
			}
			playAll(t, a, pairs, want, nil)
			assert.Contains(t, noticed(), "worker "+liar.id)
			assert.ErrorIs(t, stop(), ErrRefused)
			waitForSlots(t, a, 1)
		})
	}
}

func TestWorkerWithAnotherEngineIsRefused(t *testing.T) {
	pairs, want := slowPairs(t, 60)
	e := startExternalServer(t, nil)
	a, noticed := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
	other := &Worker{Name: "other", Slots: 1, fingerprint: "0123456789abcdef"}
	err := other.Work(t.Context(), e.server.ClientURL(), Access{})
	require.ErrorIs(t, err, ErrRefused)
	ours, _ := Fingerprint()
	assert.ErrorContains(t, err, "the fingerprint of its engine is 0123456789abcdef, ours is "+ours)
	assert.Contains(t, noticed(), "0123456789abcdef")
	playAll(t, a, pairs, want, nil)
	assert.Zero(t, a.Status().Elsewhere)
}

// The connection of a worker stalls, and works again only after all pairs have results.
func TestConnectionOfAWorkerStalls(t *testing.T) {
	t.Parallel()
	pairs, want := slowPairs(t, 200)
	e := startExternalServer(t, nil)
	a, _ := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
	connection := startProxy(t, e.server.Addr().String())
	startWorker(t, "nats://"+connection.address, &Worker{Slots: 2})
	waitForSlots(t, a, 2)
	playAll(t, a, pairs, want, func(tenth int) {
		if tenth == 3 {
			connection.stall()
		}
	})
	connection.resume()
	playAll(t, a, pairs, want, nil)
	waitForSlots(t, a, 2)
}

func TestServerWithoutMemory(t *testing.T) {
	pairs, want := slowPairs(t, 60)
	e := startExternalServer(t, func(o *server.Options) { o.JetStreamMaxMemory = 1 << 10 })
	a, noticed := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
	startWorker(t, e.server.ClientURL(), &Worker{Slots: 1})
	waitForSlots(t, a, 1)
	playAll(t, a, pairs, want, nil)
	assert.Contains(t, noticed(), "continuing on the cores of this machine")
	assert.Zero(t, a.Status().Elsewhere)
}

func TestNoJetStream(t *testing.T) {
	pairs, want := slowPairs(t, 60)
	e := startExternalServer(t, func(o *server.Options) { o.JetStream = false })
	a, noticed := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
	startWorker(t, e.server.ClientURL(), &Worker{Slots: 1})
	waitForSlots(t, a, 1)
	playAll(t, a, pairs, want, nil)
	assert.Contains(t, noticed(), "the server has no JetStream: start it with --jetstream")
}

// A proxy forwards a connection and can be stalled: nothing is lost, but nothing arrives.
type proxy struct {
	address string
	mu      sync.Mutex
	stalled chan struct{} // closed unless it is stalled
}

func startProxy(t *testing.T, to string) *proxy {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	p := &proxy{address: listener.Addr().String(), stalled: make(chan struct{})}
	close(p.stalled)
	t.Cleanup(p.resume)
	go func() {
		for {
			here, err := listener.Accept()
			if err != nil {
				return
			}
			there, err := net.Dial("tcp", to)
			if err != nil {
				here.Close()
				continue
			}
			go p.copy(here, there)
			go p.copy(there, here)
		}
	}()
	return p
}

func (p *proxy) copy(to io.WriteCloser, from io.ReadCloser) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 1<<16)
	for {
		n, err := from.Read(buffer)
		p.mu.Lock()
		stalled := p.stalled
		p.mu.Unlock()
		<-stalled
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (p *proxy) stall() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stalled = make(chan struct{})
}

func (p *proxy) resume() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.stalled:
	default:
		close(p.stalled)
	}
}

func TestOutagesAreReportedOnce(t *testing.T) {
	var o outage
	assert.Equal(t, "cannot send tasks to workers: full; continuing on the cores of this machine",
		o.record(errors.New("full")))
	assert.False(t, o.retryDue())
	assert.Empty(t, o.record(errors.New("still full")))
	assert.Equal(t, "the server is back", o.record(nil))
	assert.Empty(t, o.record(nil))
}
