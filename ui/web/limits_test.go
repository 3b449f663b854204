package web

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// openLimited opens a site that waits for a question for a moment, and serves few connections.
func openLimited(t *testing.T, wait time.Duration, connections int32) *site {
	s := listen(t, Options{Runs: "../../runs", MaxThink: 3 * wait})
	s.http.ReadHeaderTimeout, s.http.ReadTimeout, s.maxConnections = wait, wait, connections
	s.serve()
	return s
}

// dial opens a connection to a site and sends text.
func (s *site) dial(text string) net.Conn {
	c, err := net.Dial("tcp", s.listener.Addr().String())
	require.NoError(s.t, err)
	s.t.Cleanup(func() { c.Close() })
	_, err = io.WriteString(c, text)
	require.NoError(s.t, err)
	require.NoError(s.t, c.SetReadDeadline(time.Now().Add(10*time.Second)))
	return c
}

// A client that never finishes its request is cut off, whatever it asks for and however it is answered.
func TestClientsThatNeverFinishAreCutOff(t *testing.T) {
	s := openLimited(t, 200*time.Millisecond, maxConnections)
	post := func(path, kind, body string) string {
		return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: 5000\r\n\r\n%s",
			path, kind, body)
	}
	const question = `{"game": {"moves": "f5"`
	foreign := strings.Replace(post("/api/move", "application/json", question), "localhost", "example.org", 1)
	for name, c := range map[string]struct{ sent, status string }{
		"a question":         {post("/api/move", "application/json", question), "408"},
		"a stream":           {post("/api/values", "application/json", question), "408"},
		"no JSON":            {post("/api/move", "application/json", "}"), "400"},
		"another media type": {post("/api/move", "text/plain", question), "415"},
		"an unknown route":   {post("/api/nonsense", "application/json", question), "404"},
		"another host":       {foreign, "403"},
		"chunks": {"POST /api/move HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
			"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n", "408"},
		"a body that is not read": {"GET /api/players HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\nx", "200"},
		"a header":                {"GET /api/players HTTP/1.1\r\nHost: loc", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer, err := io.ReadAll(s.dial(c.sent))
			require.NoError(t, err, "the server ends the connection")
			status, _, _ := strings.Cut(strings.TrimPrefix(string(answer), "HTTP/1.1 "), " ")
			assert.Equal(t, c.status, status, "%s", answer)
		})
	}
}

// A client that has asked may wait for as long as the answer takes.
func TestAnswersMayTakeLongerThanQuestions(t *testing.T) {
	wait := 200 * time.Millisecond
	s := openLimited(t, wait, maxConnections)
	began := time.Now()
	var a moveAnswer
	s.ask("/api/move", endlessSearch, &a)
	assert.Greater(t, time.Since(began), 2*wait)
	assert.NotEmpty(t, a.Move)

	watched := s.listen(t.Context(), "/api/runs/reference/events", "")
	defer watched.body.Close()
	_, ok := watched.next()
	require.True(t, ok)
	broke := make(chan struct{})
	go func() {
		watched.next()
		close(broke)
	}()
	select {
	case <-broke:
		t.Error("the stream broke off")
	case <-time.After(2 * wait):
	}
}

// More connections than the limit are closed at once; one that ends makes room for another.
func TestConnectionsAreCapped(t *testing.T) {
	const most = 3
	s := openLimited(t, 10*time.Second, most)
	s.client.Transport.(*http.Transport).DisableKeepAlives = true
	var held []net.Conn
	for range most {
		c := s.dial("GET /api/boards HTTP/1.1\r\nHost: localhost\r\n\r\n")
		_, err := c.Read(make([]byte, 1)) // the server has it
		require.NoError(t, err)
		held = append(held, c)
	}
	answer, _ := io.ReadAll(s.dial(""))
	assert.Empty(t, answer, "a connection too many is closed")
	held[0].Close()
	eventually(t, func() bool {
		response, err := s.client.Do(s.request(t.Context(), "/api/boards", ""))
		if err != nil {
			return false
		}
		response.Body.Close()
		return response.StatusCode == http.StatusOK
	}, "there is room again")
}

// A server on all interfaces names the addresses that others can use.
func TestAddresses(t *testing.T) {
	at := func(ip string) *net.IPNet { return &net.IPNet{IP: net.ParseIP(ip)} }
	found := []net.Addr{at("127.0.0.1"), at("::1"), at("192.0.2.2"), at("fd00::2"), at("fe80::1"), &net.UnixAddr{}}
	for listens, want := range map[string][]string{
		"127.0.0.1": {"http://127.0.0.1:80/"},
		"192.0.2.7": {"http://192.0.2.7:80/"},
		"0.0.0.0":   {"http://127.0.0.1:80/", "http://192.0.2.2:80/", "http://[fd00::2]:80/"},
		"::":        {"http://127.0.0.1:80/", "http://192.0.2.2:80/", "http://[fd00::2]:80/"},
	} {
		urls := urlsOf(net.TCPAddr{IP: net.ParseIP(listens), Port: 80}, found)
		assert.Equal(t, want, urls, listens)
	}
	s := listen(t, Options{})
	assert.Equal(t, []string{s.URL()}, s.URLs())
	assert.False(t, s.Public())
	s.listener.Close()
}
