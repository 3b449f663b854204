package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A pipe is a listener with one connection, which has no buffer: a write waits for the reader.
type pipe struct {
	connection chan net.Conn
	closed     chan struct{}
}

func (p *pipe) Accept() (net.Conn, error) {
	select {
	case c := <-p.connection:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipe) Close() error   { close(p.closed); return nil }
func (p *pipe) Addr() net.Addr { return &net.TCPAddr{} }

// A client that does not read its stream is dropped after clientTimeout.
func TestSlowClientsAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var failed error
		began := time.Now()
		var held time.Duration
		server := http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			out := beginStream(w)
			for failed == nil {
				failed = out.send("values", "", strings.Repeat("x", 10000))
			}
			held = time.Since(began)
		})}
		listener := &pipe{make(chan net.Conn, 1), make(chan struct{})}
		go server.Serve(listener)
		client, connection := net.Pipe()
		listener.connection <- connection
		_, err := io.WriteString(client, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		require.NoError(t, err)
		_, err = io.ReadFull(client, make([]byte, 100)) // and no more
		require.NoError(t, err)
		time.Sleep(2 * clientTimeout)
		synctest.Wait()
		assert.ErrorContains(t, failed, "timeout")
		assert.Equal(t, clientTimeout, held)
		require.NoError(t, server.Close())
	})
}

func TestEventsAsTheyAreSent(t *testing.T) {
	var sent strings.Builder
	w := &recording{&sent}
	out := beginStream(w)
	require.NoError(t, out.send("line", "7", lineView{[]string{"f5"}}))
	require.NoError(t, out.keepAlive())
	require.NoError(t, out.send("done", "", struct{}{}))
	assert.Equal(t, "id: 7\nevent: line\ndata: {\"line\":[\"f5\"]}\n\n:\n\nevent: done\ndata: {}\n\n", sent.String())
}

// recording is a ResponseWriter that records the body.
type recording struct{ *strings.Builder }

func (*recording) Header() http.Header              { return http.Header{} }
func (*recording) WriteHeader(int)                  {}
func (*recording) Flush()                           {}
func (*recording) SetWriteDeadline(time.Time) error { return nil }

// The writer of a mailbox never waits, and the reader gets the newest message.
func TestMailbox(t *testing.T) {
	messages := newMailbox[int]()
	for i := range 100 {
		messages.put(i)
	}
	assert.Equal(t, 99, <-messages)
	assert.Empty(t, messages)
	messages.put(100)
	assert.Equal(t, 100, <-messages)
}

// At most maxStreams streams are open at once. A client that leaves frees its place.
func TestStreamsAreBounded(t *testing.T) {
	s := open(t, Options{Runs: "../../runs"})
	for range maxStreams - 1 {
		s.streams <- struct{}{}
	}
	watching, leave := context.WithCancel(t.Context())
	_, ok := s.listen(watching, "/api/runs/reference/events", "").next()
	require.True(t, ok)
	response, text := s.do(s.request(t.Context(), "/api/runs/reference/events", ""))
	assert.Equal(t, http.StatusServiceUnavailable, response.StatusCode)
	assert.Contains(t, text, "too many streams are open")
	assert.Equal(t, "2", response.Header.Get("Retry-After"))
	leave()
	eventually(t, func() bool { return len(s.streams) == maxStreams-1 }, "the place is free")
	s.listen(t.Context(), "/api/runs/reference/events", "")
}

// A server that ends also ends its streams, and does not wait for their clients.
func TestStreamsEndWithTheServer(t *testing.T) {
	s := open(t, Options{Runs: "../../runs"})
	watched := s.listen(t.Context(), "/api/runs/reference/events", "")
	_, ok := watched.next()
	require.True(t, ok)
	valued := s.listen(t.Context(), "/api/values", `{"game": {"moves": "f5"}, "seconds": 20}`)
	_, ok = valued.next()
	require.True(t, ok)
	s.end()
	for _, stream := range []*events{watched, valued} {
		for _, ok := stream.next(); ok; _, ok = stream.next() {
		}
	}
	assert.True(t, s.analysisPool.idle())
	assert.Empty(t, s.streams)
}
