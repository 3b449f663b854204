package cluster

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/fitness/fitnesstest"
)

// An externalServer is a NATS server outside of the arena that can be restarted.
type externalServer struct {
	t       *testing.T
	options server.Options
	server  *server.Server
}

func startExternalServer(t *testing.T) *externalServer {
	e := &externalServer{t: t, options: server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true,
	}}
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

// startWorker starts a worker at an address. It ends with the test, or earlier by stop.
func startWorker(t testing.TB, address string, w *Worker) (stop func() error) {
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

// Faults of workers, of their connections and of the server change no result, and workers help again after them.
func TestFaults(t *testing.T) {
	t.Parallel()
	pairs, want := slowPairs(t, 300)
	type event = func(t *testing.T, e *externalServer, first *Worker, connection *proxy, tenth int)
	for name, happens := range map[string]event{
		"the server is restarted": func(_ *testing.T, e *externalServer, _ *Worker, _ *proxy, tenth int) {
			if tenth == 2 || tenth == 6 {
				e.restart()
			}
		},
		"workers come and go": func(t *testing.T, e *externalServer, _ *Worker, _ *proxy, _ int) {
			stop := startWorker(t, e.server.ClientURL(), &Worker{Slots: 1})
			time.AfterFunc(20*time.Millisecond, func() { _ = stop() })
		},
		"a worker is killed": func(_ *testing.T, _ *externalServer, first *Worker, _ *proxy, tenth int) {
			if tenth == 3 {
				first.conn.Close() // it sends no message
			}
		},
		"a connection stalls": func(_ *testing.T, _ *externalServer, _ *Worker, p *proxy, tenth int) { // until the end
			if tenth == 3 {
				p.Lock()
			} else if tenth == 10 {
				p.Unlock()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startExternalServer(t)
			a, _ := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
			connection, first := startProxy(t, e.server.Addr().String()), &Worker{Slots: 2}
			startWorker(t, "nats://"+connection.address, first)
			startWorker(t, e.server.ClientURL(), &Worker{Slots: 1})
			waitForSlots(t, a, 3)
			playAll(t, a, pairs, want, func(tenth int) { happens(t, e, first, connection, tenth) })
			for before := a.Status().Elsewhere; a.Status().Elsewhere == before; {
				playAll(t, a, pairs, want, nil)
			}
		})
	}
}

func TestNoServer(t *testing.T) {
	pairs, want := slowPairs(t, 30)
	a, noticed := joinServer(t, "nats://127.0.0.1:1", Options{})
	playAll(t, a, pairs, want, nil)
	playAll(t, a, pairs, want, nil)
	assert.Equal(t, 1, strings.Count(noticed(), "continuing on the cores of this machine"))
}

func TestWorkerWithAnotherEngineIsRefused(t *testing.T) {
	pairs, want := slowPairs(t, 60)
	e := startExternalServer(t)
	a, noticed := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
	other := &Worker{Name: "other", Slots: 1, fingerprint: "0123456789abcdef"}
	err := other.Work(t.Context(), e.server.ClientURL(), Access{})
	require.ErrorIs(t, err, ErrRefused)
	ours, _ := Fingerprint()
	assert.ErrorContains(t, err, "the fingerprint of its engine is 0123456789abcdef, but the run's is "+ours)
	assert.Contains(t, noticed(), "0123456789abcdef")
	playAll(t, a, pairs, want, nil)
	assert.Zero(t, a.Status().Elsewhere)
}

// A proxy forwards connections. While it is locked, nothing is lost, but nothing arrives.
type proxy struct {
	sync.RWMutex
	address string
}

func startProxy(t *testing.T, to string) *proxy {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	p := &proxy{address: listener.Addr().String()}
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
	_, _ = io.Copy(to, io.TeeReader(from, p))
}

// Write waits while the proxy is locked.
func (p *proxy) Write(data []byte) (int, error) {
	p.RLock()
	defer p.RUnlock()
	return len(data), nil
}

// A worker stops a long pair if nothing needs it any more: the call of Play is over, or its arena is gone without a
// word.
func TestWorkersStopForArenasThatAreGone(t *testing.T) {
	t.Parallel()
	short, want := slowPairs(t, 50)
	endless := fitnesstest.Pairs(t, 2, "strongest:depth=30,endgame=30")
	e := startExternalServer(t)
	worker := &Worker{Slots: 1}
	startWorker(t, e.server.ClientURL(), worker)
	for name, leave := range map[string]func(a *Arena, cancel func()){
		"Play is over": func(_ *Arena, cancel func()) { cancel() },
		"killed":       func(a *Arena, _ func()) { a.conn.Close() },
	} {
		a, _ := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
		waitForSlots(t, a, 1)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = a.Play(ctx, endless, nil)
		}()
		require.Eventually(t, func() bool { return a.Status().Tasks == 1 }, time.Minute, time.Millisecond, name)
		leave(a, cancel)
		other, _ := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
		waitForSlots(t, other, 1)
		for other.Status().Elsewhere == 0 { // until the worker is free
			playAll(t, other, short, want, nil)
		}
		cancel()
		<-ended
	}
}
