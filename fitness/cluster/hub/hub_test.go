package hub

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// build compiles the program into PATH.
func build(t *testing.T) {
	dir := t.TempDir()
	out, err := exec.Command("go", "build", "-o", dir, "evothello/cmd/"+Program).CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// echo answers requests for the subject "echo" on a connection.
func echo(t *testing.T, conn *nats.Conn) {
	_, err := conn.Subscribe("echo", func(m *nats.Msg) { _ = m.Respond(m.Data) })
	require.NoError(t, err)
	require.NoError(t, conn.Flush())
}

// A server that was killed starts again at its address, with the subscriptions of the run.
func TestServerStartsAgain(t *testing.T) {
	build(t)
	h, err := Start(Settings{Address: "127.0.0.1:0", Secret: "ours", Token: "theirs", MaxConnections: 10,
		Publish: []string{"echo", HostInSubject}, Subscribe: []string{nats.InboxPrefix + ">"}})
	require.NoError(t, err)
	defer h.Close()
	run, err := nats.Connect("", nats.InProcessServer(h), nats.Token("ours"), nats.MaxReconnects(-1),
		nats.ReconnectWait(time.Millisecond))
	require.NoError(t, err)
	defer run.Close()
	echo(t, run)
	for range 2 {
		var worker *nats.Conn
		require.Eventually(t, func() bool {
			worker, err = nats.Connect(h.URL, nats.Token("theirs"))
			return err == nil
		}, time.Minute, 10*time.Millisecond)
		require.Eventually(t, func() bool {
			answer, err := worker.Request("echo", []byte("hello"), time.Second)
			return err == nil && string(answer.Data) == "hello"
		}, time.Minute, 10*time.Millisecond)
		worker.Close()
		h.mu.Lock()
		require.NoError(t, h.command.Process.Kill())
		<-h.ended
		h.mu.Unlock()
	}
}

func TestServerEndsWithItsRun(t *testing.T) {
	h, err := Start(Settings{Address: "127.0.0.1:0", MaxConnections: 10})
	require.NoError(t, err)
	h.Close()
	_, err = nats.Connect(h.URL)
	assert.Error(t, err)
	_, err = h.InProcessConn()
	assert.ErrorContains(t, err, "closed")
}

func TestErrorsOfTheProgram(t *testing.T) {
	_, err := Start(Settings{Address: "127.0.0.1:0", Cert: "missing.pem", Key: "missing.pem"})
	assert.ErrorContains(t, err, "missing.pem")
	t.Setenv("PATH", t.TempDir())
	_, err = Start(Settings{})
	assert.EqualError(t, err, "the program evolve-nats was not found: install it in the directory of this program, or "+
		"in PATH")
	other := t.TempDir()
	require.NoError(t, os.WriteFile(other+"/"+Program, []byte("#!/bin/sh\necho wrong >&2\n"), 0o755))
	t.Setenv("PATH", other)
	_, err = Start(Settings{})
	assert.ErrorContains(t, err, "wrong; install evolve-nats in the directory of this program, or in PATH")
}
