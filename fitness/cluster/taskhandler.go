package cluster

import (
	"context"
	"encoding/json"
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
func (w *Worker) do(ctx context.Context, games *fitness.GameLoop, m jetstream.Msg) error {
	began := time.Now()
	t, id, err := decodeTask(m.Data())
	if err != nil || w.cancelled.over(t) {
		return terminate(m)
	}
	answer := nats.NewMsg(resultSubjects + t.Arena)
	recipes, err := w.recipes(t)
	var results []fitness.PairResult
	if err == nil {
		results, err = w.play(ctx, games, m, t, recipes)
	}
	switch {
	case errors.Is(err, errOver):
		return terminate(m)
	case ctx.Err() != nil:
		_ = m.Nak() // at once to another worker
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
	return "", fmt.Errorf("arena %s takes no results", answer.Subject)
}

// recipes returns the players of a task. It asks the arena for those that the cache lacks.
func (w *Worker) recipes(t *task) ([]*players.Recipe, error) {
	all := make([]*players.Recipe, len(t.Recipes))
	var missing []string
	var places []int // of those in the task
	for i, hash := range t.Recipes {
		if all[i] = w.cache.get(hash); all[i] == nil {
			missing, places = append(missing, hash), append(places, i)
		}
	}
	for len(missing) > 0 {
		some, err := w.ask(t.Arena, missing)
		if err != nil {
			return nil, err
		}
		for i, r := range some {
			all[places[i]] = r
		}
		missing, places = missing[len(some):], places[len(some):]
	}
	return all, nil
}

// ask asks an arena for players and gets the first of them, one at least.
func (w *Worker) ask(arena string, hashes []string) (some []*players.Recipe, err error) {
	question, err := json.Marshal(hashes)
	if err != nil {
		return nil, err
	}
	m, err := w.conn.Request(recipeSubjects+arena, question, patience)
	if err != nil {
		return nil, err
	}
	var found []json.RawMessage
	if err := json.Unmarshal(m.Data, &found); err != nil || len(found) == 0 || len(found) > len(hashes) {
		return nil, errors.New("the arena has not got the players of its task")
	}
	for i, data := range found {
		r, err := w.cache.put(hashes[i], data, func(tables string) ([]byte, error) { return w.tables(arena, tables) })
		if err != nil {
			return nil, err
		}
		some = append(some, r)
	}
	return some, nil
}

// errOver is returned when the task's Play is over.
var errOver = errors.New("over")

// play plays a task's pairs.
func (w *Worker) play(ctx context.Context, games *fitness.GameLoop, m jetstream.Msg, t *task,
	recipes []*players.Recipe) ([]fitness.PairResult, error) {
	results := make([]fitness.PairResult, len(t.Pairs))
	var finished atomic.Int64
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go renew(ctx, m, &finished)
	if w.pretend != nil {
		pause(ctx, w.pairTime*time.Duration(len(t.Pairs)))
	}
	for i := range t.Pairs {
		if w.cancelled.over(t) {
			return nil, errOver
		}
		p := &t.Pairs[i]
		pair := fitness.Pair{A: recipes[p.A], B: recipes[p.B], Opening: p.Opening, Seed: p.Seed}
		var err error
		if w.pretend != nil {
			results[i] = w.pretend(&pair)
		} else if results[i], err = games.Play(ctx, &pair, t.Timed); err != nil {
			return nil, err
		}
		finished.Add(1)
	}
	return results, nil
}

// pairTimeout is how long a worker may take for a pair before its task is also given to another.
const pairTimeout = 10 * time.Minute

// renew renews a task's lease until ctx is cancelled, as long as pairs get finished: a
// slot that hangs is not alive because its clock is.
func renew(ctx context.Context, m jetstream.Msg, finished *atomic.Int64) {
	last, since := int64(0), time.Now()
	for pause(ctx, lease/3) {
		if n := finished.Load(); n != last {
			last, since = n, time.Now()
		}
		if time.Since(since) < pairTimeout {
			_ = m.InProgress()
		}
	}
}
