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

// An elsewhere is a NATS server that is not ours, and that can go and come back.
type elsewhere struct {
	t       *testing.T
	options server.Options
	server  *server.Server
}

func startElsewhere(t *testing.T, change func(*server.Options)) *elsewhere {
	e := &elsewhere{t: t, options: server.Options{
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

func (e *elsewhere) start() {
	options := e.options
	var err error
	e.server, err = server.NewServer(&options)
	require.NoError(e.t, err)
	e.server.Start()
	require.True(e.t, e.server.ReadyForConnections(10*time.Second))
}

func (e *elsewhere) restart() {
	e.server.Shutdown()
	e.server.WaitForShutdown()
	e.start()
}

// join makes an arena at an address, and tells what it notices.
func join(t *testing.T, address string, o Options) (*Arena, func() string) {
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

// help starts a worker at an address.
func help(t *testing.T, address string, w *Worker) (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Work(ctx, address, Access{}) }()
	stop = sync.OnceValue(func() error { cancel(); return <-done })
	t.Cleanup(func() { _ = stop() })
	return stop
}

// playAll plays pairs and has something happen after each tenth of them.
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
	pairs, want := hard(t, 600)
	e := startElsewhere(t, nil)
	a, _ := join(t, e.server.ClientURL(), Options{Workers: 1})
	help(t, e.server.ClientURL(), &Worker{Slots: 2})
	arrive(t, a, 2)
	playAll(t, a, pairs, want, func(tenth int) {
		if tenth == 2 || tenth == 6 {
			e.restart()
		}
	})
	arrive(t, a, 2)
	for before := a.Status().Elsewhere; a.Status().Elsewhere == before; { // the worker helps again
		playAll(t, a, pairs, want, nil)
	}
}

func TestNoServer(t *testing.T) {
	pairs, want := hard(t, 30)
	a, _ := join(t, "nats://127.0.0.1:1", Options{})
	playAll(t, a, pairs, want, nil)
}

func TestWorkersComeAndGo(t *testing.T) {
	t.Parallel()
	pairs, want := hard(t, 600)
	e := startElsewhere(t, nil)
	a, _ := join(t, e.server.ClientURL(), Options{Workers: 1})
	var stops []func() error
	playAll(t, a, pairs, want, func(tenth int) {
		stops = append(stops, help(t, e.server.ClientURL(), &Worker{Slots: 1}))
		if len(stops) > 2 {
			assert.NoError(t, stops[len(stops)-3]())
		}
	})
}

// A worker that is killed says nothing. Its tasks are played here, and later by others.
func TestWorkersAreKilled(t *testing.T) {
	t.Parallel()
	pairs, want := hard(t, 600)
	e := startElsewhere(t, nil)
	a, _ := join(t, e.server.ClientURL(), Options{Workers: 1})
	victim := &Worker{Slots: 2}
	help(t, e.server.ClientURL(), victim)
	help(t, e.server.ClientURL(), &Worker{Slots: 1})
	arrive(t, a, 3)
	playAll(t, a, pairs, want, func(tenth int) {
		if tenth == 3 {
			victim.conn.Close()
		}
	})
}

func TestWorkerThatLies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		lie  func([]fitness.PairResult)
	}{
		{"always", func(r []fitness.PairResult) {
			for i := range r {
				if discs := &r[i].Games[0].Discs; *discs > 0 {
					*discs--
				} else {
					*discs++
				}
			}
		}},
		{"about what decides nothing", func(r []fitness.PairResult) {
			for i := range r {
				r[i].Games[1].Nodes++
			}
		}},
		{"with moves that are none", func(r []fitness.PairResult) {
			for i := range r {
				r[i].Games[0].Moves[5] = 64
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			pairs, want := hard(t, 300)
			e := startElsewhere(t, nil)
			a, noticed := join(t, e.server.ClientURL(), Options{Workers: 1})
			liar, honest := &Worker{Name: "liar", Slots: 1, lie: c.lie}, &Worker{Name: "honest", Slots: 1}
			stop := help(t, e.server.ClientURL(), liar)
			help(t, e.server.ClientURL(), honest)
			arrive(t, a, 2)
			for a.Status().Refused == 0 {
				playAll(t, a, pairs, want, nil)
			}
			playAll(t, a, pairs, want, nil)
			assert.Contains(t, noticed(), "worker "+liar.id)
			assert.ErrorIs(t, stop(), ErrRefused)
			arrive(t, a, 1)
		})
	}
}

func TestOtherEngine(t *testing.T) {
	pairs, want := hard(t, 60)
	e := startElsewhere(t, nil)
	a, noticed := join(t, e.server.ClientURL(), Options{Workers: 1})
	other := &Worker{Name: "other", Slots: 1, fingerprint: "0123456789abcdef"}
	err := other.Work(t.Context(), e.server.ClientURL(), Access{})
	require.ErrorIs(t, err, ErrRefused)
	ours, _ := Fingerprint()
	assert.ErrorContains(t, err, "the fingerprint of its engine is 0123456789abcdef, ours is "+ours)
	assert.Contains(t, noticed(), "0123456789abcdef")
	playAll(t, a, pairs, want, nil)
	assert.Zero(t, a.Status().Elsewhere)
}

// A worker behind a line that stalls comes back when everything is long over.
func TestWorkerIsCutOffForAWhile(t *testing.T) {
	t.Parallel()
	pairs, want := hard(t, 400)
	e := startElsewhere(t, nil)
	a, _ := join(t, e.server.ClientURL(), Options{Workers: 1})
	line := startLine(t, e.server.Addr().String())
	help(t, "nats://"+line.address, &Worker{Slots: 2})
	arrive(t, a, 2)
	playAll(t, a, pairs, want, func(tenth int) {
		if tenth == 3 {
			line.stall()
		}
	})
	line.flow()
	playAll(t, a, pairs, want, nil)
	arrive(t, a, 2)
}

func TestFullStore(t *testing.T) {
	pairs, want := hard(t, 60)
	e := startElsewhere(t, func(o *server.Options) { o.JetStreamMaxMemory = 1 << 10 })
	a, noticed := join(t, e.server.ClientURL(), Options{Workers: 1})
	help(t, e.server.ClientURL(), &Worker{Slots: 1})
	arrive(t, a, 1)
	playAll(t, a, pairs, want, nil)
	assert.Contains(t, noticed(), "going on with this machine's cores")
	assert.Zero(t, a.Status().Elsewhere)
}

func TestNoJetStream(t *testing.T) {
	pairs, want := hard(t, 60)
	e := startElsewhere(t, func(o *server.Options) { o.JetStream = false })
	a, noticed := join(t, e.server.ClientURL(), Options{Workers: 1})
	help(t, e.server.ClientURL(), &Worker{Slots: 1})
	arrive(t, a, 1)
	playAll(t, a, pairs, want, nil)
	assert.Contains(t, noticed(), "the server has no JetStream: start it with --jetstream")
}

// A line is a proxy that can be stalled: nothing is lost, but nothing arrives.
type line struct {
	address string
	mu      sync.Mutex
	stalled chan struct{} // closed when it flows
}

func startLine(t *testing.T, to string) *line {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	l := &line{address: listener.Addr().String(), stalled: make(chan struct{})}
	close(l.stalled)
	t.Cleanup(l.flow)
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
			go l.copy(here, there)
			go l.copy(there, here)
		}
	}()
	return l
}

func (l *line) copy(to io.WriteCloser, from io.ReadCloser) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 1<<16)
	for {
		n, err := from.Read(buffer)
		l.mu.Lock()
		stalled := l.stalled
		l.mu.Unlock()
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

func (l *line) stall() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stalled = make(chan struct{})
}

func (l *line) flow() {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.stalled:
	default:
		close(l.stalled)
	}
}

func TestPeopleAreToldOnce(t *testing.T) {
	var tr outage
	assert.Equal(t, "no work for others: full; going on with this machine's cores", tr.note(errors.New("full")))
	assert.False(t, tr.over())
	assert.Empty(t, tr.note(errors.New("still full")))
	assert.Equal(t, "the server is there again", tr.note(nil))
	assert.Empty(t, tr.note(nil))
}
