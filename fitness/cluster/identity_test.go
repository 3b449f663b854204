package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/fitness/cluster/hub"
)

// A worker cannot return results in the name of another: forged ones are ignored, and the other is not refused.
func TestForgedResultsAreIgnored(t *testing.T) {
	pairs, want := slowPairs(t, 100)
	e := startExternalServer(t)
	a, noticed := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
	honest := &Worker{Slots: 1}
	startWorker(t, e.server.ClientURL(), honest)
	waitForSlots(t, a, 1)

	forger, err := nats.Connect(e.server.ClientURL())
	require.NoError(t, err)
	defer forger.Close()
	stranger, err := newIdentity()
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for i := 0; pause(ctx, time.Millisecond); i++ {
			for _, forge := range []func(*nats.Msg){
				func(m *nats.Msg) {},
				func(m *nats.Msg) { stranger.sign(m) },
				func(m *nats.Msg) { stranger.sign(m); m.Header.Set(workerHeader, honest.id) },
				func(m *nats.Msg) { stranger.sign(m); m.Data = []byte("more garbage") },
			} {
				m := nats.NewMsg(resultSubjects + a.name)
				m.Data = []byte("garbage")
				m.Header.Set(workerHeader, honest.id)
				m.Header.Set(taskHeader, strconv.Itoa(i%10))
				forge(m)
				_ = forger.PublishMsg(m)
			}
			m := nats.NewMsg(helloSubjects + hub.HostToken(nil)) // with the fingerprint of another engine
			m.Data = []byte(`{"name": "x", "slots": 1, "fingerprint": "0123456789abcdef"}`)
			m.Header.Set(workerHeader, honest.id)
			_ = forger.PublishMsg(m)
		}
	}()
	for s := a.Status(); s.Elsewhere == 0 && s.Refused == 0; s = a.Status() {
		playAll(t, a, pairs, want, nil)
	}
	assert.Empty(t, noticed())
	status := a.Status()
	assert.Equal(t, 1, status.Slots())
	assert.Zero(t, status.Refused)
}

// On the server of a run, workers may do only what they need, and the arena does nothing else for them.
func TestWorkersMayDoLittle(t *testing.T) {
	s, a := serve(t, Options{Workers: 1})
	denied := make(chan error, 100)
	conn, err := nats.Connect(s.Address(), nats.Token("secret"),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err }))
	require.NoError(t, err)
	defer conn.Close()
	forbidden := playSubjects + a.name // a message there would stop other workers
	for _, subject := range []string{forbidden, helloSubjects + "192-0-2-7", "anything",
		"$JS.API.CONSUMER.MSG.NEXT.EVOTHELLO_TASKS.workers"} {
		require.NoError(t, conn.PublishRequest(subject, "$JS.API.STREAM.DELETE.EVOTHELLO_TASKS", []byte("1")))
		assert.ErrorIs(t, <-denied, nats.ErrPermissionViolation, subject)
	}
	for _, subject := range []string{askSubjects + ">", resultSubjects + ">", ">"} {
		_, err := conn.SubscribeSync(subject)
		require.NoError(t, err)
		assert.ErrorIs(t, <-denied, nats.ErrPermissionViolation, subject)
	}
	own, err := nats.Connect(s.Address(), nats.Token(s.secret))
	require.NoError(t, err)
	defer own.Close()
	heard, err := own.SubscribeSync(forbidden)
	require.NoError(t, err)
	require.NoError(t, own.Flush())
	worker, err := newIdentity()
	require.NoError(t, err)
	asks, err := a.conn.Subscribe(askSubjects+a.fingerprint, a.handOut)
	require.NoError(t, err)
	require.NoError(t, a.conn.Flush())
	defer func() { _ = asks.Unsubscribe() }()
	for _, subject := range []string{helloSubjects + "127-0-0-1", askSubjects + a.fingerprint, resultSubjects + a.name,
		recipeSubjects + a.name, tablesSubjects + a.name} {
		m := nats.NewMsg(subject)
		m.Data = []byte(`{"name": "x", "slots": 1, "fingerprint": "0123456789abcdef"}`)
		if subject == recipeSubjects+a.name {
			m.Data = []byte(`[]`)
		}
		worker.sign(m)
		m.Reply = forbidden
		require.NoError(t, conn.PublishMsg(m))
		_, err = conn.RequestMsg(m, serverTimeout) // is answered after it, to an inbox
		require.NoError(t, err, subject)
	}
	_, err = heard.NextMsg(10 * time.Millisecond)
	assert.ErrorIs(t, err, nats.ErrTimeout)
}

