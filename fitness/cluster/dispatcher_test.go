package cluster

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/fitness"
	"evothello/fitness/fitnesstest"
)

// For any sequence of events, and even if workers return wrong results, the final results are right and each
// is reported once.
func TestDispatcherCountsOnlyCorrectResults(t *testing.T) {
	pairs := fitnesstest.Pairs(t, 40, "table", "greedy", "random")
	right, err := fitness.Local{}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	wrong := slices.Clone(right)
	for i := range wrong {
		wrong[i].Games[1].Discs ^= 2
	}
	rapid.Check(t, func(t *rapid.T) {
		notified := make([]int, len(pairs))
		remote := rapid.SliceOfN(rapid.Bool(), len(pairs), len(pairs)).Draw(t, "may run remotely")
		mayRunRemotely := func(p *fitness.Pair) bool {
			return remote[slices.IndexFunc(pairs, func(q fitness.Pair) bool { return &q != p && q.Seed == p.Seed })]
		}
		options := &Options{
			Check: 1 / rapid.Float64Range(1, 12).Draw(t, "results per check"), Agree: rapid.IntRange(1, 3).Draw(t, "agree"),
		}
		d := newDispatcher(pairs, mayRunRemotely, options, &blocklist{},
			func(i int, r fitness.PairResult) {
				notified[i]++
				require.Equal(t, right[i], r)
			})
		var out []*assignment // all tasks so far: results may come late, and twice
		for !d.over() {
			switch rapid.IntRange(0, 7).Draw(t, "step") {
			case 0, 1:
				worker := rapid.SampledFrom([]string{"honest", "upright", "liar", "stranger"}).Draw(t, "worker")
				if h, _ := d.assign(worker, "", 3, rapid.IntRange(1, 9).Draw(t, "pairs")); h != nil {
					out = append(out, h)
				}
			case 2, 3:
				if len(out) > 0 {
					h := rapid.SampledFrom(out).Draw(t, "task")
					source := right
					if h.worker == "liar" {
						source = wrong
					}
					_, err := d.receive(h.worker, h.id, func(*assignment) (results []fitness.PairResult, err error) {
						for _, i := range h.which {
							results = append(results, source[i])
						}
						return results, nil
					})
					if err != nil {
						require.Equal(t, "liar", h.worker)
					}
					_, err = d.receive("forger", h.id, nil)
					require.NoError(t, err)
				}
			case 4:
				if len(out) > 0 {
					h := rapid.SampledFrom(out).Draw(t, "lost")
					d.lose(func(other *assignment) bool { return other == h })
				}
			case 5:
				if len(out) > 0 {
					h := rapid.SampledFrom(out).Draw(t, "failed")
					d.fail(h.worker, h.id)
				}
			default:
				if c := d.takePair(); c != nil {
					d.finish(c, right[c.pair], func() (fitness.PairResult, error) { return right[c.pair], nil })
				}
			}
		}
		require.NoError(t, d.err)
		require.Equal(t, right, d.results)
		for _, n := range notified {
			require.Equal(t, 1, n)
		}
		require.Empty(t, d.blocklist.reason("honest"))
		require.Empty(t, d.blocklist.reason("upright"))
		times, _ := d.blocklist.caughtSoFar()
		require.LessOrEqual(t, times, 1/d.agree, "a worker that lies alone cannot make others lose trust")
	})
}

// A worker keeps its tasks until it asks for more than it may have. Then its oldest task is lost, and handed out again.
func TestAssignTakesBackTheOldestTask(t *testing.T) {
	everything := func(*fitness.Pair) bool { return true }
	d := newDispatcher(fitnesstest.Pairs(t, 8, "table", "greedy"), everything, &Options{Agree: 1}, &blocklist{},
		func(int, fitness.PairResult) {})
	var tasks []*assignment
	for asked, wantLost := range []int{0, 0, 1} {
		task, lost := d.assign("worker", "", 2, 3)
		require.NotNil(t, task)
		assert.Equal(t, wantLost, lost, "asked %d times before", asked)
		tasks = append(tasks, task)
	}
	assert.Equal(t, tasks[1:], d.assignedTo("worker"))
	assert.Equal(t, tasks[0].which, tasks[2].which, "its pairs are handed out again")
}
