package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"evothello/fitness"
	"evothello/players"
)

// handleTask plays a task, sends its results to the arena and returns the next task, nil if there is none. If it
// cannot play the task, it sends the reason, and the local cores of the arena play the pairs. The error is that the
// arena refuses the worker.
func (w *Worker) handleTask(ctx context.Context, t *task) (next *task, err error) {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	go func() { // nothing needs the rest of a long pair if the arena is gone
		for !w.heard.over(t) && pause(playing, interval/20) {
		}
		stop()
	}()
	results, took, err := w.playTask(playing, t)
	message := nats.NewMsg(resultSubjects + t.Arena)
	message.Header.Set(taskHeader, t.ID)
	message.Header.Set(durationHeader, strconv.FormatInt(int64(took), 10))
	if err != nil {
		message.Header.Set(failedHeader, "1") // the arena finds the error itself
	} else {
		if w.corrupt != nil {
			w.corrupt(results)
		}
		message.Data = encodeResults(results, t.Timed)
	}
	w.sign(message)
	if ctx.Err() != nil { // the arena should not wait until it notices the silence
		_ = w.conn.PublishMsg(message)
	}
	m := w.sendResults(playing, message)
	if m == nil {
		return nil, nil // the arena has ended
	}
	if next, err = w.readAnswer(m); err == nil {
		w.pairs.Add(int64(len(results)))
		w.tasks.Add(1)
	}
	return next, err
}

// sendResults sends results until the arena answers, at most three times. It returns nil if there is no answer.
func (w *Worker) sendResults(ctx context.Context, message *nats.Msg) *nats.Msg {
	for try := 0; try < 3 && pause(ctx, 0); try++ {
		limited, cancel := context.WithTimeout(ctx, serverTimeout)
		m, err := w.conn.RequestMsgWithContext(limited, message)
		cancel()
		if err == nil {
			return m
		}
		if errors.Is(err, nats.ErrNoResponders) || !pause(ctx, interval/4) {
			break
		}
	}
	return nil
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

// playTask plays the pairs of a task as soon as a slot is free.
func (w *Worker) playTask(ctx context.Context, t *task) (results []fitness.PairResult, took time.Duration, err error) {
	recipes, err := w.recipes(t)
	if err != nil {
		return nil, 0, err
	}
	games := <-w.idle
	defer func() { w.idle <- games }()
	began := time.Now()
	results = make([]fitness.PairResult, len(t.Pairs))
	if w.simulate != nil {
		pause(ctx, w.pairTime*time.Duration(len(t.Pairs)))
	}
	for i := range t.Pairs {
		p := &t.Pairs[i]
		pair := fitness.Pair{A: recipes[p.A], B: recipes[p.B], Opening: p.Opening, Seed: p.Seed, RandomEvery: p.RandomEvery}
		if w.simulate != nil {
			results[i] = w.simulate(&pair)
		} else if results[i], err = games.Play(ctx, &pair, t.Timed); err != nil {
			return nil, 0, err
		}
	}
	return results, time.Since(began), ctx.Err()
}