// A worker that is started again is the same one. Workers of one machine that work at the same time are different.
func TestWorkersKeepTheirKeys(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "workers")
	var ids []string
	for range 2 {
		var releases []func()
		for range 3 {
			i, release, err := ownIdentity(dir)
			require.NoError(t, err)
			m := nats.NewMsg("anything")
			i.sign(m)
			assert.Equal(t, i.id, signer(m))
			ids, releases = append(ids, i.id), append(releases, release)
		}
		for _, release := range releases {
			release()
		}
	}
	assert.Equal(t, ids[:3], ids[3:])
	assert.Len(t, slices.Compact(slices.Sorted(slices.Values(ids))), 3)
	key := filepath.Join(dir, "1", "key")
	require.NoError(t, os.WriteFile(key, []byte("x"), 0o600))
	_, _, err := ownIdentity(dir)
	assert.ErrorContains(t, err, key+" is damaged: delete it")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	_, _, err = ownIdentity(filepath.Join(dir, "file"))
	assert.ErrorContains(t, err, "cannot keep the worker's key")
}

// A worker that is caught does not come back under another key from the same address. Addresses that many machines
// share are not blocked.
func TestHostsAreBlocked(t *testing.T) {
	s, a := serve(t, Options{Workers: 1, Agree: 2})              // a lie of one worker costs no other worker's trust
	conn, err := nats.Connect(s.Address(), nats.Token(s.secret)) // may have any address
	require.NoError(t, err)
	defer conn.Close()
	pairs, _ := slowPairs(t, 10)
	hello := func(host string, worker identity) (refused string) {
		m := nats.NewMsg(helloSubjects + host)
		m.Data = fmt.Appendf(nil, `{"name": "x", "slots": 1, "fingerprint": "%s"}`, a.fingerprint)
		worker.sign(m)
		received, err := conn.RequestMsg(m, serverTimeout)
		for errors.Is(err, nats.ErrNoResponders) { // the server has not heard of the arena yet
			received, err = conn.RequestMsg(m, serverTimeout)
		}
		require.NoError(t, err)
		var reply answer
		require.NoError(t, json.Unmarshal(received.Data, &reply))
		return reply.Refused
	}
	for host, blocks := range map[string]bool{"192-0-2-7": true, "2001:db8::1": true, "127-0-0-1": false, "::1": false,
		hub.HostToken(nil): false} {
		liar, err := newIdentity()
		require.NoError(t, err)
		other, err := newIdentity()
		require.NoError(t, err)
		require.Empty(t, hello(host, liar))
		d := newDispatcher(pairs, func(*fitness.Pair) bool { return true }, &a.options, &a.blocklist, nil)
		a.setDispatcher(d)
		h, _ := d.assign(liar.id, host, 1, 1)
		garbage := func(*assignment) ([]fitness.PairResult, error) { return nil, errors.New("garbage") }
		_, err = d.receive(liar.id, h.id, garbage)
		require.Error(t, err)
		assert.NotEmpty(t, hello(host, liar))
		assert.Equal(t, blocks, hello(host, other) != "", host)
	}
	assert.Zero(t, a.Status().Caught)
}

// A flood of workers that must be refused does not flood the log.
func TestRefusalsAreReportedOncePerSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		n := notices{pass: func(text string) { told = append(told, text) }}
		for i := range 3000 {
			n.tell(fmt.Sprint("worker ", i, " is refused"))
			time.Sleep(time.Millisecond)
		}
		assert.Equal(t, []string{"worker 0 is refused", "worker 1000 is refused; and 999 others",
			"worker 2000 is refused; and 999 others"}, told)
	})
}
