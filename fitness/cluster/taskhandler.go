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

// handleTask plays a task and sends its results to the arena. If it cannot play the task, it sends the reason,
// and the local cores of the arena play the pairs. The error is that the arena refuses the worker.
func (w *Worker) handleTask(ctx context.Context, games *fitness.GameLoop, m jetstream.Msg) error {
	began := time.Now()
	t, id, err := decodeTask(m.Data())
	if err != nil || w.cancelled.ended(t) {
		return terminate(m)
	}
	if !w.taken.take(t) {
		_ = m.NakWithDelay(copyDelay(m)) // another worker takes it meanwhile, if there is one
		return nil
	}
	answer := nats.NewMsg(resultSubjects + t.Arena)
	recipes, err := w.recipes(t)
	var results []fitness.PairResult
	if err == nil {
		results, err = w.playTask(ctx, games, m, t, recipes)
	}
	switch {
	case errors.Is(err, errEnded):
		return terminate(m)
	case ctx.Err() != nil:
		_ = m.Nak() // the server gives it to another worker at once
		return nil
	case err != nil:
		answer.Header.Set(failedHeader, oneLine(err))
	default:
		if w.corrupt != nil {
			w.corrupt(results)
		}
		answer.Data = encodeResults(results, t.Timed)
	}
	answer.Header.Set(taskHeader, id)
	answer.Header.Set(durationHeader, strconv.FormatInt(int64(time.Since(began)), 10))
	if about, err := m.Metadata(); err == nil {
		answer.Header.Set(redeliveredHeader, strconv.FormatUint(about.NumDelivered-1, 10))
	}
	w.sign(answer)
	refused, err := w.sendResults(ctx, answer)
	if err != nil {
		return terminate(m) // the arena has ended
	}
	_ = m.Ack()
	if refused != "" {
		return fmt.Errorf("%w: %s", ErrRefused, refused)
	}
	w.pairs.Add(int64(len(results)))
	w.tasks.Add(1)
	return nil
}

// oneLine returns the text of an error without control characters, which headers must not contain.
func oneLine(err error) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, err.Error())
}

// terminate removes a task from the queue.
func terminate(m jetstream.Msg) error {
	_ = m.Term()
	return nil
}

// sendResults sends results until the arena confirms them, at most three times. refused is the reason if the
// arena refuses the worker. The error is that the arena does not answer.
func (w *Worker) sendResults(ctx context.Context, answer *nats.Msg) (refused string, err error) {
	for range 3 {
		m, err := w.conn.RequestMsg(answer, serverTimeout)
		if err == nil {
			return string(m.Data), nil
		}
		if errors.Is(err, nats.ErrNoResponders) || !pause(ctx, helloInterval/4) {
			break
		}
	}
	return "", fmt.Errorf("arena %s does not answer", answer.Subject)
}

// recipes returns the recipes of a task. It requests those from the arena that are not in the cache.
func (w *Worker) recipes(t *task) ([]*players.Recipe, error) {
	all := make([]*players.Recipe, len(t.Recipes))
	var missing []string
	var places []int // indices of the missing recipes in the task
	for i, hash := range t.Recipes {
		if all[i] = w.cache.get(hash); all[i] == nil {
			missing, places = append(missing, hash), append(places, i)
		}
	}
	for len(missing) > 0 {
		received, err := w.requestRecipes(t.Arena, missing)
		if err != nil {
			return nil, err
		}
		for i, r := range received {
			all[places[i]] = r
		}
		missing, places = missing[len(received):], places[len(received):]
	}
	return all, nil
}

// requestRecipes requests recipes from an arena and returns the first of them, at least one.
func (w *Worker) requestRecipes(arena string, hashes []string) (received []*players.Recipe, err error) {
	question, err := json.Marshal(hashes)
	if err != nil {
		return nil, err
	}
	m, err := w.conn.Request(recipeSubjects+arena, question, serverTimeout)
	if err != nil {
		return nil, err
	}
	var found []json.RawMessage
	if err := json.Unmarshal(m.Data, &found); err != nil || len(found) == 0 || len(found) > len(hashes) {
		return nil, errors.New("the arena does not have the recipes of its task")
	}
	for i, data := range found {
		r, err := w.cache.put(hashes[i], data, func(tables string) ([]byte, error) { return w.requestTables(arena, tables) })
		if err != nil {
			return nil, err
		}
		received = append(received, r)
	}
	return received, nil
}

// errEnded is the error of tasks whose Play is finished.
var errEnded = errors.New("the call of Play is finished")

// playTask plays the pairs of a task.
func (w *Worker) playTask(ctx context.Context, games *fitness.GameLoop, m jetstream.Msg, t *task,
	recipes []*players.Recipe) ([]fitness.PairResult, error) {
	results := make([]fitness.PairResult, len(t.Pairs))
	var finished atomic.Int64
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go renew(ctx, m, &finished)
	if w.simulate != nil {
		pause(ctx, w.pairTime*time.Duration(len(t.Pairs)))
	}
	for i := range t.Pairs {
		if w.cancelled.ended(t) {
			return nil, errEnded
		}
		p := &t.Pairs[i]
		pair := fitness.Pair{A: recipes[p.A], B: recipes[p.B], Opening: p.Opening, Seed: p.Seed, RandomEvery: p.RandomEvery}
		var err error
		if w.simulate != nil {
			results[i] = w.simulate(&pair)
		} else if results[i], err = games.Play(ctx, &pair, t.Timed); err != nil {
			return nil, err
		}
		finished.Add(1)
	}
	return results, nil
}

// pairTimeout is how long a worker may take for a pair before the server gives its task to another one, too.
const pairTimeout = 10 * time.Minute

// renew renews the lease of a task until ctx is cancelled. It stops if no pair finishes within pairTimeout, so
// that a slot that hangs loses its task.
func renew(ctx context.Context, m jetstream.Msg, finished *atomic.Int64) {
	last, since := int64(0), time.Now()
	for pause(ctx, taskLease/3) {
		if n := finished.Load(); n != last {
			last, since = n, time.Now()
		}
		if time.Since(since) < pairTimeout {
			_ = m.InProgress()
		}
	}
}
