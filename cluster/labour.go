package cluster

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"evothello/fitness"
	"evothello/players"
)

// do plays a task and returns its results, or why it cannot: then the arena's own cores
// play it. The error is that the arena refuses the worker.
func (w *Worker) do(ctx context.Context, seats *fitness.Seats, m jetstream.Msg) error {
	began := time.Now()
	t, id, err := decodeTask(m.Data())
	if err != nil {
		return terminate(m)
	}
	answer := nats.NewMsg(resultSubjects + t.Arena)
	recipes, err := w.recipes(ctx, t)
	var results []fitness.PairResult
	if err == nil {
		results, err = w.play(ctx, seats, m, t, recipes)
	}
	switch {
	case ctx.Err() != nil:
		_ = m.Nak() // at once to somebody else
		return nil
	case err != nil:
		answer.Header.Set(failedHeader, oneLine(err))
	default:
		if w.lie != nil {
			w.lie(results)
		}
		answer.Data = encodeResults(results, t.Timed)
	}
	answer.Header.Set(taskHeader, id)
	answer.Header.Set(workerHeader, w.id)
	answer.Header.Set(tookHeader, strconv.FormatInt(int64(time.Since(began)), 10))
	if about, err := m.Metadata(); err == nil {
		answer.Header.Set(againHeader, strconv.FormatUint(about.NumDelivered-1, 10))
	}
	refused, err := w.send(ctx, answer)
	if err != nil {
		return terminate(m) // its arena is gone, or has given the task up
	}
	_ = m.Ack()
	if refused != "" {
		return fmt.Errorf("%w: %s", ErrRefused, refused)
	}
	w.pairs.Add(int64(len(results)))
	w.tasks.Add(1)
	return nil
}

// oneLine is an error as a header can hold it.
func oneLine(err error) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, err.Error())
}

func terminate(m jetstream.Msg) error {
	_ = m.Term()
	return nil
}

// send returns results until the arena has them, and says why it refuses the worker, if
// it does. The error is that there is no such arena any more.
func (w *Worker) send(ctx context.Context, answer *nats.Msg) (refused string, err error) {
	for range 3 {
		m, err := w.conn.RequestMsg(answer, patience)
		if err == nil {
			return string(m.Data), nil
		}
		if errors.Is(err, nats.ErrNoResponders) || !pause(ctx, helloPace/4) {
			break
		}
	}
	return "", fmt.Errorf("nobody takes the results of arena %s", answer.Subject)
}

// recipes are the players of a task, from the larder or from the server.
func (w *Worker) recipes(ctx context.Context, t *task) (all []*players.Recipe, err error) {
	var stream jetstream.Stream
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for _, hash := range t.Recipes {
		r := w.larder.get(hash)
		if r == nil {
			if stream == nil {
				if stream, err = w.js.Stream(ctx, recipesStream); err != nil {
					return nil, err
				}
			}
			m, err := stream.GetLastMsgForSubject(ctx, recipeSubjects+t.Arena+"."+hash)
			if err != nil {
				return nil, err
			}
			if r, err = w.larder.put(hash, m.Data); err != nil {
				return nil, err
			}
		}
		all = append(all, r)
	}
	return all, nil
}

// play plays a task's pairs.
func (w *Worker) play(ctx context.Context, seats *fitness.Seats, m jetstream.Msg, t *task, recipes []*players.Recipe) ([]fitness.PairResult, error) {
	results := make([]fitness.PairResult, len(t.Pairs))
	var finished atomic.Int64
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go renew(ctx, m, &finished)
	if w.pretend != nil {
		pause(ctx, w.pairTime*time.Duration(len(t.Pairs)))
	}
	for i := range t.Pairs {
		p := &t.Pairs[i]
		pair := fitness.Pair{A: recipes[p.A], B: recipes[p.B], Opening: p.Opening, Seed: p.Seed}
		var err error
		if w.pretend != nil {
			results[i] = w.pretend(&pair)
		} else if results[i], err = seats.Play(ctx, &pair, t.Timed); err != nil {
			return nil, err
		}
		finished.Add(1)
	}
	return results, nil
}

// longestPair is how long a pair may take before its task is somebody else's as well.
const longestPair = 10 * time.Minute

// renew renews a task's lease until ctx is cancelled, as long as pairs get finished: a
// slot that hangs is not alive because its clock is.
func renew(ctx context.Context, m jetstream.Msg, finished *atomic.Int64) {
	last, since := int64(0), time.Now()
	for pause(ctx, lease/3) {
		if n := finished.Load(); n != last {
			last, since = n, time.Now()
		}
		if time.Since(since) < longestPair {
			_ = m.InProgress()
		}
	}
}
