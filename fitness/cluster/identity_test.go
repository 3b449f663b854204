package cluster

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A worker cannot return results in the name of another: forged ones are ignored, and the other is not refused.
func TestForgedResultsAreIgnored(t *testing.T) {
	pairs, want := slowPairs(t, 100)
	e := startExternalServer(t, nil)
	a, noticed := joinServer(t, e.server.ClientURL(), Options{Workers: 1})
	honest := &Worker{Slots: 1}
	startWorker(t, e.server.ClientURL(), honest)
	waitForSlots(t, a, 1)

	forger, err := nats.Connect(e.server.ClientURL())
	require.NoError(t, err)
	defer forger.Close()
	stranger, err := newIdentity()
	require.NoError(t, err)
	tasks := make(chan *nats.Msg, 1000)
	_, err = forger.ChanSubscribe(taskSubjects+">", tasks)
	require.NoError(t, err)
	go func() {
		for task := range tasks {
			_, id, _ := decodeTask(task.Data)
			for _, forge := range []func(*nats.Msg){
				func(m *nats.Msg) {},
				func(m *nats.Msg) { stranger.sign(m); m.Header.Set(workerHeader, honest.id) },
				func(m *nats.Msg) { stranger.sign(m); m.Data = []byte("more garbage") },
			} {
				m := nats.NewMsg(resultSubjects + a.name)
				m.Data = []byte("garbage")
				m.Header.Set(workerHeader, honest.id)
				m.Header.Set(taskHeader, id)
				forge(m)
				_ = forger.PublishMsg(m)
			}
			m := nats.NewMsg(helloSubject) // with the fingerprint of another engine
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

// On the server of a run, workers may do only what they need.
func TestWorkersMayDoLittle(t *testing.T) {
	s, a := serve(t, Options{Workers: 1})
	denied := make(chan error, 100)
	conn, err := nats.Connect(s.Address(), nats.Token("secret"),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err }))
	require.NoError(t, err)
	defer conn.Close()
	for _, subject := range []string{taskSubjects + "x.y", endedSubjects + "x", "anything"} {
		require.NoError(t, conn.Publish(subject, []byte("1")))
		assert.ErrorIs(t, <-denied, nats.ErrPermissionViolation, subject)
	}
	for _, subject := range []string{taskSubjects + ">", resultSubjects + ">", ">"} {
		_, err := conn.SubscribeSync(subject)
		require.NoError(t, err)
		assert.ErrorIs(t, <-denied, nats.ErrPermissionViolation, subject)
	}
	require.Eventually(t, func() bool { return a.ensureQueue(t.Context()) == nil }, time.Minute, time.Millisecond)
	forbidden := "$JS.API.STREAM.DELETE." + tasksStream // nor may the arena do it for them
	require.NoError(t, conn.PublishRequest(tablesSubjects+a.name, forbidden, []byte(`{}`)))
	require.NoError(t, conn.PublishRequest(recipeSubjects+a.name, forbidden, []byte(`[]`)))
	require.NoError(t, conn.Flush())
	_, err = a.conn.Request(tablesSubjects+a.name, []byte(`{}`), serverTimeout) // is answered after both
	require.NoError(t, err)
	_, err = a.js.Stream(t.Context(), tasksStream)
	require.NoError(t, err)

	js, err := jetstream.New(conn)
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err = js.CreateStream(ctx, jetstream.StreamConfig{Name: "mine", Subjects: []string{"mine"}})
	assert.Error(t, err)
	assert.True(t, errors.Is(<-denied, nats.ErrPermissionViolation))
}
